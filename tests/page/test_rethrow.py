"""Throws made again behind the page: the same, otherwise, or not at all."""

import msgspec
from msgspec import structs
from table.games import SERVER, cast, started, with_casts

from kessel.hall.daily import day_of, landed
from kessel.messages.fields import Aim
from kessel.messages.views import DailyThrow
from kessel.page.rethrow import Rethrower
from kessel.table import log
from kessel.table.feed import feed, landed_entry
from kessel.table.play import Play, begin
from kessel.throws.ideal import IdealDice

IDEAL = IdealDice()


def _begun(dice: str = IDEAL.name) -> log.GameStarted:
    return structs.replace(started(), dice=dice)


def _thrown(play: Play) -> tuple[log.ThrowFixed, log.DiceLanded]:
    """The next throw as an honest server makes it."""
    play = with_casts(play, *(cast(player) for player in play.waited_for()))
    fixed = play.to_fix()
    play = feed(play, fixed).play
    links = log.Links(server=SERVER.link(play.chains.asked).hex(), devices=[], signs=[])
    return fixed, landed_entry(play, IDEAL.throw(play.order(play.chance(links))), links)


def _heard(*entries: log.Entry) -> list[str | None]:
    rethrower = Rethrower(IDEAL)
    return [rethrower.hear(log.entry_text(entry)) for entry in entries]


def test_an_honest_game_falls_the_same() -> None:
    first = _begun()
    play = begin(first)
    entries: list[log.GameEntry] = [first]
    for _ in range(3):
        for entry in _thrown(play):
            play = feed(play, entry).play
            entries.append(entry)
    assert _heard(*entries) == [None] + [None, "same"] * 3


def test_dice_that_somebody_chose_do_not() -> None:
    first = _begun()
    fixed, landed = _thrown(begin(first))
    assert _heard(first, fixed, structs.replace(landed, cocked=landed.cocked + 1))[-1] == "thrown"
    assert _heard(first, fixed, structs.replace(landed, dice=IDEAL.name))[-1] == "order"


def test_what_cannot_be_thrown_or_followed_is_neither() -> None:
    first = _begun("physics-1 mujoco-3.14.0 x86_64")
    fixed, landed = _thrown(begin(first))
    assert _heard(first, fixed, landed) == [None, None, None]
    assert _heard(fixed, landed) == [None, None]


def test_a_line_that_cannot_come_there_is_found_and_nothing_after_it_is_looked_at() -> None:
    first = _begun()
    fixed, landed = _thrown(begin(first))
    assert _heard(first, landed, fixed, landed) == [None, "order", None, None]
    assert _heard(first, log.Tapped(player=0), fixed) == [None, "order", None]
    assert _heard(structs.replace(first, edition="none"), fixed) == ["order", None]
    for text in ("{", "[" * 100_000, first.table * 100_000, ""):
        assert Rethrower(IDEAL).hear(text) == "order"
    again = Rethrower(IDEAL)
    for _ in range(2):
        assert [again.hear(log.entry_text(one)) for one in (first, fixed, landed)][-1] == "same"
        assert again.throws == 1


def test_a_throw_of_the_day_is_the_servers_as_long_as_date_and_aim_are() -> None:
    aim = Aim(x=0.0, y=0.0, side=1.0, speed=1.0, height=0.1, spin=5.0)
    here = Rethrower(IDEAL).day("2026-11-17", msgspec.json.encode(aim).decode())
    there = landed(IDEAL.throw(day_of("2026-11-17").aimed(aim)))
    assert msgspec.json.decode(here, type=DailyThrow) == structs.replace(there, frame="")
    other = Rethrower(IDEAL).day("2026-11-18", msgspec.json.encode(aim).decode())
    assert other != here
