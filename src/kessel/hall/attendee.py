"""Somebody who attends: one connection with the seats it holds and what waits to be sent to it.

Knows no web framework; whoever made it takes what waits and sends it.
"""

import asyncio
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kessel.hall.messages.server import ServerMessage, encode

if TYPE_CHECKING:
    from kessel.hall.room import Room

Payload = bytes | str
"""Bytes go out as a binary frame, text as a text frame."""


class Attendee:
    """One connection, seen from the tables."""

    def __init__(self, most_unsent: int) -> None:
        self.room: Room | None = None
        self.seats: set[int] = set()
        self.unsent: asyncio.Queue[Payload | None] = asyncio.Queue()
        self._most_unsent = most_unsent
        self.is_gone = False
        self.heard = time.monotonic()
        """When the client last said anything."""

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self.deliver([encode(message).decode()])

    def deliver(self, payloads: Iterable[Payload]) -> None:
        """Queue what is already packed; a client that does not keep up is let go."""
        for payload in payloads:
            if self.unsent.qsize() >= self._most_unsent:
                self.close()
                return
            if not self.is_gone:
                self.unsent.put_nowait(payload)

    def close(self) -> None:
        """Let the client go once what waits was sent."""
        if not self.is_gone:
            self.is_gone = True
            self.unsent.put_nowait(None)
