"""A server in a process of its own, and players who speak to it over real WebSockets."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from returning import Online
from serving import ServerProcess

SCRIPT = Path(__file__).parent / "serve_fast.py"


class LiveServer(ServerProcess):
    """`given` and limits as `serve_fast` takes them."""

    def __init__(self, folder: Path, *given: str, **limits: float) -> None:
        super().__init__(SCRIPT, folder, *(f"{one}={most}" for one, most in limits.items()), *given)


class Player(Online):
    """One connection; `play` answers for its seats until the game is over."""

    def __init__(self, server: ServerProcess) -> None:
        super().__init__()
        self.server = server

    async def connect(self) -> None:
        await self.dial(self.server.ws)


@contextlib.asynccontextmanager
async def player(server: ServerProcess) -> AsyncIterator[Player]:
    one = await Player(server).open()
    try:
        yield one
    finally:
        await one.close_line()
