"""One game after another: who begins, who plays, and when a tournament is decided."""

from dataclasses import replace

from kessel.rules.options import Options
from kessel.table import Seat
from kessel.table.log import GameCounted
from kessel.table.series import Series

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
