"""Frames over a stream: whole again however they were cut, and an end that says why."""

import asyncio

import pytest

from kessel.hall.attendee import Payload
from kessel.server.nodes.wire import Ended, farewell, framed, frames, head, read_head

SAID: list[Payload] = ["short", b"", b"\x00\xff", "", "dés, Würfel", "long " * 50_000]


async def heard(*pieces: bytes) -> tuple[list[Payload], Exception | None]:
    """What is read of some pieces, and how it ends."""
    reader = asyncio.StreamReader()

    async def feed() -> None:
        for piece in pieces:
            reader.feed_data(piece)
            await asyncio.sleep(0)
        reader.feed_eof()

    feeding = asyncio.create_task(feed())
    found: list[Payload] = []
    try:
        async for frame in frames(reader):
            found.append(frame)
    except (Ended, EOFError) as error:
        return found, error
    finally:
        await feeding
    return found, None


@pytest.mark.parametrize("size", [1, 3, 5, 4096, 10**6])
def test_frames_are_whole_again_in_pieces_of_any_size(size: int) -> None:
    said = SAID if size > 5 else SAID[:-1]
    sent = framed(said) + farewell(1008)
    pieces = [sent[at : at + size] for at in range(0, len(sent), size)]
    found, error = asyncio.run(heard(*pieces))
    assert found == said
    assert [type(one) for one in found] == [type(one) for one in said]
    assert isinstance(error, Ended)
    assert error.code == 1008


def test_nothing_is_made_of_half_a_frame() -> None:
    sent = framed(["whole", "cut off"])
    found, error = asyncio.run(heard(sent[:-1]))
    assert found == ["whole"]
    assert isinstance(error, EOFError)


def test_heads_read_back_whatever_their_names_look_like() -> None:
    async def run() -> None:
        reader = asyncio.StreamReader()
        reader.feed_data(head("GET /relay HTTP/1.1", {"Host": "a:1", "x-client": "::1"}) + b"more")
        assert await read_head(reader) == (
            "GET /relay HTTP/1.1",
            {"host": "a:1", "x-client": "::1"},
        )
        assert await reader.readexactly(4) == b"more"

    asyncio.run(run())
