"""A bot of one's own is tried: what is right passes, and every kind of fault is said."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from kessel.bots.bot import Answer, Sight
from kessel.bots.characters import CHARACTERS
from kessel.bots.external import PipeBot
from kessel.cli import main
from kessel.errors import BadValue
from kessel.game.checkup import MOST_FAULTS, MOST_LATE, read_bot, try_bot
from kessel.rules.edition import EDITIONS
from kessel.rules.moves import EndTurn, Throw

LAST = """
from kessel import Answer
class Last:
    def answer(self, sight, chance):
        *_, move = sight.legal()
        return Answer(move)
"""


class Always:
    """Gives, or raises, the same whatever it is asked."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def answer(self, sight: Sight, chance: Random) -> Answer:
        if isinstance(self.given, Exception):
            raise self.given
        answer: Answer = self.given
        return answer


@pytest.mark.parametrize("name", CHARACTERS)
def test_our_own_answer_everywhere(name: str) -> None:
    for edition, asked, faults in try_bot(CHARACTERS[name], 60):
        assert (asked, faults) == (60, []), edition


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("end", "a bot answers with an `Answer`, such as Answer('end'), not 'end'"),
        (KeyError("x"), "a bot answers, and raises nothing; this one raised KeyError('x')"),
        (Answer(EndTurn()), "player A may answer throw 1, not end"),
        (Answer(Throw(), {"speed": 9.0}), "aim speed = 9.0: a number from 0 to 4 is accepted"),
    ],
)
def test_what_is_wrong_is_said(given: object, said: str) -> None:
    told = {edition: faults for edition, _, faults in try_bot(Always(given), 200)}
    assert list(told) == list(EDITIONS)
    assert all(len(faults) == MOST_FAULTS for faults in told.values())
    assert said in {fault.said for faults in told.values() for fault in faults}


def test_who_is_slow_is_told_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.game.checkup.ANSWER_SECONDS", -1.0)
    ((_, asked, faults),) = try_bot(CHARACTERS["rule"])
    assert asked == len(faults) == MOST_LATE
    assert all(fault.said.startswith("a bot answers within -1 s") for fault in faults)


def test_a_file_has_a_class_or_talks_in_lines(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(LAST)
    assert type(read_bot(file)).__name__ == "Last"
    file.write_text(LAST + LAST.replace("Last", "Other"))
    with pytest.raises(BadValue, match="several bots, Last, Other: a file has one"):
        read_bot(file)
    file.write_text("class")
    with pytest.raises(BadValue, match="cannot be read"):
        read_bot(file)
    file.write_text("print(1)")
    assert isinstance(read_bot(file), PipeBot)
    file.write_text(LAST.replace("class Last:", "class Last:\n    def __init__(self, x): ..."))
    with pytest.raises(BadValue, match="made without arguments"):
        read_bot(file)
    with pytest.raises(BadValue, match="is no file"):
        read_bot(tmp_path / "none")


def test_the_command_says_it_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bot.py"
    file.write_text(LAST)
    assert main(["check-bot", str(file), "--positions", "20"]) == 0
    assert "harry-potter      20 positions: fine" in capsys.readouterr().out
    file.write_text(LAST.replace("Answer(move)", "None"))
    assert main(["check-bot", str(file), "--positions", "20"]) == 1
    told = capsys.readouterr().out
    assert "10 faults\n  a bot answers with an `Answer`" in told
    assert "\n    10 times, first A in strike-2012" in told
