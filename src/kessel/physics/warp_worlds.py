"""Worlds on a GPU: our arena in MuJoCo Warp; the only place that knows it.

One CUDA graph begins throws in free worlds, steps all of them and looks which rest. Needs the
extra `gpu` and an NVIDIA card.
"""

import mujoco  # type: ignore[import-untyped]
import mujoco_warp as mjw  # type: ignore[import-not-found,unused-ignore]
import numpy as np
import warp as wp  # type: ignore[import-not-found,unused-ignore]

from kessel.physics.mjcf import model_xml
from kessel.physics.numbers import Floats
from kessel.physics.params import (
    FRAME_RATE,
    GRAVITY,
    STEPS_PER_FRAME,
    TABLE_RADIUS,
    TIMESTEP,
)
from kessel.physics.simulate import OUT_FRAMES
from kessel.physics.stepping import (
    CORNER,
    FAST,
    FRAMES_PER_LOOK,
    STILL_FRAMES,
    STILL_SPEED,
    half_sides,
    parking,
)
from kessel.physics.warp_contacts import as_native
from kessel.physics.warp_solver import for_dice, set_constants
from kessel.physics.worlds import Ends, Indices
from kessel.throws.boxes import BoxGeometry

WORLDS = 65_536
"""At once."""
LOOKS = 2
"""Frames, each with a look, that follow each other before free worlds are filled again."""
CONTACTS_A_DIE, ROWS_A_CONTACT = 5, 4
"""Room in the engine: contacts of a die that moves, and rows of constraints of each contact."""
STRUCK_AT_ONCE = 3
"""Room for dice that move beside the thrown ones; less room is quicker. What needs more of either,
one throw in a hundred, is thrown on the processor."""
AWAKE = -(1 + mujoco.mjMINAWAKE)
LONGEST = 3.0
"""s. What moves longer is thrown on the processor: a few need not keep a card busy."""
PRESSED = 1e-6
"""m. Lying dice are pressed this far into the mat. Single precision lifts some of them off it, and
what is struck then gets a step without a floor; dice that rest sink in a hundred times as far."""
PARKED = 3.0
"""m. Where dice wait that have fallen from the table."""
FREE, FLYING, RESTING, HUNG = 0, 1, 2, 3
"""What a world is doing."""


@wp.func  # type: ignore[untyped-decorator,unused-ignore]
def _step(fastest: float) -> float:
    return wp.where(fastest > FAST, TIMESTEP / 2.0, TIMESTEP)  # type: ignore[no-any-return,unused-ignore]


@wp.func  # type: ignore[untyped-decorator,unused-ignore]
def _frames(fastest: float) -> float:
    """For how long a step holds, as `stepping.stepping` says it."""
    return wp.max(1.0, wp.floor((FAST - fastest) * float(FRAME_RATE) / GRAVITY))  # type: ignore[no-any-return,unused-ignore]


@wp.kernel  # type: ignore[untyped-decorator,unused-ignore]
def _begin(
    starting: wp.array[int],
    start_pose: wp.array2d[float],
    start_velocity: wp.array2d[float],
    slots: int,
    qpos: wp.array2d[float],
    qvel: wp.array2d[float],
    time: wp.array[float],
    tree_asleep: wp.array2d[int],
    tree_awake: wp.array2d[int],
    body_awake: wp.array2d[int],
    overflow: wp.array[int],
    timestep: wp.array[float],
    doing: wp.array[int],
    held: wp.array[float],
    still: wp.array[float],
    away: wp.array[float],
) -> None:
    row = wp.tid()
    world = starting[row]
    if world < 0:
        return
    starting[row] = -1
    time[world] = 0.0
    overflow[world] = 0
    still[world] = 0.0
    away[world] = 0.0
    doing[world] = FLYING
    fastest = float(0.0)
    for slot in range(slots):
        moving = int(0)
        for k in range(7):
            qpos[world, slot * 7 + k] = start_pose[row, slot * 7 + k]
        for k in range(6):
            speed = start_velocity[row, slot * 6 + k]
            qvel[world, slot * 6 + k] = speed
            if speed != 0.0:
                moving = int(1)
            if k < 3:
                fastest = wp.max(fastest, wp.abs(speed))
        tree_awake[world, slot] = moving
        body_awake[world, slot + 1] = moving
        if moving == 1:
            tree_asleep[world, slot] = AWAKE
        else:
            tree_asleep[world, slot] = slot
    timestep[world] = _step(fastest)
    held[world] = _frames(fastest)


@wp.kernel  # type: ignore[untyped-decorator,unused-ignore]
def _look(
    slots: int,
    half: wp.vec2,
    time: wp.array[float],
    tree_asleep: wp.array2d[int],
    overflow: wp.array[int],
    qpos: wp.array2d[float],
    qvel: wp.array2d[float],
    timestep: wp.array[float],
    doing: wp.array[int],
    held: wp.array[float],
    still: wp.array[float],
    away: wp.array[float],
) -> None:
    """As `simulate._Run.finished`, and the step as `MujocoScene` chooses it."""
    world = wp.tid()
    if doing[world] != FLYING:
        return
    awake = int(0)
    outside = int(0)
    fastest = float(0.0)
    creeping = float(0.0)
    for slot in range(slots):
        if tree_asleep[world, slot] < 0:
            awake += 1
            for k in range(3):
                speed = wp.abs(qvel[world, slot * 6 + k])
                turning = wp.abs(qvel[world, slot * 6 + 3 + k]) * CORNER
                fastest = wp.max(fastest, speed)
                creeping = wp.max(creeping, wp.max(speed, turning))
            x = qpos[world, slot * 7]
            y = qpos[world, slot * 7 + 1]
            if wp.abs(x) > half[0] or wp.abs(y) > half[1]:
                outside += 1
                if wp.sqrt(x * x + y * y) > TABLE_RADIUS:
                    for k in range(6):
                        qvel[world, slot * 6 + k] = 0.0
                    qpos[world, slot * 7] = PARKED
                    qpos[world, slot * 7 + 1] = PARKED + 0.05 * float(slot)
    frame = timestep[world] / TIMESTEP  # since the last look, or half of one
    at = time[world] * float(FRAME_RATE)
    since = at - float(FRAMES_PER_LOOK) * wp.floor(at / float(FRAMES_PER_LOOK) + 0.05)
    if since < 0.2:  # a processor looks as seldom, and dice that creep may be quicker in between
        still[world] = wp.where(creeping < STILL_SPEED, still[world] + float(FRAMES_PER_LOOK), 0.0)
    away[world] = wp.where(outside > 0 and outside == awake, away[world] + frame, 0.0)
    if awake == 0 or still[world] > float(STILL_FRAMES) or away[world] > float(OUT_FRAMES):
        doing[world] = RESTING
    if time[world] > LONGEST or overflow[world] != 0 or not wp.isfinite(fastest):
        doing[world] = HUNG
    held[world] -= frame
    if held[world] <= 0.0:
        timestep[world] = _step(fastest)
        held[world] = _frames(fastest)


class WarpWorlds:
    """`Worlds` on a device, as is said there; slots without a die wait off the table, asleep."""

    def __init__(
        self,
        box: BoxGeometry,
        slots: int,
        thrown: int,
        *,
        device: str = "cuda",
        count: int = WORLDS,
    ) -> None:
        self.count, self.slots, self._device = count, slots, device
        self._half = wp.vec2(*half_sides(box))
        as_native()
        for_dice()
        with wp.ScopedDevice(device):
            native = mujoco.MjModel.from_xml_string(model_xml(box, slots))
            self._build(native, min(slots, thrown + STRUCK_AT_ONCE))
            self._graph = self._captured() if wp.get_device(device).is_cuda else None

    def _build(self, native: mujoco.MjModel, moving: int) -> None:
        worlds, slots = self.count, self.slots
        native.geom_solref[:] = relative(native.geom_solref)
        contacts = CONTACTS_A_DIE * moving
        self._model = mjw.put_model(native)
        self._model.opt.warn_overflow = 0  # printing from kernels costs time; `_look` sees them
        self._model.opt.timestep = wp.full(worlds, TIMESTEP, dtype=float)
        self._data = mjw.make_data(
            native,
            nworld=worlds,
            nconmax=contacts,
            njmax=contacts * ROWS_A_CONTACT,
            nvmax=6 * moving,
        )
        at_rest = mujoco.MjData(native)
        mujoco.mj_forward(native, at_rest)
        set_constants(self._model, self._data, at_rest.M, at_rest.qfrc_bias)
        self._start_poses = wp.zeros((worlds, 7 * slots), dtype=float)
        self._start_velocities = wp.zeros((worlds, 6 * slots), dtype=float)
        self._starting = wp.full(worlds, -1, dtype=int)
        self._doing = wp.full(worlds, FREE, dtype=int)
        self._held = wp.zeros(worlds, dtype=float)
        self._still = wp.zeros(worlds, dtype=float)
        self._away = wp.zeros(worlds, dtype=float)
        self._parked = np.array([parking(k) for k in range(slots)])
        self._exact = np.zeros((worlds, slots, 7))
        """Where the dice of each world began, in full precision..."""
        self._begun = np.zeros((worlds, slots, 7), np.float32)
        """...and in the device's."""
        for slot in range(slots):  # nothing flies before it begins
            self._data.tree_asleep[:, slot].fill_(slot)
        self._data.tree_awake.zero_()

    def _captured(self) -> object:
        self._round()  # compiles all kernels
        with wp.ScopedCapture() as capture:
            self._round()
        return capture.graph

    def _round(self) -> None:
        data, model = self._data, self._model
        wp.launch(
            _begin,
            self.count,
            [self._starting, self._start_poses, self._start_velocities, self.slots],
            [
                *(data.qpos, data.qvel, data.time, data.tree_asleep, data.tree_awake),
                *(data.body_awake, data.overflow, model.opt.timestep),
                *(self._doing, self._held, self._still, self._away),
            ],
        )
        for _ in range(LOOKS):
            for _ in range(STEPS_PER_FRAME):
                mjw.step(model, data)
            wp.launch(
                _look,
                self.count,
                [self.slots, self._half, data.time, data.tree_asleep, data.overflow],
                [
                    *(data.qpos, data.qvel, model.opt.timestep),
                    *(self._doing, self._held, self._still, self._away),
                ],
            )

    def begin(self, worlds: Indices, poses: Floats, velocities: Floats) -> None:
        count, dice = poses.shape[:2]
        moving = np.zeros((count, self.slots, 6), np.float32)
        moving[:, :dice] = velocities
        self._exact[worlds] = self._parked
        self._exact[worlds, :dice] = poses
        pressed = self._exact[worlds]
        pressed[..., 2] -= PRESSED * ~moving.any(axis=2)
        self._begun[worlds] = pressed
        with wp.ScopedDevice(self._device):
            self._starting[:count].assign(worlds.astype(np.int32))
            self._start_poses[:count].assign(self._begun[worlds].reshape(count, -1))
            self._start_velocities[:count].assign(moving.reshape(count, -1))

    def advance(self) -> None:
        with wp.ScopedDevice(self._device):
            if self._graph is None:
                self._round()
            else:
                wp.capture_launch(self._graph)

    def ends(self) -> Ends:
        doing = self._doing.numpy()
        worlds = np.flatnonzero(doing >= RESTING)
        poses = self._data.qpos.numpy()[worlds].reshape(-1, self.slots, 7)
        began = self._exact[worlds]
        untouched = (poses == self._begun[worlds]).all(axis=2, keepdims=True)
        free = np.where(doing >= RESTING, FREE, doing).astype(np.int32)
        self._doing.assign(free)
        return Ends(
            worlds,
            np.where(untouched, began, poses.astype(np.float64)),
            self._data.time.numpy()[worlds].astype(np.float64),
            doing[worlds] == HUNG,
        )


def relative(solref: Floats) -> Floats:
    """Stiffness and damping as time constant and damping ratio, which say the same.

    MuJoCo Warp 3.14 minds which surface has priority only if they are given so; otherwise all
    contacts would answer as those between dice.
    """
    stiffness, damping = -solref[:, 0], -solref[:, 1]
    return np.stack((2.0 / damping, damping / (2.0 * np.sqrt(stiffness))), axis=1)
