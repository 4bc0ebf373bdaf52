"""Bots from elsewhere: honest ones play, and one that hangs, dies or lies is told and replaced."""

import json
import shlex
import sys
import time
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest

from kessel.bots import external
from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import ByRule
from kessel.bots.external import (
    MOST_FAULTS,
    Guarded,
    PipeBot,
    bot_name,
    external_bot,
    packaged,
)
from kessel.bots.pipe import Fault
from kessel.bots.roster import make_bot
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import EndTurn, Landing, Throw
from kessel.rules.positions import read_state
from kessel.throws.aim import Aim
from kessel.throws.ideal import IdealDice

ROOT = Path(__file__).parents[2]
STRANGERS = Path(__file__).with_name("strangers.py")
EXAMPLE = ROOT / "examples" / "bot.py"
SECONDS = 50.0
"""For answers of bots that answer: so long only where the machine is very busy."""
IMPATIENT = 0.2
CHOICE = Sight(0, read_state("strike-2020 hands=3,5 arena=2,6 phase=choice"))


def command(*words: object) -> str:
    return shlex.join([sys.executable, *map(str, words)])


def stranger(what: str, seconds: float = SECONDS) -> tuple[Guarded, list[str]]:
    told: list[str] = []
    return external_bot(command(STRANGERS, what), told.append, seconds, quiet=True), told


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_example_plays_every_edition_without_a_fault(edition: str) -> None:
    told: list[str] = []
    bot = external_bot(command(EXAMPLE), told.append, SECONDS)
    for seed in range(3):
        game = Game(edition, 3)
        play(game, [bot, ByRule(), bot], IdealDice(), seed)
        assert game.is_over
    bot.close()
    assert told == []
    assert bot.replaced == 0


def test_the_example_has_forty_lines_and_needs_no_kessel() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    assert "import kessel" not in text
    assert "from kessel" not in text
    assert bot_name(command(EXAMPLE)) == "Forty Lines"


@pytest.mark.parametrize(
    ("what", "seconds", "why"),
    [
        ("hangs", IMPATIENT, "no answer within"),
        ("late", IMPATIENT, "no answer within"),
        ("early", SECONDS, "question 1 was asked, not 2"),
        ("dies", SECONDS, "exit code 3"),
        ("babbles", SECONDS, "not JSON"),
        ("lists", SECONDS, "not a JSON object"),
        ("endless", SECONDS, "a line of more than"),
        ("illegal", SECONDS, "may answer end or throw 1, not stack 2/3"),
        ("lands", SECONDS, "may answer end or throw 1"),
        ("future", SECONDS, "no hello"),
    ],
)
def test_a_fault_is_told_and_another_answers(what: str, seconds: float, why: str) -> None:
    bot, told = stranger(what, seconds)
    answer = bot.answer(CHOICE, Random(1))
    assert answer == ByRule().answer(CHOICE, _after_one_draw(1))
    assert len(told) == 1
    assert why in told[0]
    assert (bot.faults, bot.replaced) == (1, 1)
    bot.close()


def test_an_honest_stranger_is_not_replaced() -> None:
    bot, told = stranger("honest")
    for _ in range(10):
        assert bot.answer(CHOICE, Random(1)) == Answer(EndTurn())
    assert (told, bot.faults, bot.replaced) == ([], 0, 0)
    bot.close()


def test_an_aim_no_hand_can_throw_is_a_lie() -> None:
    bot, told = stranger("strong")
    must = Sight(0, read_state("strike-2020 hands=3,5 arena=2,6"))
    bot.answer(must, Random(1))
    assert "from 0 to 4" in told[0]
    bot.close()


def test_one_that_hung_is_started_again_and_after_three_faults_no_more() -> None:
    bot, told = stranger("once", IMPATIENT * 5)
    for _ in range(MOST_FAULTS + 1):  # the first question it answers
        bot.answer(CHOICE, Random(1))
    assert bot.faults == MOST_FAULTS
    assert "takes its place" in told[-1]
    started = time.monotonic()
    for _ in range(100):
        bot.answer(CHOICE, Random(1))
    assert time.monotonic() - started < SECONDS
    assert len(told) == MOST_FAULTS + 1


@pytest.mark.parametrize("what", ["hangs", "dies", "illegal", "babbles"])
def test_a_whole_game_is_finished_whatever_the_bot_does(what: str) -> None:
    bot, told = stranger(what, IMPATIENT)
    game = Game("harry-potter", 3)
    play(game, [bot, ByRule(), ByRule()], IdealDice(), seed=2)
    assert game.is_over
    assert bot.faults == MOST_FAULTS
    assert told
    bot.close()


def test_a_bot_never_sees_a_seed(tmp_path: Path) -> None:
    """Whatever the dice are drawn from, what a bot is told until they fall is the same."""

    def told(seed: str, name: str) -> list[dict[str, object]]:
        kept = tmp_path / name
        bot = external_bot(command(STRANGERS, "keeps", kept), lambda _: None, SECONDS)
        game = Game.from_state("strike-2020 hands=3,3 arena=2,3,4")
        play(game, [bot, bot], IdealDice(), seed)
        bot.close()
        assert seed not in kept.read_text(encoding="utf-8")
        return [json.loads(line) for line in kept.read_text(encoding="utf-8").splitlines()]

    one, other = told("a-secret-seed", "one"), told("another-secret", "other")
    assert one[0] == other[0]
    assert one != other
    fields = {"ask", "seconds", "player", "edition", "position", "state", "hidden", "await"}
    assert {key for asked in one for key in asked} == fields | {"legal", "dice"}


def test_a_bot_that_cannot_say_hello_has_no_name() -> None:
    with pytest.raises(Fault, match="exit code 2"):
        bot_name(command("/nowhere.py"))
    with pytest.raises(Fault, match="no hello"):
        bot_name(command(STRANGERS, "future"))
    assert bot_name(command(STRANGERS, "honest")) == "Stranger[31m honest"


def test_without_a_guard_a_fault_is_raised() -> None:
    bot = PipeBot(command(STRANGERS, "dies"), SECONDS)
    with pytest.raises(Fault, match="exit code 3"):
        bot.answer(CHOICE, Random(1))
    bot.close()


# --- bots of other packages ---------------------------------------------------------------------


class Broken:
    def answer(self, sight: Sight, chance: Random) -> Answer:
        raise ZeroDivisionError("off by one")


class Cheat:
    def answer(self, sight: Sight, chance: Random) -> Answer:
        return Answer(Throw("1", Landing(("2", "2", "2"))))


class Fine:
    def answer(self, sight: Sight, chance: Random) -> Answer:
        return Answer(Throw("1"), Aim(speed=3.0))


def entry_point(name: str) -> EntryPoint:
    return EntryPoint(name.lower(), f"bots.test_external:{name}", external.GROUP)


@pytest.mark.parametrize("made", [Broken, Cheat])
def test_a_package_s_bot_is_guarded_too(made: type) -> None:
    told: list[str] = []
    bot = Guarded(made(), "theirs", told.append)
    assert bot.answer(CHOICE, Random(1)) == ByRule().answer(CHOICE, _after_one_draw(1))
    assert told[0].startswith("theirs: ")
    assert bot.replaced == 1


def test_a_package_s_bot_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def offered(group: str) -> list[EntryPoint]:
        assert group == "kessel.bots"
        return [entry_point("Fine")]

    monkeypatch.setattr(external, "entry_points", offered)
    assert set(packaged()) == {"fine"}
    answer = make_bot("fine").answer(CHOICE, Random(1))
    assert (answer.move, answer.kind) == (Throw("1"), "wild")
    with pytest.raises(BadValue, match="master fine, and `command: …`"):
        make_bot("champion")


def test_a_command_is_a_bot_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    bot = make_bot(f"command: {command(STRANGERS, 'dies')}", seconds=SECONDS)
    bot.answer(CHOICE, Random(1))
    assert "exit code 3" in capsys.readouterr().err


def _after_one_draw(seed: int) -> Random:
    """The source a stand-in draws from: one number went to the bot."""
    chance = Random(seed)
    chance.random()
    return chance
