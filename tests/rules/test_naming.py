"""Events and awaits with their players named, as referee, record and page name them."""

from kessel.rules.awaits import AwaitColumn, AwaitExtra, AwaitThrow
from kessel.rules.events import Collected, ColumnWon, ExtraCalled, GameOver, NullRemoved
from kessel.rules.naming import named_fields

NAMES = ("Ann", "Ben", "Cleo")


def test_a_player_is_named_alone_and_among_others() -> None:
    name = NAMES.__getitem__
    assert named_fields(ColumnWon(2), name) == {"winner": "Cleo"}
    assert named_fields(ExtraCalled((1, 2)), name) == {"players": ("Ben", "Cleo")}
    assert named_fields(GameOver(()), name) == {"winners": ()}


def test_a_count_is_no_player() -> None:
    taken = Collected(1, {"2": 2, "5": 3})
    assert named_fields(taken, NAMES.__getitem__) == {"player": "Ben", "faces": {"2": 2, "5": 3}}
    assert named_fields(NullRemoved(2), NAMES.__getitem__) == {"count": 2}


def test_what_players_may_throw_is_told_by_their_names() -> None:
    name = NAMES.__getitem__
    assert named_fields(AwaitThrow(0, ("1",)), name) == {"player": "Ann", "units": ("1",)}
    assert named_fields(AwaitExtra({2: ("all",)}), name) == {"units": {"Cleo": ("all",)}}
    assert named_fields(AwaitColumn((0, 1)), name) == {"players": ("Ann", "Ben")}
