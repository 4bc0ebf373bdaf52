"""The puzzles: positions of the exact solution, and throws of the physics, none of them ambiguous.

Kept as they were made; a test fails if the solution has changed since: then `--all`. Chance only
proposes positions; whatever is told about an aim was counted on other throws than those that chose
it. It takes about two minutes of one core.
"""

import base64
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import product
from random import Random
from typing import Any

from kessel.physics.attempt import SimulatedThrow
from kessel.physics.chance import Chance
from kessel.physics.practice import THROWN_DIE, scattered, seed_of
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import encode
from kessel.rules.edition import Edition, find_edition
from kessel.rules.faces import NULL
from kessel.solver.actions import STOP
from kessel.solver.base.odds import action_values
from kessel.solver.chance import base_outcomes
from kessel.solver.library import shipped_library
from kessel.throws.aim import STRENGTHS, Aim
from kessel.throws.at_rest import DiceAtRest, LyingDie, by_number, dice_in
from kessel.throws.dice import Handful
from kessel.throws.pose import Pose
from tools.made import ROOT, Files, Generator, is_missing

PATH = ROOT / "client" / "src" / "puzzles" / "puzzles.json"
EDITIONS = ("strike-2020", "impact")
"""The two boxes without effects: the others have no solution that comes with the package."""
MARGINS = {"stop": 0.02, "strength": 0.01, "aim": 0.12}
"""What the second-best choice costs at least: chances to win; of an aim, throws that succeed."""
MOST_DICE = 9
DIGITS = 4
POSE_DIGITS = 5

Puzzle = dict[str, Any]


# --- from the solution --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many puzzles with this many dice lying, and this choice the best one."""

    lying: int
    best: str
    count: int


STOPS = (
    Wanted(5, "throw", 1),
    Wanted(4, "throw", 2),
    Wanted(1, STOP, 5),
    Wanted(3, "throw", 3),
    Wanted(3, STOP, 1),
    Wanted(2, STOP, 4),
    Wanted(2, "throw", 4),
)
KINDS = (
    Wanted(5, "firm", 1),
    Wanted(4, "firm", 1),
    Wanted(3, "firm", 2),
    Wanted(2, "firm", 3),
    Wanted(1, "gentle", 4),
    Wanted(1, "wild", 4),
)


def solved(kind: str, wanted: Sequence[Wanted]) -> Iterator[Puzzle]:
    """Puzzles of one kind, the clearest of each sort first and the closest last."""
    for want in wanted:
        found = [
            puzzle
            for edition in EDITIONS
            for players in (2, 3)
            for puzzle in positions(kind, find_edition(edition), players, want.lying)
            if puzzle["best"] == want.best and costs(puzzle) >= MARGINS[kind]
        ]
        found.sort(key=costs, reverse=True)
        yield from spread(unlike(found), want.count)


def unlike(found: Sequence[Puzzle]) -> list[Puzzle]:
    """One of those that differ in the box only."""
    once: dict[str, Puzzle] = {}
    for puzzle in found:
        once.setdefault(repr(puzzle["hands"]), puzzle)
    return list(once.values())


def spread(found: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of a list, evenly from its first to its last."""
    if len(found) < count:
        raise RuntimeError(f"only {len(found)} of {count} positions are clear enough")
    step = (len(found) - 1) / max(1, count - 1)
    return [found[round(step * number)] for number in range(count)]


def positions(kind: str, edition: Edition, players: int, lying: int) -> Iterator[Puzzle]:
    """Every position of the solution with so many different dice lying."""
    solution, model = shipped_library(edition, players)
    assert solution is not None
    for hands in product(range(1, MOST_DICE + 1), repeat=players):
        if not solution.knows(lying, hands):
            continue
        worth = {
            name: won[0]
            for name, won in action_values(solution, model, lying, hands, may_stop=True).items()
        }
        stop = worth.pop(STOP)
        choices = [throw(model, name, lying, won) for name, won in worth.items()]
        if kind == "stop":
            strongest = max(choices, key=lambda one: one["worth"])
            go_on = strongest | {"name": "throw", "strength": strongest["name"]}
            choices = [{"name": STOP, "worth": round(stop, DIGITS)}, go_on]
        yield position(kind, edition, hands, lying, choices)


def throw(model: Any, name: str, lying: int, worth: float) -> Puzzle:
    """A throw with what it is worth and what it does on average."""
    outcomes = base_outcomes(model, name, 1, lying).items()
    return {
        "name": name,
        "worth": round(worth, DIGITS),
        "take": round(sum(share for (_, taken), share in outcomes if taken), DIGITS),
        "taken": round(sum(share * taken for (_, taken), share in outcomes), DIGITS),
        "left": round(sum(share * left for (left, _), share in outcomes), DIGITS),
    }


def position(
    kind: str, edition: Edition, hands: tuple[int, ...], lying: int, choices: list[Puzzle]
) -> Puzzle:
    """A position in which dice lie anywhere: where they lie does not matter here."""
    name = f"{kind} {edition.id} {lying} {'-'.join(map(str, hands))}"
    faces = Random(name).sample([one for one in edition.faces if one != NULL], lying)
    return {
        "id": name,
        "kind": kind,
        "edition": edition.id,
        "hands": list(hands),
        "arena": shown_dice(laid(edition, faces, seed_of(name))),
        "best": max(choices, key=lambda one: one["worth"])["name"],
        "choices": choices,
    }


def costs(puzzle: Puzzle) -> float:
    """What the second-best choice costs."""
    best, second = sorted((one["worth"] for one in puzzle["choices"]), reverse=True)[:2]
    return float(best - second)


# --- from the physics ---------------------------------------------------------------------------

GOALS = ((3, 5), (2, 4))
"""Dice to be taken with one throw, and how many puzzles want that."""
CHOICES = 3
PROPOSED = 12
"""Positions looked at for each goal."""
COMPARED = 6
"""Ways to throw that are looked at in a position."""
LOOKS = 10
"""Throws of each of them, to find positions worth counting."""
COUNTED = 160
"""Throws of each choice, all of them others than those of the look."""
LONGEST_FLIGHT = 3.5
"""s. Of a throw that is shown."""
FROM_HERE = -math.pi / 2


@dataclass(frozen=True, slots=True)
class Way:
    """One way to throw: how strongly, and at which die."""

    strength: str
    target: LyingDie

    @property
    def name(self) -> str:
        """As choices are called."""
        return f"{self.strength} {self.target.face}"

    @property
    def aim(self) -> Aim:
        """From where the player sits."""
        pose = self.target.pose
        return Aim.of_strength(self.strength, x=pose.x, y=pose.y, side=FROM_HERE)


@dataclass(slots=True)
class Range:
    """One position, and all throws at it."""

    name: str
    goal: int
    lying: DiceAtRest
    physics: ArenaSimulator

    def throws(self, way: Way, series: str, count: int) -> Iterator[SimulatedThrow]:
        """The same throws for the same series."""
        handful = Handful(0, (THROWN_DIE,), way.aim)
        for number in range(count):
            yield self.physics.throw(
                self.lying, (handful,), seed_of(self.name, series, way.name, number)
            )

    def succeeds(self, thrown: SimulatedThrow) -> bool:
        """Whether enough dice are taken."""
        return taken([die.face for die in dice_in(thrown.at_rest)]) >= self.goal

    def share(self, way: Way) -> float:
        """How often a way succeeds, by the dice that it moves: a look of few throws."""
        dice = len(dice_in(self.lying))
        total = 0.0
        for thrown in self.throws(way, "look", LOOKS):
            moved = len(thrown.flipped) + (THROWN_DIE not in thrown.out)
            gone = sum(die != THROWN_DIE for die in thrown.out)
            total += chance_of(self.goal, dice - len(thrown.flipped) - gone, moved)
        return total / LOOKS


@cache
def chance_of(goal: int, resting: int, falling: int) -> float:
    """That enough dice are taken when some fall on any side, beside others that all differ."""
    symbols = "23456"
    lying = list(symbols[:resting])
    landings = list(product(symbols + NULL, repeat=falling))
    return sum(taken([*lying, *landing]) >= goal for landing in landings) / len(landings)


@cache
def physics_of(edition: Edition) -> ArenaSimulator:
    """One for each box: its models are made once."""
    return ArenaSimulator(edition, audible=False)


def taken(faces: Sequence[str]) -> int:
    """Dice that match others."""
    return sum(face != NULL and faces.count(face) > 1 for face in faces)


def aimed(goal: int, count: int) -> Iterator[Puzzle]:
    """Puzzles of where to aim, in the order in which they were proposed."""
    proposed = [propose(goal, number) for number in range(PROPOSED)]
    looked = sorted(proposed, key=lambda one: one[0], reverse=True)
    found = 0
    for _, place, ways in looked:
        puzzle = counted(place, ways)
        if counted_margin(puzzle) >= MARGINS["aim"]:
            yield puzzle
            found += 1
        if found == count:
            return
    raise RuntimeError(f"only {found} of {count} aims are clear enough to take {goal}")


def propose(goal: int, number: int) -> tuple[float, Range, list[Way]]:
    """A position with three ways to throw, and how clear it looks."""
    edition = find_edition(EDITIONS[number % len(EDITIONS)])
    name = f"aim {edition.id} {goal} {number}"
    chance = Random(name)
    symbols = [one for one in edition.faces if one != NULL]
    lying = laid(edition, chance.sample(symbols, 4 + number % 2), seed_of(name))
    place = Range(name, goal, lying, physics_of(edition))
    ways = [Way(strength, die) for strength in STRENGTHS for die in by_number(lying)]
    ways = chance.sample(ways, COMPARED)
    shares = {way: place.share(way) for way in ways}
    best = max(ways, key=lambda way: shares[way])
    others = sorted((way for way in ways if way != best), key=lambda way: shares[way])
    chosen = sorted([best, *others[: CHOICES - 1]], key=lambda way: way.name)
    clear = shares[best] - shares[others[CHOICES - 2]]
    return clear, place, Random(f"order {name}").sample(chosen, CHOICES)


def counted(place: Range, ways: Sequence[Way]) -> Puzzle:
    """A puzzle with what came of many throws of each way."""
    choices: list[Puzzle] = []
    for way in ways:
        done = turned = out = 0
        shown: dict[bool, SimulatedThrow] = {}
        for thrown in place.throws(way, "count", COUNTED):
            success = place.succeeds(thrown)
            done += success
            turned += len(thrown.flipped)
            out += len(thrown.out)
            if not thrown.unread and thrown.seconds <= LONGEST_FLIGHT:
                shown.setdefault(success, thrown)
        choices.append(
            {
                "name": way.name,
                "strength": way.strength,
                "face": way.target.face,
                "aim": {key: round(value, DIGITS) for key, value in asdict(way.aim).items()},
                "done": done,
                "turned": round(turned / COUNTED, DIGITS),
                "out": round(out / COUNTED, DIGITS),
                "shown": shown,
            }
        )
    best = max(choices, key=lambda one: int(one["done"]))
    for choice in choices:
        choice["shown"] = shown_throw(choice["shown"][choice is best])
    return {
        "id": place.name,
        "kind": "aim",
        "edition": place.physics.edition.id,
        "goal": place.goal,
        "hands": [4, 4],
        "arena": shown_dice(place.lying),
        "best": best["name"],
        "choices": choices,
    }


def counted_margin(puzzle: Puzzle) -> float:
    """By how many throws of all the best choice is better than the next."""
    best, second = sorted((one["done"] for one in puzzle["choices"]), reverse=True)[:2]
    return float((best - second) / COUNTED)


# --- as the page reads it -----------------------------------------------------------------------


def laid(edition: Edition, faces: Sequence[str], seed: bytes) -> DiceAtRest:
    """Dice anywhere, with poses as short as they are written."""
    return tuple(
        tuple(LyingDie(die.die, die.face, written(die.pose)) for die in stack)
        for stack in scattered(edition, faces, Chance(seed))
    )


def written(pose: Pose) -> Pose:
    """A pose with the digits that the file has."""
    return Pose(*(round(value, POSE_DIGITS) for value in pose))


def shown_dice(at_rest: DiceAtRest) -> list[Puzzle]:
    """Dice as the protocol has them."""
    return [
        {"dice": [{"id": d.die, "face": d.face, "pose": list(written(d.pose))} for d in stack]}
        for stack in at_rest
    ]


def shown_throw(thrown: SimulatedThrow) -> Puzzle:
    """A throw that the page shows."""
    return {
        "frame": base64.b64encode(encode(thrown.trajectory)).decode(),
        "arena": shown_dice(thrown.at_rest),
        "out": list(thrown.out),
    }


def all_puzzles() -> list[Puzzle]:
    """The three kinds in turn, as long as there are any."""
    kinds = [
        list(solved("stop", STOPS)),
        [puzzle for goal, count in GOALS for puzzle in aimed(goal, count)],
        list(solved("strength", KINDS)),
    ]
    longest = max(map(len, kinds))
    turns = [[kind[i] for kind in kinds if i < len(kind)] for i in range(longest)]
    return [puzzle for turn in turns for puzzle in turn]


def text() -> bytes:
    """The file, a line for each puzzle."""
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in all_puzzles())
    head = json.dumps({"margins": MARGINS, "throws": COUNTED}, separators=(",", ":"))
    return f'{head[:-1]},"puzzles":[\n{lines}\n]}}\n'.encode()


def files() -> Files:
    return {PATH: text}


GENERATOR = Generator("puzzles", files, is_missing)
