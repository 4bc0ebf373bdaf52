"""Random games for the tests: any edition, players, options and elements, any legal answer.

They are played badly on purpose: every rule should come up.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from kessel.rules.awaits import AwaitChoice, AwaitExtra, AwaitStack, AwaitThrow, Over
from kessel.rules.edition import EDITIONS, Activation, Edition
from kessel.rules.effects import MIN_AGREED
from kessel.rules.engine import Step, apply, awaited, legal_moves
from kessel.rules.moves import EndTurn, ExtraThrow, Landing, Move, Player, StackTower, Throw, Unit
from kessel.rules.options import options_of
from kessel.rules.setup import new_game
from kessel.rules.state import GameState
from kessel.throws.dice import Cast, Dice
from kessel.throws.ideal import IdealFaces

DICE = IdealFaces(strike=0.3, loss=0.03, cocked=0.02)
"""Enough losses and cocked dice that they come up in a short game."""
STOP = 0.5
"""Chance to end a turn that may go on."""
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides a random game."""

    edition: Edition
    players: int
    options: dict[str, Any]
    elements: tuple[str, ...] | None
    first: int
    seed: int

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.players]

    def start(self) -> GameState:
        return new_game(
            self.edition, self.players, self.options, elements=self.elements, first=self.first
        )

    def play(self) -> Iterator[tuple[GameState, Move, Step]]:
        return play_out(self.start(), Random(self.seed))


def random_setup(chance: Random, edition: Edition | None = None) -> Setup:
    """A set-up drawn by chance, with about a third of its options changed."""
    chosen = edition or chance.choice(list(EDITIONS.values()))
    players = chance.randint(2, 5)
    options = {
        option.name: chance.choice(option.values_in(chosen))
        for option in options_of(chosen)
        if chance.random() < 1 / 3
    }
    elements = None
    if chosen.activation is Activation.AGREED:
        powers = list(chosen.effects)
        elements = tuple(chance.sample(powers, chance.randint(MIN_AGREED, len(powers))))
    return Setup(
        chosen, players, options, elements, chance.randrange(players), chance.getrandbits(32)
    )


def setups() -> st.SearchStrategy[Setup]:
    """Set-ups for Hypothesis."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_setup(Random(seed)))


def play_out(state: GameState, chance: Random) -> Iterator[tuple[GameState, Move, Step]]:
    """Every step from `state` to the end of the game: the state before, the move, the outcome."""
    while not state.is_over:
        move = random_move(state, chance)
        step = apply(state, move)
        yield state, move, step
        state = step.state


def random_move(state: GameState, chance: Random) -> Move:
    """A legal answer to what is awaited; throws land by chance."""
    match awaited(state):
        case AwaitChoice() if chance.random() < STOP:
            return EndTurn()
        case AwaitThrow(player, units) | AwaitChoice(player, units):
            unit = chance.choice(units)
            return Throw(unit, land(DICE, state, {player: unit}, chance))
        case AwaitExtra(allowed):
            thrown = {player: chance.choice(units) for player, units in allowed.items()}
            return ExtraThrow(thrown, land(DICE, state, thrown, chance))
        case AwaitStack(_, faces):
            return StackTower(tuple(chance.sample(faces, len(faces))))
        case Over():
            raise AssertionError("the game is over: there is no move")
        case _:
            return chance.choice(list(legal_moves(state)))


def land(
    dice: Dice, state: GameState, units: Mapping[Player, Unit], chance: Random, kind: str = ""
) -> Landing:
    """How these dice lie after these units were thrown."""
    casts = {player: Cast(unit, kind=kind) for player, unit in units.items()}
    return dice.land(state, casts, chance).landing
