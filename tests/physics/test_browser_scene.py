"""The scene of a browser over the native engine: the same throws to the last bit, without numpy.

What differs in a browser is then only MuJoCo itself, and the crossing, which browser tests see.
"""

from collections.abc import Iterator
from functools import partial

import mujoco  # type: ignore[import-untyped]
import pytest

from kessel.physics import attempt, browser_scene, plain_arrays, simulate, sound, trajectory
from kessel.physics.browser_scene import BrowserScene
from kessel.physics.chance import Chance
from kessel.physics.dice import PhysicsDice
from kessel.physics.params import MATERIALS
from kessel.physics.practice import scattered, seed_of
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.throws.aim import Aim
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful, ThrowOrder

STRIKE = find_edition("strike-2020")
THROWS = 8
"""Of one die or five, at eight that lie."""


class NativeModel:
    """The port that a browser offers, over MuJoCo's native engine."""

    def __init__(self, xml: str) -> None:
        self._model = mujoco.MjModel.from_xml_string(xml)
        self._data = mujoco.MjData(self._model)

    def reset(self, poses: list[float]) -> None:
        self._model.qpos0[:] = poses
        self._model.tree_sleep_policy[:] = int(mujoco.mjtSleepPolicy.mjSLEEP_INIT)
        mujoco.mj_resetData(self._model, self._data)

    def place(self, slot: int, pose: list[float]) -> None:
        self._data.qpos[7 * slot : 7 * slot + 7] = pose

    def push(self, slot: int, motion: list[float]) -> None:
        self._data.qvel[6 * slot : 6 * slot + 6] = motion

    def lean(self, x: float, y: float, z: float) -> None:
        self._model.opt.gravity[:] = (x, y, z)

    def step(self, count: int, seconds: float) -> None:
        self._model.opt.timestep = seconds
        mujoco.mj_step(self._model, self._data, nstep=count)

    def poses(self) -> list[float]:
        poses: list[float] = self._data.qpos.tolist()
        return poses

    def velocities(self) -> list[float]:
        velocities: list[float] = self._data.qvel.tolist()
        return velocities

    def asleep(self) -> list[bool]:
        return [tree >= 0 for tree in self._data.tree_asleep.tolist()]

    def awake(self) -> int:
        return int(self._data.ntree_awake)

    def warnings(self) -> list[str]:
        return [mujoco.mjtWarning(k).name for k in self._data.warning.number.nonzero()[0]]


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Physics as a browser has it."""
    for module in (attempt, browser_scene, simulate, sound, trajectory):
        monkeypatch.setattr(module, "np", plain_arrays)


def orders() -> Iterator[ThrowOrder]:
    """One die or five at some that lie, hard enough to strike."""
    for k in range(THROWS):
        lying = scattered(STRIKE, "23456234", Chance(seed_of("lying", k)))
        dice = tuple(range(20, 21 + 4 * (k % 2)))
        hands = (Handful(0, dice, Aim(speed=1.2)),)
        options = resolve_options(STRIKE)
        yield ThrowOrder(STRIKE, options, lying, hands, seed_of("throw", k))


def test_the_same_throws_as_the_native_scene(without_numpy: None) -> None:
    scene = partial(BrowserScene, NativeModel)
    browser = PhysicsDice(make_scene=scene, name="browser")
    thrown = [browser.throw(order) for order in orders()]
    assert browser.name == "browser"
    with pytest.MonkeyPatch.context() as patch:
        for module in (attempt, simulate, sound, trajectory):
            patch.setattr(module, "np", __import__("numpy"))
        native = PhysicsDice()
        assert [native.throw(order) for order in orders()] == thrown
    assert all(one.trajectory for one in thrown)


def test_what_mujoco_warns_of_is_told() -> None:
    scene = BrowserScene(NativeModel, OVAL, 1, MATERIALS)
    scene.begin([])
    assert scene.warnings() == []
    scene.flick(0, [1e12] * 6)
    scene.advance(1)
    assert scene.warnings() == ["mjWARN_BADQACC"]
