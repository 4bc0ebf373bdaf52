"""The option registry and the language presets."""

from dataclasses import fields

import pytest

from kessel.errors import BadValue, UnknownEdition, UnknownOption
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import (
    OPTIONS,
    Options,
    as_text,
    check_elements,
    differences,
    edition_and_preset,
    from_text,
    options_of,
    resolve_options,
)
from kessel.words import catalogue

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


@pytest.mark.parametrize(
    ("edition", "name", "default"),
    [
        ("strike-2012", "start_die", "placed"),
        ("strike-2020", "start_die", "thrown"),
        ("impact", "start_die", "placed"),
        ("impact-power", "start_die", "thrown"),
        ("impact-avatar", "start_die", "thrown"),
        ("harry-potter", "start_die", "thrown"),
        ("strike-2012", "cocked", "reroll_outside"),
        ("impact", "cocked", "nudge"),
        ("strike-2012", "premove", "free"),
        ("impact-avatar", "premove", "free"),
        ("strike-2020", "premove", "walls_by_consent"),
        ("harry-potter", "premove", "walls_by_consent"),
    ],
)
def test_defaults_differ_by_edition(edition: str, name: str, default: str) -> None:
    assert getattr(resolve_options(find_edition(edition)), name) == default


def test_language_presets() -> None:
    assert differences(HP, resolve_options(HP, language="de")) == {}
    five = {"immobulus_only_ends_turn": True, "relashio_new_immobulus": "collect"}
    for language in ("en", "it", "es"):
        assert differences(HP, resolve_options(HP, language=language)) == five
    assert differences(HP, resolve_options(HP, language="fr")) == five | {
        "relashio_throwers": "others",
        "accio_optional": False,
    }
    assert differences(HP, resolve_options(HP, language="nl")) == five | {
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
    with pytest.raises(BadValue, match="harry-potter:nl knows only tournament_tie=share"):
        resolve_options(HP, {"tournament_tie": "playoff"}, "nl")
    with pytest.raises(BadValue, match="impact-avatar:it knows only piles_after_column=dissolve"):
        resolve_options(AVATAR, {"piles_after_column": "owner_choice"}, "it")


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
    with pytest.raises(UnknownOption, match="belongs to harry-potter"):
        resolve_options(STRIKE, {"accio_optional": True})


@pytest.mark.parametrize("value", ["maybe", 1, None, ["true"], "true"])
def test_a_value_of_the_wrong_kind_is_refused_with_the_right_ones(value: object) -> None:
    with pytest.raises(BadValue, match="it is true or false"):
        resolve_options(HP, {"accio_optional": value})


def test_impact_supplies_are_open_and_the_power_start_die_is_never_turned() -> None:
    with pytest.raises(BadValue, match="it is open"):
        resolve_options(AVATAR, {"supply": "hidden"})
    with pytest.raises(BadValue, match="it is rethrow"):
        resolve_options(find_edition("impact-power"), {"start_die_x": "choose_face"})


def test_elements_are_agreed_at_least_two() -> None:
    assert check_elements(AVATAR, None) == frozenset(AVATAR.effects)
    assert check_elements(AVATAR, ["fire", "air"]) == {"fire", "air"}
    assert check_elements(STRIKE, []) == frozenset()
    for wrong, reason in (
        (["fire"], "at least 2 of"),
        (["fire", "wood"], "there are lightning fire"),
        (["fire", 3], "is no element"),
        ("fire", "a list of names"),
    ):
        with pytest.raises(BadValue, match=reason):
            check_elements(AVATAR, wrong)
    with pytest.raises(BadValue, match="it has none"):
        check_elements(STRIKE, ["fire"])
