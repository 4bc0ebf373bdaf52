"""The hall of a page: its messages, its store, its judge and its work."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hall.in_memory import FAST
from hall.player import Player
from msgspec import structs
from proof.stories import played

from kessel.bots.bot import Sight
from kessel.bots.levels import AIMING, LEVELS
from kessel.hall.daily import day_of, landed
from kessel.hall.store import NewGame, NewThrow, Writing
from kessel.messages.fields import AimFields
from kessel.messages.server import PROTOCOL
from kessel.messages.views import DailyThrow
from kessel.page.hall import PageHall, PageLine
from kessel.page.judge import Judges
from kessel.page.shelf import Guard, MemoryShelf, WriteConflict
from kessel.page.store import ShelfStore
from kessel.page.workers import PageWorkers
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.moves import EndTurn
from kessel.rules.options import Options
from kessel.rules.positions import read_state
from kessel.table.dice import IDEAL, PHYSICS, dice_named
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice


# --- The same messages as a server's, over lines that anything may carry --------------------------
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


# --- Stories are judged as they come, in the reader's words; throws of the day fall ---------------

DICE = IdealDice()


def test_a_story_may_come_in_any_pieces_and_is_told_in_the_readers_language() -> None:
    (ann,) = asyncio.run(played("strike-2020", guests=0, seats="pb"))
    lines = [json.dumps(line) for line in ann.story]
    whole = json.loads(Judges(DICE).begin("en").feed("\n".join(lines)))
    german = Judges(DICE).begin("de")
    pieces = ["\n".join(lines[start : start + 7]) for start in range(0, len(lines), 7)]
    last = json.loads([german.feed(piece) for piece in pieces][-1])
    assert not whole["wrong"]
    assert last["sentences"] != whole["sentences"]
    assert last | {"sentences": []} == whole | {"sentences": []}


def test_a_throw_of_the_day_is_the_servers_as_long_as_date_and_aim_are() -> None:
    aim = AimFields(x=0.0, y=0.0, side=1.0, speed=1.0, height=0.1, spin=5.0)
    here = Judges(DICE).day("2026-11-17", msgspec.json.encode(aim).decode())
    there = landed(DICE.throw(day_of("2026-11-17").aimed(aim)))
    assert msgspec.json.decode(here, type=DailyThrow) == structs.replace(there, frame="")
    other = Judges(DICE).day("2026-11-18", msgspec.json.encode(aim).decode())
    assert other != here


# --- The store on a shelf forgets old tables, and writes all or nothing. What every store promises
# is in `server/store/test_contract.py`.
def step_of(table: int, game: str, number: int, first: int) -> Writing:
    """A game of three entries with one throw."""
    return Writing(
        table=table,
        first=first,
        bodies=[f"{game}-{k}" for k in range(3)],
        games=[NewGame(game, number, "strike-2020", first)],
        throws=[NewThrow(game, 1, 1.5, b"flight of " + game.encode())],
        finished=[game],
    )


async def test_only_the_newest_tables_are_kept() -> None:
    shelf = MemoryShelf()
    store = ShelfStore(shelf)
    for n in range(3):
        number = await store.make_table(f"table{n}", False, ["made"], 0.0)
        await store.write(step_of(number, f"game{n}", 1, 1))
    await store.forget(keep=3)
    assert await store.find_table("table0") is not None
    await store.forget(keep=1)
    assert await store.open_table("table0") is None
    assert await store.game_log("game1") is None
    assert await store.trajectory("game1", 1) is None
    assert await store.game_log("game2") == ["game2-0", "game2-1", "game2-2"]
    left = await shelf.scan("")
    assert not [name for name in left if "game0" in name or "game1" in name]
    assert await store.make_table("table3", False, ["made"], 0.0) == 4, "no number twice"


async def test_a_shelf_in_memory_writes_all_or_nothing() -> None:
    shelf = MemoryShelf()
    await shelf.put({"a": "1", "b": b"2"}, Guard("a", None))
    with pytest.raises(WriteConflict):
        await shelf.put({"a": "2", "c": "3"}, Guard("a", "0"))
    assert await shelf.scan("") == {"a": "1", "b": b"2"}
    await shelf.put({"a": "2"}, Guard("a", "1"))
    assert await shelf.get("a") == "2"


# --- Work in one thread: throws wait for an arena that comes late, nothing else does --------------

STRIKE = find_edition("strike-2020")
ORDER = ThrowOrder(STRIKE, Options(), (), (Handful(0, (1,)),), bytes(32))


async def test_a_throw_waits_for_its_arena_and_ideal_dice_do_not() -> None:
    arena: asyncio.Future[Simulator] = asyncio.get_running_loop().create_future()
    workers = PageWorkers(arena, "physics-test")
    waiting = asyncio.ensure_future(workers.throw(PHYSICS, ORDER))
    assert (await workers.throw(IDEAL, ORDER)).at_rest
    assert not waiting.done()
    arena.set_result(IdealDice())
    assert (await waiting).at_rest
    assert workers.dice == {PHYSICS: "physics-test", IDEAL: IdealDice().name}


async def test_without_an_arena_all_dice_are_ideal_and_called_so() -> None:
    workers = PageWorkers(None, "")
    assert set(workers.dice.values()) == {IdealDice().name}
    assert (await workers.throw(PHYSICS, ORDER)).at_rest


def test_all_levels_are_offered_but_the_one_that_tries_throws_out() -> None:
    assert (*PageWorkers(None, "").levels, "master") == LEVELS


CHOICE = read_state("strike-2020 hands=3,2 arena=2,5 phase=choice")
FOUR = read_state("strike-2020 hands=3,2,1,1 arena=2,5 phase=choice")


async def test_the_exact_bot_and_the_coach_play_and_tell_the_same() -> None:
    workers = PageWorkers(None, "")
    chances = await workers.odds(CHOICE)
    assert chances is not None
    assert chances.stop is not None
    assert not chances.estimated
    answer = await workers.decide("exact", Sight(CHOICE.active, CHOICE), bytes(32))
    stops = chances.stop >= chances.throws[0].chance
    assert isinstance(answer.move, EndTurn) == stops


async def test_where_no_solution_is_shipped_nothing_is_said_and_the_bot_plays_on() -> None:
    workers = PageWorkers(None, "")
    assert await workers.odds(FOUR) is None
    assert not workers.is_solved("strike-2020", 4)
    assert not workers.is_preparing(FOUR)
    assert (await workers.decide("exact", Sight(FOUR.active, FOUR), bytes(32))).move


WITHOUT_LIBRARIES = """
import asyncio, json, sys
for name in ("numpy", "scipy", "mujoco", "sqlalchemy", "starlette"):
    sys.modules[name] = None
from kessel.bots.bot import Sight
from kessel.bots.levels import LEVELS
from kessel.page.workers import PageWorkers
from kessel.rules.edition import EDITIONS
from kessel.rules.positions import read_state

async def main():
    workers, told = PageWorkers(None, ""), {}
    for edition in EDITIONS.values():
        element = " elements=air" if edition.id == "impact-power" else ""
        for hands in ("3,2", "3,2,4"):
            text = f"{edition.id} hands={hands}{element} arena={edition.symbols[4]} phase=choice"
            state = read_state(text)
            answer = await workers.decide("exact", Sight(state.active, state), bytes(32))
            chances = await workers.odds(state)
            told[f"{edition.id} {hands}"] = chances.estimated
    print(json.dumps(told))

asyncio.run(main())
"""


def test_all_that_is_done_without_the_libraries_that_a_browser_lacks(tmp_path: Path) -> None:
    asked = [sys.executable, "-c", WITHOUT_LIBRARIES]
    nothing_solved = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    ran = subprocess.run(asked, capture_output=True, text=True, timeout=60, env=nothing_solved)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert len(told) == 2 * len(EDITIONS)
    for game, estimated in told.items():
        assert estimated == bool(EDITIONS[game.split()[0]].effects)
