"""Messages cost what they make the server do."""

from kessel.hall.costs import LINES_A_MESSAGE, further_cost, lines_cost
from kessel.hall.limits import BURST_SECONDS, Bucket, Limits
from kessel.messages import client
from kessel.messages.server import LINES_A_PAGE

NEW = {"new": {"edition": "strike-2020", "players": ["a", "b"]}}


def test_plain_messages_cost_nothing_more_and_work_does() -> None:
    assert further_cost(client.Ping()) == 0.0
    assert further_cost(client.WatchTable(table="abcdefghijkl")) > 1.0
    assert further_cost(client.OpenReferee(requests=[NEW] * 100)) == 5.0


def test_the_longest_kept_game_can_be_opened_but_not_again_and_again() -> None:
    bucket = Bucket.full(Limits().messages_per_second, now=0.0)
    longest = further_cost(client.OpenReferee(requests=[NEW] * 500))
    assert longest < Limits().messages_per_second * BURST_SECONDS
    assert 2 <= sum(bucket.take(0.0, longest) for _ in range(100)) <= 4


def test_lines_cost_what_they_weigh_up_to_a_page() -> None:
    assert lines_cost(100) == 5.0
    assert lines_cost(100, tightly=True) == 10.0
    assert lines_cost(-3) == 0.0
    assert lines_cost(LINES_A_PAGE) == lines_cost(100_000) == LINES_A_PAGE / LINES_A_MESSAGE
    bucket = Bucket.full(Limits().messages_per_second, now=0.0)
    assert sum(bucket.take(0.0, 1.0 + lines_cost(100_000)) for _ in range(100)) == 7


def test_a_debt_is_paid_by_time() -> None:
    bucket = Bucket.full(rate=10.0, now=0.0)
    assert bucket.owe(0.0, 40.0) == 0.0
    assert bucket.owe(0.0, 5.0) == 0.5
    assert bucket.owe(1.0, 0.0) == 0.0
    assert not bucket.take(1.0, 6.0)
    assert bucket.take(1.0, 5.0)
