"""What a ping and its pong prove: an order, and nothing else."""

import math

from proof.pings import Pings


def test_what_was_sent_before_a_ping_was_there_when_its_pong_is_heard() -> None:
    pings = Pings()
    pings.said("link")
    pings.ping(1, 10.0)
    pings.said("offer")
    assert not pings.had("link")
    pings.pong(1)
    assert (pings.had("link"), pings.had("offer")) == (True, False)
    pings.ping(2, 11.5)
    pings.pong(2)
    assert pings.had("offer")


def test_the_newest_ping_that_was_answered_counts() -> None:
    pings = Pings()
    assert pings.answered == -math.inf
    pings.ping(1, 10.0)
    pings.ping(2, 11.5)
    pings.pong(2)
    pings.pong(1)
    assert pings.answered == 11.5


def test_a_pong_that_nobody_asked_for_proves_nothing() -> None:
    pings = Pings()
    pings.said("link")
    pings.pong(7)
    assert (pings.answered, pings.had("link")) == (-math.inf, False)
