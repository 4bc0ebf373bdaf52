"""A game over days: between turns nothing of it is in memory, and a restart loses nothing of it."""

import asyncio
import time

from hall.in_memory import Hall, Visitor
from hall.player import throw
from no_waiting import START

from kessel.table import Table

DAY = 86_400.0


async def two_at_a_table(hall: Hall) -> tuple[Visitor, Visitor]:
    ann, ben = await hall.two(clock="day")
    await ann.until("snapshot")
    return ann, ben


def left_of(snapshot: dict[str, object]) -> float:
    game = snapshot["game"]
    assert isinstance(game, dict)
    return float(game["deadline"]["left_ms"]) / 1000.0


async def all_leave(hall: Hall, *visitors: Visitor) -> None:
    for one in visitors:
        one.desk.leave()
    await asyncio.sleep(hall.limits.idle_table_seconds + 1.0)


def waiting() -> tuple[int, int]:
    """Timers that are set and tasks besides this one."""
    loop = asyncio.get_running_loop()
    timers = [one for one in loop._scheduled if not one.cancelled()]  # type: ignore[attr-defined]
    return len(timers), len(asyncio.all_tasks()) - 1


async def test_between_turns_nothing_is_in_memory_and_nothing_runs(hall: Hall) -> None:
    nothing = waiting()
    ann, ben = await two_at_a_table(hall)
    assert waiting() > nothing, "while they attend there are timers"
    await all_leave(hall, ann, ben)
    assert hall.hub.playing() == []
    assert waiting() == nothing


async def test_the_time_goes_on_over_a_restart_and_at_another_server(hall: Hall) -> None:
    ann, ben = await two_at_a_table(hall)
    await all_leave(hall, ann, ben)
    kept = dict(hall.store.logs)
    await asyncio.sleep(DAY / 2)
    again = Hall(hall.store)
    assert hall.store.logs == kept
    for who in (ann, ben):
        who.enter(again)
        await who.open()
    shot = await ann.resume()
    assert DAY / 2 - 100.0 < left_of(shot) < DAY / 2
    room = await again.hub.find(ann.table)
    assert room.table.state.due is not None
    assert left_of(shot) == round(room.table.state.due - time.time(), 3)
    assert time.time() > START


async def test_whose_time_is_over_is_played_for_once_another_comes_and_plays_on_once_back(
    hall: Hall,
) -> None:
    ann, ben = await two_at_a_table(hall)
    play = (await hall.hub.find(ann.table)).table.state.running()
    is_anns = play.seat_of(play.waited_for()[0]) in ann.tokens
    late, there = (ann, ben) if is_anns else (ben, ann)
    await all_leave(hall, ann, ben)
    await asyncio.sleep(2 * DAY)
    there.enter(hall)
    await there.open()
    await there.resume()
    room = await hall.hub.find(there.table)
    seat = player_seat(late)
    while not room.table.state.seats[seat].bot_plays:
        await there.receive()
    late.enter(hall)
    await late.open()
    await late.resume()
    assert not room.table.state.seats[seat].bot_plays


async def test_a_whole_game_is_played_with_half_a_day_after_every_turn() -> None:
    hall = Hall()
    ann, ben = await two_at_a_table(hall)
    await all_leave(hall, ann, ben)
    turns = 0
    while (state := (await hall.hub.find(ann.table)).table.state).stage == "playing":
        (player,) = state.running().waited_for()
        who = ann if state.running().seat_of(player) in ann.tokens else ben
        await play_turn(hall, who, player)
        await all_leave(hall, who)
        assert hall.hub.playing() == []
        await asyncio.sleep(DAY / 2)
        hall, turns = Hall(hall.store), turns + 1
    assert turns
    assert not any(one.bot_plays for one in state.seats)


async def test_bots_play_their_turns_after_everybody_has_left_and_then_the_table_sleeps() -> None:
    hall = Hall()
    nothing = waiting()
    ann, ben = await hall.two("pob", clock="day")
    played = 0
    for one in (ann, ben):
        one.desk.leave()
    while hall.hub.playing():
        await asyncio.sleep(60.0)
    while True:
        state = (await hall.hub.find(ann.table)).table.state
        play = state.running()
        if state.stage != "playing":
            break
        (player,) = play.waited_for()
        assert play.seat_of(player) != 2, "it waits for a bot, and nobody is there"
        who = ann if play.seat_of(player) in ann.tokens else ben
        table = await play_turn(hall, who, player)
        is_bots = table.state.stage == "playing" and not table.state.running().in_the_air
        is_bots = is_bots and table.state.running().on_move == 2
        who.desk.leave()
        while hall.hub.playing():
            await asyncio.sleep(60.0)
        played += is_bots
    await asyncio.sleep(60.0)
    assert waiting() == nothing
    assert played


def player_seat(who: Visitor) -> int:
    (seat,) = who.tokens
    return seat


async def play_turn(hall: Hall, who: Visitor, player: int) -> Table:
    """Somebody comes back and throws as long as it is their turn."""
    who.enter(hall)
    await who.open()
    await who.resume()
    table = (await hall.hub.find(who.table)).table
    while table.state.stage == "playing" and table.state.running().on_move == player:
        unit, state = table.state.running().units(player)[0], (who.game or {})["state"]
        await who.send(**throw(unit), seat=player_seat(who), state=state)
        await who.until("step")
    return table


async def test_how_a_table_stands_is_told_without_waking_it(hall: Hall) -> None:
    ann, ben = await hall.host(clock="day"), await hall.visit()
    stands = await ann.ask("standing", type="standing", table=ann.table)
    assert (stands["stage"], stands["names"]) == ("gathering", ["Ann", ""])
    assert (stands["awaited"], stands["left_ms"]) == ([], None)
    await ben.sit_with(ann)
    await all_leave(hall, ann, ben)
    await asyncio.sleep(3600.0)
    eve = await hall.visit()
    stands = await eve.ask("standing", type="standing", table=ann.table)
    assert (stands["stage"], stands["names"]) == ("playing", ["Ann", "Ben"])
    assert len(stands["awaited"]) == 1
    assert stands["yours"] == []
    of_ben = list(ben.tokens.values())
    stands = await eve.ask("standing", type="standing", table=ann.table, tokens=of_ben)
    assert stands["yours"] == [1]
    assert DAY - 3700.0 < stands["left_ms"] / 1000.0 < DAY - 3600.0
    assert hall.hub.playing() == []
    await asyncio.sleep(2 * DAY)
    assert (await eve.ask("standing", type="standing", table=ann.table))["left_ms"] == 0
    assert await eve.refusal(type="standing", table="a" * 12) == "no_table"


async def test_looking_at_tables_is_paid_for(hall: Hall) -> None:
    ann = await hall.host(clock="day")
    ann.address.readings.tokens = ann.address.readings.rate = 0.0
    assert await ann.refusal(type="standing", table=ann.table) == "too_fast"
