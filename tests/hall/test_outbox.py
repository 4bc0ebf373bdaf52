"""What is sent: what waits for a connection, its frames, and who gets what. That nothing is sent
before it is kept is shown by `test_faults.py` and `test_history.py`."""

import asyncio

import pytest
from hall.in_memory import Hall

from kessel.errors import ParseError
from kessel.hall.attendee import Attendee, Payload, packed
from kessel.hall.frames import pack, pack_message, unpack, unpack_message
from kessel.messages.server import AreYouThere

# --- a connection's queue -------------------------------------------------------------------------


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


# --- binary frames read back, and what is none is refused -----------------------------------------


def test_frames_read_back() -> None:
    assert unpack(pack(7, b"abc")) == (7, b"abc")
    assert unpack(pack(0, b"")) == (0, b"")


@pytest.mark.parametrize("frame", [b"", b"KF\x01\x00", b"KF\x02" + bytes(9), b"XX\x01" + bytes(9)])
def test_what_is_no_frame_is_refused(frame: bytes) -> None:
    with pytest.raises(ParseError, match="no frame of version 1"):
        unpack(frame)


def test_messages_read_back_and_are_short() -> None:
    text = b'{"type":"lines","lines":[' + b'"the same again",' * 500 + b'""]}'
    assert unpack_message(pack_message(text)) == text
    assert len(pack_message(text)) < len(text) / 20
    assert unpack_message(pack_message(b"")) == b""


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (pack(1, b"abc"), "no frame of version 1"),
        (pack_message(b"x" * 1000)[:-3], "bytes of a message of 1000"),
        (pack_message(b"x" * 1000)[:8] + b"\xff" * 20, "no packed message"),
        (pack_message(b"x" * 4)[:8] + pack_message(b"x" * 10**6)[8:], None),
    ],
)
def test_a_message_is_never_longer_than_its_frame_says(frame: bytes, why: str | None) -> None:
    if why is None:
        assert unpack_message(frame) == b"xxxx"
    else:
        with pytest.raises(ParseError, match=why):
            unpack_message(frame)


# --- A notice: to everybody the same, but where it depends on who sees it -------------------------
async def test_a_tower_built_by_chance_is_a_step_of_its_own() -> None:
    """The throw that asks for a tower and the tower itself come together; each has its game."""
    built = 0
    for _ in range(400):  # about every second game has one
        hall = Hall()
        ann = await hall.host("pb", "harry-potter", options={"tower_builder": "random"})
        await ann.play()
        for before, step in zip(ann.seen, ann.seen[1:], strict=False):
            assert step["game"]["state"] > before["game"]["state"]
            stacked = step["move"] == "stack" and step["by_table"]
            if stacked and len(before["game"]["arena"]) > 1:  # an old tower may stand there
                built += 1
                assert before["game"]["awaited"]["kind"] == "flying", "nobody is asked"
                assert len(step["game"]["arena"]) == 1
        if built:
            return
    raise AssertionError("no tower was built")
