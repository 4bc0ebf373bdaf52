"""Games with effects by the million: what each seat wins, with its standard error.

Default options. Decisions that a strategy says nothing about are made as simply as can be: a loose
die is thrown before a pile, a small pile before a large one; an Accio takes the first symbol there
is, in the edition's order; a tower is stacked in that order, the first symbol at the bottom. In an
extra throw all throw in the middle one of the model's kinds, and a column of fire is a race between
equally fast hands.
"""

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.fast.compiled import announced
from kessel.fast.effect_kernel import SHARES, play_games
from kessel.fast.effect_tables import EffectStrategy, effect_dice, effect_players
from kessel.fast.row import PLACED, RANDOM, START_DIE, THROWS, row_of
from kessel.fast.simulate import Simulated, check_games, check_seats, in_chunks
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.effects import check_elements
from kessel.rules.faces import Face
from kessel.rules.setup import new_game
from kessel.solver.effects import STONE
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.models import ModelLike, read_model
from kessel.throws.seeds import Seed


def simulate_effects(
    edition: Edition | str,
    model: ModelLike,
    strategies: Sequence[EffectStrategy],
    games: int,
    seed: Seed = 0,
    threads: int = 1,
    *,
    elements: Collection[Face] | None = None,
) -> Simulated:
    """Play games of an edition with effects, a strategy at each seat; seat 0 begins.

    A strategy is a `Habit`, or for two players of `impact-power` the solved table of an element.
    `elements` are those that players agree on (`impact-avatar`; all unless given), or the one that
    the start die shows (`impact-power`; each equally often unless given). A shared victory counts
    in equal parts. The same seed gives the same games, however many threads play them.
    """
    box = find_edition(edition)
    if not box.effects:
        raise BadValue(f"{box.id} has no effects: `simulate` plays it, and faster")
    model = read_model(model, box)
    check_seats(
        strategies,
        lambda one: isinstance(one, EffectStrategy),
        "a `Habit`, or for two the solved table of an element,",
    )
    check_games(games)
    players = len(strategies)
    single = box.activation is Activation.START_DIE
    fresh = row_of(new_game(box, players, elements=None if single else elements))
    fresh[START_DIE] = PLACED
    at_work = _at_work(box, elements)
    _check_tables(box, strategies, at_work)
    shown = at_work if single else box.symbols
    start = np.array([box.symbols.index(face) for face in shown])
    dice = effect_dice(model, players * box.hand(players) + 1)
    seats = effect_players(model, strategies)

    def play(games: int, state: np.uint64) -> tuple[NDArray[np.float64], int]:
        row = fresh.copy()
        row[RANDOM] = np.int64(state)
        parts = play_games(games, start, fresh, row, dice, seats)
        return parts / SHARES, int(row[THROWS])

    with announced("the games with effects"):
        return in_chunks(play, games, seed, threads)


def _at_work(edition: Edition, elements: Collection[Face] | None) -> tuple[Face, ...]:
    """The symbols whose effects can be at work, in the edition's order."""
    if edition.activation is Activation.START_DIE:
        if isinstance(elements, str) or not isinstance(elements, Collection | None):
            raise BadValue(f"elements are a list of faces, not {elements!r}")
        chosen = frozenset(elements or edition.symbols)
        for face in chosen - {*edition.symbols}:
            edition.check_face(face)
        if elements is not None and len(elements) != 1:
            raise BadValue(f"in {edition.id} the start die shows one element, not {len(elements)}")
    else:
        chosen = check_elements(edition, elements) or frozenset(edition.effects)
    return tuple(face for face in edition.symbols if face in chosen)


def _check_tables(
    edition: Edition, strategies: Sequence[EffectStrategy], at_work: tuple[Face, ...]
) -> None:
    for one in strategies:
        if isinstance(one, ImpactTable):
            of = (one.about.edition, (one.about.element,), one.about.hand, 2)
            if of != (edition.id, at_work, edition.hand(len(strategies)), len(strategies)):
                raise BadValue(
                    f"a table of {one.about.edition} with {one.about.element} is for two players "
                    "with that element and the booklet's hands"
                )
            if STONE in at_work:
                raise BadValue("a table of a game with piles of boulders is not played here")
