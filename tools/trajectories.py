"""The golden trajectories that every decoder is tested against, Python's and the browser's.

They stay as they were made: `--all` only with a new version of the format.
"""

import json
import math
from functools import partial
from typing import Any

import numpy as np

from kessel.physics.trajectory import (
    Contact,
    Fate,
    Nudge,
    Surface,
    Track,
    Trajectory,
    decode,
    encode,
)
from tools.made import ROOT, Files, Generator, is_missing

FOLDER = ROOT / "tests" / "physics" / "golden"


def described(trajectory: Trajectory) -> dict[str, Any]:
    """A decoded trajectory as the JSON that stands beside its golden bytes."""
    return {
        "frame_rate": trajectory.frame_rate,
        "frames": trajectory.frames,
        "dice": [
            {"die": t.die, "first": t.first, "last": t.last, "fate": int(t.fate), "up": t.up}
            for t in trajectory.tracks
        ],
        "poses": poses(trajectory),
        "contacts": [
            {
                "time": round(c.time, 9),
                "die": c.die,
                "other": c.other.name.lower() if isinstance(c.other, Surface) else c.other,
                "impulse": round(c.impulse, 9),
                "place": [round(v, 9) for v in c.place],
            }
            for c in trajectory.contacts
        ],
        "nudges": [
            {
                "first": n.first,
                "frames": n.frames,
                "bearing": round(n.bearing, 9),
                "amplitude": round(n.amplitude, 9),
            }
            for n in trajectory.nudges
        ],
    }


def poses(trajectory: Trajectory) -> list[list[list[float]]]:
    """Position in metres and unit quaternion of each die in each frame, to six decimals."""
    joined = np.concatenate([trajectory.positions, trajectory.rotations], axis=2)
    return np.round(joined, 6).tolist()  # type: ignore[no-any-return]


def flying_die() -> Trajectory:
    """One die, thrown into view in frame 2, tumbling on a parabola, then held still."""
    times = np.clip(np.arange(40) - 2, 0, 24) / 60
    falling = 0.15 + 1.1 * times - 4.905 * times**2
    positions = np.stack([0.8 * times - 0.1, 0.01 - 0.3 * times, falling], axis=1)[:, None]
    rotations = np.stack([_tumbling(33.0 * t) for t in times])[:, None]
    contacts = (
        Contact(0.2, 7, Surface.MAT, 0.0031, (0.013, -0.02, 0.0)),
        Contact(0.35, 7, Surface.WALL, 0.0004, (0.08, -0.041, 0.012)),
    )
    return Trajectory((Track(7, 2, 39, Fate.FLAT, 2),), positions, rotations, contacts)


def lying_and_out() -> Trajectory:
    """Three dice: one never moves, one is struck twice, one leaves the table; then a nudge."""
    frames = np.arange(50)
    still = np.tile([0.03, -0.02, 0.008], (50, 1))
    struck = np.tile([-0.02, 0.01, 0.008], (50, 1))
    struck[:, 0] += 0.001 * np.clip(frames - 10, 0, 5) + 0.0007 * np.clip(frames - 30, 0, 9)
    gone = np.stack([0.02 * frames, -0.015 * frames, 0.1 - 0.002 * frames], axis=1)
    positions = np.stack([still, struck, gone], axis=1)
    upright = np.tile([1.0, 0.0, 0.0, 0.0], (50, 1))
    turned = np.stack([_tumbling(0.1 * min(max(k - 10, 0), 5)) for k in range(50)])
    spinning = np.stack([_tumbling(-1.2 * k) for k in range(50)])
    rotations = np.stack([upright, turned, spinning], axis=1)
    tracks = (
        Track(0, 0, 49, Fate.FLAT, 2),
        Track(3, 0, 49, Fate.COCKED, 0),
        Track(130, 0, 33, Fate.OUT, 5),
    )
    contacts = (
        Contact(10 / 60, 130, 3, 0.0052, (-0.02, 0.01, 0.012)),
        Contact(0.5, 130, Surface.TABLE, 0.0123, (0.6, -0.45, 0.0)),
        Contact(0.5, 3, Surface.RIM, 0.00002, (-0.101, 0.0, 0.06)),
    )
    return Trajectory(tracks, positions, rotations, contacts, (Nudge(30, 9, -2.31, 0.001),))


def empty() -> Trajectory:
    """No dice at all, one frame."""
    return Trajectory((), np.empty((1, 0, 3)), np.empty((1, 0, 4)))


GOLDEN = {"flying_die": flying_die, "lying_and_out": lying_and_out, "empty": empty}


def _tumbling(angle: float) -> list[float]:
    axis = np.array([0.36, -0.48, 0.8])
    return [math.cos(angle / 2), *(math.sin(angle / 2) * axis)]


def text(name: str) -> bytes:
    """What the golden bytes mean."""
    data = decode((FOLDER / f"{name}.ktr").read_bytes())
    return (json.dumps(described(data), separators=(",", ":")) + "\n").encode()


def data(name: str) -> bytes:
    return encode(GOLDEN[name]())


def files() -> Files:
    """For each trajectory its bytes, then what they mean."""
    kinds = {"ktr": data, "json": text}
    return {
        FOLDER / f"{name}.{ending}": partial(make, name)
        for name in GOLDEN
        for ending, make in kinds.items()
    }


GENERATOR = Generator("trajectories", files, is_missing)
