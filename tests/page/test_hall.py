"""The hall of a page: the same messages as a server's, over lines that anything may carry."""

import asyncio
import json
from collections.abc import Coroutine
from dataclasses import replace

import pytest
from hall.in_memory import FAST
from hall.player import Player

from kessel.bots.levels import AIMING, LEVELS
from kessel.messages.server import PROTOCOL
from kessel.page.hall import PageHall, PageLine
from kessel.page.shelf import MemoryShelf
from kessel.page.workers import PageWorkers
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice


class Dice(IdealDice):
    """Ideal dice that have a flight."""

    def throw(self, order: ThrowOrder) -> ThrowResult:
        return replace(super().throw(order), trajectory=order.seed, seconds=0.1)


async def dice() -> Dice:
    """An arena that is there."""
    return Dice()


class Page(Player):
    """A player whose line goes straight into the hall."""

    def __init__(self) -> None:
        super().__init__()
        self.move(MemoryShelf())
        self.told: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.line: PageLine

    def move(self, shelf: MemoryShelf) -> None:
        """To another hall, over this shelf."""
        self.shelf = shelf
        self.hall = PageHall(shelf, PageWorkers(dice(), IdealDice().name), FAST)

    async def connect(self) -> None:
        self.told = asyncio.Queue()
        self.line = self.hall.open(self.told.put_nowait)

    async def say(self, frame: str | bytes) -> None:
        assert isinstance(frame, str)
        self.line.receive(frame)

    async def hear(self) -> str | bytes:
        payload = await self.told.get()
        if payload is None:
            raise ConnectionError("the line has ended")
        return payload


PATHS = (
    "",
    "nothing",
    "games/unknown",
    "games/unknown/record",
    "games/unknown/review",
    "games/unknown/throws/1",
    "games/unknown/throws/one",
    "games/unknown/else",
)


@pytest.fixture
def page() -> Coroutine[None, None, Page]:
    """A page in a hall of its own, connected."""

    async def connected() -> Page:
        return await Page().open()

    return connected()


@pytest.mark.parametrize("edition", EDITIONS)
async def test_a_whole_game_with_its_replay_and_its_proof(page: Page, edition: str) -> None:
    await page.create(edition, "pbp")
    await page.play()
    assert page.game is not None
    code, get = page.game["game"], page.hall.get
    replay = await get(f"games/{code}")
    assert replay.kind == "application/json"
    steps = [one["step"]["events"] for one in json.loads(replay.body)["steps"]]
    place = -1
    for step in page.seen:
        place = steps.index(step["events"], place + 1)
    for number, frame in page.frames.items():
        assert (await get(f"games/{code}/throws/{number}")).body == frame
    record = await get(f"games/{code}/record")
    assert verify(record.body.decode(), dice_named).exact
    review = json.loads((await get(f"games/{code}/review")).body)
    assert review["status"] == ("none" if EDITIONS[edition].effects else "ready")


async def test_seats_are_kept_before_they_are_told(page: Page) -> None:
    shelf, seen = page.shelf, list[str]()

    def tell_page(payload: str | bytes | None) -> None:
        if isinstance(payload, str) and '"joined"' in payload:
            seen.append(str(shelf.things.get("page/kessel.table")))

    line = page.hall.open(tell_page)
    line.receive(json.dumps({"type": "hello", "protocol": PROTOCOL}))
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]
    line.receive(json.dumps({"type": "create", "edition": "impact", "seats": seats}))
    while not seen:
        await asyncio.sleep(0.001)
    kept = json.loads(seen[0])
    assert await page.hall.store.open_table(kept["table"])
    assert len(kept["tokens"]) == 1


async def test_only_what_is_there_is_offered(page: Page) -> None:
    assert page.welcome["bots"] == [one for one in LEVELS if one not in AIMING]
    assert page.welcome["editions"] == list(EDITIONS)
    said = await page.hall.get("editions")
    assert [one["id"] for one in json.loads(said.body)] == list(EDITIONS)


@pytest.mark.parametrize("path", PATHS)
async def test_an_address_with_nothing_behind_it(page: Page, path: str) -> None:
    assert (await page.hall.get(path)).status == 404


async def test_a_line_that_is_closed_ends(page: Page) -> None:
    page.line.close()
    with pytest.raises(ConnectionError):
        await page.hear()
