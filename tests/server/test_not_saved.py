"""A real server whose disk takes nothing any more: whoever hears of it is disconnected, whatever
they asked for, and is served again once there is room. `hall/test_not_saved.py` says every kind in
more situations."""

import asyncio
import sys
from collections.abc import Callable
from random import Random

import pytest
import websockets
from hall.saying import KINDS, fitting, tag
from msgspec import Struct
from server.live import LiveServer, Player

REFUSALS = {"not_saved", "disk_full"}


@pytest.mark.skipif(sys.platform != "linux", reason="limits the files of another process")
def test_whoever_hears_of_a_failing_disk_is_disconnected(serve: Callable[..., LiveServer]) -> None:
    import resource

    async def refusal(one: Player, kind: type[Struct]) -> str:
        """What the store did not do of this, if anything; then nothing may come but the end."""
        where = {"table": "a" * 12, "tokens": list(one.tokens.values())}
        await one.send(**fitting(kind, Random(7), **where))
        await one.send(type="ping", ref=7)
        while (message := await one.receive()).get("code") not in REFUSALS:
            if message.get("ref") == 7:
                return ""
        with pytest.raises(websockets.ConnectionClosed):
            await one.receive()
        return str(message["code"])

    async def run() -> None:
        server, endless = serve(), resource.RLIM_INFINITY
        everybody = {kind: await Player(server).open() for kind in KINDS}
        for one in everybody.values():
            await one.create("strike-2020", "po")
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, endless))
        told = {tag(kind): await refusal(one, kind) for kind, one in everybody.items()}
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (endless, endless))
        assert {kind for kind, code in told.items() if code} >= {"create", "start", "post_daily"}
        again = await Player(server).open()
        await again.create("strike-2020", "pb")
        for one in (*everybody.values(), again):
            await one.close()

    asyncio.run(run())
