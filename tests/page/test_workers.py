"""The work of a hall in one thread: throws wait for an arena that comes late, nothing else does."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

from kessel.bots.bot import Sight
from kessel.bots.levels import LEVELS
from kessel.page.workers import PageWorkers
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.moves import EndTurn
from kessel.rules.options import Options
from kessel.rules.positions import read_state
from kessel.table.dice import IDEAL, PHYSICS
from kessel.throws.dice import Handful, Simulator, ThrowOrder
from kessel.throws.ideal import IdealDice

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
