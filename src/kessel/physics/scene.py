"""One arena with a number of dice, compiled once and reused: slots of bodies for dice.

The only place that builds a MuJoCo model. Dice not in play are parked far away, asleep.
"""

from collections.abc import Sequence

import mujoco  # type: ignore[import-untyped]
import numpy as np

from kessel.physics.arena import arena_assets, arena_geoms
from kessel.physics.die import die_asset, die_body
from kessel.physics.params import (
    DIE_EDGE,
    FRAME_RATE,
    GRAVITY,
    MATERIALS,
    SAMPLES_PER_FRAME,
    STEPS_PER_SAMPLE,
    TIMESTEP,
    Arena,
    Materials,
)
from kessel.physics.pose import Pose
from kessel.physics.trajectory import Floats

PARKED_AT = (3.0, 3.0)
"""m. Where slots wait that have no die yet, or no more."""
SLEEP_SPEED = 0.002
"""m/s. A die slower than this for ten steps, with all it touches, falls asleep."""
FAST = 1.5
"""m/s along an axis. A faster die would be so deep in another when their touch is first seen that
the contact's spring could give it more than it took."""
SOLVER = (
    'cone="elliptic" solver="Newton" iterations="10" tolerance="1e-5" impratio="1" '
    'jacobian="sparse"'
)
"""Elliptic cones: with pyramids a third of throws never settle. Loose friction (impratio 1) lets
leaning dice creep off the wall. Sparse: most dice sleep."""
UNUSED = ("equality", "frictionloss", "limit", "spring", "damper", "actuation", "sensor")
"""Parts of MuJoCo that dice have no use for. A warm start does not pay either: the solver needs one
or two iterations a step without it."""
FLAGS = 'sleep="enable" warmstart="disable" ' + " ".join(f'{part}="disable"' for part in UNUSED)
STARTS_ASLEEP = int(mujoco.mjtSleepPolicy.mjSLEEP_INIT)
MAY_SLEEP = int(mujoco.mjtSleepPolicy.mjSLEEP_ALLOWED)

mujoco.set_mju_user_warning(lambda text: None)  # else a log file; `Scene.warnings` reads them all

LOOKS = """
<visual><global offwidth="1280" offheight="960"/><quality shadowsize="4096"/>
<headlight ambient="0.35 0.35 0.35" diffuse="0.35 0.35 0.35" specular="0.1 0.1 0.1"/></visual>
"""


class Scene:
    """A compiled arena with `slots` dice and its simulation state."""

    def __init__(
        self, arena: Arena, slots: int, materials: Materials = MATERIALS, *, marks: str = ""
    ) -> None:
        self.arena, self.slots = arena, slots
        self.model = mujoco.MjModel.from_xml_string(mjcf(arena, slots, materials, marks))
        self.data = mujoco.MjData(self.model)
        self.poses: Floats = self.data.qpos.reshape(slots, 7)
        """(slots, 7): position and quaternion of each slot; a live view."""
        self.velocities: Floats = self.data.qvel.reshape(slots, 6)
        """(slots, 6): velocity, and angular velocity in the die's own frame; a live view."""
        self._linear = self.velocities[:, :3]
        self._sleepers = self.data.tree_asleep
        self._parked = np.array([self._parking(k) for k in range(slots)])
        self._steps, self._samples_to_look = STEPS_PER_SAMPLE, 0

    @property
    def asleep(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which slots sleep."""
        sleeping: np.ndarray[tuple[int], np.dtype[np.bool_]] = self._sleepers >= 0
        return sleeping

    @property
    def at_rest(self) -> bool:
        """Whether all slots sleep; quicker than asking which do."""
        return bool(self.data.ntree_awake == 0)

    def begin(self, lying: Sequence[Pose]) -> None:
        """Start anew: the first slots lie as given, asleep, so exactly; the rest are parked."""
        start = self._parked.copy()
        for slot, pose in enumerate(lying):
            start[slot] = (*pose.position, *pose.rotation)
        self.model.qpos0[:] = start.ravel()
        self.model.tree_sleep_policy[:] = STARTS_ASLEEP
        self.model.opt.gravity[:] = (0.0, 0.0, -GRAVITY)
        mujoco.mj_resetData(self.model, self.data)
        self._samples_to_look = 0

    def put(self, slot: int, pose: Pose, velocity: Sequence[float], spin: Sequence[float]) -> None:
        """Let a die go: it wakes with this motion (spin in the die's own frame)."""
        self.poses[slot] = (*pose.position, *pose.rotation)
        self.velocities[slot] = (*velocity, *spin)
        self._samples_to_look = 0

    def park(self, slot: int) -> None:
        """Take a die that is gone out of the simulation."""
        self.poses[slot] = self._parked[slot]
        self.velocities[slot] = 0.0

    def wake(self, slot: int) -> None:
        """Wake a die where it lies: MuJoCo wakes what has a velocity, and -0.0 is one."""
        self.velocities[slot] = -0.0

    def lean(self, x: float, y: float) -> None:
        """Tilt gravity, as dice in a box feel it that is moved with acceleration (-x, -y)."""
        self.model.opt.gravity[:2] = (x, y)

    def advance(self, samples: int) -> None:
        """Advance by so many samples; while a die is fast, by half steps.

        Where it looks how fast they are does not depend on how a time is split into calls.
        """
        while samples:
            if not self._samples_to_look:
                self._look()
            some = min(samples, self._samples_to_look)
            mujoco.mj_step(self.model, self.data, nstep=self._steps * some)
            self._samples_to_look -= some
            samples -= some

    def _look(self) -> None:
        """Choose the step; look again in the frame in which falling could make a die fast."""
        fastest = float(np.abs(self._linear).max())
        halves = 2 if fastest > FAST else 1
        self.model.opt.timestep = TIMESTEP / halves
        self._steps = STEPS_PER_SAMPLE * halves
        frames = max(1, int((FAST - fastest) * FRAME_RATE / GRAVITY))
        self._samples_to_look = frames * SAMPLES_PER_FRAME

    def warnings(self) -> list[str]:
        """What MuJoCo warned of since `begin`; it resets a diverged state, so never ignore it."""
        return [mujoco.mjtWarning(k).name for k in self.data.warning.number.nonzero()[0]]

    def deepest(self) -> float:
        """m. The deepest overlap of any two things that touch now."""
        mujoco.mj_forward(self.model, self.data)
        return max(0.0, -min((float(d) for d in self.data.contact.dist), default=0.0))

    def energy(self) -> float:
        """J. Kinetic and potential energy of all dice that are not parked."""
        from kessel.physics.die import INERTIA
        from kessel.physics.params import DIE_MASS

        here = np.abs(self.poses[:, 0]) < PARKED_AT[0] - 1.0
        moving = 0.5 * DIE_MASS * (self.velocities[here, :3] ** 2).sum()
        turning = 0.5 * INERTIA * (self.velocities[here, 3:] ** 2).sum()
        return float(moving + turning + DIE_MASS * GRAVITY * self.poses[here, 2].sum())

    def _parking(self, slot: int) -> tuple[float, ...]:
        row, column = divmod(slot, 8)
        x, y = PARKED_AT[0] + 0.05 * column, PARKED_AT[1] + 0.05 * row
        return (x, y, DIE_EDGE / 2, 1.0, 0.0, 0.0, 0.0)


def mjcf(arena: Arena, slots: int, materials: Materials = MATERIALS, marks: str = "") -> str:
    """The whole model as MuJoCo's XML; marks on the dice are only for pictures."""
    dice = "".join(die_body(k, materials.dice, marks) for k in range(slots))
    return (
        f'<mujoco model="kessel {arena.name}"><option timestep="{TIMESTEP:.17g}" {SOLVER} '
        f'sleep_tolerance="{SLEEP_SPEED}" gravity="0 0 {-GRAVITY}"><flag {FLAGS}/></option>'
        f"{LOOKS}<asset>{MATERIAL_LOOKS}{die_asset()}{arena_assets(arena)}</asset>"
        f'<worldbody><light pos="0.15 -0.25 0.7" dir="-0.2 0.3 -0.9" diffuse="0.7 0.7 0.7"/>'
        f"{arena_geoms(arena, materials)}{dice}</worldbody></mujoco>"
    )


MATERIAL_LOOKS = """
<material name="mat" rgba="0.16 0.20 0.26 1" specular="0.05"/>
<material name="plastic" rgba="0.55 0.12 0.12 1" specular="0.5" shininess="0.5"/>
<material name="die" rgba="0.93 0.91 0.85 1" specular="0.4" shininess="0.4"/>
"""
