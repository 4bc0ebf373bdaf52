"""What a store says when it cannot do what it is asked."""

from kessel.hall.store import Damaged


def test_what_is_damaged_names_its_table() -> None:
    assert (Damaged("entry 3 is not there", 7).table, Damaged("cannot be read").table) == (7, 0)
