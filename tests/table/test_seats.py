"""Who has a seat, and what they are called."""

from kessel.bots.levels import NAMES
from kessel.table.seats import Occupant


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


def test_a_bot_has_the_name_of_its_level_unless_it_was_given_one() -> None:
    assert Occupant.bot().name == NAMES["rule"]
    assert Occupant.bot(level="gambler").name == "Bruno"
    assert Occupant.bot("Hal", "exact") == Occupant("bot", "Hal", level="exact", bot_plays=True)
    assert Occupant.bot(level="A stranger from another package").name == "A stranger from anot"
    assert not Occupant.bot().acts_itself
