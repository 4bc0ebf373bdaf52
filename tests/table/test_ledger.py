"""The ledger: entries in, state out; an entry that cannot come now changes nothing."""

from dataclasses import replace
from random import Random

import pytest
from table.games import SERVER, cast, landed, started

from kessel.errors import BadValue, NoGame, NotAwaited
from kessel.rules.moves import Landing
from kessel.table import Ledger, Seat, WrongSeat, log
from kessel.table.notices import (
    GameBegan,
    LineAdded,
    Notice,
)

ANN = log.SeatPlan(kind="person", name="Ann", token="hash a")
DRAWN = log.ChainDrawn(secret=SERVER.secret.hex())
NO_LINKS = log.Links(server="00" * 32, devices=[], signs=[])
OPEN = log.SeatPlan(kind="open")
BOT = log.SeatPlan(kind="bot")


def made(*seats: log.SeatPlan, edition: str = "strike-2020", tournament: bool = False) -> Ledger:
    table = log.TableMade(
        code="code", edition=edition, seats=list(seats) or [ANN, OPEN, BOT], tournament=tournament
    )
    return Ledger.of(table)


def after(ledger: Ledger, *entries: log.Entry) -> tuple[Ledger, tuple[Notice, ...]]:
    """The ledger after some entries, and what there is to tell about the last."""
    notices: tuple[Notice, ...] = ()
    for entry in entries:
        applied = ledger.apply(entry)
        ledger, notices = applied.ledger, applied.notices
    return ledger, notices


def throw(ledger: Ledger, *faces: str, players: tuple[int, ...] = (0,)) -> Ledger:
    """The ledger after everybody named has thrown a die and these faces lie there."""
    ledger, _ = after(ledger, *(cast(player) for player in players))
    ledger, _ = after(ledger, ledger.running().to_fix())
    return after(ledger, landed(ledger.running(), Landing(faces)))[0]


# --- seats --------------------------------------------------------------------------------------


def test_seats_that_are_not_there_or_held_by_nobody() -> None:
    ledger = made()
    with pytest.raises(WrongSeat, match="seats are 0 to 2"):
        ledger.occupant(Seat(3))
    with pytest.raises(WrongSeat, match="nobody holds seat 2"):
        ledger.person(Seat(2))
    assert ledger.person(Seat(0)).name == "Ann"
    assert ledger.holder("") is None, "open seats have no token"
    assert made(BOT, BOT).host is None


# --- the game -----------------------------------------------------------------------------------


def test_before_the_first_game_there_is_none() -> None:
    ledger = made()
    with pytest.raises(NoGame):
        ledger.running()
    assert not ledger.is_to_choose(Seat(0))
    assert ledger.result is None
    assert ledger.standing() is None


def test_a_game_begins_with_its_own_state_numbers() -> None:
    ledger, told = after(made(), DRAWN, started(seats=(0, 2)))
    assert told == (GameBegan(), LineAdded(0, log.entry_text(ledger.history[0])))
    assert (ledger.stage, ledger.state_number) == ("playing", 100_001)
    assert ledger.history == (started(seats=(0, 2)),)
    assert ledger.player_at(Seat(2)) == 1
    with pytest.raises(WrongSeat, match=r"seat 1 does not play in this game; \[0, 2\] do"):
        ledger.player_at(Seat(1))


def test_an_entry_that_cannot_come_now_changes_nothing() -> None:
    ledger, _ = after(made(), started())
    before = (ledger.play, ledger.state_number, ledger.history)
    for entry in (
        log.Answered(player=0, move="end"),
        log.Tapped(player=0),
        log.RaceRunAgain(players=[0]),
        log.DiceLanded(throw=0, at_rest=(), out=[], cocked=0, links=NO_LINKS),
        made().made,
    ):
        with pytest.raises((BadValue, NotAwaited)):
            ledger.apply(entry)
    assert (ledger.play, ledger.state_number, ledger.history) == before


def test_a_log_begins_with_its_table() -> None:
    with pytest.raises(BadValue, match="a log begins with a table"):
        Ledger.from_log([started()])


# --- the race -----------------------------------------------------------------------------------


def at_the_race() -> Ledger:
    ledger, _ = after(made(), started("impact-power", seats=(0, 2)))
    return throw(throw(ledger, "fire"), "fire", "fire")


# --- the end ------------------------------------------------------------------------------------


def played_out(tournament: bool = False) -> Ledger:
    """A game in which both throw all they have out of the box, one die after the other."""
    ledger = made(BOT, BOT, tournament=tournament)
    ledger, _ = after(ledger, DRAWN, started())
    chance = Random(3)
    ledger = throw(ledger, "4")
    while ledger.stage == "playing":
        player = ledger.running().waited_for()[0]
        unit = chance.choice(ledger.running().units(player))
        ledger, _ = after(ledger, cast(player, unit))
        ledger, _ = after(ledger, ledger.running().to_fix())
        ledger, _ = after(ledger, landed(ledger.running(), Landing(())))
    return ledger


def test_the_secret_does_not_stand_in_what_is_printed() -> None:
    ledger, _ = after(made(), log.ChainDrawn(secret="c0ffee" * 10 + "abcd"))
    assert ledger.chain is not None
    assert "c0ffee" not in repr(ledger)
    assert repr(ledger.chain.secret) not in repr(ledger)


def test_the_same_log_gives_the_same_ledger() -> None:
    table = made(BOT, BOT)
    ended = played_out()
    again = Ledger.from_log([table.made, DRAWN, *ended.history])
    assert replace(again, state_number=ended.state_number) == ended, "hands alone count states"
