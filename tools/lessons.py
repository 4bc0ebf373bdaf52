"""The first games that teach: real throws at a real table, chosen for what they show.

They stay as they were made; a test fails if rules or messages have changed since: then `--all`.
Chance only proposes: of many simulated throws the first is taken that ends as the scene wants it.
"""

import asyncio
import base64
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from hall.in_memory import UNLIMITED, Hall, InlineWorkers, Visitor

from kessel.bots.bot import Answer, Sight
from kessel.bots.hand import aim, aim_at_dice
from kessel.physics.dice import PhysicsDice
from kessel.rules.awaits import AwaitThrow
from kessel.rules.engine import awaited
from kessel.rules.moves import EndTurn, Throw
from kessel.table import Pace
from kessel.throws.aim import AimValues
from kessel.throws.at_rest import dice_in
from kessel.throws.dice import ThrowOrder, ThrowResult
from tools.made import ROOT, Files, Generator, is_missing

FOLDER = ROOT / "client" / "src" / "lesson" / "games"
AT_ONCE = Pace(think=(-60.0, -60.0))
MOST_TRIES = 20_000
LONGEST_FLIGHT = 3.5
"""s. A first game lasts a minute."""
YOU, BOT = 0, 1
OPTIONS = {"start_die": "thrown", "premove": "none"}
"""What a first game plays differently from the defaults: every die is thrown, none is pushed."""
FROM_HERE, FROM_THERE = -math.pi / 2, math.pi / 2

Faces = list[str]
Message = dict[str, Any]


@dataclass(frozen=True)
class Game:
    """What one first game is about."""

    edition: str
    start: str
    """The starting die."""
    plain: frozenset[str]
    """Symbols whose match does nothing else."""
    alone: frozenset[str]
    """Symbols whose match does nothing else where no other die lies there."""
    effect: str = ""
    """The symbol whose match is shown at the end."""
    take: int = 1
    """Another number is another course, where one leads to dice that no throw hits."""


STRIKE = frozenset("23456")
ELEMENTS = frozenset({"fire", "water", "stone", "lightning", "air"})
GAMES = (
    Game("strike-2020", "4", STRIKE, STRIKE),
    Game("impact", "fire", ELEMENTS, ELEMENTS),
    Game("impact-power", "air", ELEMENTS - {"air"}, ELEMENTS - {"air"}, "air"),
    Game("harry-potter", "confundo", frozenset({"confundo"}), frozenset({"accio"}), "accio"),
)


def path_of(game: Game) -> Path:
    """The file of a first game."""
    return FOLDER / f"{game.edition}.json"


# --- what a throw has to show ------------------------------------------------------------------


@dataclass(frozen=True)
class Seen:
    """A throw as a scene judges it."""

    before: Faces
    after: Faces
    struck: int
    out: int

    def matches(self) -> set[str]:
        """Symbols that lie there twice or more."""
        return {one for one in self.after if one != "X" and self.after.count(one) > 1}

    def left(self) -> Faces:
        """What stays when X and matches are gone."""
        return [one for one in self.after if one != "X" and one not in self.matches()]


Wish = Callable[[Seen, Game], bool]


def nothing_new(seen: Seen, game: Game) -> bool:
    """One more die lies there, and nothing matches."""
    if seen.struck or seen.out or "X" in seen.after or seen.matches():
        return False
    return len(seen.after) == len(seen.before) + 1


def another(seen: Seen, game: Game) -> bool:
    """The same, with a die that can be taken later without more ado."""
    return nothing_new(seen, game) and seen.after[-1] in game.alone


def unlike_the_first(seen: Seen, game: Game) -> bool:
    """The same, with a die that a hit can turn into what the game began with."""
    return nothing_new(seen, game) and seen.after[-1] != game.start


def lost(seen: Seen, game: Game) -> bool:
    """The thrown die shows an X."""
    return not seen.struck and not seen.out and seen.after == [*seen.before, "X"]


def match(seen: Seen, game: Game) -> bool:
    """The thrown die matches one that lay there; one other stays."""
    calm = not seen.struck and not seen.out and "X" not in seen.after
    return calm and seen.matches() <= game.plain and len(seen.left()) == 1


def hit(seen: Seen, game: Game) -> bool:
    """A die that lay there was turned over, and that made the match; one die stays."""
    made = seen.struck == 1 and not seen.out and "X" not in seen.after
    matches = seen.matches()
    turned = [one for one in seen.after[:-1] if one not in seen.before]
    known = set(seen.left()) <= game.alone and len(seen.left()) == 1
    return made and matches <= game.plain and set(turned) == matches and known


def emptied(seen: Seen, game: Game) -> bool:
    """All that lies there is taken."""
    taken = seen.matches() <= game.alone and not seen.left() and not seen.struck
    return taken and not seen.out and "X" not in seen.after


def all_in(seen: Seen, game: Game) -> bool:
    """All dice at once: an X, a match, and the effect where the edition has one. One die stays,
    which can be taken."""
    matches, stays = seen.matches(), seen.left()
    wanted = {game.effect} if game.effect else matches
    shown = bool(matches) and wanted <= matches <= game.plain | wanted
    known = len(stays) == 1 and ("accio" in matches or set(stays) <= game.alone)
    return shown and "X" in seen.after and known and seen.out < 2


def beaten(seen: Seen, game: Game) -> bool:
    """All dice at once, and no two of them match: whoever threw has none left."""
    return not seen.before and not seen.matches()


# --- the table ----------------------------------------------------------------------------------


class Stagehands(InlineWorkers):
    """Workers that throw until the scene has what it wants."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.wishes: list[Wish] = []
        self.chance = Random(f"first game {game.edition}, take {game.take}")
        self.physics = PhysicsDice()

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        """The first of many throws that the scene wants."""
        if not self.wishes:
            return self._start_die(order)
        wish = self.wishes.pop(0)
        before = {die.die: die.face for die in dice_in(order.at_rest)}
        for _ in range(MOST_TRIES):
            thrown = self.physics.throw(replace(order, seed=self.chance.randbytes(32)))
            if thrown.cocked or thrown.seconds > LONGEST_FLIGHT:
                continue
            after = {die.die: die.face for die in dice_in(thrown.at_rest)}
            struck = sum(after.get(die) not in (None, face) for die, face in before.items())
            known = [after[die] for die in before if die in after]
            faces = known + [face for die, face in after.items() if die not in before]
            seen = Seen(list(before.values()), faces, struck, len(thrown.out))
            if wish(seen, self.game):
                return thrown
        raise RuntimeError(f"{self.game.edition}: no throw shows {wish.__name__}")

    def _start_die(self, order: ThrowOrder) -> ThrowResult:
        for _ in range(MOST_TRIES):
            thrown = self.physics.throw(replace(order, seed=self.chance.randbytes(32)))
            if [die.face for die in dice_in(thrown.at_rest)] == [self.game.start]:
                return thrown
        raise RuntimeError("no such starting die")

    async def decide(self, level: str, sight: Sight, chance: bytes) -> Answer:
        """The opponent throws once, at a die, and stops."""
        if isinstance(awaited(sight.state), AwaitThrow):
            aimed = {**aim_at_dice("firm", sight.at_rest, self.chance), "side": FROM_THERE}
            return Answer(next(one for one in sight.legal() if isinstance(one, Throw)), aimed)
        return Answer(EndTurn())


class Pupil(Visitor):
    """Whoever plays the first game; keeps what the page would be sent."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.shown: list[Message] = []
        self.steps_known = 0

    @property
    def now(self) -> Message:
        """The game as it stands."""
        assert self.game is not None
        return self.game

    async def until_asked(self) -> list[Message]:
        """Everything up to the next question to the pupil, or the end."""
        first = len(self.shown)
        while not self._is_asked():
            await self.receive()
        return self.shown[first:]

    def _is_asked(self) -> bool:
        steps = [one for one in self.shown if one["type"] == "step"]
        asked = steps[-1]["game"]["awaited"] if steps else {"kind": "flying"}
        ends = asked["kind"] == "over" or asked.get("seat") == YOU
        return len(steps) > self.steps_known and ends

    def _note(self, message: Message) -> None:
        super()._note(message)
        if message["type"] in ("thrown", "step"):
            self.shown.append(message)


def aim_for(wish: Wish, shown: Message, game: Game) -> AimValues:
    """For a hit at the die that may not stay, or that came last; else into the middle."""
    if wish is not hit:
        return aim("firm", 0.0, 0.0, FROM_HERE)
    dice = [die for piece in shown["arena"] for die in piece["dice"]]
    x, y, *_ = max(dice, key=lambda die: (die["face"] not in game.alone, die["id"]))["pose"]
    return aim("firm", x, y, FROM_HERE)


SCENES: tuple[tuple[str, tuple[Wish, ...]], ...] = (
    ("first", (another,)),
    ("again", (lost,)),
    ("match", (match, unlike_the_first)),
    ("hit", (hit, emptied)),
    ("all_in", (all_in, lost)),
    ("win", (emptied, beaten)),
)
"""What each throw of the pupil shows, and the opponent's throws after it. An Accio wins as well: it
takes the last die that lies there."""


async def record(game: Game) -> Message:
    """Play a first game and keep what the page is sent."""
    hall = Hall(limits=UNLIMITED, pace=AT_ONCE)
    stage = Stagehands(game)
    hall.workers = stage
    hall.hub.workers = stage
    pupil = Pupil(hall)
    await pupil.open()
    await pupil.create(game.edition, "pb", dice="physics", options=dict(OPTIONS))
    await pupil.send(
        type="throw", seat=YOU, state=pupil.now["state"], unit="1", aim=aim("firm", 0, 0, 0)
    )
    await pupil.until_asked()
    snapshot = pupil.snapshots[-1] | {"game": pupil.now}
    scenes = [await scene(name, wishes, pupil, stage) for name, wishes in SCENES]
    assert pupil.now["awaited"] == {"kind": "over", "winners": [YOU]}, pupil.now["awaited"]
    await hall.hub.close()
    return {"edition": game.edition, "snapshot": snapshot, "scenes": scenes}


async def scene(name: str, wishes: Sequence[Wish], pupil: Pupil, stage: Stagehands) -> Message:
    """What one answer of the pupil brings, to the next question."""
    pupil.steps_known = sum(one["type"] == "step" for one in pupil.shown)
    state, asked = pupil.now["state"], pupil.now["awaited"]
    if asked["kind"] == "accio":
        stage.wishes = list(wishes[1:])
        (die,) = pupil.now["dice"]
        faces = {one["id"]: one["face"] for spot in pupil.now["arena"] for one in spot["dice"]}
        move = f"accio {faces[die]}"
        await pupil.send(type="answer", seat=YOU, state=state, move=move, dice=[die])
        name, answer = "accio", f"{move} {die}"
    else:
        stage.wishes, answer = list(wishes), "throw"
        aimed = dict(aim_for(wishes[0], pupil.now, stage.game))
        unit = asked["units"][0]
        await pupil.send(type="throw", seat=YOU, state=state, unit=unit, aim=aimed)
    messages = with_frames(await pupil.until_asked(), pupil)
    return {"name": name, "answers": {answer: messages}}


def with_frames(messages: list[Message], pupil: Pupil) -> list[Message]:
    """Each throw with its trajectory beside it."""
    return [
        one | {"frame": base64.b64encode(pupil.frames[one["throw"]][8:]).decode()}
        if one["type"] == "thrown"
        else one
        for one in messages
    ]


def text(game: Game) -> bytes:
    """A first game as the page reads it."""
    return (json.dumps(asyncio.run(record(game)), separators=(",", ":")) + "\n").encode()


def files() -> Files:
    return {path_of(game): partial(text, game) for game in GAMES}


GENERATOR = Generator("lessons", files, is_missing)
