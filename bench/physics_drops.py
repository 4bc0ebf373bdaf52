"""Dice that are dropped and towers that are hit: tables of docs/explanation/physics.md.

`--drops`, `--laid` and `--throws` are the numbers of each cell; prints rows of Markdown.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1] / "tests")  # this folder has a `physics`, too

from physics.test_mujoco_scene import HARD_FLOOR, TEN_SECONDS, keeps_lowest_face  # noqa: E402
from physics.test_simulator import tallest_after  # noqa: E402

from kessel.physics.batch import cores  # noqa: E402
from kessel.physics.chance import Chance  # noqa: E402
from kessel.physics.mujoco_scene import MujocoScene  # noqa: E402
from kessel.physics.params import MATERIALS  # noqa: E402
from kessel.physics.practice import seed_of  # noqa: E402
from kessel.throws.aim import STRENGTHS  # noqa: E402
from kessel.throws.boxes import OVAL  # noqa: E402
from kessel.throws.pose import Pose  # noqa: E402

HEIGHTS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.10, 0.15, 0.20, 0.30, 0.40, 0.60)
"""m from which a die falls."""
SPREAD = 0.0003
"""m, one standard deviation of how well a die is laid on another."""
EDGE = 0.016


def stands(height: int, number: int) -> bool:
    """Whether a tower that was laid by hand stands and falls asleep."""
    chance = Chance(seed_of("laid", height, number))
    scene = MujocoScene(OVAL, height)
    scene.begin(
        [
            Pose.at((SPREAD * chance.normal(), SPREAD * chance.normal(), EDGE * (k + 0.5)))
            for k in range(height)
        ]
    )
    for slot in range(height):
        scene.wake(slot)
    scene.advance(TEN_SECONDS)
    return bool(scene.poses[-1, 2] > EDGE * (height - 1))


def rest_of(throws: int, offset: float, strength: str, dice: int) -> float:
    """Share of throws after which two dice or more are still stacked."""
    return sum(height > 1 for height in tallest_after(dice, strength, offset, throws)) / throws


def row(name: str, shares: list[float]) -> None:
    print(f"| {name} | " + " | ".join(f"{share:.2f}" for share in shares) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drops", type=int, default=400, help="from each height (400)")
    parser.add_argument("--laid", type=int, default=40, help="towers of each height (40)")
    parser.add_argument("--throws", type=int, default=60, help="at each tower (60)")
    args = parser.parse_args()
    with ProcessPoolExecutor(cores()) as pool:
        print("drops from, cm: " + ", ".join(f"{100 * height:g}" for height in HEIGHTS))
        for name, floor in (("on the mat", MATERIALS.mat), ("on a hard, lively floor", HARD_FLOOR)):
            shares = pool.map(partial(keeps_lowest_face, floor), HEIGHTS, [args.drops] * 12)
            row(name, list(shares))
        for height in range(2, 9):
            stood = sum(pool.map(partial(stands, height), range(args.laid)))
            row(f"{height} laid by hand stand", [stood / args.laid])
        for offset in (0.0, 0.010, 0.014, 0.018):
            for strength in STRENGTHS if offset == 0.0 else ["gentle"]:
                shares = pool.map(partial(rest_of, args.throws, offset, strength), (2, 3, 4, 6))
                row(f"{strength}, {1000 * offset:g} mm past: 2, 3, 4, 6 dice", list(shares))


if __name__ == "__main__":
    main()
