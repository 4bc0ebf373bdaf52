"""What a store says when it cannot do what it is asked."""

from kessel.hall.store import Damaged, Elsewhere, NotSaved


def test_a_table_that_is_elsewhere_says_where() -> None:
    there = Elsewhere("abcdefghijkl", "http://127.0.0.1:9001")
    assert (there.table, there.node) == ("abcdefghijkl", "http://127.0.0.1:9001")
    assert Elsewhere("abcdefghijkl").node == ""
    assert "come back in a moment" in str(there)


def test_a_write_that_failed_says_whether_the_disk_is_full() -> None:
    assert NotSaved("no space", disk_is_full=True).code == "disk_full"
    assert NotSaved("the database is gone").code == "not_saved"


def test_what_is_damaged_names_its_table() -> None:
    assert (Damaged("entry 3 is not there", 7).table, Damaged("cannot be read").table) == (7, 0)
