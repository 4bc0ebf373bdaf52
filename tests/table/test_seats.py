"""Who has a seat, and what they are called."""

from kessel.table.seats import BOT_NAMES, Occupant


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
