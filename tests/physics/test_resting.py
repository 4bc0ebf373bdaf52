"""Reading dice at rest: flat, tower, cocked, rim, out."""

import math

import pytest

from kessel.physics.resting import Rest, lowest_point, read
from kessel.physics.trajectory import Fate
from kessel.throws.boxes import OVAL
from kessel.throws.pose import Pose, product, with_up


def tilted(
    degrees: float, x: float = 0.0, y: float = 0.0, z: float = 0.009, yaw: float = 0.2
) -> Pose:
    half = math.radians(degrees) / 2
    return Pose.at((x, y, z), product((math.cos(half), math.sin(half), 0, 0), with_up(3, yaw)))


def flat(x: float, y: float, z: float = 0.008, up: int = 1, yaw: float = 0.7) -> Pose:
    return Pose.at((x, y, z), with_up(up, yaw))


def test_what_counts_as_flat_looks_flat() -> None:
    rests = read(OVAL, {1: tilted(4.9, z=0.0083), 2: tilted(5.1, x=0.04), 3: tilted(13, x=-0.04)})
    assert [rests[die].fate for die in (1, 2, 3)] == [Fate.FLAT, Fate.COCKED, Fate.COCKED]


@pytest.mark.parametrize("up", range(6))
def test_the_face_is_the_axis_that_looks_up(up: int) -> None:
    assert read(OVAL, {5: flat(0, 0, up=up)})[5] == Rest(Fate.FLAT, up)


def test_a_tower_is_told_from_the_bottom_up() -> None:
    rests = read(OVAL, {3: flat(0, 0, 0.040), 1: flat(0.002, 0), 2: flat(0, 0.003, 0.024)})
    assert {die: rest.on for die, rest in rests.items()} == {1: None, 2: 1, 3: 2}
    assert rests[3].fate is Fate.TOWER


def test_a_die_holds_one_other_at_most() -> None:
    rests = read(OVAL, {1: flat(0, 0), 2: flat(-0.008, 0, 0.024), 3: flat(0.0081, 0, 0.024)})
    assert sorted(rest.fate for rest in rests.values()) == [Fate.FLAT, Fate.TOWER, Fate.COCKED]


def test_a_flat_die_on_the_rim_and_one_hanging_there_are_on_the_rim() -> None:
    rim = OVAL.wall[-1][0] + OVAL.rim_width / 2
    rests = read(OVAL, {1: flat(0.0757 + rim, 0, OVAL.height + 0.008)})
    assert rests[1].fate is Fate.RIM
    hanging = tilted(40, x=0.0757 + OVAL.wall[-1][0], z=OVAL.height + 0.004)
    assert read(OVAL, {1: hanging})[1].fate is Fate.RIM


def test_a_die_leaning_on_the_wall_inside_is_cocked() -> None:
    assert read(OVAL, {1: tilted(40, x=0.07, z=0.011)})[1].fate is Fate.COCKED


@pytest.mark.parametrize("place", [(0.3, 0.0), (0.0, -0.2), (0.5, 0.5)])
def test_a_die_on_the_table_is_out_however_flat(place: tuple[float, float]) -> None:
    assert read(OVAL, {1: flat(*place)})[1].fate is Fate.OUT


def test_lowest_point() -> None:
    assert lowest_point(flat(0, 0)) == pytest.approx(0.0)
    corner = 0.0055 * math.sqrt(2) + 0.0025
    assert lowest_point(tilted(45, z=0.02, yaw=0.0)) == pytest.approx(0.02 - corner)
