"""What a bot on a pipe is told, and which of its answers are accepted."""

import json
import math
import os
import sys
import time
from pathlib import Path
from random import Random

import pytest

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import Beginner
from kessel.bots.pipe import MOST_WAITING, Fault, LinePipe
from kessel.bots.question import (
    LONGEST_NAME,
    check_answer,
    hello,
    question,
    read_answer,
    read_hello,
    refusal,
    with_kind,
)
from kessel.errors import BadValue, IllegalMove, KesselError, NotAwaited, ParseError
from kessel.game import Game, sight, steps
from kessel.game.loop import asked
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.engine import awaited
from kessel.rules.moves import EndTurn, StartDie, Throw
from kessel.rules.notation import read_move
from kessel.rules.positions import read_state
from kessel.throws.aim import STRENGTHS, Aim, aim_values
from kessel.throws.ideal import IdealDice
from kessel.throws.placing import placed, stacked

CHOICE = Sight(0, read_state("strike-2020 hands=3,5 arena=2,6 phase=choice"))


def test_a_question_holds_all_that_is_needed() -> None:
    told = question(7, 1.5, CHOICE)
    assert json.loads(json.dumps(told)) == told
    assert told["ask"] == 7
    assert told["seconds"] == 1.5
    assert told["player"] == "A"
    assert told["legal"] == ["end", "throw 1"]
    assert told["await"] == {"kind": "choice", "player": "A", "units": [1]}
    assert told["state"]["hands"] == {"A": 3, "B": 5}
    assert read_state(told["position"]) == CHOICE.state
    assert told["dice"] == []


def test_it_tells_how_the_dice_lie() -> None:
    edition = find_edition("harry-potter")
    at_rest = placed(edition, (), 4, "accio", 0.02, -0.01, 0.3)
    at_rest = placed(edition, at_rest, 5, "confundo", -0.02, 0.0)
    state = read_state("harry-potter hands=3,3 arena=accio,confundo")
    dice = question(1, 1.0, Sight(0, state, at_rest))["dice"]
    assert dice[0] | {"turn": 0} == {"face": "accio", "level": 0, "x": 0.02, "y": -0.01, "turn": 0}
    assert math.remainder(dice[0]["turn"] - 0.3, math.pi / 2) == pytest.approx(0.0, abs=1e-3)
    tower = question(1, 1.0, Sight(0, state, stacked(edition, at_rest, [5, 4])))["dice"]
    assert [(die["face"], die["level"]) for die in tower] == [("confundo", 0), ("accio", 1)]


def test_hidden_supplies_stay_hidden() -> None:
    game = Game.from_state("strike-2020 hands=3,6,1 arena=2,3 options=supply:hidden")
    told = question(1, 1.0, sight(game, 0))
    assert told["hidden"]
    assert told["state"]["hands"] == {"A": 3, "B": 4, "C": 3}
    assert "hands=3,4,3" in told["position"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_answer_that_is_called_legal_is_accepted(edition: str) -> None:
    checked = 0
    for seed in range(5):
        game = Game(edition, 3)
        for _ in steps(game, [Beginner()] * 3, IdealDice(), seed):
            for player in asked(game.awaited):
                seen = sight(game, player)
                for text in question(1, 1.0, seen)["legal"]:
                    assert read_answer({"answer": 1, "move": text}, seen).move == read_move(text)
                    checked += 1
    assert checked > 100


@pytest.mark.parametrize(
    ("answer", "error", "why"),
    [
        ({}, BadValue, "a move as text"),
        ({"move": 3}, BadValue, "a move as text"),
        ({"move": "jump"}, ParseError, "is not a move"),
        ({"move": "throw all"}, IllegalMove, "may answer end or throw 1, not throw all"),
        ({"move": "start 4"}, IllegalMove, "not start 4"),
        ({"move": "throw 1: 2 6 6"}, IllegalMove, "may answer end or throw 1"),
        ({"move": "throw 1", "aim": 3}, BadValue, "an aim is an object"),
        ({"move": "throw 1", "aim": {"speed": 50}}, BadValue, "from 0 to 4"),
        ({"move": "throw 1", "aim": {"speed": math.nan}}, BadValue, "from 0 to 4"),
        ({"move": "throw 1", "aim": {"power": 1}}, BadValue, "aim"),
        ({"move": "throw 1", "aim": {"strength": "huge"}}, BadValue, "there is gentle"),
        ({"move": "end", "seed": 1}, BadValue, "not seed"),
    ],
)
def test_other_answers_are_refused_with_what_would_do(
    answer: dict[str, object], error: type[KesselError], why: str
) -> None:
    with pytest.raises(error, match=why):
        read_answer({"answer": 1} | answer, CHOICE)


def test_a_start_die_that_is_thrown_cannot_be_chosen() -> None:
    seen = sight(Game("strike-2020"), 0)
    assert list(seen.legal()) == [Throw("1")]
    with pytest.raises(IllegalMove):
        read_answer({"move": "start 6"}, seen)
    again = Game("strike-2020", options={"start_die_x": "choose_face"})
    again.push("start X")
    assert Throw("1") in sight(again, 0).legal()
    with pytest.raises(IllegalMove):
        check_answer(Answer(StartDie("X")), sight(again, 0))


def test_sets_may_be_taken_in_any_order() -> None:
    game = Game.from_state("strike-2020 hands=3,3 arena=2,3,3 options=collecting:optional")
    game.push("throw 1: 2 2 3 3")
    assert game.awaited.kind == "collect"
    for text in ("collect 3 2", "collect 2 3", "collect -"):
        read_answer({"move": text}, sight(game, 0))
    with pytest.raises(IllegalMove):
        read_answer({"move": "collect 4"}, sight(game, 0))
    with pytest.raises(NotAwaited):
        read_answer({"move": "end"}, sight(game, 0))


def test_a_strength_fills_in_what_an_aim_leaves_out() -> None:
    answer = read_answer({"move": "throw 1", "aim": {"strength": "wild", "x": 0.01}}, CHOICE)
    assert answer.kind == "wild"
    assert answer.aim == Aim.of_strength("wild", x=0.01).to_json()
    quick = read_answer({"move": "throw 1", "aim": {"speed": 0.8}}, CHOICE)
    assert quick.kind == "gentle"
    assert aim_values(quick.aim)["speed"] == 0.8
    assert read_answer({"move": "throw 1"}, CHOICE).kind == "firm"


def test_a_throw_without_a_kind_gets_that_of_its_aim() -> None:
    for kind, aim in STRENGTHS.items():
        assert with_kind(Answer(Throw("1"), dict(aim))).kind == kind
    assert with_kind(Answer(Throw("1"))).kind == "firm"
    assert with_kind(Answer(EndTurn())) == Answer(EndTurn())
    kept = Beginner().answer(CHOICE, Random(1))
    assert with_kind(with_kind(kept)) == with_kind(kept)


def test_hello_is_said_in_both_directions() -> None:
    assert hello(2.0)["hello"] == 1
    assert read_hello({"hello": 1, "name": "Deep Dice"}) == "Deep Dice"
    assert read_hello({"hello": 1}) == ""
    assert read_hello({"hello": 1, "name": "a\x1b[2J\nb"}) == "a[2Jb"
    assert len(read_hello({"hello": 1, "name": "x" * 500})) == LONGEST_NAME
    for wrong in ({}, {"hello": 2}, {"hello": 1, "name": 7}):
        with pytest.raises(BadValue):
            read_hello(wrong)


def test_a_refusal_says_why() -> None:
    assert refusal(3, IllegalMove("no")) == {"refused": 3, "code": "illegal", "message": "no"}
    assert awaited(CHOICE.state).kind == "choice"


# --- a process on a pipe cannot keep us waiting, whatever it does, and ends with what it starte ---


STRANGERS = Path(__file__).with_name("strangers.py")
QUICK = 0.3
"""s. Enough for an answer of a process that runs; starting one may take longer."""
START = 50.0
"""s, less than the minute after which a stranger ends by itself."""


def stranger(what: str, *more: str) -> LinePipe:
    return LinePipe(f'"{sys.executable}" "{STRANGERS}" {what} {" ".join(more)}', quiet=True)


def greeted(what: str) -> LinePipe:
    pipe = stranger(what)
    pipe.send({"hello": 1})
    assert pipe.receive(START)["hello"] in (1, 2)
    return pipe


def test_one_that_does_not_read_blocks_nobody() -> None:
    pipe = stranger("deaf")
    started = time.monotonic()
    for _ in range(50):
        pipe.send({"ask": 1, "legal": ["x" * 100_000]})
    with pytest.raises(Fault, match="no answer"):
        pipe.receive(QUICK)
    pipe.kill()
    assert time.monotonic() - started < START


def test_one_that_writes_without_end_fills_no_memory() -> None:
    pipe = greeted("floods")
    pipe.send({"ask": 1, "legal": ["end"]})
    while pipe._said.empty():
        time.sleep(0.01)
    time.sleep(QUICK)
    assert pipe._said.qsize() <= MOST_WAITING
    pipe.kill()


@pytest.mark.skipif(os.name == "nt", reason="process groups are POSIX")
def test_its_children_end_with_it() -> None:
    pipe = stranger("parent")
    child = int(pipe.receive(START)["name"])
    os.kill(child, 0)  # it runs
    pipe.kill()
    deadline = time.monotonic() + START
    while time.monotonic() < deadline and _runs(child):
        time.sleep(0.02)
    assert not _runs(child)


@pytest.mark.parametrize("command", ["", "/nowhere/to/be/found"])
def test_a_command_that_starts_nothing_is_a_fault(command: str) -> None:
    with pytest.raises(Fault):
        LinePipe(command)


def _runs(process: int) -> bool:
    """Whether a process is there; one that ended and was not fetched by its parent is not."""
    try:
        os.kill(process, 0)
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except (ProcessLookupError, FileNotFoundError):
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"
