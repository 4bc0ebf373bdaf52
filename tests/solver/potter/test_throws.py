"""Throws of one die, by hand: nothing is struck and nothing leaves the arena, or everything."""

import numpy as np
import pytest

from kessel.solver.arrays import Values
from kessel.solver.chance import THROW, IdealChance
from kessel.solver.potter.accio import Accio
from kessel.solver.potter.arena import NO_TOP, TOPS, Loose, Spell, flag
from kessel.solver.potter.checks import End, Matrix, distinct_entries
from kessel.solver.potter.rules import PotterRules
from kessel.solver.potter.throws import Branch, Losing, Operator, Salvo, Throws

MOST = 4


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


def test_one_die_beside_an_accio(still: Throws) -> None:
    """A blank face loses the die; a second Accio takes both; five others stay with it."""
    operator = still.plain(THROW, 0, NO_TOP, tower=False)
    accio, nothing = way(still, Spell.ACCIO), way(still)
    both = way(still, Spell.ACCIO, Spell.CONFUNDO)
    assert branches(operator)[Branch(1, End.CHOICE, False)][accio, accio] == pytest.approx(1 / 6)
    assert branches(operator)[Branch(0, End.SUMMON, False)][accio, nothing] == pytest.approx(1 / 6)
    assert branches(operator)[Branch(0, End.CHOICE, False)][accio, both] == pytest.approx(1 / 6)
    assert total(operator, accio) == pytest.approx(1.0)


def test_a_relashio_is_called_one_time_in_six(still: Throws) -> None:
    relashio = way(still, Spell.RELASHIO)
    plain = still.plain(THROW, 0, NO_TOP, tower=False)
    assert total(plain, relashio) == pytest.approx(5 / 6)
    for dice in (1, 2):
        called = still.called(THROW, 0, NO_TOP, Salvo(dice, 0), tower=False)
        assert total(called, relashio) == pytest.approx(1 / 6)


def test_an_extra_die_beside_two_relashios(still: Throws) -> None:
    """It shows blank and is lost, or lies beside; the pair is taken either way and it is the
    other's turn. A third Relashio is taken with them."""
    called = still.called(THROW, 0, NO_TOP, Salvo(1, 0), tower=False)
    row = way(still, Spell.RELASHIO)
    lost = branches(called)[Branch(1, End.TURN, False)]
    kept = branches(called)[Branch(0, End.TURN, False)]
    assert lost[row, way(still)] == pytest.approx(1 / 36)
    assert kept[row, way(still)] == pytest.approx(1 / 36)
    assert kept[row, way(still, Spell.CONFUNDO)] == pytest.approx(1 / 36)
    assert kept[row, way(still, immobulus=1)] == pytest.approx(1 / 36)


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


def test_a_fallen_tower_falls_like_dice_thrown_with_the_die(struck: Throws) -> None:
    """Two dice of a tower and the thrown one: all three blank once in 216."""
    falls = struck.plain(THROW, 2, NO_TOP, tower=True)
    row = way(struck)
    assert branches(falls)[Branch(3, End.CHOICE, False)][row, row] == pytest.approx(1 / 216)


def test_matching_the_top_uncovers_the_tower(still: Throws) -> None:
    operator = still.plain(THROW, 0, Spell.CONFUNDO, tower=True)
    row = way(still)
    popped = branches(operator)[Branch(0, End.TURN, True)]
    assert popped[row, row] == pytest.approx(1 / 6)


def test_two_dice_poured(still: Throws) -> None:
    """Pairs of Accio, Wingardium and Confundo are taken, 1 in 36 each; of Immobulus they stay
    and end the turn; of Relashio they call the other."""
    plain, called = still.poured(2)
    nothing = way(still)
    assert branches(plain)[Branch(0, End.SUMMON, False)][0, nothing] == pytest.approx(1 / 36)
    assert branches(plain)[Branch(0, End.STACK, False)][0, nothing] == pytest.approx(1 / 36)
    assert branches(plain)[Branch(0, End.TURN, False)][0, nothing] == pytest.approx(1 / 36)
    bound = way(still, immobulus=2)
    assert branches(plain)[Branch(0, End.TURN, False)][0, bound] == pytest.approx(1 / 36)
    assert total(called, 0) == pytest.approx(1 / 36)
    assert total(plain, 0) == pytest.approx(35 / 36)


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
