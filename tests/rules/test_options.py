"""Editions as data, their options and the language presets."""

import pickle
from dataclasses import fields

import pytest

from kessel.errors import BadValue, UnknownEdition, UnknownOption
from kessel.rules.allowed import PremoveKind, may_premove
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.effects import check_elements
from kessel.rules.options import (
    OPTIONS,
    Options,
    as_text,
    differences,
    edition_and_preset,
    from_text,
    options_of,
    preset,
    resolve_options,
)
from kessel.words import catalogue


# --- Editions -------------------------------------------------------------------------------------
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


# --- Options and presets --------------------------------------------------------------------------

HP = find_edition("harry-potter")
AVATAR = find_edition("impact-avatar")
STRIKE = find_edition("strike-2020")


def test_registry_and_options_name_the_same_things() -> None:
    assert list(OPTIONS) == [one.name for one in fields(Options)]


def test_every_option_has_its_reason_for_people() -> None:
    assert {f"option.{name}" for name in OPTIONS} == {
        key for key in catalogue("en") if key.startswith("option.")
    }


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_every_value_of_every_option_can_be_chosen_and_read_back(edition: object) -> None:
    box = find_edition(getattr(edition, "id", ""))
    for option in options_of(box):
        for value in option.values_in(box):
            chosen = resolve_options(box, {option.name: value})
            assert getattr(chosen, option.name) == value
            assert from_text(option.name, as_text(value)) == value
        defaults = differences(box, resolve_options(box))
        assert defaults == {}


def test_language_presets() -> None:
    assert differences(HP, resolve_options(HP, language="de")) == {
        "immobulus_only_ends_turn": False,
        "relashio_new_immobulus": "binds",
        "accio_single_immobulus": False,
    }
    for language in ("en", "it", "es"):
        assert differences(HP, resolve_options(HP, language=language)) == {}
    assert differences(HP, resolve_options(HP, language="fr")) == {
        "relashio_throwers": "others",
        "accio_optional": False,
    }
    assert differences(HP, resolve_options(HP, language="nl")) == {
        "start_die": "placed",
        "zero_elimination": "immediate",
    }
    for language in STRIKE.languages:
        assert differences(STRIKE, resolve_options(STRIKE, language=language)) == {}


def test_what_is_given_goes_before_the_preset() -> None:
    chosen = resolve_options(HP, {"accio_optional": True}, "fr")
    assert chosen.accio_optional is True
    assert chosen.relashio_throwers == "others"


def test_what_a_booklet_fixes_cannot_be_changed() -> None:
    with pytest.raises(
        BadValue, match="nl booklet of harry-potter allows only tournament_tie=share"
    ):
        resolve_options(HP, {"tournament_tie": "playoff"}, "nl")
    with pytest.raises(
        BadValue, match="it booklet of impact-avatar allows only piles_after_column"
    ):
        resolve_options(AVATAR, {"piles_after_column": "owner_choice"}, "it")


def test_a_booklet_offers_only_what_it_allows() -> None:
    for edition in EDITIONS.values():
        for language in edition.languages:
            for option in options_of(edition):
                for value in option.values_in(edition, language):
                    chosen = resolve_options(edition, {option.name: value}, language)
                    assert getattr(chosen, option.name) == value
    tie = OPTIONS["tournament_tie"]
    assert tie.values_in(HP, "nl") == ("share",)
    assert tie.values_in(HP, "de") == tie.values_in(STRIKE) == ("share", "playoff")


@pytest.mark.parametrize("edition", ["strike-2012", "impact", "impact-power", "impact-avatar"])
def test_a_tie_is_shared_where_no_booklet_has_a_deciding_game(edition: str) -> None:
    with pytest.raises(BadValue, match="it is share"):
        resolve_options(find_edition(edition), {"tournament_tie": "playoff"})


def test_a_value_that_no_booklet_has_is_known_as_such() -> None:
    start, ko = OPTIONS["start_die"], OPTIONS["double_ko"]
    assert start.in_no_booklet(STRIKE, "placed")
    assert not start.in_no_booklet(HP, "placed")
    assert all(ko.in_no_booklet(HP, value) for value in ko.values_in(HP))
    assert not start.in_no_booklet(AVATAR, "placed"), "its booklets do not say (C-03)"
    assert not OPTIONS["zero_elimination"].in_no_booklet(STRIKE, "own_turn"), "word for word"


def test_no_booklet_sets_what_no_booklet_has() -> None:
    for edition in EDITIONS.values():
        for language in edition.languages:
            for name, value in preset(edition, language).items():
                assert not OPTIONS[name].in_no_booklet(edition, value)
        silent = {"double_ko"}
        for option in options_of(edition):
            default = option.values_in(edition)[0]
            assert option.in_no_booklet(edition, default) == (option.name in silent), option.name


def test_an_edition_may_be_written_with_its_preset() -> None:
    assert edition_and_preset("harry-potter:fr") == (HP, "fr")
    assert edition_and_preset("strike-2020") == (STRIKE, None)
    with pytest.raises(UnknownEdition, match="there are strike-2012:fr strike-2012:it"):
        edition_and_preset("strike-2012:de")
    with pytest.raises(BadValue, match="its presets are"):
        resolve_options(AVATAR, language="es")


def test_unknown_options_are_refused_with_the_near_one() -> None:
    with pytest.raises(UnknownOption, match="did you mean accio_optional"):
        resolve_options(HP, {"acio_optional": True})
    with pytest.raises(UnknownOption, match="there are start_die"):
        resolve_options(HP, {"zzz": True})
    with pytest.raises(UnknownOption, match="no option accio_optional; it exists in harry-potter"):
        resolve_options(STRIKE, {"accio_optional": True})


@pytest.mark.parametrize("value", ["maybe", 1, None, ["true"], "true"])
def test_a_value_of_the_wrong_kind_is_refused_with_the_right_ones(value: object) -> None:
    with pytest.raises(BadValue, match="it is true or false"):
        resolve_options(HP, {"accio_optional": value})


def test_impact_supplies_are_open_and_nobody_chooses_the_power() -> None:
    with pytest.raises(BadValue, match="it is open"):
        resolve_options(AVATAR, {"supply": "hidden"})
    with pytest.raises(BadValue, match="it is rethrow"):
        resolve_options(find_edition("impact-power"), {"start_die_x": "choose_face"})
    with pytest.raises(BadValue, match="it is thrown"):
        resolve_options(find_edition("impact-power"), {"start_die": "placed"})


def test_elements_are_agreed_at_least_two() -> None:
    assert check_elements(AVATAR, None) == frozenset(AVATAR.effects)
    assert check_elements(AVATAR, ["fire", "air"]) == {"fire", "air"}
    assert check_elements(STRIKE, []) == frozenset()
    for wrong, reason in (
        (["fire"], "at least 2 of"),
        (["fire", "wood"], "there are lightning fire"),
        (["fire", 3], "is not an element"),
        ("fire", "a list of names"),
    ):
        with pytest.raises(BadValue, match=reason):
            check_elements(AVATAR, wrong)
    with pytest.raises(BadValue, match="it has none"):
        check_elements(STRIKE, ["fire"])


# --- moving lying dice before a throw -------------------------------------------------------------


def test_moving_dice_before_a_throw_goes_by_the_option_and_by_consent() -> None:
    """What needs consent in which edition is in the conformance cases."""
    forbidden = resolve_options(STRIKE, {"premove": "none"})
    assert not any(may_premove(forbidden, kind, True) for kind in PremoveKind)
    by_consent, free = resolve_options(STRIKE), resolve_options(AVATAR)
    walls = [may_premove(by_consent, "away_from_wall", agreed) for agreed in (False, True)]
    assert walls == [False, True]
    assert may_premove(free, PremoveKind.AWAY_FROM_WALL, False)
    with pytest.raises(BadValue, match="group away_from_wall turn flip stack on_edge"):
        may_premove(by_consent, "juggle", True)
