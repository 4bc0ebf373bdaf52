"""Work goes on while nobody waits for it, and is ended where it is not done."""

import asyncio

from kessel.hall.tasks import Tasks


def test_what_is_begun_is_done_and_what_is_not_done_can_be_ended() -> None:
    done: list[str] = []

    async def work(name: str, seconds: float) -> None:
        try:
            await asyncio.sleep(seconds)
            done.append(name)
        except asyncio.CancelledError:
            done.append(f"{name} was ended")
            raise

    async def run() -> None:
        tasks = Tasks()
        tasks.start(work("one", 0.0))
        tasks.start(work("another", 60.0))
        await asyncio.sleep(0.01)
        assert done == ["one"]
        tasks.cancel()
        await asyncio.sleep(0.0)

    asyncio.run(run())
    assert done == ["one", "another was ended"]
