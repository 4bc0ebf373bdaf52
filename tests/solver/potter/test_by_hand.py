"""Harry Potter by hand: throws of one die, Accio, towers, and layers that settle. That the values
are right is shown by `test_table.py`: worked out by hand, and by games on the rules."""

import numpy as np
import pytest

from kessel.solver.arrays import Values
from kessel.solver.chance import THROW, IdealChance
from kessel.solver.potter.accio import Accio
from kessel.solver.potter.arena import NO_TOP, TOPS, Loose, Spell, flag
from kessel.solver.potter.checks import (
    End,
    EndColumns,
    Matrix,
    distinct_entries,
)
from kessel.solver.potter.game import SETTLED, PotterGame
from kessel.solver.potter.rules import PotterRules
from kessel.solver.potter.throws import Branch, Losing, Operator, Salvo, Throws
from kessel.solver.potter.towers import Heaps, Towers, towers

# --- Checks as matrices ---------------------------------------------------------------------------

MOST = 4
COLUMNS = EndColumns(MOST + 2)
"""(what follows, whether the top is taken, dice kept, Immobulus among them, flags left)."""


def test_columns_lead_back_to_what_they_stand_for() -> None:
    numbers = np.arange(COLUMNS.count)
    assert (COLUMNS.column(*COLUMNS.decode(numbers)) == numbers).all()


# --- Throws of one die: nothing is struck and nothing leaves the arena, or everything -------------
@pytest.fixture(scope="module")
def still() -> Throws:
    return Throws(IdealChance(0.0, 0.0), MOST)


@pytest.fixture(scope="module")
def struck() -> Throws:
    """Everything that lies there is struck, and nothing leaves the arena."""
    return Throws(IdealChance(1.0, 0.0), MOST)


def way(throws: Throws, *spells: Spell, immobulus: int = 0) -> int:
    return int(throws.loose.number[immobulus, sum(map(flag, spells))])


def branches(operator: Operator) -> dict[Branch, Matrix]:
    """[loose before, loose afterwards]"""
    shape = (operator.losing.shape[0], len(Loose.of(MOST)))
    return {branch: distinct_entries(*one, shape) for branch, one in operator.outcomes.items()}


def total(operator: Operator, row: int) -> float:
    return sum(float(matrix[[row]].sum()) for matrix in branches(operator).values())


def test_a_tower_that_cannot_be_struck_stands_and_one_that_must_be_falls(
    still: Throws, struck: Throws
) -> None:
    row = way(still)
    stands = still.plain(THROW, 0, Spell.CONFUNDO, tower=True)
    assert total(stands, row) == pytest.approx(1.0)
    assert not branches(still.plain(THROW, 2, NO_TOP, tower=True))
    falls = struck.plain(THROW, 2, NO_TOP, tower=True)
    assert not branches(struck.plain(THROW, 0, Spell.CONFUNDO, tower=True))
    called = struck.called(THROW, 2, NO_TOP, Salvo(1, 0), tower=True)
    assert total(falls, row) + total(called, row) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize("strike", [0.0, 0.4])
def test_nothing_is_lost_from_the_probabilities(strike: float) -> None:
    """Without a tower: a throw calls nobody, or a Relashio that both answer."""
    throws = Throws(IdealChance(strike, 0.1), MOST)
    plain = throws.plain(THROW, 0, NO_TOP, tower=False)
    called = throws.called(THROW, 0, NO_TOP, Salvo(1, 0), tower=False)
    few = throws.loose.up_to(MOST - 2)
    sums = np.array([total(plain, row) + total(called, row) for row in range(few)])
    assert sums == pytest.approx(np.ones(few), abs=1e-9)


@pytest.mark.parametrize("popped", [False, True])
def test_what_is_lost_side_by_side_is_the_sum_of_its_branches(popped: bool) -> None:
    """Beside a tower, with tables of one die less and of two; nothing is known of more."""
    throws = Throws(IdealChance(0.4, 0.1), MOST)
    operator = throws.plain(THROW, 0, Spell.CONFUNDO, tower=True)
    lying, width, towers = throws.loose.up_to(MOST - 1), 3, 2
    chance = np.random.default_rng(1)
    tables = {
        (lost, end): chance.random((throws.loose.up_to(MOST - lost), width - lost + 1, towers))
        for lost in (1, 2)
        for end in End
    }
    found = np.ones((lying, width, towers))
    Losing.of(operator, popped=popped).add(found, lambda lost, end: tables.get((lost, end)))
    expected = np.ones((lying, width, towers))
    for branch, matrix in branches(operator).items():
        known = tables.get((branch.lost, branch.end))
        if known is not None and branch.popped == popped:
            weights = matrix.toarray()[:lying, : len(known)]
            expected[:, : known.shape[1]] += np.tensordot(weights, known, axes=1)
    assert expected.max() > 1.0
    assert found == pytest.approx(expected)


# --- the die that an Accio takes, where each way to lie has a value of its own --------------------


LOOSE = Loose.of(2)


def lies(immobulus: int, *spells: Spell) -> int:
    return int(LOOSE.number[immobulus, sum(map(flag, spells))])


def worth(found: Values, lying: int) -> float:
    return float(found[0, lying, 0, 0])


@pytest.fixture
def turn() -> list[Values]:
    """The more lies there the better, so that nobody would take a die; with a tower of one less
    well than with anything."""
    ways = np.arange(len(LOOSE)) / 100
    bare = np.broadcast_to(ways[None, :, None, None], (1, len(LOOSE), 1, 1)) + 0.5
    return [bare, np.broadcast_to(ways[None, :, None, None], (len(TOPS), len(LOOSE), 1, 1))]


def test_a_die_is_taken_where_that_is_better_or_has_to_be(turn: list[Values]) -> None:
    both = lies(0, Spell.RELASHIO, Spell.CONFUNDO)
    taken = max(lies(0, Spell.RELASHIO), lies(0, Spell.CONFUNDO))
    declined = Accio(LOOSE, PotterRules()).worth(turn, 0)
    assert worth(declined, both) == worth(turn[0], both)
    had_to = Accio(LOOSE, PotterRules(may_decline=False)).worth(turn, 0)
    assert worth(had_to, both) == worth(turn[0], taken)
    assert worth(had_to, lies(0)) == worth(turn[0], lies(0)), "nothing lies there to be taken"


def test_whether_an_immobulus_may_be_taken_is_a_rule(turn: list[Values]) -> None:
    lying = lies(1)
    for may, after in ((True, lies(0)), (False, lying)):
        rules = PotterRules(may_decline=False, accio_takes_immobulus=may)
        assert worth(Accio(LOOSE, rules).worth(turn, 0), lying) == worth(turn[0], after)


def test_a_die_of_the_tower_is_taken_also_where_its_like_lies_loose(turn: list[Values]) -> None:
    found = Accio(LOOSE, PotterRules()).worth(turn, 1)
    top = TOPS.index(Spell.CONFUNDO)
    for lying in (lies(0), lies(0, Spell.CONFUNDO)):
        assert found[top, lying, 0, 0] == worth(turn[0], lying)
        assert found[top, lying, 0, 0] > worth(turn[1], lying), "than if none were taken"


# --- Towers of two and three dice, and the best tower of a heap -----------------------------------

IMMOBULUS, RELASHIO, ACCIO, CONFUNDO = range(4)
"""As indices of `TOPS`."""
BASE = len(TOPS)


def number(*dice: int) -> int:
    """Bottom to top."""
    return sum(die * BASE**place for place, die in enumerate(dice))


def test_the_uppermost_die_of_a_symbol_is_taken() -> None:
    three = Towers(3)
    taken = three.without(ACCIO)
    assert taken[number(ACCIO, CONFUNDO, ACCIO)] == number(ACCIO, CONFUNDO)
    assert taken[number(ACCIO, CONFUNDO, CONFUNDO)] == number(CONFUNDO, CONFUNDO)
    assert taken[number(RELASHIO, CONFUNDO, CONFUNDO)] == -1
    lower = three.without(ACCIO, above=1)
    assert lower[number(ACCIO, CONFUNDO, ACCIO)] == number(CONFUNDO, ACCIO)
    assert lower[number(ACCIO, CONFUNDO, CONFUNDO)] == -1


def turn_values(loose: Loose, dice: int) -> list[np.ndarray]:
    """By height, zeros of the shape [top, loose, other's dice, below]."""
    return [
        np.zeros((towers(h).tops, loose.up_to(dice - h), dice - h + 1, towers(h).below))
        for h in range(3)
    ]


def test_an_accio_before_the_tower_may_leave_one_die_out() -> None:
    """Alone on the arena the Confundo is worth most, so the Accio is used to take the other."""
    loose, dice = Loose.of(4), 4
    turn = turn_values(loose, dice)
    turn[2][ACCIO, 0, 1, CONFUNDO] = 0.7
    alone = int(loose.number[0, flag(Spell.CONFUNDO)])
    turn[0][0, alone, 1, 0] = 0.9
    heaps = Heaps(loose, tallest=2)
    best = heaps.best(dice, turn)
    lying = int(loose.number[0, flag(Spell.RELASHIO) | flag(Spell.CONFUNDO)])
    assert heaps.spread(turn[0], 0, best, summons=False)[0, lying, 1, 0] == 0.0
    assert heaps.spread(turn[0], 0, best, summons=True)[0, lying, 1, 0] == 0.9


def test_what_is_too_much_for_a_tower_stays_beside_it_as_the_builder_chooses() -> None:
    """Three dice, towers of two: best with the Relashio left lying."""
    loose, dice = Loose.of(5), 5
    turn = [
        np.zeros((towers(h).tops, loose.up_to(dice - h), dice - h + 1, towers(h).below))
        for h in range(3)
    ]
    relashio = int(loose.number[0, flag(Spell.RELASHIO)])
    turn[2][ACCIO, relashio, 1, CONFUNDO] = 0.8
    heaps = Heaps(loose, tallest=2)
    best = heaps.best(dice, turn)
    three = flag(Spell.RELASHIO) | flag(Spell.ACCIO) | flag(Spell.CONFUNDO)
    built = heaps.spread(turn[0], 0, best, summons=False)
    assert built[0, int(loose.number[0, three]), 1, 0] == 0.8


# --- Layers: nothing is struck, nothing leaves the arena ------------------------------------------


@pytest.fixture(scope="module")
def game() -> PotterGame:
    game = PotterGame(IdealChance(0.0, 0.0), 3)
    game.solve()
    return game


def test_a_player_without_dice_is_out_and_two_share(game: PotterGame) -> None:
    """Choices with nothing in the other's hand: won, or shared with an empty hand."""
    choice = game.layers[2].ends.choice[0]
    assert choice[0, 0, 0, 0] == 1.0
    two_lie = int(game.loose.number[2, 0])
    assert choice[0, two_lie, 0, 0] == 0.5


def test_layers_are_settled_and_reported() -> None:
    reports: list[tuple[int, int]] = []
    game = PotterGame(IdealChance(0.2, 0.1), 4)
    game.solve(lambda done, total: reports.append((done, total)))
    assert reports[-1] == (5, 5)
    assert all(layer.residual < SETTLED for layer in game.layers)
    assert list(game.heights(1)) == [0, 1]
    assert game.tallest == 2
