"""The compiled games with effects, followed move by move on the rules."""

from functools import lru_cache

import numpy as np
import pytest

from kessel.errors import KesselError
from kessel.fast.effect_arrays import (
    ALL,
    ALONG,
    HEIGHT,
    NULL,
    PILE,
    RACED,
    ROWS,
    SHARES,
    STACKED,
    STOPPED,
    SUMMONED,
    THROWN,
    Arrays,
    EffectDice,
)
from kessel.fast.effect_kernel import play_games
from kessel.fast.effect_tables import effect_dice, effect_players, new_games
from kessel.rules import moves
from kessel.rules.awaits import AwaitExtra
from kessel.rules.edition import Activation, find_edition
from kessel.rules.engine import Hand, apply, awaited, position
from kessel.rules.faces import Piece, all_faces
from kessel.rules.state import GameState
from kessel.solver import IdealChance
from kessel.solver.base.strategies import Habit

pytestmark = pytest.mark.long  # compiling the effects takes half a minute

MOST_ROWS = 2000
MODEL = IdealChance(0.3, 0.04)
UNITS = {PILE: moves.pile(0), ALL: moves.ALL}
EAGER = Habit((0.5, 0.7, 0.7, 0.8, 0.9, 0.9))
SHY = Habit((0.0, 0.1, 0.3, 0.5, 0.8, 0.8), keep_last=True)


@lru_cache(maxsize=16)
def dice(most: int) -> EffectDice:
    return effect_dice(MODEL, most)


class Played:
    """One game: how it began, its log and its end."""

    def __init__(
        self,
        edition: str,
        players: int,
        seed: int,
        agreed: tuple[str, ...] = (),
        hand: int | None = None,
    ) -> None:
        box = find_edition(edition)
        held = hand or box.hand(players)
        face = box.symbols[seed % len(box.symbols)]
        single = box.activation is Activation.START_DIE
        elements = (face,) if single else agreed or None
        self.start = position(box, (Hand(held),) * players, (face,), elements=elements)
        at_work = frozenset(elements or box.effects)
        self.game: Arrays = new_games(box, at_work, players, np.uint64(seed * 977 + 1), MOST_ROWS)
        self.parts = play_games(
            1,
            held,
            np.array([box.symbols.index(face)]),
            single,
            self.game,
            dice(players * box.hand(players) + 1),
            effect_players(MODEL, [EAGER, SHY, EAGER, EAGER, SHY][:players]),
        )
        self.log = self.game.log[: self.game.here[ROWS]].tolist()


def follow(played: Played) -> GameState:
    """The game on the rules: every throw lands as the log says, every decision is the log's."""
    state = played.start
    for row in played.log:
        state = apply(state, move_of(state, row)).state
    return state


def move_of(state: GameState, row: list[int]) -> moves.Move:
    """A row as a move; what it says of the position has to be so."""
    what, who, unit = row[:3]
    if what in (THROWN, STOPPED, SUMMONED, STACKED):
        assert who == state.active
    if what == THROWN:
        name = UNITS.get(unit, moves.ONE)
        assert state.supply(who) - state.unit_size(who, name) == row[11]
        return moves.Throw(name, landing(state, row))
    if what == ALONG:
        waiting = awaited(state)
        assert isinstance(waiting, AwaitExtra)
        units = {seat: units[0] for seat, units in waiting.units.items()}
        return moves.ExtraThrow(units, landing(state, row))
    if what == RACED:
        return moves.WinColumn(who)
    if what == SUMMONED:
        return moves.TakeAccio(state.edition.symbols[unit])
    if what == STACKED:
        return moves.StackTower(
            tuple(sorted(all_faces(state.arena), key=state.edition.faces.index))
        )
    return moves.EndTurn()


def landing(state: GameState, row: list[int]) -> moves.Landing:
    symbols = (*state.edition.symbols, state.edition.faces[0])
    lying: list[Piece] = [symbols[face] for face in range(NULL + 1) for _ in range(row[3 + face])]
    if row[9]:
        (tower,) = (piece for piece in state.arena if not isinstance(piece, str))
        assert len(tower) == row[9]
        lying.append(tower)
    return moves.Landing(tuple(lying), row[10])


def agrees(played: Played) -> bool:
    """Whether both come to the same end."""
    state = follow(played)
    if not state.is_over:
        return False
    parts = [
        SHARES // len(state.winners) * (seat in state.winners) for seat in range(state.players)
    ]
    return (
        state.hands == tuple(played.game.hands)
        and played.parts.tolist() == parts
        and len(all_faces(state.arena)) == played.game.loose.sum() + played.game.here[HEIGHT]
    )


@pytest.mark.parametrize(
    ("edition", "players", "agreed", "seen"),
    [
        ("impact-power", 2, (), {THROWN, ALONG, RACED, STOPPED}),
        ("impact-power", 4, (), {THROWN, ALONG, RACED, STOPPED}),
        ("impact-avatar", 3, (), {THROWN, ALONG, RACED, STOPPED}),
        ("impact-avatar", 5, ("stone", "air", "fire"), {THROWN, RACED, STOPPED}),
        ("harry-potter", 2, (), {THROWN, ALONG, SUMMONED, STACKED, STOPPED}),
        ("harry-potter", 5, (), {THROWN, ALONG, SUMMONED, STACKED, STOPPED}),
    ],
)
def test_every_move_is_that_of_the_rules(
    edition: str, players: int, agreed: tuple[str, ...], seen: set[int]
) -> None:
    found: set[int] = set()
    for seed in range(100):
        played = Played(edition, players, seed, agreed)
        assert agrees(played), seed
        found |= {row[0] for row in played.log}
    assert found == seen


def test_piles_are_thrown_and_victories_shared() -> None:
    """Rare things are compared as well."""
    games = [Played("impact-avatar", 3, seed) for seed in range(20)]
    assert any(row[0] == THROWN and row[2] == PILE for game in games for row in game.log)
    games = [Played("harry-potter", 2, seed, hand=1) for seed in range(200)]
    assert all(map(agrees, games))
    assert any(game.parts.tolist() == [SHARES // 2] * 2 for game in games)


@pytest.mark.parametrize("place", [1, 3, 10, 11])
def test_a_throw_that_is_not_the_rules_is_noticed(place: int) -> None:
    """Another player, a face more, a die more out, another supply."""
    for seed in range(10):
        played = Played("harry-potter", 3, seed)
        throws = [row for row in played.log if row[0] == THROWN]
        throws[len(throws) // 2][place] += 1
        with pytest.raises((AssertionError, KesselError)):
            follow(played)


def test_another_end_is_noticed() -> None:
    played = Played("harry-potter", 3, 0)
    played.parts[:] = np.roll(played.parts, 1)
    assert not agrees(played)
    played = Played("harry-potter", 3, 0)
    del played.log[-1]
    assert not agrees(played)
