"""The port to an engine: another engine can be put in, and none is loaded before it is needed."""

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from physics.fake_scene import FakeScene

from kessel.physics.dice import PhysicsDice
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.simulator import ArenaSimulator, native_scene
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.throws.aim import Aim
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.placing import placed

if TYPE_CHECKING:
    from kessel.physics.scene import Scene, SceneMaker

STRIKE = find_edition("strike-2020")


def test_the_native_scene_is_mujocos() -> None:
    scene: Scene = native_scene(OVAL, 2)
    assert isinstance(scene, MujocoScene)
    assert (scene.box, scene.slots) == (OVAL, 2)


def test_another_engine_throws_through_the_same_code() -> None:
    maker: SceneMaker = FakeScene
    simulator = ArenaSimulator(STRIKE, make_scene=maker)
    lying = placed(STRIKE, (), 0, "4", -0.04)
    thrown = simulator.throw(lying, [Handful(0, (5,), Aim(x=0.03, speed=0.0))], bytes(32))
    assert thrown.at_rest[0] == lying[0]
    assert abs(thrown.at_rest[1][0].pose.x - 0.03) < 0.01
    assert thrown.trajectory.frames > 5


def test_a_thrower_takes_another_engine_too() -> None:
    thrower = PhysicsDice(make_scene=FakeScene)
    handfuls = (Handful(0, (5, 6), Aim(speed=0.0)),)
    result = thrower.throw(ThrowOrder(STRIKE, resolve_options(STRIKE), (), handfuls, bytes(32)))
    assert {stack[0].die for stack in result.at_rest} == {5, 6}
    assert result.trajectory


def test_without_a_native_throw_mujoco_is_never_loaded() -> None:
    code = """
import sys
from physics.fake_scene import FakeScene
from kessel.physics.simulator import ArenaSimulator, native_scene
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import find_edition
from kessel.throws.dice import Handful
simulator = ArenaSimulator(find_edition("impact"), make_scene=FakeScene)
simulator.throw((), [Handful(0, (1,))], bytes(32))
print("mujoco" in sys.modules)
ArenaSimulator(find_edition("impact")).prepare(1)
print("mujoco" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert ran.stdout.split() == ["False", "True"]
