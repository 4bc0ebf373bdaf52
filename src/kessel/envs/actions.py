"""The one action space of all editions: what every number means, and which are legal now.

A move of several parts takes several actions, one after the other: who joins a throw, a tower die
by die, every pile kept or not. It knows the rules and nothing of any framework.
"""

from itertools import combinations
from operator import index
from typing import SupportsIndex

from kessel.errors import BadValue
from kessel.rules.edition import Edition, find_edition
from kessel.rules.faces import Face
from kessel.rules.moves import ALL, ONE, Player, Unit, die_of_pile, pile
from kessel.rules.state import GameState
from kessel.throws.aim import STRENGTHS

KINDS = tuple(STRENGTHS)
"""Gentle, firm, wild."""
USUAL = KINDS.index("firm")
"""The only strength on offer where the dice know but one way of falling."""
PILE_SIZES = 5
"""Different sizes of piles a player can hold: 2 + 3 + 4 + 5 + 6 dice are 20, and no box has 27."""
SYMBOLS, FACES = 5, 6

STOP = 0
THROW = 1
"""The first throw: of a loose die, then of each size of pile, then of one die out of such a pile,
each in the three strengths."""
UNITS = 1 + 2 * PILE_SIZES
ALL_IN = THROW + UNITS * len(KINDS)
START = ALL_IN + 1
COLLECT = START + SYMBOLS
SETS = tuple(chosen for size in range(SYMBOLS + 1) for chosen in combinations(range(SYMBOLS), size))
"""Every choice of sets to take, as numbers of symbols: none first, all last."""
ACCIO = COLLECT + len(SETS)
NO_ACCIO = ACCIO + FACES
STACK = NO_ACCIO + 1
DISSOLVE = STACK + FACES
KEEP = DISSOLVE + 1
COUNT = KEEP + 1
"""How many actions there are."""

_SET_NUMBERS = {chosen: COLLECT + number for number, chosen in enumerate(SETS)}


def as_action(given: SupportsIndex) -> int:
    """An action as a plain number; what is no whole number is refused."""
    try:
        return index(given)
    except TypeError:
        raise BadValue(f"an action is a whole number, not {given!r}") from None


def describe(action: int, edition: Edition | str) -> str:
    """An action in words."""
    action, edition = as_action(action), find_edition(edition)
    if not 0 <= action < COUNT:
        raise BadValue(f"action {action}: there are 0 to {COUNT - 1}")
    if action in _PLAIN:
        return _PLAIN[action]
    if action < ALL_IN:
        slot, kind = divmod(action - THROW, len(KINDS))
        return f"throw {_slot_name(slot)}, {KINDS[kind]}"
    if action < COLLECT:
        return f"start with {edition.symbols[action - START]}"
    if action < ACCIO:
        return f"take {' '.join(sets_of(action, edition)) or 'nothing'}"
    if action < NO_ACCIO:
        return f"accio {edition.faces[action - ACCIO]}"
    return f"stack {edition.faces[action - STACK]}"


_PLAIN = {
    STOP: "stop",
    ALL_IN: "all in",
    NO_ACCIO: "no accio",
    DISSOLVE: "dissolve the pile",
    KEEP: "keep the pile",
}


def _slot_name(slot: int) -> str:
    if slot == 0:
        return "a die"
    rank = (slot - 1) % PILE_SIZES + 1
    return f"pile {rank}" if slot <= PILE_SIZES else f"a die of pile {rank}"


# --- throws ------------------------------------------------------------------------------------


def throw_action(state: GameState, player: Player, unit: Unit, kind: int) -> int:
    """The action that throws a unit; piles of one size are one and the same."""
    if unit == ONE:
        return THROW + kind
    if unit == ALL:
        return ALL_IN
    what, _, index = unit.partition(":")
    piles = state.piles[player]
    slot = 1 + pile_sizes(piles).index(piles[int(index)])
    return THROW + len(KINDS) * (slot if what == "pile" else slot + PILE_SIZES) + kind


def thrown_unit(state: GameState, player: Player, action: int) -> tuple[Unit, int]:
    """The unit that a legal action throws, and how hard."""
    if action == ALL_IN:
        return ALL, USUAL
    slot, kind = divmod(action - THROW, len(KINDS))
    if slot == 0:
        return ONE, kind
    piles = state.piles[player]
    index = piles.index(pile_sizes(piles)[(slot - 1) % PILE_SIZES])
    return (pile(index) if slot <= PILE_SIZES else die_of_pile(index)), kind


def pile_sizes(piles: tuple[int, ...]) -> list[int]:
    """The different sizes of a player's piles, smallest first."""
    return sorted(set(piles))


def is_throw(action: int) -> bool:
    """Whether an action throws."""
    return THROW <= action <= ALL_IN


# --- faces -------------------------------------------------------------------------------------


def sets_action(taken: tuple[Face, ...], edition: Edition) -> int:
    """The action that takes these sets."""
    return _SET_NUMBERS[tuple(sorted(edition.symbols.index(face) for face in taken))]


def sets_of(action: int, edition: Edition) -> tuple[Face, ...]:
    """The sets that an action takes."""
    return tuple(edition.symbols[symbol] for symbol in SETS[action - COLLECT])
