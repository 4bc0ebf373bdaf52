"""The scene of WebAssembly over the native engine: the same throws to the last bit, without numpy.

What differs there is then only MuJoCo itself, and the other side, which other tests see."""

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from types import ModuleType
from typing import Any

import mujoco  # type: ignore[import-untyped]
import numpy as np
import pytest
from physics.agreement import FEATURES, Told, agreement, thrown, uniform

from kessel.physics import attempt, plain_arrays, simulate, sound, trajectory, wasm_scene
from kessel.physics.chance import Chance
from kessel.physics.dice import PhysicsDice
from kessel.physics.mjcf import model_xml
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.nodejs import NodeProcess
from kessel.physics.practice import scattered, seed_of
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.stepping import WARNINGS, half_sides
from kessel.physics.wasm_scene import WasmScene
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.throws.aim import Aim
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.pose import Pose

STRIKE = find_edition("strike-2020")
THROWS = 8
"""Of one die or five, at eight that lie."""


class NativeArena:
    """The other side of the port, over MuJoCo's native engine."""

    def __init__(self, xml: str, running: Sequence[float]) -> None:
        self.scene = MujocoScene(OVAL, xml.count("<freejoint/>"))
        assert model_xml(OVAL, self.scene.slots) == xml
        assert tuple(running[-2:]) == half_sides(OVAL)

    def __call__(self, orders: bytes) -> bytes:
        numbers = iter(memoryview(orders).cast("d").tolist())
        for order in numbers:
            self._carry_out(int(order), numbers)
        seen = self.scene.seen()
        warned = sum(1 << WARNINGS.index(name) for name in seen.warnings)
        parts = seen.asleep, seen.poses, seen.velocities, seen.kept_poses, seen.kept_velocities
        facts = [float(seen.sample), float(warned), float(len(seen.kept_poses))]
        return np.concatenate([facts, *(part.ravel() for part in parts)]).tobytes()

    def _carry_out(self, order: int, numbers: Iterator[float]) -> None:
        def some(count: int) -> list[float]:
            return [next(numbers) for _ in range(count)]

        match order:
            case wasm_scene.BEGIN:
                every = int(next(numbers))
                self.scene.begin([Pose(*some(7)) for _ in range(self.scene.slots)], every)
            case wasm_scene.PLACE:
                slot = int(next(numbers))
                self.scene.poses[slot] = some(7)
            case wasm_scene.PUSH:
                self.scene.flick(int(next(numbers)), some(6))
            case wasm_scene.LEAN:
                self.scene.lean(*some(3)[:2])
            case wasm_scene.ADVANCE:
                self.scene.advance(int(next(numbers)))
            case wasm_scene.RUN:
                self.scene.run(int(next(numbers)))
            case wasm_scene.CHOOSE:
                self.scene.choose_step()
            case _:
                raise AssertionError(f"no order has the number {order}")


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Physics as a browser has it."""
    for module in (attempt, simulate, sound, trajectory, wasm_scene):
        monkeypatch.setattr(module, "np", plain_arrays)


def orders() -> Iterator[ThrowOrder]:
    """One die or five at some that lie, hard enough to strike."""
    for k in range(THROWS):
        lying = scattered(STRIKE, "23456234", Chance(seed_of("lying", k)))
        dice = tuple(range(20, 21 + 4 * (k % 2)))
        handfuls = (Handful(0, dice, Aim(speed=1.2)),)
        options = resolve_options(STRIKE)
        yield ThrowOrder(STRIKE, options, lying, handfuls, seed_of("throw", k))


def test_the_same_throws_as_the_native_scene(without_numpy: None) -> None:
    scene = partial(WasmScene, NativeArena)
    other = PhysicsDice(make_scene=scene, name="other")
    thrown = [other.throw(order) for order in orders()]
    assert other.name == "other"
    with pytest.MonkeyPatch.context() as patch:
        for module in (attempt, simulate, sound, trajectory):
            patch.setattr(module, "np", __import__("numpy"))
        native = PhysicsDice()
        assert [native.throw(order) for order in orders()] == thrown
    assert all(one.trajectory for one in thrown)


def test_what_mujoco_warns_of_is_told() -> None:
    scene = WasmScene(NativeArena, OVAL, 1)
    scene.begin([])
    scene.advance(1)
    assert scene.seen().warnings == []
    scene.flick(0, [1e12] * 6)
    scene.advance(1)
    assert scene.seen().warnings == ["mjWARN_BADQACC"]


def test_warnings_have_mujocos_names() -> None:
    count = int(mujoco.mjtWarning.mjNWARNING)
    assert tuple(mujoco.mjtWarning(k).name for k in range(count)) == WARNINGS


# --- muJoCo as WebAssembly against the native one: the same throws, told apart only by chance -----


COMPARED = {"firm": 90, "wild": 90}
"""In each engine."""
TOO_RARE = 1e-4
"""Engines that are alike fail one of the seven tests less often than once in a thousand runs."""

Throws = dict[str, list[Told]]


@pytest.fixture(scope="module")
def native() -> Throws:
    """Throws of the native engine."""
    simulator = ArenaSimulator(STRIKE, audible=False)
    return {name: thrown(simulator, name, range(count)) for name, count in COMPARED.items()}


@pytest.fixture(scope="module")
def wasm() -> Throws:
    """The same in the browser's."""
    node = NodeProcess()
    simulator = ArenaSimulator(STRIKE, audible=False, make_scene=node.scene)
    found = {name: thrown(simulator, name, range(count)) for name, count in COMPARED.items()}
    node.close()
    return found


@pytest.mark.long
@pytest.mark.parametrize("strength", COMPARED)
@pytest.mark.parametrize("feature", FEATURES)
def test_flips_losses_and_cocked_dice_are_as_frequent(
    native: Throws, wasm: Throws, strength: str, feature: str
) -> None:
    found = agreement(feature, native[strength], wasm[strength])
    assert found.p > TOO_RARE, found


def test_the_faces_of_thrown_dice_are_uniform(wasm: Throws) -> None:
    assert uniform(told for some in wasm.values() for told in some) > TOO_RARE


def test_controls_fail(native: Throws, wasm: Throws) -> None:
    halved = enumerate(wasm["firm"])
    fewer = [replace(one, flipped=one.flipped and k % 2 == 0) for k, one in halved]
    assert agreement("flipped", native["firm"], fewer).p < TOO_RARE
    loaded = [replace(one, face=5 if one.face == 0 else one.face) for one in wasm["firm"]]
    assert uniform(loaded) < TOO_RARE


# --- Plain arrays do what numpy does, for everything that the physics asks of it ------------------

ROWS = [[0.5, -1.5, 2.5], [1.0, 0.0, -2.0], [3.25, 4.0, 0.0], [0.0, 0.0, 0.0]]


def written(n: ModuleType, key: Any, value: Any) -> Any:
    """The rows, with something written into them."""
    rows = n.array(ROWS)
    rows[key] = value
    return rows


def added(n: ModuleType) -> Any:
    """A part of the rows, changed in place."""
    rows = n.array(ROWS)
    rows[..., 2] += 2.0 * (rows[:, 0] > 0)
    rows[:, 1:] /= n.maximum(n.sqrt((rows * rows).sum(axis=1, keepdims=True)), 1e-9)
    return rows


CASES: dict[str, Callable[[ModuleType], Any]] = {
    "row": lambda n: n.array(ROWS)[-1],
    "column": lambda n: n.array(ROWS)[:, 1],
    "part": lambda n: n.array(ROWS)[1:3, :2],
    "every second": lambda n: n.array(ROWS)[::2],
    "nothing": lambda n: n.array(ROWS)[3:1],
    "dots": lambda n: n.array([ROWS, ROWS])[..., :2],
    "new axis": lambda n: n.array(ROWS)[:, None, 1],
    "number": lambda n: [n.array(ROWS)[2, 0]],
    "by places": lambda n: n.array(ROWS)[n.flatnonzero(n.array([0, 1, 1, 0])), :2],
    "flags of all": lambda n: n.array(ROWS)[n.array(ROWS) > 0.0],
    "write row": lambda n: written(n, 1, (7.0, 8.0, 9.0)),
    "write column": lambda n: written(n, (slice(None), 1), n.array([1.0, 2.0, 3.0, 4.0])),
    "write all": lambda n: written(n, (slice(2), 0), 0.0),
    "write flags": lambda n: written(n, np_flags(n), 9.0),
    "in place": added,
    "spread": lambda n: n.array(ROWS) - n.array(ROWS)[0],
    "turned": lambda n: 2 - n.array(ROWS) * 2.0,
    "sums": lambda n: n.array([ROWS, ROWS]).sum(axis=1),
    "kept": lambda n: n.array(ROWS).sum(axis=1, keepdims=True),
    "largest": lambda n: n.array(ROWS).max(axis=0),
    "any": lambda n: (n.array(ROWS) > 2.0).any(axis=1),
    "all": lambda n: [(n.array(ROWS) > -9.0).all(), (~(n.array(ROWS) > 0.0)).any()],
    "extremes": lambda n: [n.array(ROWS)[0].argmin(), n.array(ROWS)[0].argmax()],
    "nonzero": lambda n: n.array(ROWS)[0].nonzero()[0],
    "turned round": lambda n: n.array([ROWS, ROWS]).transpose(1, 0, 2),
    "as columns": lambda n: n.array(ROWS).T.ravel(),
    "other rows": lambda n: n.array(ROWS).reshape(-1, 6),
    "rounded": lambda n: n.rint(n.array(ROWS)).astype(n.int64),
    "roots": lambda n: n.sqrt(n.abs(n.array(ROWS))),
    "steps": lambda n: n.diff(n.array(ROWS), axis=0),
    "signs": lambda n: n.cumprod(n.where(n.array(ROWS) < 0, -1.0, 1.0), axis=0)[..., None],
    "doubles": lambda n: n.frombuffer(struct.pack("3d", 0.1, -0.0, 7.0)),
    "joined": lambda n: n.concatenate([n.array(ROWS), n.array(ROWS)[:, :1]], axis=1),
    "stacked": lambda n: n.concatenate(([0], n.array([0, 1]) + 1)),
    "repeated": lambda n: n.repeat(n.array(ROWS)[None], 3, axis=0),
    "compared": lambda n: n.array(ROWS) != n.array(ROWS)[0],
}


def np_flags(n: ModuleType) -> Any:
    """Which of the rows' numbers are large."""
    return n.array(ROWS) >= 1.0


def told(found: Any) -> Any:
    """Numbers, and the shape they stand in."""
    return found if isinstance(found, list) else (found.tolist(), tuple(found.shape), len(found))


@pytest.mark.parametrize("name", CASES)
def test_as_numpy_does(name: str) -> None:
    assert told(CASES[name](plain_arrays)) == told(CASES[name](np))
