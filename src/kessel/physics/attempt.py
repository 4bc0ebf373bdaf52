"""One attempt at a throw: it flies, comes to rest, and what cannot be read is settled.

Settling is a knock at the box, then a finger, then a hand that rolls the die again outside; a die
that could be read keeps its face (ruling C-49). Knows dice by number, and no rules of play.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from kessel.physics.chance import Chance
from kessel.physics.numbers import Floats, np
from kessel.physics.params import FRAME_RATE, SAMPLES_PER_FRAME
from kessel.physics.release import Release
from kessel.physics.resting import Rest, read
from kessel.physics.scene import Scene
from kessel.physics.simulate import Motion, Shake, Start, simulate
from kessel.physics.sound import heard
from kessel.physics.stepping import CROWD
from kessel.physics.trajectory import Contact, Fate, Nudge, Track, Trajectory
from kessel.rules.faces import Face
from kessel.rules.moves import Landing
from kessel.rules.options import Options
from kessel.throws.arithmetic import cos, length, sin
from kessel.throws.at_rest import (
    DiceAtRest,
    LyingDie,
    arena_of,
    by_number,
    holders,
    stacked_up,
)
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.placing import collide, is_free
from kessel.throws.pose import Pose, with_up

SHAKES = (0.0010, 0.0010, 0.0015)
"""m. Amplitudes of the knocks at the box that free a cocked die; 1 mm leaves flat dice alone."""
FLICKS = 3
"""If that fails, this many pushes with a finger, then the die is rolled again outside. In a crowd,
where a die seldom finds room, there is one push and no knock."""
FLICK_SPEED, FLICK_LIFT, FLICK_SPIN = 0.35, 0.25, 12.0
"""m/s sideways, m/s up and rad/s of such a push."""
HAND_FRAMES = 36
"""Frames in which a hand takes a die out and puts it back."""
HAND_HEIGHT = 0.09
"""m. How high it lifts it."""
BESIDE = 0.9 * DIE_EDGE
"""m. Dice whose heights differ by less are side by side rather than on each other."""
PLACE_RINGS, PLACE_STEP = 60, 0.002
"""Where a die is put back: rings of this pitch (m) around the place it was taken from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedOutcome:
    """How a simulated throw ended: small, comparable, and cheap to send to another process."""

    at_rest: DiceAtRest  # the dice that lie in the arena now
    out: tuple[int, ...]  # dice that left the arena, those on the rim too where it is out
    unread: tuple[int, ...]  # dice that were cocked or stacked and had to be settled
    flipped: tuple[int, ...]  # lying dice that still lie, with another face
    seconds: float  # how long it shows
    attempts: int = 1  # simulations begun; above 1 the first ones were discarded
    nudges: int = 0
    rerolls: int = 0

    @property
    def landing(self) -> Landing:
        """What the rules see of it."""
        return Landing(arena_of(self.at_rest), len(self.out), len(self.unread))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimulatedThrow(SimulatedOutcome):
    """How a simulated throw ended, and how it went."""

    trajectory: Trajectory

    def outcome(self) -> SimulatedOutcome:
        """Only how it ended."""
        kept = {field.name: getattr(self, field.name) for field in fields(SimulatedOutcome)}
        return SimulatedOutcome(**kept)


class Attempt:
    """One attempt: the stages that follow each other, and what they add to the trajectory."""

    def __init__(
        self,
        scene: Scene,
        faces: Sequence[Face],
        at_rest: DiceAtRest,
        releases: Sequence[Release],
        chance: Chance,
        options: Options,
        audible: bool,
    ) -> None:
        """`faces` are the edition's, in the order of `pose.AXES`."""
        self._scene, self._box, self._faces = scene, scene.box, faces
        self._lying, self._releases = by_number(at_rest), releases
        self._chance, self._options, self._audible = chance, options, audible
        self._dice = [d.die for d in self._lying] + [r.die for r in releases]
        self._stood = set(holders(at_rest).items())
        self._poses: dict[int, Pose] = {}
        self._rests: dict[int, Rest] = {}
        self._frames: list[Floats] = []
        self._contacts: list[Contact] = []
        self._nudges: list[Nudge] = []
        self._unread: set[int] = set()
        self._firsts = [0] * len(self._dice)
        self._lasts: dict[int, int] = {}
        self._tries = self._rerolls = 0

    def run(self, number: int, flown: Motion | None = None) -> SimulatedThrow:
        """Throw, settle, and tell; `number` is which attempt this is.

        What has `flown` in another engine is only settled.
        """
        self._fly(flown)
        self._settle()
        return self._result(number)

    # --- stages -------------------------------------------------------------------------------

    def _fly(self, flown: Motion | None) -> None:
        start = Start([d.pose for d in self._lying], self._releases)
        motion = flown or simulate(self._scene, start, fine=self._audible)
        self._firsts = [-(-sample // SAMPLES_PER_FRAME) for sample in motion.released]
        self._lasts = dict(motion.vanished)
        self._accept(motion)

    def _settle(self) -> None:
        """Free what is cocked or stacked by accident; after enough tries by hand."""
        crowded = self._scene.slots > CROWD
        for amplitude in () if crowded or self._options.cocked != "nudge" else SHAKES:
            if self._cocked():
                self._try(Shake(self._chance.between(-math.pi, math.pi), amplitude))
        for _ in range(1 if crowded else FLICKS):
            loose = self._stacked() | (self._cocked() if self._options.cocked == "nudge" else set())
            if loose:
                self._try(None, loose)
        while trouble := self._cocked() | self._stacked():
            self._reroll(sorted(trouble, key=lambda die: (-self._poses[die].z, die)))

    def _try(self, shake: Shake | None, flicked: set[int] | None = None) -> None:
        """One nudge; if it changes a die that could be read, it is as if it had not been (C-49)."""
        self._tries += 1
        gone, trouble = self._gone(), self._cocked() | self._stacked()
        start = Start(
            [self._poses[die] for die in self._dice],
            parked=frozenset(k for k, die in enumerate(self._dice) if die in gone),
            shake=shake,
            woken=frozenset(k for k, die in enumerate(self._dice) if die in trouble),
            flicks={k: self._flick() for k, d in enumerate(self._dice) if d in (flicked or ())},
        )
        motion = simulate(self._scene, start, fine=self._audible)
        calm = [die for die in self._dice if die not in gone and die not in trouble]
        poses = self._present(motion)
        after = read(self._box, poses)
        lost = any(after[die].fate in (Fate.OUT, Fate.RIM) for die in trouble)
        if lost or any(after[die] != self._rests[die] for die in calm):
            return
        if shake:
            first = sum(map(len, self._frames))
            self._nudges.append(Nudge(first, shake.frames, shake.bearing, shake.amplitude))
        self._accept(motion)

    def _flick(self) -> tuple[float, ...]:
        bearing = self._chance.between(-math.pi, math.pi)
        push = FLICK_SPEED * cos(bearing), FLICK_SPEED * sin(bearing), FLICK_LIFT
        return (*push, *(FLICK_SPIN * self._chance.normal() for _ in range(3)))

    def _reroll(self, dice: Sequence[int]) -> None:
        """Hands take these dice out, roll them outside and put each back flat where it fits."""
        frames = np.repeat(self._frames[-1][-1][None], HAND_FRAMES, axis=0)
        for die in dice:
            slot, pose = self._dice.index(die), self._put_back(die)
            start = list(self._poses[die])
            for k in range(HAND_FRAMES):
                frames[k, slot] = _carried(start, pose, k / (HAND_FRAMES - 1))
            self._poses[die] = pose
            self._rests = read(self._box, self._poses)
            if self._rests[die].fate is Fate.TOWER:
                self._stood.add((die, self._rests[die].on))
        self._frames.append(frames)
        self._unread |= set(dice)
        self._rerolls += len(dice)

    def _put_back(self, die: int) -> Pose:
        up, yaw = self._chance.below(6), self._chance.between(-math.pi, math.pi)
        gone = self._gone() | {die}
        others = [self._poses[d] for d in self._dice if d not in gone]
        x, y, _ = self._poses[die].position
        for ring in range(PLACE_RINGS):
            for k in range(max(1, 6 * ring)):
                angle = math.tau * k / max(1, 6 * ring) + yaw
                u, v = (
                    x + ring * PLACE_STEP * cos(angle),
                    y + ring * PLACE_STEP * sin(angle),
                )
                if is_free(self._box, others, u, v):
                    return Pose.at((u, v, DIE_EDGE / 2), with_up(up, yaw))
        return self._on_top(up, die)

    def _on_top(self, up: int, die: int) -> Pose:
        """Where the mat is full: square on the lowest die that holds no other and has room."""
        held = {rest.on for rest in self._rests.values()}
        others = [d for d in self._poses if d != die and d not in self._gone()]
        free = [
            d for d in others if self._rests[d].fate in (Fate.FLAT, Fate.TOWER) and d not in held
        ]
        poses = [self._atop(d, up) for d in free]
        around = [self._poses[d] for d in others]
        fits = [pose for pose in poses if not any(_beside(pose, other) for other in around)]
        return min(fits or poses, key=lambda pose: pose.z)

    def _atop(self, holder: int, up: int) -> Pose:
        below = self._poses[holder]
        return Pose.at((below.x, below.y, below.z + DIE_EDGE), with_up(up, below.yaw))

    # --- bookkeeping --------------------------------------------------------------------------

    def _accept(self, motion: Motion) -> None:
        start = sum(map(len, self._frames)) / FRAME_RATE
        frames = motion.frames
        if self._frames:
            frames = frames.copy()
            for die in self._gone():
                slot = self._dice.index(die)
                frames[:, slot] = self._frames[-1][-1, slot]
        self._frames.append(frames)
        if self._audible:
            self._contacts += heard(motion, self._dice, self._box, start)
        self._poses |= self._present(motion)
        self._rests = read(self._box, self._poses)
        self._unread |= self._cocked() | self._stacked()

    def _present(self, motion: Motion) -> dict[int, Pose]:
        gone = self._gone()
        ends = zip(self._dice, motion.end, strict=True)
        return {die: pose for die, pose in ends if die not in gone}

    def _gone(self) -> set[int]:
        fates = {Fate.OUT, Fate.RIM} if self._options.rim_is_out else {Fate.OUT}
        return {die for die, rest in self._rests.items() if rest.fate in fates}

    def _cocked(self) -> set[int]:
        fates = {Fate.COCKED} if self._options.rim_is_out else {Fate.COCKED, Fate.RIM}
        return {die for die, rest in self._rests.items() if rest.fate in fates}

    def _stacked(self) -> set[int]:
        """Dice on top of another that did not stand there before, where that is to be undone."""
        if self._options.accidental_stack == "top_counts":
            return set()
        towers = {(die, rest.on) for die, rest in self._rests.items() if rest.on is not None}
        return {die for die, _ in towers - self._stood}

    def _result(self, attempts: int) -> SimulatedThrow:
        gone = self._gone()
        lying = [
            LyingDie(die, self._faces[rest.up], self._poses[die])
            for die, rest in self._rests.items()
            if die not in gone
        ]
        before = {d.die: d.face for d in self._lying}
        trajectory = self._trajectory()
        return SimulatedThrow(
            trajectory=trajectory,
            seconds=trajectory.seconds,
            at_rest=stacked_up(lying, {die: rest.on for die, rest in self._rests.items()}),
            out=tuple(sorted(gone)),
            unread=tuple(sorted(self._unread - gone)),
            flipped=tuple(d.die for d in lying if before.get(d.die, d.face) != d.face),
            attempts=attempts,
            nudges=self._tries,
            rerolls=self._rerolls,
        )

    def _trajectory(self) -> Trajectory:
        frames = np.concatenate(self._frames)
        last = len(frames) - 1
        tracks = tuple(
            Track(
                die,
                self._firsts[slot],
                self._lasts.get(slot, last),
                self._rests[die].fate,
                self._rests[die].up,
            )
            for slot, die in enumerate(self._dice)
        )
        contacts = tuple(self._contacts)
        return Trajectory(
            tracks, frames[..., :3], frames[..., 3:], contacts, tuple(self._nudges), FRAME_RATE
        )


def _carried(start: Sequence[float], goal: Sequence[float], share: float) -> list[float]:
    """Where a hand has a die that it lifts, turns and lays down."""
    smooth = share * share * (3 - 2 * share)
    sign = -1.0 if _dot(start[3:], goal[3:]) < 0 else 1.0
    way = zip(start, (*goal[:3], *(sign * part for part in goal[3:])), strict=True)
    x, y, z, *turn = (a + smooth * (b - a) for a, b in way)
    size = max(length(*turn), 1e-9)
    return [x, y, z + HAND_HEIGHT * sin(math.pi * share), *(part / size for part in turn)]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    w, x, y, z = (a * b for a, b in zip(one, other, strict=True))
    return w + x + y + z


def _beside(one: Pose, other: Pose) -> bool:
    """Whether a flat die would cut into another one at about the same height."""
    return abs(one.z - other.z) < BESIDE and collide(one, other)
