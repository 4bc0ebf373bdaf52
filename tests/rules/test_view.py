"""Hidden supplies (C-59): one's own is seen, the others' are not, and who holds none is."""

from kessel.rules.setup import Hand, position
from kessel.rules.view import as_seen, seen_supplies

HANDS = (Hand(4), Hand(0), Hand(3))


def test_a_hidden_supply_is_seen_by_its_owner_alone() -> None:
    state = position("strike-2020", HANDS, ("2",), {"supply": "hidden"})
    assert seen_supplies(state, 0) == (4, 0, None)
    assert seen_supplies(state, 2) == (None, 0, 3)
    assert seen_supplies(state, None) == (None, 0, None)


def test_an_open_supply_is_seen_by_all() -> None:
    state = position("strike-2020", HANDS, ("2",), {"supply": "open"})
    assert seen_supplies(state, None) == (4, 0, 3)


def test_hidden_dice_are_imagined_evenly_and_none_is_lost() -> None:
    state = position("strike-2020", (Hand(4), Hand(7), Hand(2)), ("2",), {"supply": "hidden"})
    assert as_seen(state, 0).hands == (4, 5, 4)
    assert as_seen(state, 1).hands == (3, 7, 3)
    opened = position("strike-2020", HANDS, ("2",), {"supply": "open"})
    assert as_seen(opened, 0) == opened
