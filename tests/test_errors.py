"""Errors say what was wrong in English, and keep what another language needs."""

from kessel import errors
from kessel.errors import BadValue, KesselError, OneOf, Phrase


def test_names_are_filled_in_and_kept() -> None:
    error = BadValue("{name} cannot throw {unit} now", name="Ben", unit="pile:0")
    assert str(error) == "Ben cannot throw pile:0 now"
    assert error.message == "{name} cannot throw {unit} now"
    assert error.params == {"name": "Ben", "unit": "pile:0"}


def test_braces_of_a_player_are_left_alone() -> None:
    assert str(KesselError("{text}: which one?", text="{name}")) == "{name}: which one?"
    assert str(KesselError("{unknown} stays")) == "{unknown} stays"


def test_alternatives_read_as_a_sentence() -> None:
    assert str(BadValue("it is {values}", values=OneOf(["open", "hidden"]))) == (
        "it is open or hidden"
    )


def test_a_phrase_is_a_text_that_can_be_told_from_what_was_typed() -> None:
    assert Phrase("the starting die") == "the starting die"
    assert isinstance(Phrase("x"), str)
    assert not isinstance("x", Phrase)


def test_every_kind_has_a_code_of_its_own() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    codes = [kind.code for kind in kinds if issubclass(kind, KesselError)]
    assert len(set(codes)) == len(codes) > 8
