"""Units have names, throws land, and equal throws are equal however they were written."""

from typing import get_args

from kessel.rules.events import Collected, Event
from kessel.rules.moves import (
    ALL,
    ONE,
    Collect,
    ExtraThrow,
    Landing,
    StackTower,
    TakeAccio,
    Throw,
    die_of_pile,
    faces_meant,
    pile,
)


def test_units_are_named_by_the_pile_they_come_from() -> None:
    assert (ONE, ALL, pile(0), die_of_pile(2)) == ("1", "all", "pile:0", "die:2")


def test_a_throw_is_a_decision_until_it_lands() -> None:
    decided = Throw(pile(1))
    landed = decided.lands(Landing(("2", "2"), out=1))
    assert decided.landing is None
    assert landed == Throw(pile(1), Landing(("2", "2"), out=1))


def test_who_throws_along_has_no_order() -> None:
    one, other = ExtraThrow({0: ONE, 2: pile(0)}), ExtraThrow({2: pile(0), 0: ONE})
    assert one == other
    assert hash(one) == hash(other)
    assert hash(one) != hash(one.lands(Landing(("3",))))
    assert len({one.lands(Landing(("3",))), other.lands(Landing(("3",)))}) == 1


def test_dice_are_meant_one_by_one_by_an_accio_and_by_a_tower() -> None:
    assert faces_meant(TakeAccio("accio")) == ("accio",)
    assert faces_meant(TakeAccio(None)) == ()
    assert faces_meant(StackTower(("protego", "accio"))) == ("protego", "accio")
    assert faces_meant(Collect(("accio",))) == (), "a set, whichever dice"


# --- events can be told apart, and equal ones are equal -------------------------------------------


def test_equal_collections_have_one_hash() -> None:
    assert hash(Collected(0, {"2": 2})) == hash(Collected(0, {"2": 2}))
    assert len({Collected(0, {"2": 2}), Collected(0, {"2": 2}), Collected(1, {"2": 2})}) == 2


def test_no_two_kinds_share_a_name() -> None:
    kinds = [kind.kind for kind in get_args(Event)]
    assert len(set(kinds)) == len(kinds) > 20
