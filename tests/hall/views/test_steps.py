"""Events are told with the table's seats and their dice, and every kind of event has its type."""

import asyncio
from typing import get_args

from hall.in_memory import Hall

from kessel.hall.messages import events as wire
from kessel.hall.views.steps import seated_event
from kessel.rules import events as e
from kessel.rules.reasons import Reason
from kessel.table.play import Happened


def test_every_event_of_the_rules_has_its_type_on_the_wire() -> None:
    tags = {one.__struct_config__.tag for one in get_args(wire.EventView)}
    assert tags == {one.kind for one in get_args(e.Event)}


def test_players_of_a_game_become_seats_of_the_table() -> None:
    collected = Happened(e.Collected(1, {"4": 2}), Reason("match", ("B-1",)), (7, 9))
    told = seated_event(collected, seats=[2, 4])
    assert isinstance(told, wire.CollectedEvent)
    assert told.player == 4
    assert told.faces == {"4": 2}
    assert told.dice == [7, 9]
    called = seated_event(
        Happened(e.ExtraCalled((0, 1)), Reason("relashio", ("B-1",))), seats=[2, 4]
    )
    assert isinstance(called, wire.ExtraCalledEvent)
    assert called.players == [2, 4]


def test_a_throw_is_announced_before_its_frame_and_its_step() -> None:
    async def run() -> None:
        ann = await Hall().visit()
        await ann.create("strike-2020", "pp")
        await ann.play()
        order = [one["type"] for one in ann.heard if one["type"] in ("thrown", "step")]
        for place, kind in enumerate(order):
            if kind == "thrown":
                assert order[place + 1] == "step"
        thrown = [one for one in ann.heard if one["type"] == "thrown"]
        settled = [one["throw"] for one in ann.seen if one["throw"] is not None]
        assert [one["throw"] for one in thrown] == settled
        assert all(one["hands"][0]["aim"]["speed"] > 0 for one in thrown)
        assert {one["bytes"] for one in thrown} == {32}

    asyncio.run(run())
