"""Who has a seat, and names as others may see them."""

import pytest

from kessel.errors import BadValue
from kessel.table.seats import BOT_NAMES, Occupant, clean_name


def test_a_person_acts_until_a_bot_plays_or_they_resign() -> None:
    person = Occupant.person("Ann", "hash")
    assert person.is_person
    assert person.acts_itself
    away = Occupant("person", "Ann", bot_plays=True)
    assert away.is_person
    assert not away.acts_itself
    gone = Occupant("person", "Ann", bot_plays=True, resigned=True)
    assert not gone.is_person
    assert not Occupant("open").acts_itself


def test_a_bot_has_the_name_of_its_seat_unless_it_was_given_one() -> None:
    assert Occupant.bot(2).name == BOT_NAMES[2]
    assert Occupant.bot(2, "Hal", "exact") == Occupant("bot", "Hal", level="exact", bot_plays=True)
    assert not Occupant.bot(0).acts_itself


def test_a_name_is_trimmed_and_composed() -> None:
    assert clean_name("  Zoe\u0308 \t van  Dam ") == "Zoë van Dam"
    assert clean_name("x" * 20) == "x" * 20


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\u202eb", "a\u200bb", "a\u0000b"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(BadValue, match="1 to 20 printable characters"):
        clean_name(name)


@pytest.mark.parametrize("name", ["\u115f", "\u3164", "\uffa0", "\u2800", "\u0301", "A\u3164n"])
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    with pytest.raises(BadValue, match="1 to 20 printable characters"):
        clean_name(name)


@pytest.mark.parametrize("name", ["민준", "हिन्दी", "Ωμέγα", "🎲", "O'Neil", "7", "नी"])
def test_names_of_all_the_world(name: str) -> None:
    assert clean_name(name) == name
