"""What a line may not be, whatever went before it: told otherwise, ahead of others, or with a chain
that was used."""

from types import SimpleNamespace
from typing import Any

import pytest
from table.test_absence import Two

from kessel.errors import BadValue
from kessel.proof.agreed import Own
from kessel.proof.following import Follower
from kessel.proof.showing import _ready
from kessel.proof.verdict import Contradiction
from kessel.table import log
from kessel.table.terms import Seat

USED, FRESH = "ab" * 32, "cd" * 32
PLAYERS = [SimpleNamespace(seat=0, name="Ann"), SimpleNamespace(seat=1, name="Ben")]
PLAY: Any = SimpleNamespace(started=SimpleNamespace(game="now", players=PLAYERS))


@pytest.fixture
def following() -> Follower:
    """One line of a game was heard, at seat 0; a chain was used before."""
    one = Follower(None)
    state: Any = SimpleNamespace(play=PLAY)
    one.state, one.own = state, Own("", frozenset({Seat(0)}), "")
    one._heard, one._tips = [hash("first")], {USED}
    return one


@pytest.mark.parametrize(
    ("number", "text", "why"), [(0, "another", "told_twice"), (2, "third", "not_shown")]
)
def test_a_line_is_told_once_and_in_its_turn(
    following: Follower, number: int, text: str, why: str
) -> None:
    assert following.hear("now", 0, "first") is None
    with pytest.raises(Contradiction) as found:
        following.hear("now", number, text)
    assert found.value.kind == why


@pytest.mark.parametrize(
    "entry",
    [log.DeviceJoined(device=1, seats=[Seat(0)], tip=USED), log.ServerChainRenewed(tip=USED)],
    ids=["ours", "the server's"],
)
def test_a_used_chain_is_red_where_it_is_ours_or_the_servers(
    following: Follower, entry: log.DeviceJoined | log.ServerChainRenewed
) -> None:
    with pytest.raises(Contradiction) as found:
        following._joins(PLAY, entry)
    assert found.value.kind == "chain"


def test_a_used_chain_of_somebody_else_is_counted_and_a_fresh_one_is_not(
    following: Follower,
) -> None:
    following._joins(PLAY, log.DeviceJoined(device=1, seats=[Seat(1)], tip=FRESH))
    assert not following.counts.all()
    following._joins(PLAY, log.DeviceJoined(device=1, seats=[Seat(1)], tip=FRESH))
    assert [one.code for one in following.counts.all()] == ["used_chain"]


def test_a_line_that_the_table_would_not_take_is_red(following: Follower) -> None:
    def refused(_: object) -> None:
        raise BadValue("not now")

    state: Any = SimpleNamespace(play=PLAY, apply=refused)
    following.state = state
    with pytest.raises(Contradiction) as found:
        following.hear("now", 1, f'{{"type":"renewed","tip":"{FRESH}"}}')
    assert (found.value.kind, found.value.what) == ("line", "not now")


def test_a_cast_that_is_shown_before_the_throw_is_of_somebody_who_may_throw() -> None:
    two = Two()
    two.throw()
    play = two.table.state.running()
    (player,) = play.waited_for()
    shown = _ready(play, [play.seat_of(player)])
    assert [cast.player for cast in shown.casts] == [player]
    with pytest.raises(BadValue, match="nothing to throw"):
        _ready(play, [play.seat_of(1 - player)])
