"""How dice leave the hand: the motion that aims and chance give to each die as it is let go.

The player chooses the aim; the shaken orientation and the tremor come from `Chance`, which no
player holds. Nothing here knows MuJoCo.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kessel.physics.chance import Chance
from kessel.physics.params import CIRCUMRADIUS, GRAVITY
from kessel.throws.arithmetic import cos, length, sin
from kessel.throws.boxes import DIE_EDGE, BoxGeometry
from kessel.throws.dice import Handful
from kessel.throws.outline import distance_along, offset_ring
from kessel.throws.pose import Pose, Vector, into_die_frame


@dataclass(frozen=True, slots=True)
class Release:
    """A die as it leaves a hand."""

    die: int
    time: float  # s
    pose: Pose
    velocity: Vector  # m/s
    spin: Vector  # rad/s, in the die's own frame


HAND_WINDOW = 0.25
"""s. Several seats that throw together let go within this time."""
SWING = 0.09
"""s. A hand lets go this long before the dice would be at the aim: farther away when fast..."""
OVER_RIM = 0.5
"""...but no farther out than above this share of the rim's width, so nobody throws at the wall."""
PITCH = 0.0245
"""m between the dice of a handful: they cannot overlap however they are turned."""
LAYERS = ((3, 1), (3, 2), (4, 3))
"""Dice of one layer of a handful, across and along the throw: the first that holds all, or the
last; two handfuls are spread over the mat."""
MOST_INSET = 0.03
"""m. The smallest outline used for that is this far inside the mat's edge."""
SCATTER = 3.0
"""1/s. The dice of a handful fly apart: so much velocity for each metre from its middle..."""
JOSTLE = 0.10
"""m/s, ...and sigma of what they push each other, along each axis."""
TREMOR_PLACE = 0.003
"""m, sigma of where the hand really is, along x and y."""
TREMOR_BEARING = 0.05
"""rad, sigma of the direction (3°)."""
TREMOR_SPEED = 0.06
"""Sigma of the speed, as a share of it."""
TREMOR_SPIN = 0.2
"""Sigma of the spin, as a share of it."""
LOOSE_SPIN = 4.0
"""rad/s, sigma along each axis: no hand lets go of a die without some spin."""
LOOSE_PLACE = 0.0008
"""m. Each die of a handful is off the lattice by up to this."""
SPIN_SCATTER = 0.6
"""How far the axis of the spin strays from that of a die rolling forward."""
CLEARANCE = 2 * CIRCUMRADIUS + 0.0005
"""m between the middles of dice as they are let go; their edges overlap by 0.5 mm at the most."""
LIFT = 0.004
"""m. A release that is not clear of other dice is tried this much higher, and so on."""


def releases(
    box: BoxGeometry, handfuls: Sequence[Handful], lying: Sequence[Pose], chance: Chance
) -> tuple[Release, ...]:
    """How the dice of all handfuls set out, in the order of their time.

    The random numbers are drawn handful by handful and die by die, so that they do not depend on
    the rest.
    """
    together = len(handfuls) > 1
    occupied = [pose.position for pose in lying]
    let_go: list[Release] = []
    for one in handfuls:
        time = chance.between(0.0, HAND_WINDOW) if together else 0.0
        let_go += _handful(box, one, time, occupied, chance)
    return tuple(sorted(let_go, key=lambda release: release.time))


def _handful(
    box: BoxGeometry, handful: Handful, time: float, occupied: list[Vector], chance: Chance
) -> list[Release]:
    aim = handful.aim
    bearing = aim.side + math.pi + TREMOR_BEARING * chance.normal()
    forward = cos(bearing), sin(bearing)
    speed = aim.speed * (1.0 + TREMOR_SPEED * chance.normal())
    target = aim.x + TREMOR_PLACE * chance.normal(), aim.y + TREMOR_PLACE * chance.normal()
    back = min(SWING * speed, _to_rim(box, target, forward, _breadth(len(handful.dice))))
    start = target[0] - back * forward[0], target[1] - back * forward[1], aim.height
    level, upward = _launch(speed, back, aim.height - DIE_EDGE / 2)
    velocity = level * forward[0], level * forward[1], upward
    places = _lattice(len(handful.dice), start, forward)
    pushes = [velocity] * len(places)
    if len(places) > 1:
        pushes = [_jostled(velocity, place, start, chance) for place in places]
        places = [_loosened(place, chance) for place in places]
    lift = _lift_clear(places, occupied)
    occupied += (clear := [(x, y, z + lift) for x, y, z in places])
    return [
        _let_go(die, time, place, push, aim.spin, forward, chance)
        for die, place, push in zip(handful.dice, clear, pushes, strict=True)
    ]


def _to_rim(
    box: BoxGeometry, target: tuple[float, float], forward: tuple[float, float], breadth: float
) -> float:
    """m from the target back to where a hand above the rim is; 0 for a target beyond it.

    A handful is held so much farther in that none of its dice starts outside of the box.
    """
    over = max(box.wall[-1][0] + OVER_RIM * box.rim_width - breadth, -MOST_INSET)
    rim = offset_ring(box.mat, over)
    return max(0.0, distance_along(rim, target, (-forward[0], -forward[1])))


def _launch(speed: float, back: float, fall: float) -> tuple[float, float]:
    """Level and upward velocity that bring a die from the hand to the aim, thrown straight at it.

    With the flight time T, (back² + fall²) / T² - g·fall + g²T²/4 = speed²; the smaller root is
    the direct throw, and speed 0 is a free fall.
    """
    thrown, dropped = speed * speed + GRAVITY * fall, GRAVITY * length(back, fall)
    slack = math.sqrt(max(0.0, thrown * thrown - dropped * dropped))
    flight = math.sqrt(2.0 * (thrown - slack)) / GRAVITY
    return back / flight, GRAVITY * flight / 2 - fall / flight


def _let_go(
    die: int,
    time: float,
    place: Vector,
    velocity: Vector,
    spin: float,
    forward: tuple[float, float],
    chance: Chance,
) -> Release:
    rotation = chance.rotation()
    axis = [part + SPIN_SCATTER * chance.normal() for part in (-forward[1], forward[0], 0.0)]
    rate = spin * (1.0 + TREMOR_SPIN * chance.normal()) / max(length(*axis), 1e-9)
    x, y, z = (rate * part + LOOSE_SPIN * chance.normal() for part in axis)
    return Release(
        die, time, Pose.at(place, rotation), velocity, into_die_frame(rotation, (x, y, z))
    )


def _layer(count: int) -> tuple[int, int]:
    """How many dice a handful has across and along in each of its layers."""
    wide, deep = next((layer for layer in LAYERS if count <= layer[0] * layer[1]), LAYERS[-1])
    return min(wide, count), deep


def _breadth(count: int) -> float:
    """m from the middle of a handful to its outermost die."""
    wide, deep = _layer(count)
    return PITCH * length(wide - 1, deep - 1) / 2


def _lattice(count: int, start: Vector, forward: tuple[float, float]) -> list[Vector]:
    """Layers from the bottom up; a single die is where the hand is."""
    wide, deep = _layer(count)
    places = []
    for k in range(count):
        layer, rest = divmod(k, wide * deep)
        row, column = divmod(rest, wide)
        across, along = (column - (wide - 1) / 2) * PITCH, (row - (deep - 1) / 2) * PITCH
        x = start[0] + along * forward[0] - across * forward[1]
        y = start[1] + along * forward[1] + across * forward[0]
        places.append((x, y, start[2] + layer * PITCH))
    return places


def _jostled(velocity: Vector, place: Vector, middle: Vector, chance: Chance) -> Vector:
    x, y = (
        velocity[k] + SCATTER * (place[k] - middle[k]) + JOSTLE * chance.normal() for k in (0, 1)
    )
    return x, y, velocity[2]


def _loosened(place: Vector, chance: Chance) -> Vector:
    x, y, z = (part + chance.between(-LOOSE_PLACE, LOOSE_PLACE) for part in place)
    return x, y, z


def _lift_clear(places: Sequence[Vector], occupied: Sequence[Vector]) -> float:
    """How much higher the hand must be so that no die starts inside another, such as a tower's."""
    lift = 0.0
    while any(
        length(x - u, y - v, z + lift - w) < CLEARANCE for x, y, z in places for u, v, w in occupied
    ):
        lift += LIFT
    return lift
