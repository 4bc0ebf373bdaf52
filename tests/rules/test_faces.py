"""Faces, towers and matches."""

from kessel.rules.faces import all_faces, as_piece, count_dice, matches, top, visible, without

ARENA = ("2", ("5", "3", "2"), "X", "X", "6")


def test_only_the_top_of_a_tower_is_visible() -> None:
    assert visible(ARENA) == ["2", "2", "X", "X", "6"]
    assert top(("5", "3")) == "3"
    assert count_dice(ARENA) == 7
    assert all_faces(ARENA) == ["2", "5", "3", "2", "X", "X", "6"]


def test_a_match_is_two_visible_dice_and_never_the_null_face() -> None:
    assert matches(ARENA) == {"2": 2}
    assert matches(("2", ("2", "3"))) == {}


def test_a_tower_loses_a_die_anywhere() -> None:
    assert without(("a", "b", "c"), 1) == ("a", "c")
    assert without(("a", "b"), 0) == "b"
    assert without("a", 0) is None
    assert as_piece(()) is None
