"""No input, however malformed, ends the referee or changes the game; undo restores it."""

import json
from random import Random
from typing import Any

import pytest
from games import random_move, random_setup
from hypothesis import given, settings
from hypothesis import strategies as st

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
