"""Random games for the tests: any edition, number of players, options and elements."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from kessel.rules.edition import EDITIONS, Activation, Edition
from kessel.rules.engine import Step, new_game
from kessel.rules.moves import Move
from kessel.rules.options import MIN_AGREED, options_of
from kessel.rules.state import GameState
from kessel.throws.playout import play_out

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
