"""Frames between two servers, over a plain stream: kind and length, then the bytes as they are.

It begins as HTTP, so that one port can answer other things too. The servers know each other, so
that a stream needs neither masks nor pings; a WebSocket cost twice the processor time. Knows
nothing of what frames mean.
"""

import asyncio
import struct
from collections.abc import AsyncIterator, Iterable
from http import HTTPStatus

from kessel.hall.attendee import Payload

_HEAD = struct.Struct("!BI")
_TEXT, _BINARY, _END = range(3)
_CODE = struct.Struct("!H")


class Ended(Exception):
    """The other side ended it, in good order."""

    def __init__(self, code: int) -> None:
        super().__init__(f"ended with code {code}")
        self.code = code


def framed(payloads: Iterable[Payload]) -> bytes:
    """Some frames, as one piece: to write one is not much dearer than another."""
    parts: list[bytes] = []
    for payload in payloads:
        is_text = isinstance(payload, str)
        body = payload.encode() if isinstance(payload, str) else payload
        parts += _HEAD.pack(_TEXT if is_text else _BINARY, len(body)), body
    return b"".join(parts)


def farewell(code: int) -> bytes:
    """The last frame: why it ends, as WebSockets say it."""
    return _HEAD.pack(_END, _CODE.size) + _CODE.pack(code)


async def frames(reader: asyncio.StreamReader) -> AsyncIterator[Payload]:
    """What the other side says; raises `Ended`, or `EOFError` or `OSError` where it is gone."""
    while True:
        kind, length = _HEAD.unpack(await reader.readexactly(_HEAD.size))
        body = await reader.readexactly(length)
        if kind == _END:
            raise Ended(_CODE.unpack(body)[0])
        yield body.decode() if kind == _TEXT else body


async def read_head(reader: asyncio.StreamReader) -> tuple[str, dict[str, str]]:
    """The first line of a request or an answer, and its headers by their names in small letters."""
    text = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = text.rstrip("\r\n").split("\r\n")
    fields = (line.partition(":") for line in lines)
    return first, {name.strip().lower(): value.strip() for name, _, value in fields}


def head(first: str, headers: dict[str, str]) -> bytes:
    """A first line and headers, as they are sent."""
    lines = [first, *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def answer(status: HTTPStatus, body: bytes, kind: str = "text/plain; charset=utf-8") -> bytes:
    """All of an answer, after which the line ends."""
    headers = {"content-type": kind, "content-length": str(len(body)), "connection": "close"}
    return head(f"HTTP/1.1 {status.value} {status.phrase}", headers) + body
