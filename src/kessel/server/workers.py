"""Work that takes its time, in other processes: throws, bots, solutions, replays.

Throws never wait for a bot that thinks, and neither waits for a solution that is being made.
Workers know nothing of tables: an order goes in, an answer comes out.
"""

import asyncio
import functools
import logging
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import CHARACTERS
from kessel.bots.levels import AIMING, COACH, LEVELS
from kessel.errors import KesselError
from kessel.hall.logs import log
from kessel.hall.store import NotSaved
from kessel.hall.tasks import Tasks
from kessel.hall.workers import Chances
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.rules.state import GameState
from kessel.server.external_bots import ExternalBots
from kessel.server.pool import WorkerPool
from kessel.solver.library import has_shipped
from kessel.table.dice import (
    IDEAL,
    NATIVE,
    PHYSICS,
    PORTABLE,
    dice_named,
    dice_names,
    is_physics,
)
from kessel.throws.aim import Aim
from kessel.throws.dice import Handful, Simulator, ThrowOrder, ThrowResult

if TYPE_CHECKING:
    from kessel.server.store import SqlStore  # no worker needs a database
    from kessel.table.terms import DiceKind

WARM_EDITIONS = ("strike-2020", "impact", "harry-potter")
"""One for each arena: what is compiled at the start; the rest when it is first asked for."""
WARM_STEP, MOST_DICE = 5, 25
"""Compiled so many sizes at a time, so that no throw waits long for it."""
BOT_SECONDS = 4.0
"""A bot that has not answered by then is answered for."""
MASTER_SECONDS = 0.5
"""What the strongest bot may think of a throw."""
BUSY = 4
"""With so many waiting to think, the strongest bot only plays the numbers."""
WITHOUT_SOLUTION = "rule"
LOADING, THROWING = 5, 10
"""Niceness of throws, so that answering comes before simulating. Less while the physics is loaded,
so that it is in time on a machine that is busy with other things."""
THINKING = 12
"""Niceness of bots, replays and referees."""
BACKGROUND = 15
"""Niceness of what nobody waits for."""
THROW_SECONDS = 15.0
"""A throw takes some ms; the first one of a process loads the physics, some seconds, and a Node
that hangs is replaced within this time."""
THROW_WAITS_LONG = 10.0
LATE_THROW = (
    f"a throw has taken over {THROW_WAITS_LONG:g} s: see what keeps this machine busy; "
    "processes that hang are replaced by themselves"
)
DOUBT_SECONDS = 2.0
"""If a throw is not there by then, another process makes it, too: the first one may hang."""
MIND_SECONDS = 15.0
"""A bot's or the coach's question, solutions loaded from the disk included."""
REVIEW_SECONDS = 120.0
SOLVE_SECONDS = 3600.0
REVIEWS_WAITING = 8
"""With so many games waiting for their review, further ones are told to ask again."""

Result = TypeVar("Result")

Game = tuple[str, int]
"""An edition and a number of players: what there is one solution for."""


class ServerWorkers:
    """All processes of a server."""

    def __init__(
        self,
        processes: int,
        bots: Mapping[str, str] = MappingProxyType({}),
        shared: "SqlStore | None" = None,
        dice: str = PORTABLE,
    ) -> None:
        """`bots` are commands of bots from elsewhere, by their names; `shared` is where several
        servers keep solved tables as files."""
        self._shared = shared
        self.dice: Mapping[DiceKind, str] = dice_names(_at_hand(dice))
        """Every kind of dice there is, with its full name as records have it."""
        self._strangers = ExternalBots(bots)
        self._throws = WorkerPool(
            "throws",
            processes,
            nice=THROWING,
            nice_at_first=LOADING,
            doubted_after=DOUBT_SECONDS,
            ends_on_failure=True,
            trial=(_throw, (self.dice[PHYSICS], _plain_order())),
        )
        self._minds = WorkerPool("minds", 1, nice=THINKING)
        self._study = WorkerPool("study", 1, nice=BACKGROUND)
        self._reviews = WorkerPool("reviews", 1, nice=BACKGROUND)
        self._papers = WorkerPool("papers", 1, nice=THINKING)
        self._pools = self._throws, self._minds, self._study, self._reviews, self._papers
        self._late: set[object] = set()
        """Throws that are waited for too long."""
        self._solved: dict[Game, bool | None] = {}
        self._studies = Tasks()

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        """Make a throw; ideal dice need no other process."""
        name = self.dice[PHYSICS if kind == PHYSICS else IDEAL]
        if not is_physics(name):
            return _throw(name, order)
        this = object()
        timer = asyncio.get_running_loop().call_later(THROW_WAITS_LONG, self._be_late, this)
        try:
            return await self._throws.run(_throw, name, order, seconds=THROW_SECONDS)
        finally:
            timer.cancel()
            self._late.discard(this)

    def _be_late(self, this: object) -> None:
        self._late.add(this)
        log(LATE_THROW, logging.WARNING)

    async def decide(self, level: str, sight: Sight, chance: bytes) -> Answer:
        """Ask a bot; one that needs a solution plays by rule until there is one.

        So does one that this server no longer has.
        """
        if level in self._strangers:
            return await self._strangers.decide(level, sight, chance, BOT_SECONDS)
        if level not in (*LEVELS, COACH):
            level = WITHOUT_SOLUTION
        if level not in CHARACTERS and not self.is_solved(*_game(sight.state)):
            level = WITHOUT_SOLUTION
        if level in AIMING and self._minds.waiting >= BUSY:
            level = "exact"
        if level in CHARACTERS:
            return CHARACTERS[level].answer(sight, Random(chance))
        return await asyncio.wait_for(
            self._minds.run(_decide, level, sight, chance, seconds=MIND_SECONDS),
            timeout=BOT_SECONDS,
        )

    async def odds(self, state: GameState) -> Chances | None:
        if not self.is_solved(*_game(state)):
            return None
        return await self._minds.run(_odds, state, seconds=MIND_SECONDS)

    def is_preparing(self, state: GameState) -> bool:
        return self.is_solved(*_game(state)) is None

    @property
    def may_review(self) -> bool:
        return self._reviews.waiting < REVIEWS_WAITING

    async def review(self, bodies: Sequence[str]) -> bytes:
        """Look back at a game; may take a while, and keeps nothing else waiting."""
        return await self._reviews.run(_review, bodies, seconds=REVIEW_SECONDS)

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do anything else that takes its time; nobody who plays waits for it."""
        return await self._papers.run(work, *arguments, seconds=MIND_SECONDS)

    async def warm_up(self) -> None:
        """Let every process load what it needs."""
        physics = self.dice[PHYSICS]
        if not is_physics(physics):
            return
        for most_dice in range(WARM_STEP, MOST_DICE + 1, WARM_STEP):
            for edition in WARM_EDITIONS:
                calls = range(self._throws.processes)
                warm = (self._throws.run(_warm, physics, edition, most_dice) for _ in calls)
                await asyncio.gather(*warm)

    async def look_after(self) -> None:
        """Replace processes that hang, also where nobody asks anything of them."""
        await asyncio.gather(*(pool.look_after() for pool in self._pools))

    def health(self) -> dict[str, str]:
        """`ok`, or what is wrong and what to do, of everything that people wait for."""
        found = {pool.name: pool.health for pool in (self._throws, self._minds)}
        if found["throws"] == "ok" and self._late:
            found["throws"] = LATE_THROW
        return found

    def close(self) -> None:
        """End the processes, whatever they do."""
        self._strangers.close()
        for pool in self._pools:
            pool.close()

    def is_solved(self, edition: str, players: int) -> bool | None:
        key = (edition, players)
        if key not in self._solved and has_shipped(find_edition(edition), players):
            self._solved[key] = True
        if key not in self._solved:
            self._solved[key] = None
            self._studies.start(self._solve(key))
        return self._solved[key]

    async def _solve(self, key: Game) -> None:
        try:
            missing = await self._fetch(key)
            self._solved[key] = await self._study.run(_solve, *key, seconds=SOLVE_SECONDS)
            if missing and self._solved[key] and self._shared is not None:
                body = await self._study.run(_solution_file, missing)
                await self._shared.keep_solution(missing, body)
        except NotSaved as error:
            log("solution not shared", logging.WARNING, why=str(error))
        finally:
            self._solved[key] = bool(self._solved[key])
        log("solution", edition=key[0], players=key[1], found=self._solved[key])

    async def _fetch(self, key: Game) -> str | None:
        """Take a solution that another server has made; its name where nobody has."""
        if self._shared is None:
            return None
        name = await self._study.run(_missing_solution, *key)
        body = None if name is None else await self._shared.solution(name)
        if name is None or body is None:
            return name
        await self._study.run(_keep_solution, name, body)
        return None


def _at_hand(dice: str) -> str:
    """The dice that were chosen; where there is no Node for portable ones, native ones."""
    if dice != PORTABLE:
        return dice
    from kessel.physics.nodejs import NoNode, check_node

    try:
        check_node()
    except NoNode as error:
        log(
            "no portable dice: throws are native, and proven on such a machine only",
            logging.WARNING,
            why=str(error),
        )
        return NATIVE
    return PORTABLE


def _game(state: GameState) -> Game:
    return state.edition.id, state.players


# --- in the worker ------------------------------------------------------------------------------

_simulator = functools.cache(dice_named)


def _throw(name: str, order: ThrowOrder) -> ThrowResult:
    """That there is no Node any more is no answer, as it is that dice found no rest."""
    from kessel.physics.nodejs import NoNode

    try:
        return _simulator(name).throw(order)
    except NoNode as error:  # there was one when the server began
        raise RuntimeError(str(error)) from error


def _plain_order() -> ThrowOrder:
    """One die in an empty arena: whether throws come at all."""
    edition = find_edition(WARM_EDITIONS[0])
    handful = Handful(0, (0,), Aim.of_strength("firm"))
    return ThrowOrder(edition, resolve_options(edition), (), (handful,), bytes(32))


def _decide(level: str, sight: Sight, chance: bytes) -> Answer:
    trying = sight._replace(simulator=_trials()) if level in AIMING else sight
    return _bot(level).answer(trying, Random(chance))


@functools.cache
def _bot(level: str) -> Bot:
    from kessel.bots.roster import make_bot

    return make_bot(level, seconds=MASTER_SECONDS)


def _odds(state: GameState) -> Chances | None:
    from kessel.hall.advice import chances

    return chances(state)


def _solve(edition: str, players: int) -> bool:
    from kessel.solver.library import base_library

    try:
        base_library(find_edition(edition), players)
    except KesselError:
        return False
    return True


def _missing_solution(edition: str, players: int) -> str | None:
    """The name of the file that `_solve` would have to make; None where it is there."""
    from kessel.solver.base import has_table
    from kessel.solver.files import table_path
    from kessel.solver.library import best_model

    played = find_edition(edition)
    base, model = find_edition(played.base), best_model(played)
    there = has_table(base, players, model)
    return None if there else table_path(base, players, model.name).name


def _keep_solution(name: str, body: bytes) -> None:
    from kessel.solver.files import cache_folder, keep_file

    keep_file(cache_folder() / name, body)


def _solution_file(name: str) -> bytes:
    from kessel.solver.files import cache_folder

    return (cache_folder() / name).read_bytes()


def _review(bodies: Sequence[str]) -> bytes:
    from kessel.hall.reviews import game_review

    return game_review(bodies)


def _warm(name: str, edition: str, most_dice: int) -> None:
    from kessel.physics.dice import PhysicsDice
    from kessel.physics.portable import PortableDice

    simulator = _simulator(name)
    assert isinstance(simulator, PhysicsDice | PortableDice)
    simulator.prepare(find_edition(edition), most_dice)


@functools.cache
def _trials() -> Simulator:
    """The physics without trajectories: nobody watches what a bot tries."""
    from kessel.physics.dice import PhysicsDice

    return PhysicsDice(watched=False)
