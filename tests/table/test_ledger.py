"""The ledger: entries in, state out; an entry that cannot come now changes nothing."""

from dataclasses import replace
from random import Random

import pytest
from table.games import SERVER, cast, landed, played, started, thrown

from kessel.bots.levels import NAMES
from kessel.errors import BadValue, NoGame, NotAwaited
from kessel.rules.moves import Landing
from kessel.table import Ledger, Seat, WrongSeat, log
from kessel.table.notices import (
    GameBegan,
    GameChanged,
    LineAdded,
    Notice,
    Scored,
    SeatsChanged,
    Stepped,
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


def test_seats_as_they_are_taken_given_up_and_taken_back() -> None:
    ledger = made()
    assert (ledger.host, ledger.regulars, ledger.free_seats) == (0, [0, 2], [1])
    ledger, told = after(ledger, log.SeatTaken(seat=Seat(1), name="Ben", token="hash b"))
    assert told == (SeatsChanged(),)
    assert ledger.holder("hash b") == 1
    ledger, told = after(ledger, log.SeatHandedOver(seat=Seat(1), for_good=False))
    assert told == (SeatsChanged(),)
    assert ledger.seats[1].bot_plays
    assert ledger.holder("hash b") == 1, "who is only replaced may come back"
    ledger, told = after(ledger, log.SeatTakenBack(seat=Seat(1)))
    assert ledger.seats[1].acts_itself
    ledger, _ = after(ledger, log.SeatHandedOver(seat=Seat(1), for_good=True))
    assert ledger.holder("hash b") is None
    ledger, _ = after(ledger, log.SeatHandedOver(seat=Seat(1), for_good=False))
    assert ledger.seats[1].resigned, "for good is for good"


def test_a_seat_that_moved_is_held_by_its_new_secret_alone_and_keeps_its_key() -> None:
    sat = log.SeatTaken(seat=Seat(1), name="Ben", token="hash b", key="k")
    ledger, told = after(after(made(), sat)[0], log.SeatMoved(seat=Seat(1), token="hash c"))
    assert told == ()
    assert (ledger.holder("hash b"), ledger.holder("hash c")) == (None, 1)
    assert (ledger.seats[1].name, ledger.seats[1].key) == ("Ben", "k")


def test_open_seats_go_to_bots_or_stay_open() -> None:
    filled, told = after(made(), log.SeatsSettled(fill=True))
    assert filled.seats[1].name == f"{NAMES['rule']} 2", "the bot beside it is called so"
    assert filled.free_seats == []
    assert told == ()
    assert after(made(), log.SeatsSettled(fill=False))[0].free_seats == [1]


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


def test_a_state_passes_when_the_game_waits_for_something_else() -> None:
    potter = started("harry-potter", seats=(0, 2))
    ledger = throw(throw(after(made(), potter)[0], "relashio"), "relashio", "relashio")
    number = ledger.state_number
    ledger, told = after(ledger, cast(1))
    assert (ledger.state_number, told) == (number, ()), "the other may still answer"
    ledger, _ = after(ledger, cast(0))
    assert ledger.state_number == number + 1
    pushed, _ = after(throw(after(made(), started())[0], "4"), log.DicePushed(player=0, dice=[]))
    assert pushed.state_number == 100_001 + 3


def test_who_has_to_choose_and_what_they_see() -> None:
    ledger = throw(after(made(), started(seats=(0, 2), supply="hidden"))[0], "4")
    assert ledger.is_to_choose(Seat(0))
    assert not ledger.is_to_choose(Seat(2))
    assert ledger.sight_of(Seat(0)).hands[0] == ledger.running().state.hands[0]
    flying, _ = after(ledger, cast(0))
    assert not flying.is_to_choose(Seat(0))


def test_a_step_is_told_with_its_seat_its_move_and_its_throw() -> None:
    ledger, _ = after(made(), started(seats=(0, 2)), cast(0))
    ledger, _ = after(ledger, ledger.running().to_fix())
    ledger, (line, step) = after(ledger, landed(ledger.running(), Landing(("4",))))
    assert line == LineAdded(2, log.entry_text(ledger.history[2]))
    assert isinstance(step, Stepped)
    assert (step.seat, step.move, step.by, step.throw) == (0, "start", "person", 0)
    ledger = throw(ledger, "4", "5")
    assert ledger.tally[0].throws == 2
    _, (_, step) = after(ledger, log.Answered(player=0, move="end"))
    assert isinstance(step, Stepped)
    assert (step.seat, step.move, step.by, step.throw) == (0, "end", "person", None)


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


def test_a_race_is_there_as_soon_as_the_game_waits_for_it() -> None:
    with pytest.raises(NotAwaited, match="no column of fire"):
        after(made(), started())[0].running_race()
    ledger = at_the_race()
    race = ledger.running_race()
    assert set(race.needed) == {0, 1}
    tapped, told = after(ledger, log.Tapped(player=1))
    assert told == (GameChanged("tapped"),)
    assert tapped.running_race().done == {0: 0, 1: 1}
    assert tapped.state_number == ledger.state_number


def test_a_race_is_run_again_by_those_who_tied() -> None:
    ledger = at_the_race()
    again, told = after(ledger, log.Tapped(player=1), log.RaceRunAgain(players=[1]))
    assert told == (GameChanged("again"),)
    assert (again.running_race().heat, again.running_race().done) == (2, {1: 0})
    assert again.state_number == ledger.state_number + 1


def test_what_was_to_be_kept_in_one_race_does_not_count_for_the_next() -> None:
    kept, _ = after(at_the_race(), log.PilesKept(player=0, piles=[]))
    assert kept.kept_piles == {0: []}
    won, (_, step) = after(kept, log.RaceWon(winner=1, keep=[]))
    assert won.kept_piles == {}
    assert won.race is None
    assert isinstance(step, Stepped)
    assert (step.seat, step.move) == (None, "column")


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


def test_when_a_game_is_over_its_result_is_due() -> None:
    ledger = played_out()
    assert ledger.stage == "over"
    assert ledger.result == log.GameCounted(
        number=1,
        winners=[Seat(player) for player in ledger.running().state.winners],
        out=[list(batch) for batch in ledger.eliminated],
    )
    assert ledger.eliminated
    counted, told = after(ledger, ledger.result)
    assert counted.result is None
    assert told == ()
    assert counted.standing() is None


def test_the_secret_does_not_stand_in_what_is_printed() -> None:
    ledger, _ = after(made(), log.ChainDrawn(secret="c0ffee" * 10 + "abcd"))
    assert ledger.chain is not None
    assert "c0ffee" not in repr(ledger)
    assert repr(ledger.chain.secret) not in repr(ledger)


def test_in_a_tournament_results_are_scored() -> None:
    ledger = played_out(tournament=True)
    assert ledger.result is not None
    counted, told = after(ledger, ledger.result)
    assert told == (Scored(),)
    standing = counted.standing()
    assert standing is not None
    assert sum(standing.points.values()) > 0


def test_the_next_game_has_the_next_number_and_moves_the_start() -> None:
    first = made(BOT, BOT).next_game("code one", "tip", {}, "thrower", str)
    assert (first.number, first.first, first.seats) == (1, 0, [0, 1])
    assert first.names == [NAMES["rule"], f"{NAMES['rule']} 2"]
    ended = played_out()
    assert ended.result is not None
    second = after(ended, ended.result)[0].next_game("code two", "tip", {}, "thrower", str)
    assert (second.number, second.first) == (2, 1)


def test_the_same_log_gives_the_same_ledger() -> None:
    table = made(BOT, BOT)
    ended = played_out()
    again = Ledger.from_log([table.made, DRAWN, *ended.history])
    assert replace(again, state_number=ended.state_number) == ended, "hands alone count states"


def test_a_play_is_the_same_with_and_without_a_ledger() -> None:
    alone = thrown(played(started(), ("4",)), Landing(("4", "5"))).play
    ledger = throw(throw(after(made(ANN, BOT), started())[0], "4"), "4", "5")
    assert ledger.play == alone
