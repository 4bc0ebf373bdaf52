"""Who attends, with which seats, from where."""

from kessel.hall.attendance import Attendance
from kessel.hall.attendee import Attendee
from kessel.table import Seat


def guest() -> Attendee:
    return Attendee(10, 1000)


def seats(*numbers: int) -> frozenset[Seat]:
    return frozenset(map(Seat, numbers))


def test_players_hold_seats_and_watchers_none() -> None:
    there, player, watcher = Attendance(), guest(), guest()
    there.come(player, seats(0, 1), "home")
    there.come(watcher, seats(), "home")
    assert list(there.everybody) == [player, watcher]
    assert there.seats_of(player) == seats(0, 1)
    assert (there.watches(player), there.watches(watcher), there.watches(guest())) == (
        False,
        True,
        False,
    )
    assert there.watchers == 1
    there.go(player)
    assert list(there.everybody) == [watcher]
    assert there.seats_of(player) == seats()


def test_whoever_loses_all_seats_to_another_is_gone() -> None:
    there, first, second = Attendance(), guest(), guest()
    there.come(first, seats(0, 1), "home")
    assert there.holders(seats(1, 2), but=second) == [first]
    assert there.holders(seats(1, 2), but=first) == []
    there.take(first, seats(1))
    assert there.seats_of(first) == seats(0)
    there.take(first, seats(0))
    assert first not in there.everybody


def test_whoever_gives_a_seat_up_goes_on_watching() -> None:
    there, player = Attendance(), guest()
    there.come(player, seats(3), "home")
    there.give_up(Seat(3))
    assert there.watches(player)


def test_the_newest_of_a_crowd_makes_room_for_somebody_from_elsewhere() -> None:
    there, crowd = Attendance(), [guest() for _ in range(3)]
    assert there.newest_of_crowd("café") is None, "nobody watches"
    for one in crowd:
        there.come(one, seats(), "café")
    there.come(guest(), seats(0), "café")
    assert there.newest_of_crowd("home") is crowd[-1]
    assert there.newest_of_crowd("café") is None, "no room for one more of them"
    there.come(guest(), seats(), "home")
    assert there.newest_of_crowd("home") is crowd[-1], "three against one"
    there.go(crowd[-1])
    assert there.newest_of_crowd("home") is None, "two against one, and two against two"
