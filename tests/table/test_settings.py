"""What a table plays: its settings, another box, and one game after another."""

from dataclasses import replace
from typing import Any

import pytest

from kessel.errors import BadValue, KesselError, NotAwaited
from kessel.rules.options import Options
from kessel.table import Seat, SeatIsTaken, Table, WrongSeat, log
from kessel.table.changes import MOST_CHANGES
from kessel.table.log import GameCounted, SeatPlan, TableMade
from kessel.table.notices import NOTHING, BoxChanged, SeatsChanged
from kessel.table.seats import FINISHES, MATS, PLAIN, known_look
from kessel.table.series import Series
from kessel.table.settings import check_settings, planned_occupants, public_name, readable

# --- What it may be made with ---------------------------------------------------------------------

ANN = SeatPlan(kind="person", name="Ann", token="hash")
BOT = SeatPlan(kind="bot", level="plain")


def made(*seats: SeatPlan, edition: str = "strike-2020", **settings: Any) -> TableMade:
    return TableMade(code="code", edition=edition, seats=list(seats), **settings)


@pytest.mark.parametrize(
    "good",
    [
        made(ANN, BOT),
        made(BOT, SeatPlan(kind="bot"), first=1),
        made(ANN, SeatPlan(kind="open")),
        made(SeatPlan(kind="open"), SeatPlan(kind="open"), BOT),
        made(ANN, BOT, edition="impact-avatar", elements=["fire", "water"]),
        made(ANN, BOT, edition="harry-potter", preset="fr"),
    ],
)
def test_tables_that_can_be_made(good: TableMade) -> None:
    check_settings(good, ["plain"])


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (made(ANN), "players"),
        (made(ANN, BOT, edition="strike-2099"), "strike-2099"),
        (made(ANN, BOT, options={"supply": "secret"}), "supply"),
        (made(ANN, BOT, elements=["fire"]), "fire"),
        (made(ANN, BOT, edition="impact-avatar", elements=["fire"]), "at least 2"),
        (made(SeatPlan(kind="open"), BOT), "needs a person"),
        (made(ANN, SeatPlan(kind="bot", level="genius")), "no bot 'genius'; there are plain"),
        (made(ANN, SeatPlan(kind="person", name="")), "a name has"),
        (made(ANN, BOT, first=2), "seats are 0 to 1; seat 2 cannot begin"),
    ],
)
def test_tables_that_cannot_be_made(bad: TableMade, message: str) -> None:
    with pytest.raises(KesselError, match=message):
        check_settings(bad, ["plain"])


def test_lookalikes_at_one_table_have_numbers() -> None:
    twin, hal = SeatPlan(kind="person", name="ann"), SeatPlan(kind="bot", name=" Ann  ")
    names = [one.name for one in planned_occupants(made(ANN, twin, hal))]
    assert names == ["Ann", "ann 2", "Ann 3"]


@pytest.mark.parametrize("name", ["\u202eannA", "\x1b[2J", "a\0b", "   ", "\u3164"])
def test_a_bot_has_a_name_that_can_be_shown_or_none(name: str) -> None:
    with pytest.raises(BadValue, match="printable characters"):
        check_settings(made(ANN, SeatPlan(kind="bot", name=name)), ["plain"])


def test_the_public_name_tells_nothing_of_the_code() -> None:
    assert public_name("abcdefghijkl") == "bff709b53fc6ab14"
    assert public_name("abcdefghijkm") != public_name("abcdefghijkl")


def test_a_readable_code_has_no_padding() -> None:
    assert readable(bytes(10)) == "a" * 16
    assert readable(b"\xff") == "74"


# --- Before a game a table is set up; after one it goes on with another box -----------------------

IMPACT = log.BoxChosen(edition="impact", options={"premove": "none"})
WIZARDS = log.BoxChosen(edition="harry-potter")


def test_the_next_games_are_played_with_it(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb")
    driver.play_on()
    made = driver.table.state.made
    driver.do(lambda _: driver.table.seating.choose_box(IMPACT))
    assert driver.table.state.made == made, "the game that is over keeps its box"
    driver.do(driver.table.seating.rematch)
    for number in (2, 3):
        started = driver.table.state.play.started
        assert (started.edition, started.number) == ("impact", number)
        assert started.options["premove"] == "none"
        driver.play_on()
        driver.do(driver.table.seating.rematch)


def test_before_the_first_game_the_table_is_what_was_chosen_last(setting: Any) -> None:
    driver = setting.table("strike-2020", "poooo")
    table = driver.table
    driver.do(table.seating.depart, Seat(0))
    series = log.BoxChosen(edition="impact", clock="day", public=True, tournament=True)
    for box in (series, log.BoxChosen(edition="harry-potter")):
        driver.take(table.seating.choose_box(box))
    made = table.state.made
    assert (made.edition, made.clock) == ("harry-potter", "day")
    assert made.public
    driver.take(table.seating.sit_bot(Seat(2), "plain"))
    driver.take(table.seating.start(False, driver.now))
    assert table.state.play.started.clock == "day"
    assert table.state.standing() is not None, "it is a tournament"
    assert not table.people(driver.now).bot_in, "nobody plays on soon for who has a day"
    assert Table.from_log(driver.entries).state == table.state
    with pytest.raises(NotAwaited):
        table.seating.choose_box(IMPACT)


def test_bots_come_and_go_before_the_first_game(setting: Any) -> None:
    driver = setting.table("strike-2020", "pooo")
    table = driver.table
    for seat in (1, 2, 2):
        driver.take(table.seating.sit_bot(Seat(seat), "plain"))
    assert [one.kind for one in table.state.seats] == ["person", "bot", "bot", "open"]
    assert len(set(table.state.names)) == 3
    driver.do(table.seating.free, Seat(1))
    with pytest.raises(WrongSeat):
        table.seating.free(Seat(1), driver.now)
    with pytest.raises(SeatIsTaken):
        table.seating.sit_bot(Seat(0), "plain")
    with pytest.raises(BadValue):
        table.seating.sit_bot(Seat(3), "nobody")
    for _ in range(2):
        driver.take(table.seating.sit_bot(None, "plain"))
    with pytest.raises(SeatIsTaken):
        table.seating.sit_bot(None, "plain")
    assert Table.from_log(driver.entries).state == table.state
    driver.take(table.seating.start(False, driver.now))
    with pytest.raises(NotAwaited):
        table.seating.sit_bot(Seat(3), "plain")


def test_the_log_stands_where_it_stood(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    for box in (IMPACT, WIZARDS):
        driver.play_on()
        driver.do(lambda _, box=box: driver.table.seating.choose_box(box))
        driver.do(driver.table.seating.rematch)
    driver.play_on()
    driver.do(driver.table.seating.rematch)
    again = Table.from_log(driver.entries)
    assert again.state == driver.table.state
    assert again.state.made.edition == "harry-potter"


def test_a_tournament_keeps_its_box_until_it_is_decided(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb", tournament=True)
    with pytest.raises(NotAwaited):
        driver.table.seating.choose_box(IMPACT)
    driver.play_on()
    with pytest.raises(NotAwaited):
        driver.table.seating.choose_box(IMPACT)
    driver.do(driver.table.seating.rematch)
    driver.play_on()
    driver.do(lambda _: driver.table.seating.choose_box(IMPACT))
    driver.do(driver.table.seating.rematch)
    driver.play_on()
    assert Table.from_log(driver.entries).state == driver.table.state
    assert driver.table.state.standing().winners is None, "the next one has begun"


def test_what_cannot_be_played_is_refused(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    driver.play_on()
    before = driver.table.state
    with pytest.raises(BadValue):
        driver.table.seating.choose_box(
            log.BoxChosen(edition="strike-2020", options={"supply": "blue"})
        )
    assert driver.table.state is before


# --- changes that are no moves are counted, by who made them, and at last refused -----------------


BOXES = [log.BoxChosen(edition=name) for name in ("impact", "harry-potter")]


def dress(driver: Any, seat: Seat, times: int) -> None:
    """Put on one thing after another."""
    first, second, *_ = sorted(FINISHES)
    for number in range(times):
        driver.take(driver.table.seating.wear(seat, second if number % 2 else first, ""))


def test_a_seat_changes_so_often_until_the_next_game_and_others_as_often(setting: Any) -> None:
    driver = setting.table("strike-2020", "ppo")
    dress(driver, Seat(0), MOST_CHANGES)
    with pytest.raises(NotAwaited, match=f"^seat 0 was changed {MOST_CHANGES} times"):
        driver.table.seating.wear(Seat(0), "", "")
    dress(driver, Seat(1), 1)
    again = Table.from_log(driver.entries)
    assert again.state == driver.table.state
    with pytest.raises(NotAwaited):
        again.seating.wear(Seat(0), "", "")
    driver.take(driver.table.seating.start(True, driver.now))
    dress(driver, Seat(0), MOST_CHANGES - 1)


def test_seats_move_together_or_not_at_all(setting: Any) -> None:
    driver = setting.table("strike-2020", "ppo")
    dress(driver, Seat(1), MOST_CHANGES)
    before = driver.table.state
    with pytest.raises(NotAwaited):
        driver.table.seating.move({Seat(0): "hash new", Seat(1): "hash newer"})
    with pytest.raises(WrongSeat):
        driver.table.seating.move({Seat(0): "hash new", Seat(2): "hash newer"})
    assert driver.table.state == before


def test_the_same_box_again_is_told_and_not_entered(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb")
    driver.play_on()
    driver.take(driver.table.seating.choose_box(BOXES[0]))
    again = driver.table.seating.choose_box(BOXES[0])
    assert (again.entries, again.notices) == ((), (BoxChanged(),))
    for number in range(1, MOST_CHANGES):
        driver.take(driver.table.seating.choose_box(BOXES[number % 2]))
    with pytest.raises(NotAwaited, match="the box was changed"):
        driver.table.seating.choose_box(BOXES[0])
    driver.do(driver.table.seating.rematch)
    assert driver.table.state.play.started.edition == BOXES[1].edition


# --- what dice and mats look like -----------------------------------------------------------------


def test_every_look_has_a_name_of_its_own_that_fits_into_a_message() -> None:
    names = (*FINISHES, *MATS)
    assert len(set(names)) == len(names)
    assert all(0 < len(name) <= 32 for name in names)
    assert known_look("brass", FINISHES) == "brass"
    assert known_look("rings", FINISHES) == known_look("<b>", FINISHES) == PLAIN


def test_a_look_is_kept_once_and_comes_back_with_the_table(setting: Any) -> None:
    driver = setting.table("strike-2020", "pp")
    lines = driver.table.state.history
    outcome = driver.table.seating.wear(Seat(1), "brass", "rings")
    assert outcome.entries == (log.SeatDressed(seat=Seat(1), finish="brass", mat="rings"),)
    assert outcome.notices == (SeatsChanged(),)
    assert driver.table.seating.wear(Seat(1), "brass", "rings") == NOTHING
    again = Table.from_log([*driver.entries, *outcome.entries])
    assert [(one.finish, one.mat) for one in again.state.seats] == [("", ""), ("brass", "rings")]
    assert again.state.history == lines, "nothing of it is in the transcript"


def test_a_name_may_change_until_the_game_begins(setting: Any) -> None:
    driver = setting.table("strike-2020", "pob")
    driver.take(driver.table.seating.wear(Seat(0), "brass", ""))
    bot = driver.table.state.seats[2].name
    for said, called in (("Zoe", "Zoe"), (bot, f"{bot} 2")):
        driver.take(driver.table.seating.rename(Seat(0), said))
        assert driver.table.state.seats[0].name == called
    assert driver.table.seating.rename(Seat(0), f"{bot} 2") == NOTHING
    assert driver.table.state.seats[0].finish == "brass", "nothing else has changed"
    again = Table.from_log(driver.entries).state
    assert again.seats == driver.table.state.seats
    with pytest.raises(WrongSeat):
        driver.table.seating.rename(Seat(2), "Ben")
    driver.do(driver.table.seating.start, True)
    with pytest.raises(NotAwaited, match="the game has begun"):
        driver.table.seating.rename(Seat(0), "Ann")


def test_what_nobody_knows_is_plain_and_bots_wear_nothing(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    driver.take(driver.table.seating.wear(Seat(0), "crown", "lava"))
    assert (driver.table.state.seats[0].finish, driver.table.state.seats[0].mat) == ("crown", "")
    driver.take(driver.table.seating.wear(Seat(0), "gold", ""))
    assert driver.table.state.seats[0].finish == PLAIN
    with pytest.raises(WrongSeat):
        driver.table.seating.wear(Seat(1), "brass", "")


def test_what_is_worn_is_told_again_with_every_game_and_to_nobody_twice(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    driver.take(driver.table.seating.wear(Seat(0), "brass", ""))
    driver.do(driver.table.seating.resign, Seat(0))
    driver.play_on()
    assert driver.table.state.stage == "over"
    begun = driver.table.seating.rematch(driver.now)
    assert log.SeatDressed(seat=Seat(0), finish="brass") in begun.entries
    assert SeatsChanged() not in begun.notices


# --- Who begins, who plays, and when a tournament is decided --------------------------------------

SEATS = [Seat(0), Seat(2), Seat(3)]
OPTIONS = Options()
PLAYOFF = Options(tournament_tie="playoff")


def won(number: int, winner: int, *out: int) -> GameCounted:
    return GameCounted(number=number, winners=[Seat(winner)], out=[[Seat(seat)] for seat in out])


def test_without_a_tournament_everybody_plays_and_the_start_moves_on() -> None:
    series = Series(is_tournament=False)
    starts = []
    for number in (1, 2, 3, 4):
        seats, first = series.next_game(SEATS, OPTIONS)
        assert seats == SEATS
        starts.append(first)
        series = series.begin(number).finish(won(number, 0, 2, 3), SEATS, OPTIONS)
    assert starts == [0, 1, 2, 0]
    assert not series.is_under_way
    assert series.counted == 0


def test_the_seat_that_was_named_begins_or_the_next_one_that_plays() -> None:
    for named, starts in ((2, [1, 2, 0]), (1, [1, 2, 0]), (3, [2, 0, 1]), (4, [0, 1, 2])):
        series = Series(is_tournament=True, first=Seat(named))
        assert series.standing(SEATS, OPTIONS).starters == tuple(str(SEATS[n]) for n in starts)
        for number, start in enumerate(starts, start=1):
            assert series.next_game(SEATS, OPTIONS)[1] == start
            series = series.begin(number).finish(won(number, 0, 2, 3), SEATS, OPTIONS)
        assert series.begin(4).next_game(SEATS, OPTIONS)[1] == starts[0], "after a tournament"


def test_a_tournament_has_a_game_for_every_player_and_then_winners() -> None:
    series = Series(is_tournament=True)
    for number, winner in ((1, 0), (2, 0), (3, 2)):
        assert not series.is_decided
        others = [seat for seat in SEATS if seat != winner]
        series = series.begin(number).finish(won(number, winner, *others), SEATS, OPTIONS)
    assert series.counted == 3
    assert series.is_decided
    assert not series.is_under_way
    assert series.standing(SEATS, OPTIONS).winners == ("0",)


def test_a_game_without_winner_is_not_counted_and_its_starter_begins_again() -> None:
    series = Series(True).begin(1)
    drawn = GameCounted(number=1, winners=[], out=[[Seat(0)], [Seat(2), Seat(3)]])
    series = series.finish(drawn, SEATS, OPTIONS)
    assert series.is_under_way
    assert series.next_game(SEATS, OPTIONS) == (SEATS, 0)


def test_a_tie_is_played_off_among_the_tied() -> None:
    together = GameCounted(number=3, winners=[Seat(3)], out=[[Seat(0), Seat(2)]])
    series = Series(True)
    for ended in (won(1, 0, 3, 2), won(2, 2, 3, 0), together):
        series = series.begin(ended.number).finish(ended, SEATS, PLAYOFF)
    assert series.standing(SEATS, PLAYOFF).playoff == ("0", "2")
    assert series.is_under_way
    assert series.next_game(SEATS, PLAYOFF) == ([0, 2], 0)
    oldest = replace(series, first=Seat(2))
    assert oldest.next_game(SEATS, PLAYOFF) == ([0, 2], 1), "the oldest of them (C-54)"
