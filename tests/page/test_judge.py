"""Behind a page stories are judged as they come, in the reader's words; throws of the day fall."""

import asyncio
import json

import msgspec
from msgspec import structs
from proof.stories import played

from kessel.hall.daily import day_of, landed
from kessel.messages.fields import AimFields
from kessel.messages.views import DailyThrow
from kessel.page.judge import Judges
from kessel.throws.ideal import IdealDice

IDEAL = IdealDice()


def test_a_story_may_come_in_any_pieces_and_is_told_in_the_readers_language() -> None:
    (ann,) = asyncio.run(played("strike-2020", guests=0, seats="pb"))
    lines = [json.dumps(line) for line in ann.story]
    whole = json.loads(Judges(IDEAL).begin("en").feed("\n".join(lines)))
    german = Judges(IDEAL).begin("de")
    pieces = ["\n".join(lines[start : start + 7]) for start in range(0, len(lines), 7)]
    last = json.loads([german.feed(piece) for piece in pieces][-1])
    assert not whole["wrong"]
    assert last["sentences"] != whole["sentences"]
    assert last | {"sentences": []} == whole | {"sentences": []}


def test_a_throw_of_the_day_is_the_servers_as_long_as_date_and_aim_are() -> None:
    aim = AimFields(x=0.0, y=0.0, side=1.0, speed=1.0, height=0.1, spin=5.0)
    here = Judges(IDEAL).day("2026-11-17", msgspec.json.encode(aim).decode())
    there = landed(IDEAL.throw(day_of("2026-11-17").aimed(aim)))
    assert msgspec.json.decode(here, type=DailyThrow) == structs.replace(there, frame="")
    other = Judges(IDEAL).day("2026-11-18", msgspec.json.encode(aim).decode())
    assert other != here
