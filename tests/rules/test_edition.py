"""The editions as data."""

import pickle

import pytest

from kessel.errors import BadValue, UnknownEdition
from kessel.rules.edition import EDITIONS, find_edition


def test_every_hand_leaves_one_die_to_start_with() -> None:
    for edition in EDITIONS.values():
        for players in (2, 3, 4, 5):
            assert edition.aside(players) >= 0
            dealt = players * edition.hand(players)
            assert dealt + 1 + edition.aside(players) == edition.dice


def test_every_edition_has_six_faces_the_null_face_first() -> None:
    for edition in EDITIONS.values():
        assert len(set(edition.faces)) == 6
        assert edition.faces[0] == "X"
        assert set(edition.effects) <= set(edition.symbols)


def test_the_base_of_an_edition_deals_the_same_hands_and_has_no_effects() -> None:
    for edition in EDITIONS.values():
        base = EDITIONS[edition.base]
        assert not base.effects
        assert (base.hands, base.dice, base.base) == (edition.hands, edition.dice, base.id)
        assert (base is edition) == (not edition.effects)


def test_a_pickled_edition_is_the_same_one() -> None:
    for edition in EDITIONS.values():
        assert pickle.loads(pickle.dumps(edition)) is edition


def test_editions_of_a_family_share_their_arena_and_their_faces() -> None:
    families = {edition.family for edition in EDITIONS.values()}
    assert families == {"strike", "impact", "wizards"}
    for family in families:
        members = [edition for edition in EDITIONS.values() if edition.family == family]
        assert len({(edition.arena, edition.faces) for edition in members}) == 1


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("strike2020", "strike-2020"),
        ("Harry_Potter", "harry-potter"),
        ("impact-powr", "impact-power"),
    ],
)
def test_an_unknown_edition_is_answered_with_the_nearest(typed: str, near: str) -> None:
    with pytest.raises(UnknownEdition, match=f"did you mean {near}"):
        find_edition(typed)


def test_an_edition_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(UnknownEdition, match=r"'chess'\. There are strike-2012 strike-2020"):
        find_edition("chess")


@pytest.mark.parametrize("players", [0, 1, 6, -2])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(BadValue, match="for 2 to 5 players"):
        find_edition("impact").hand(players)


def test_a_face_of_another_edition_is_refused_with_the_right_ones() -> None:
    with pytest.raises(BadValue, match="X fire water stone lightning air"):
        find_edition("impact").check_face("6")
    assert find_edition("impact").check_face("air") == "air"


def test_elements_are_agreed_on_in_one_edition_only() -> None:
    agreeable = {edition.id: edition.agreeable for edition in EDITIONS.values()}
    assert agreeable.pop("impact-avatar") == ("fire", "water", "stone", "lightning", "air")
    assert set(agreeable.values()) == {()}


def test_what_is_no_face_is_told_apart() -> None:
    """Towers are tuples, and junk may be anything."""
    box = find_edition("harry-potter")
    assert box.are_faces(("accio", "X", "accio"))
    for piece in (("accio", "X"), "fire", ["accio"], 5):
        assert not box.are_faces(("accio", piece))
