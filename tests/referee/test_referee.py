"""The referee protocol beyond the conformance cases, word by word, and what it refuses.

`talks.txt` has what is asked of a referee (`>`) and what it answers (`<`); `refused.txt` has lines,
and after `=>` the code and what is said."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from games import random_move, random_setup
from hypothesis import given, settings
from hypothesis import strategies as st

from kessel.errors import KesselError
from kessel.referee import Referee
from kessel.rules.edition import EDITIONS
from kessel.rules.faces import Piece
from kessel.rules.moves import (
    Collect,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    WinColumn,
)

TALKS = (Path(__file__).parent / "talks.txt").read_text(encoding="utf-8").split("\n\n")


@pytest.mark.parametrize("talk", TALKS, ids=lambda talk: talk.partition("\n")[0])
def test_what_is_asked_and_answered(talk: str) -> None:
    title, *lines = talk.splitlines()
    referee = Referee(why=title.endswith("(with reasons)"))
    for asked, told in zip(lines[::2], lines[1::2], strict=True):
        found = referee.answer(asked.removeprefix("> "))
        assert json.loads(found) == json.loads(told.removeprefix("< ")), asked


def test_the_names_the_last_events_and_their_reasons_are_at_hand() -> None:
    referee = Referee(why=True)
    assert (referee.events, referee.reasons) == ((), ())
    referee.handle({"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}})
    referee.handle({"start_die": "4"})
    reply = referee.handle({"throw": 1, "after": ["4", "4"]})
    assert referee.names == ("Ann", "Ben")
    assert [event.kind for event in referee.events] == [one["event"] for one in reply["events"]]
    assert [reason.key for reason in referee.reasons] == [one["reason"] for one in reply["reasons"]]


# --- what is refused ------------------------------------------------------------------------------


def refusal(referee: Referee, request: Any) -> tuple[str, str]:
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    reply = json.loads(referee.answer(line))
    assert set(reply) == {"error"}, reply
    return reply["error"]["code"], reply["error"]["message"]


def started() -> Referee:
    referee = Referee()
    referee.handle({"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}})
    referee.handle({"start_die": "4"})
    return referee


HUGE: dict[str | bytes, str] = {
    b"\xff\xfe\x00": "parse",
    "[" * 100_000: "parse",
    '{"out": ' + "9" * 5000 + "}": "parse",
    '{"new": {"edition": "impact", "players": [' + '"A",' * 999 + '"B"]}}': "bad_value",
}
"""Lines that nobody would read in a file."""
SAID = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").splitlines()
IN_A_GAME = SAID.index("# In a game, which stays as it was")


@pytest.mark.parametrize("row", [one for one in SAID if not one.startswith("#")])
def test_what_is_refused(row: str) -> None:
    line, _, told = row.rpartition(" => ")
    code, _, says = told.partition(": ")
    referee = started() if SAID.index(row) > IN_A_GAME else Referee()
    before = referee.state
    found = refusal(referee, line)
    assert found[0] == code
    assert says in found[1]
    assert referee.state is before


@pytest.mark.parametrize("line", HUGE, ids=lambda line: repr(line[:9]))
def test_what_is_huge_or_no_text_is_refused(line: str | bytes) -> None:
    referee = Referee()
    assert refusal(referee, line)[0] == HUGE[line]
    assert referee.state is None


def test_a_request_nested_beyond_reason_is_refused_at_any_depth() -> None:
    referee = started()
    before = referee.state
    for depth in range(150, 1200, 7):
        line = '{"throw": 1, "after": ' + "[" * depth + "]" * depth + "}"
        assert refusal(referee, line)[0] in ("parse", "bad_value")
    assert referee.state is before


def test_long_nonsense_is_cut_in_messages() -> None:
    _, message = refusal(Referee(), {"new": ["x" * 5000]})
    assert len(message) < 250


@pytest.mark.parametrize("wrong", [None, {}, 5, [], b"\xff", object()])
def test_no_line_at_all_is_answered_too(wrong: Any) -> None:
    assert json.loads(Referee().answer(wrong))["error"]["code"] == "parse"


@pytest.mark.parametrize("wrong", [5, [1], None, {5: 1}, object(), {"accio": object()}])
def test_requests_that_are_no_objects_are_refused(wrong: Any) -> None:
    with pytest.raises(KesselError):
        Referee().handle(wrong)


# --- No input, however malformed, ends the referee or changes the game; undo restores it ----------

LINES, SERIES = 2_000, 18_000
"""For each of six editions."""

CODES = {
    "parse", "unknown_request", "unknown_edition", "unknown_option", "bad_value", "no_game",
    "not_awaited", "illegal", "dice_do_not_add_up",
}  # fmt: skip

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 2, 10**30, 1.5, "", "X", "all", "pile:0", "pile:99", "pile:-1",
    "die:0", "die:x", "1", "out", [], {}, ["X"], [[]], [["X"]], [[["X"]]], {"cocked": "X"},
    {"cocked": ["X", "X"]}, {"A": 1}, "\ud800", "é" * 70, ["2"] * 40,
]  # fmt: skip


def request_of(move: Move, names: tuple[str, ...]) -> dict[str, Any]:
    """A move as another program would send it."""
    match move:
        case StartDie(face):
            return {"start_die": face}
        case Throw(unit, landing):
            return {"throw": 1 if unit == "1" else unit} | landed(landing)
        case ExtraThrow(units, landing):
            thrown = {names[s]: 1 if unit == "1" else unit for s, unit in units.items()}
            return {"extra": thrown} | landed(landing)
        case WinColumn(winner):
            return {"column": names[winner]}
        case TakeAccio(face):
            return {"accio": face}
        case StackTower(tower):
            return {"stack": list(tower)}
        case EndTurn():
            return {"end": True}
        case Collect():
            raise AssertionError("the referee takes sets by itself")


def landed(landing: Landing | None) -> dict[str, Any]:
    assert landing is not None
    pieces: list[Any] = [_listed(piece) for piece in landing.arena]
    for index in range(landing.cocked):
        loose = [place for place, piece in enumerate(pieces) if isinstance(piece, str)]
        if index < len(loose):
            pieces[loose[0]] = {"cocked": pieces[loose[0]]}
    return {"after": pieces, "out": landing.out}


def _listed(piece: Piece) -> str | list[str]:
    return piece if isinstance(piece, str) else list(piece)


def damaged(request: dict[str, Any], chance: Random) -> str:
    """A valid request, broken in one of many ways."""
    broken = json.loads(json.dumps(request))
    match chance.randrange(7):
        case 0:
            text = json.dumps(broken)
            place = chance.randrange(len(text))
            return text[:place] + chance.choice('{}[]",:x0\\ \x00é') + text[place + 1 :]
        case 1:
            text = json.dumps(broken)
            return text[: chance.randrange(len(text))]
        case 2:
            broken[chance.choice(list(broken))] = chance.choice(JUNK)
        case 3:
            broken[chance.choice(["throw", "end", "out", "undo", "zzz"])] = chance.choice(JUNK)
        case 4:
            broken.pop(chance.choice(list(broken)))
        case 5 if isinstance(broken.get("after"), list):
            broken["after"].insert(0, chance.choice(JUNK))
        case _:
            return json.dumps(chance.choice(JUNK))
    return json.dumps(broken)


def random_text(chance: Random) -> bytes:
    return bytes(chance.randrange(256) for _ in range(chance.randrange(40)))


def begin(referee: Referee, edition: str, chance: Random) -> tuple[str, ...]:
    """A fresh game with random options; the names of its players."""
    setup = random_setup(chance, EDITIONS[edition])
    options = {name: value for name, value in setup.options.items() if name != "collecting"}
    new: dict[str, Any] = {"edition": edition, "players": setup.names, "options": options}
    if setup.elements:
        new["elements"] = setup.elements
    assert "error" not in json.loads(referee.answer(json.dumps({"new": new})))
    return setup.names


def check_answer(referee: Referee, line: str | bytes) -> bool:
    """Send a line that is most likely wrong; whether it was refused, leaving all as it was."""
    before = referee.state
    reply = json.loads(referee.answer(line))
    if "error" not in reply:
        assert set(reply) in ({"events", "state", "await"}, {"tournament"})
        return False
    assert set(reply) == {"error"}
    assert reply["error"]["code"] in CODES
    assert reply["error"]["message"]
    assert referee.state is before
    return True


@pytest.mark.parametrize("number", [LINES, pytest.param(SERIES, marks=pytest.mark.series)])
@pytest.mark.parametrize("edition", list(EDITIONS))
def test_malformed_lines_are_answered_and_change_nothing(edition: str, number: int) -> None:
    chance = Random(f"fuzz {edition}")
    referee, lines, refused = Referee(), 0, 0
    while lines < number:
        names = begin(referee, edition, chance)
        while (state := referee.state) and not state.is_over and lines < number:
            request = request_of(random_move(state, chance), names)
            for line in (damaged(request, chance), random_text(chance), damaged(request, chance)):
                lines += 1
                refused += check_answer(referee, line)
            if referee.state is state:
                assert "error" not in json.loads(referee.answer(json.dumps(request)))
    assert refused > 0.9 * lines


@given(st.sampled_from(list(EDITIONS)), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_undo_restores_every_state_of_a_game(edition: str, seed: int) -> None:
    chance, referee = Random(seed), Referee()
    names = begin(referee, edition, chance)
    shown = [referee.answer('{"show": true}')]
    while (state := referee.state) and not state.is_over:
        request = request_of(random_move(state, chance), names)
        assert "error" not in json.loads(referee.answer(json.dumps(request)))
        shown.append(referee.answer('{"show": true}'))
    for before in reversed(shown[:-1]):
        assert referee.answer('{"undo": true}') == before
    assert json.loads(referee.answer('{"undo": true}'))["error"]["code"] == "illegal"
