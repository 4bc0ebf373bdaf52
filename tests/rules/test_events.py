"""The fields of an event with its players named, as referee, record and page name them."""

from typing import get_args

from kessel.rules.events import (
    Collected,
    ColumnWon,
    Event,
    ExtraCalled,
    GameOver,
    NullRemoved,
    event_fields,
)

NAMES = ("Ann", "Ben", "Cleo")


def test_a_player_is_named_alone_and_among_others() -> None:
    name = NAMES.__getitem__
    assert event_fields(ColumnWon(2), name) == {"winner": "Cleo"}
    assert event_fields(ExtraCalled((1, 2)), name) == {"players": ("Ben", "Cleo")}
    assert event_fields(GameOver(()), name) == {"winners": ()}


def test_a_count_is_no_player() -> None:
    taken = Collected(1, {"2": 2, "5": 3})
    assert event_fields(taken, NAMES.__getitem__) == {"player": "Ben", "faces": {"2": 2, "5": 3}}
    assert event_fields(NullRemoved(2), NAMES.__getitem__) == {"count": 2}


def test_equal_collections_have_one_hash() -> None:
    assert hash(Collected(0, {"2": 2})) == hash(Collected(0, {"2": 2}))
    assert len({Collected(0, {"2": 2}), Collected(0, {"2": 2}), Collected(1, {"2": 2})}) == 2


def test_no_two_kinds_share_a_name() -> None:
    kinds = [kind.kind for kind in get_args(Event)]
    assert len(set(kinds)) == len(kinds) > 20
