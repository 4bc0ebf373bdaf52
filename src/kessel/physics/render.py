"""Pictures of a throw by MuJoCo's own renderer, off screen.

MuJoCo chooses its OpenGL when it is imported, so a child process draws, with one kind after the
other until one works; where none does, that is said in one line.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from PIL import Image

from kessel.errors import KesselError
from kessel.physics.mjcf import die_mark
from kessel.physics.trajectory import Trajectory, decode, encode
from kessel.rules.edition import find_edition
from kessel.throws.boxes import DIE_EDGE, box_of

BACKENDS = ("egl", "osmesa")
LONGEST = 240
"""s. Software drawing takes about 0.1 s a picture."""
VIEW = {"distance": 0.33, "azimuth": 90.0, "elevation": -50.0}
"""The camera: m from the middle of the mat, and degrees."""
COLOURS = (
    "0.1 0.1 0.1",
    "0.85 0.25 0.1",
    "0.1 0.35 0.8",
    "0.45 0.4 0.35",
    "0.9 0.7 0.1",
    "0.4 0.7 0.6",
)
"""Of the six faces, where they are symbols."""


class NoPicture(KesselError):
    """This machine cannot draw."""

    code = "no_picture"


def draw(
    edition: str,
    trajectory: Trajectory,
    frames: Sequence[int],
    width: int = 640,
    height: int = 480,
) -> list[Image.Image]:
    """The given frames of a trajectory as pictures."""
    words = [edition, str(width), str(height), ",".join(map(str, frames))]
    for backend in BACKENDS:
        child = subprocess.run(
            [sys.executable, "-m", "kessel.physics.render", *words],
            input=encode(trajectory),
            capture_output=True,
            env={**os.environ, "MUJOCO_GL": backend},
            timeout=LONGEST,
            check=False,
        )
        size = width * height * 3
        if len(child.stdout) == len(frames) * size:
            pixels = memoryview(child.stdout)
            parts = (pixels[at : at + size] for at in range(0, len(pixels), size))
            return [Image.frombytes("RGB", (width, height), part) for part in parts]
    raise NoPicture(
        f"no picture can be drawn on this machine: tried OpenGL by {' and '.join(BACKENDS)}; "
        "a package such as libegl1 or libosmesa6 brings it"
    )


def _draw_here(edition: str, width: str, height: str, frames: str) -> None:
    """The child: a trajectory on standard input, pixels on standard output."""
    import mujoco  # type: ignore[import-untyped]

    from kessel.physics.mujoco_scene import MujocoScene

    trajectory = decode(sys.stdin.buffer.read())
    marks = "".join(_mark(edition, face) for face in range(6))
    scene = MujocoScene(box_of(find_edition(edition)), len(trajectory.tracks), marks=marks)
    camera = mujoco.MjvCamera()
    camera.lookat[:] = (0.0, -0.005, 0.015)
    for name, value in VIEW.items():
        setattr(camera, name, value)
    with mujoco.Renderer(scene.model, int(height), int(width)) as renderer:
        for frame in map(int, frames.split(",")):
            scene.poses[:, :3] = trajectory.positions[frame]
            scene.poses[:, 3:] = trajectory.rotations[frame]
            mujoco.mj_forward(scene.model, scene.data)
            renderer.update_scene(scene.data, camera)
            sys.stdout.buffer.write(renderer.render().tobytes())


def _mark(edition: str, face: int) -> str:
    if face == 0:
        return die_mark(0, (0.0, 0.0), COLOURS[0], size=0.0045, cross=True)
    if find_edition(edition).family != "strike":
        return die_mark(face, (0.0, 0.0), COLOURS[face], size=0.005)
    return "".join(die_mark(face, spot, COLOURS[0], size=0.0014) for spot in _pips(face + 1))


def _pips(count: int) -> list[tuple[float, float]]:
    far = 0.27 * DIE_EDGE
    corners = [(far, far), (-far, -far), (far, -far), (-far, far), (0.0, far), (0.0, -far)]
    return corners[: count - count % 2] + [(0.0, 0.0)] * (count % 2)


if __name__ == "__main__":
    _draw_here(*sys.argv[1:])
