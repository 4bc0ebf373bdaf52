"""A connection's queue: in order, bounded, and with an end."""

import asyncio

from kessel.hall.attendee import Attendee, Payload, packed
from kessel.messages.server import AreYouThere


def waiting(who: Attendee) -> list[Payload | None]:
    return [who.unsent.get_nowait() for _ in range(who.unsent.qsize())]


async def test_a_client_that_does_not_keep_up_is_disconnected() -> None:
    who = Attendee(most_unsent=2)
    who.deliver(["one", "two"])
    assert not who.is_gone
    who.deliver(["three", "four"])
    assert who.is_gone
    assert waiting(who) == ["one", "two", None]


async def test_what_waits_is_bounded_by_bytes_but_one_message_may_be_larger() -> None:
    who = Attendee(most_unsent=100, most_unsent_bytes=10)
    who.deliver(["x" * 20])
    assert not who.is_gone
    assert await who.waiting() == ["x" * 20]
    who.deliver([b"12345", "67890"])
    assert not who.is_gone
    who.deliver(["!"])
    assert who.is_gone
    assert waiting(who) == [b"12345", "67890", None]


async def test_whoever_sends_takes_all_that_waits_and_then_the_end() -> None:
    who = Attendee(most_unsent=10)
    who.deliver(["one", b"two"])
    assert await who.waiting() == ["one", b"two"]
    who.deliver(["three"])
    who.close()
    assert await who.waiting() == ["three"]
    assert await who.waiting() == []


async def test_whoever_pings_is_asked_for_a_word_and_others_are_taken_to_be_there() -> None:
    who = Attendee(most_unsent=10)
    assert await who.answers(0.0)
    assert waiting(who) == []
    who.patience = 11.0
    assert not await who.answers(0.01)
    assert waiting(who) == [packed(AreYouThere())]
    asked = asyncio.ensure_future(who.answers(5.0))
    await asyncio.sleep(0)
    before = who.heard
    who.hear()
    assert await asked
    assert who.heard >= before
