"""The JSON form of entries, in logs, records and transcripts."""

import pytest
from table.games import cast, started

from kessel.errors import BadValue
from kessel.table import Seat, log

ENTRIES: dict[str, log.Entry] = {
    '{"type":"table","code":"abc","edition":"impact","seats":[{"kind":"bot"}]}': log.TableMade(
        code="abc", edition="impact", seats=[log.SeatPlan(kind="bot")]
    ),
    '{"type":"game","table":"t","game":"g","number":1,"edition":"impact","options":{},'
    '"players":[{"seat":0,"name":"Ann","key":"k"},{"seat":2,"name":"Ben","bot":"rule"}],"first":1,'
    '"clock":"fast","dice":"ideal","server":"ab",'
    '"devices":[{"seats":[0],"tip":"cd"}]}': log.GameStarted(
        table="t",
        game="g",
        number=1,
        edition="impact",
        options={},
        players=[
            log.PlayerNamed(seat=Seat(0), name="Ann", key="k"),
            log.PlayerNamed(seat=Seat(2), name="Ben", bot="rule"),
        ],
        first=1,
        clock="fast",
        dice="ideal",
        server="ab",
        devices=[log.DeviceTip(seats=[Seat(0)], tip="cd")],
    ),
    '{"type":"sit","seat":1,"name":"Ada","token":"hash"}': log.SeatTaken(
        seat=Seat(1), name="Ada", token="hash"
    ),
    '{"type":"moved","seat":1,"token":"hash"}': log.SeatMoved(seat=Seat(1), token="hash"),
    '{"type":"wear","seat":1,"finish":"brass"}': log.SeatDressed(seat=Seat(1), finish="brass"),
    '{"type":"free","seat":1}': log.SeatFreed(seat=Seat(1)),
    '{"type":"settle","fill":true,"levels":["rule"]}': log.SeatsSettled(fill=True, levels=["rule"]),
    '{"type":"handed","seat":1,"for_good":true,"sign":"s"}': log.SeatHandedOver(
        seat=Seat(1), for_good=True, sign="s"
    ),
    '{"type":"returned","seat":1}': log.SeatTakenBack(seat=Seat(1)),
    '{"type":"bot","player":1}': log.BotPlaysOn(player=1),
    '{"type":"bot","player":1,"for_good":true,"sign":"s"}': log.BotPlaysOn(
        player=1, for_good=True, sign="s"
    ),
    '{"type":"back","player":1}': log.PersonIsBack(player=1),
    '{"type":"away","devices":[0,2],"signs":["s",""]}': log.DevicesAway(
        devices=[0, 2], signs=["s", ""]
    ),
    '{"type":"counted","number":2,"winners":[1],"out":[[0],[2,3]]}': log.GameCounted(
        number=2, winners=[Seat(1)], out=[[Seat(0)], [Seat(2), Seat(3)]]
    ),
    '{"type":"box","edition":"impact","options":{"premove":"none"}}': log.BoxChosen(
        edition="impact", options={"premove": "none"}
    ),
    '{"type":"sit_bot","seat":2,"level":"plain"}': log.BotSeated(seat=Seat(2), level="plain"),
    '{"type":"chain","secret":"00ff"}': log.ChainDrawn(secret="00ff"),
    '{"type":"join","device":1,"seats":[0,2],"tip":"ab","sign":"s"}': log.DeviceJoined(
        device=1, seats=[Seat(0), Seat(2)], tip="ab", sign="s"
    ),
    '{"type":"renewed","tip":"ab"}': log.ServerChainRenewed(tip="ab"),
    '{"type":"fixed","throw":3,"attempt":1,"casts":[{"type":"cast","player":1,"unit":"1","aim":{}}],'
    '"devices":[0]}': log.ThrowFixed(
        throw=3, attempt=1, casts=[log.CastShown(player=1, unit="1", aim={})], devices=[0]
    ),
    '{"type":"late","throw":3,"attempt":1,"devices":[0]}': log.DevicesLate(
        throw=3, attempt=1, devices=[0]
    ),
    '{"type":"due","until":1800000000.5}': log.TurnDue(until=1_800_000_000.5),
    '{"type":"tap","player":1}': log.Tapped(player=1),
    '{"type":"again","players":[0,2]}': log.RaceRunAgain(players=[0, 2]),
    '{"type":"keep","player":1,"piles":[0]}': log.PilesKept(player=1, piles=[0]),
    '{"type":"push","player":1,"dice":[[3,0.01,-0.02]]}': log.DicePushed(
        player=1, dice=[(3, 0.01, -0.02)]
    ),
    '{"type":"cast","player":1,"unit":"all","aim":{"x":0.5},"by":"bot"}': log.CastShown(
        player=1, unit="all", aim={"x": 0.5}, by="bot"
    ),
    '{"type":"land","throw":4,"at_rest":[],"out":[2],"cocked":1,'
    '"links":{"server":"ab","devices":["cd"],"signs":["s"]}}': log.DiceLanded(
        throw=4,
        at_rest=(),
        out=[2],
        cocked=1,
        links=log.Links(server="ab", devices=["cd"], signs=["s"]),
    ),
    '{"type":"answered","player":1,"move":"stack 4/5","dice":[2,0],"by":"table"}': log.Answered(
        player=1, move="stack 4/5", dice=[2, 0], by="table"
    ),
    '{"type":"column","winner":1,"keep":[[1,0]]}': log.RaceWon(winner=1, keep=[(1, 0)]),
}
"""One of each kind."""


@pytest.mark.parametrize("text", ENTRIES)
def test_the_json_form_of_an_entry(text: str) -> None:
    assert log.read_entry(text) == ENTRIES[text]
    assert log.entry_text(ENTRIES[text]) == text


def test_every_kind_of_entry_has_its_json_form_here() -> None:
    assert {type(entry) for entry in ENTRIES.values()} == set(log.Entry.__args__)


def test_what_was_entered_is_never_changed() -> None:
    assert all(kind.__struct_config__.frozen for kind in log.Entry.__args__)


def test_entries_of_old_games_are_left_out_but_results_and_seats_stay() -> None:
    game, secret = started(), log.ChainDrawn(secret="00")
    table = log.TableMade(code="abc", edition="impact", seats=[])
    counted = log.GameCounted(number=1, winners=[Seat(0)], out=[])
    tap = log.Tapped(player=0)
    taken = log.SeatHandedOver(seat=Seat(1), for_good=True)
    old: list[log.Entry] = [table, secret, game, cast(0), tap, taken, counted]
    assert log.without_old_games([*old, secret, game, cast(1), tap]) == [
        table,
        taken,
        counted,
        secret,
        game,
        cast(1),
        tap,
    ]
    assert log.without_old_games(old[:1]) == old[:1]


@pytest.mark.parametrize("text", ENTRIES)
def test_a_line_of_a_transcript_reads_in_its_one_spelling(text: str) -> None:
    entry = ENTRIES[text]
    if isinstance(entry, log.TableEntry):
        with pytest.raises(BadValue, match="no line of a transcript"):
            log.read_line(text)
        return
    assert log.read_line(text) == entry
    with pytest.raises(BadValue, match="no line of a transcript"):
        log.read_line(text.replace(":", ": ", 1))


@pytest.mark.parametrize("text", ["", "[" * 100_000, '{"type":"unknown"}'])
def test_what_does_not_read_is_told(text: str) -> None:
    with pytest.raises(BadValue, match="cannot be read"):
        log.read_line(text)
