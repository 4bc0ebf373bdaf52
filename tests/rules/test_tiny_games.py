"""Reachable states of tiny games, counted: a change in any rule changes a number here.

Two players with two or three dice each, one die lying. The thrown dice show anything or fly out.
With two dice each, one lying piece (a single die, or the top of a tower) may be struck and do the
same; with three, where states are many, the others lie still. The order of an arena means nothing.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest

from kessel.rules.edition import EDITIONS
from kessel.rules.engine import apply, legal_moves
from kessel.rules.faces import Arena, as_piece, dice_of
from kessel.rules.moves import ExtraThrow, Landing, Throw
from kessel.rules.setup import Hand, position
from kessel.rules.state import GameState

GAMES: dict[str, dict[str, Any]] = {
    "strike-2012": {},
    "strike-2020": {},
    "impact": {},
    "impact-power": {"elements": ["stone"]},
    "impact-avatar": {"elements": ["lightning", "fire"]},
    "harry-potter": {},
}

COUNTS = {
    # edition: (two dice each, three dice each)
    "strike-2012": (404, 1222),
    "strike-2020": (404, 1222),
    "impact": (404, 1222),
    "impact-power": (736, 4252),
    "impact-avatar": (796, 2114),
    "harry-potter": (2092, 60696),
}


@pytest.mark.parametrize("edition", list(GAMES))
def test_states_with_two_dice_each(edition: str) -> None:
    assert reachable(start(edition, 2), strikes=True) == COUNTS[edition][0]


SPELLS = pytest.param("harry-potter", marks=pytest.mark.series)
"""Six times as many states as all others together."""


@pytest.mark.long
@pytest.mark.parametrize("edition", [*(one for one in GAMES if one != "harry-potter"), SPELLS])
def test_states_with_three_dice_each(edition: str) -> None:
    assert reachable(start(edition, 3), strikes=False) == COUNTS[edition][1]


def test_no_edition_is_left_out() -> None:
    assert set(COUNTS) == set(GAMES) == set(EDITIONS)


def start(edition: str, dice: int) -> GameState:
    first = position(edition, [Hand(dice)] * 2, (), **GAMES[edition]).edition.symbols[0]
    return position(edition, [Hand(dice)] * 2, (first,), **GAMES[edition])


def landings(state: GameState, thrown: int, strikes: bool) -> Iterator[Landing]:
    """Every landing of that many dice, each once."""
    faces = state.edition.faces
    seen = set()
    for lying, moving in struck(state.arena, thrown, strikes):
        for lost in range(moving + 1):
            for shown in combinations_with_replacement(faces, moving - lost):
                arena = ordered((*lying, *shown))
                if (arena, lost) not in seen:
                    seen.add((arena, lost))
                    yield Landing(arena, lost)


def struck(arena: Arena, thrown: int, strikes: bool) -> Iterator[tuple[Arena, int]]:
    """What lies still, and how many dice move."""
    yield arena, thrown
    if not strikes:
        return
    for place, piece in enumerate(arena):
        rest = as_piece(dice_of(piece)[:-1])
        left = (*arena[:place], *(() if rest is None else (rest,)), *arena[place + 1 :])
        yield left, thrown + 1


def ordered(arena: Arena) -> Arena:
    return tuple(sorted(arena, key=dice_of))


def normal(state: GameState) -> GameState:
    """The same state for the same future: lost dice do not come back."""
    return state._replace(arena=ordered(state.arena), removed=0)


def followers(state: GameState, strikes: bool) -> Iterator[GameState]:
    for move in legal_moves(state):
        if isinstance(move, Throw):
            for landing in landings(state, state.unit_size(state.active, move.unit), strikes):
                yield apply(state, move.lands(landing)).state
        elif isinstance(move, ExtraThrow):
            dice = sum(state.unit_size(player, unit) for player, unit in move.units.items())
            for landing in landings(state, dice, strikes):
                yield apply(state, move.lands(landing)).state
        else:
            yield apply(state, move).state


def key(state: GameState) -> tuple[Any, ...]:
    """What differs within a game: all but edition, options and elements."""
    return state[3:]


def reachable(first: GameState, strikes: bool) -> int:
    found = {key(normal(first))}
    todo = [normal(first)]
    while todo:
        for state in map(normal, followers(todo.pop(), strikes)):
            if key(state) not in found:
                found.add(key(state))
                todo.append(state)
    return len(found)
