"""Events can be told apart, and equal ones are equal."""

from typing import get_args

from kessel.rules.events import Collected, Event


def test_equal_collections_have_one_hash() -> None:
    assert hash(Collected(0, {"2": 2})) == hash(Collected(0, {"2": 2}))
    assert len({Collected(0, {"2": 2}), Collected(0, {"2": 2}), Collected(1, {"2": 2})}) == 2


def test_no_two_kinds_share_a_name() -> None:
    kinds = [kind.kind for kind in get_args(Event)]
    assert len(set(kinds)) == len(kinds) > 20
