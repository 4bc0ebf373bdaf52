"""Somebody who attends: one connection and what waits to be sent to it.

Knows no web framework and no table; whoever made it takes what waits and sends it. Which seats it
holds is known to the room it attends.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import TypeAlias

from kessel.hall.frames import pack_message
from kessel.messages.server import AreYouThere, ServerMessage, encode

Payload: TypeAlias = bytes | str
"""Bytes go out as a binary frame, text as a text frame."""
LONG = 1000
"""Bytes of a message from which on it is worth packing."""


def packed(message: ServerMessage) -> Payload:
    """A message as it is sent."""
    return encode(message).decode()


def packed_tightly(message: ServerMessage) -> Payload:
    """The same in a binary frame, where that makes it shorter."""
    text = encode(message)
    return pack_message(text) if len(text) > LONG else text.decode()


class Unsent(asyncio.Queue[Payload | None]):
    """A queue that knows how much waits in it."""

    size = 0
    """Characters and bytes."""

    def _put(self, item: Payload | None) -> None:
        super()._put(item)
        self.size += len(item or "")

    def _get(self) -> Payload | None:
        item = super()._get()
        self.size -= len(item or "")
        return item


class Attendee:
    """One connection, seen from the tables."""

    def __init__(self, most_unsent: int, most_unsent_bytes: int = 2**62) -> None:
        self.unsent = Unsent()
        """What is to be sent, in order; None is the end."""
        self.is_gone = False
        self.heard = time.monotonic()
        """When the client last said anything."""
        self.patience: float | None = None
        """Seconds without a word after which it counts as lost; None: it never pinged."""
        self._word = asyncio.Event()
        self._most_unsent, self._most_unsent_bytes = most_unsent, most_unsent_bytes

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self.deliver([packed(message)])

    def deliver(self, payloads: Iterable[Payload]) -> None:
        """Queue what is already packed; a client that does not keep up is disconnected."""
        for payload in payloads:
            too_much = self.unsent.size + len(payload) > self._most_unsent_bytes
            if self.unsent.qsize() >= self._most_unsent or (too_much and self.unsent.size):
                self.close()
                return
            if not self.is_gone:
                self.unsent.put_nowait(payload)

    async def waiting(self) -> list[Payload]:
        """Wait for something to send and take all there is; nothing at the end."""
        taken = []
        payload = await self.unsent.get()
        while payload is not None:
            taken.append(payload)
            if self.unsent.empty():
                return taken
            payload = self.unsent.get_nowait()
        self.unsent.put_nowait(None)
        return taken

    def hear(self) -> None:
        """The client says something."""
        self.heard = time.monotonic()
        self._word.set()

    def ask(self) -> None:
        """Let the client say something."""
        self._word.clear()
        self.send(AreYouThere())

    async def answers(self, seconds: float) -> bool:
        """Whether the client says something within that time, if asked; one that never pinged is
        taken to be there."""
        if self.patience is None:
            return True
        self.ask()
        try:
            await asyncio.wait_for(self._word.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Disconnect once the queue is sent."""
        if not self.is_gone:
            self.is_gone = True
            self.unsent.put_nowait(None)
