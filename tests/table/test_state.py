"""The state: entries in, state out; an entry that cannot come now changes nothing."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from table.games import SERVER, cast, landed, started

from kessel.errors import BadValue, NoGame, NotAwaited
from kessel.rules.moves import Landing
from kessel.table import Seat, TableState, WrongSeat, log
from kessel.table.notices import GameBegan, LineAdded, Notice
from kessel.table.state import without_old_games

# --- Entries in, state out; an entry that cannot come now changes nothing -------------------------

ANN = log.SeatPlan(kind="person", name="Ann", token="hash a")
DRAWN = log.ChainDrawn(secret=SERVER.secret.hex())
NO_LINKS = log.Links(server="00" * 32, devices=[], signs=[])
OPEN = log.SeatPlan(kind="open")
BOT = log.SeatPlan(kind="bot")


def made(
    *seats: log.SeatPlan, edition: str = "strike-2020", tournament: bool = False
) -> TableState:
    table = log.TableMade(
        code="code", edition=edition, seats=list(seats) or [ANN, OPEN, BOT], tournament=tournament
    )
    return TableState.of(table)


def after(state: TableState, *entries: log.Entry) -> tuple[TableState, tuple[Notice, ...]]:
    """The state after some entries, and what there is to tell about the last."""
    notices: tuple[Notice, ...] = ()
    for entry in entries:
        applied = state.apply(entry)
        state, notices = applied.state, applied.notices
    return state, notices


def throw(state: TableState, *faces: str, players: tuple[int, ...] = (0,)) -> TableState:
    """The state after everybody named has thrown a die and these faces lie there."""
    state, _ = after(state, *(cast(player) for player in players))
    state, _ = after(state, state.running().to_fix())
    return after(state, landed(state.running(), Landing(faces)))[0]


# --- seats --------------------------------------------------------------------------------------


def test_seats_that_are_not_there_or_held_by_nobody() -> None:
    state = made()
    with pytest.raises(WrongSeat, match="seats are 0 to 2"):
        state.occupant(Seat(3))
    with pytest.raises(WrongSeat, match="nobody holds seat 2"):
        state.person(Seat(2))
    assert state.person(Seat(0)).name == "Ann"
    assert state.holder("") is None, "open seats have no token"
    assert made(BOT, BOT).host is None


# --- the game -----------------------------------------------------------------------------------


def test_before_the_first_game_there_is_none() -> None:
    state = made()
    with pytest.raises(NoGame):
        state.running()
    assert not state.is_to_choose(Seat(0))
    assert state.result is None
    assert state.standing() is None


def test_a_game_begins_with_its_own_state_numbers() -> None:
    state, told = after(made(), DRAWN, started(seats=(0, 2)))
    assert told == (GameBegan(), LineAdded(0, log.entry_text(state.history[0])))
    assert (state.stage, state.state_number) == ("playing", 100_001)
    assert state.history == (started(seats=(0, 2)),)
    assert state.player_at(Seat(2)) == 1
    with pytest.raises(WrongSeat, match=r"seat 1 does not play in this game; \[0, 2\] do"):
        state.player_at(Seat(1))


def test_an_entry_that_cannot_come_now_changes_nothing() -> None:
    state, _ = after(made(), started())
    before = (state.play, state.state_number, state.history)
    for entry in (
        log.Answered(player=0, move="end"),
        log.Tapped(player=0),
        log.RaceRunAgain(players=[0]),
        log.DiceLanded(throw=0, at_rest=(), out=[], cocked=0, links=NO_LINKS),
        made().made,
    ):
        with pytest.raises((BadValue, NotAwaited)):
            state.apply(entry)
    assert (state.play, state.state_number, state.history) == before


def test_a_log_begins_with_its_table() -> None:
    with pytest.raises(BadValue, match="a log begins with a table"):
        TableState.from_log([started()])


# --- the race -----------------------------------------------------------------------------------


def at_the_race() -> TableState:
    state, _ = after(made(), started("impact-power", seats=(0, 2)))
    return throw(throw(state, "fire"), "fire", "fire")


# --- the end ------------------------------------------------------------------------------------


def played_out(tournament: bool = False) -> TableState:
    """A game in which both throw all they have out of the box, one die after the other."""
    state = made(BOT, BOT, tournament=tournament)
    state, _ = after(state, DRAWN, started())
    chance = Random(3)
    state = throw(state, "4")
    while state.stage == "playing":
        player = state.running().waited_for()[0]
        unit = chance.choice(state.running().units(player))
        state, _ = after(state, cast(player, unit))
        state, _ = after(state, state.running().to_fix())
        state, _ = after(state, landed(state.running(), Landing(())))
    return state


def test_the_secret_does_not_stand_in_what_is_printed() -> None:
    state, _ = after(made(), log.ChainDrawn(secret="c0ffee" * 10 + "abcd"))
    assert state.chain is not None
    assert "c0ffee" not in repr(state)
    assert repr(state.chain.secret) not in repr(state)


def test_the_same_log_gives_the_same_state() -> None:
    table = made(BOT, BOT)
    ended = played_out()
    again = TableState.from_log([table.made, DRAWN, *ended.history])
    assert replace(again, state_number=ended.state_number) == ended, "hands alone count states"


# --- The JSON form of entries, in logs, records and transcripts -----------------------------------

ENTRIES = (Path(__file__).parent / "entries.jsonl").read_text(encoding="utf-8").splitlines()
"""One of each kind, as logs have kept them."""


@pytest.mark.parametrize("text", ENTRIES)
def test_the_json_form_of_an_entry(text: str) -> None:
    assert log.entry_text(log.read_entry(text)) == text


def test_every_kind_of_entry_has_its_json_form_here() -> None:
    assert {type(log.read_entry(text)) for text in ENTRIES} == set(log.Entry.__args__)


def test_what_was_entered_is_never_changed() -> None:
    assert all(kind.__struct_config__.frozen for kind in log.Entry.__args__)


def test_entries_of_old_games_are_left_out_but_results_and_seats_stay() -> None:
    game, secret = started(), log.ChainDrawn(secret="00")
    table = log.TableMade(code="abc", edition="impact", seats=[])
    counted = log.GameCounted(number=1, winners=[Seat(0)], out=[])
    tap = log.Tapped(player=0)
    taken = log.SeatHandedOver(seat=Seat(1), for_good=True)
    old: list[log.Entry] = [table, secret, game, cast(0), tap, taken, counted]
    assert without_old_games([*old, secret, game, cast(1), tap]) == [
        table,
        taken,
        counted,
        secret,
        game,
        cast(1),
        tap,
    ]
    assert without_old_games(old[:1]) == old[:1]


@pytest.mark.parametrize("text", ENTRIES)
def test_a_line_of_a_transcript_reads_in_its_one_spelling(text: str) -> None:
    entry = log.read_entry(text)
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
