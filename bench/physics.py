"""How fast a throw is: ours, plain MuJoCo, and the batch.

One table: medians of wall clock and CPU time of each scene, the time it shows, and how many times
faster than that the wall clock and the CPU are; on a busy machine believe the CPU. Then native and
portable dice side by side, by the CPU time of all processes. `--portable` makes only that table.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from kessel.physics.batch import Strike, Task, cores, throw_many
from kessel.physics.chance import Chance
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.nodejs import NodeProcess
from kessel.physics.params import FRAME_RATE, STEPS_PER_FRAME
from kessel.physics.practice import aim_at, scattered, seed_of, throw_at
from kessel.physics.release import releases
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.throws.aim import STRENGTHS, Aim
from kessel.throws.at_rest import DiceAtRest, by_number
from kessel.throws.dice import Handful

REPEATS = 40
TURN = 10
"""Throws of each kind in turn, so that both meet the same load."""
BATCH = 4000
FACES = ("2", "3", "4", "5", "6")
SCENES = {"1 + 0": (1, 0), "1 + 8": (1, 8), "17 at once": (17, 0), "25 at once": (25, 0)}

Case = tuple[DiceAtRest, Handful, bytes]


def cases(simulator: ArenaSimulator, thrown: int, lying: int) -> list[Case]:
    """The same throws for everybody: firm ones at lying dice, handfuls poured."""
    some = []
    for k in range(REPEATS if thrown == 1 else REPEATS // 4):
        chance = Chance(seed_of("bench", thrown, lying, k))
        at_rest = scattered(simulator.edition, [FACES[i % 5] for i in range(lying)], chance)
        aim = aim_at(at_rest, "firm", chance) if thrown == 1 else Aim(speed=0.5)
        dice = tuple(range(100, 100 + thrown))
        some.append((at_rest, Handful(0, dice, aim), seed_of("bench", k)))
    return some


def ours(simulator: ArenaSimulator, case: Case) -> float:
    """Simulated seconds, as shown."""
    at_rest, handful, seed = case
    return simulator.throw(at_rest, [handful], seed).seconds


def plain_mujoco(simulator: ArenaSimulator, case: Case, shown: float) -> float:
    """The same scene for the same time by mj_step alone: compiled again, nothing sleeps."""
    import mujoco  # type: ignore[import-untyped]

    at_rest, handful, seed = case
    poses = [d.pose for d in by_number(at_rest)]
    let_go = releases(simulator.box, [handful], poses, Chance(seed))
    scene = MujocoScene(simulator.box, len(poses) + len(let_go))
    scene.begin(poses)
    scene.model.opt.enableflags &= ~int(mujoco.mjtEnableBit.mjENBL_SLEEP)
    for slot, release in enumerate(let_go, len(poses)):
        scene.put(slot, release.pose, release.velocity, release.spin)
    for _ in range(round(shown * FRAME_RATE) * STEPS_PER_FRAME):
        mujoco.mj_step(scene.model, scene.data)
    return shown


Times = tuple[float, float, float]
"""Wall-clock, CPU and simulated seconds."""


def timed(work: Callable[[], float]) -> Times:
    """Run it and look at both clocks."""
    wall, cpu = time.perf_counter(), time.process_time()
    shown = work()
    return time.perf_counter() - wall, time.process_time() - cpu, shown


def row(name: str, scene: str, times: list[Times]) -> None:
    """Print one line of the table."""
    wall, cpu, shown = (statistics.median(column) for column in zip(*times, strict=True))
    by_wall, by_cpu = (statistics.median(t[2] / t[k] for t in times) for k in (0, 1))
    print(
        f"{name:22} {scene:11} {1000 * wall:8.1f} ms {1000 * cpu:8.1f} ms {shown:6.2f} s"
        f" {by_wall:6.1f} x {by_cpu:6.1f} x",
        flush=True,
    )


def compare() -> None:
    simulator = ArenaSimulator(find_edition("strike-2020"))
    simulator.prepare(26)
    for scene, (thrown, lying) in SCENES.items():
        some = cases(simulator, thrown, lying)
        mine = [timed(partial(ours, simulator, case)) for case in some]
        row("kessel", scene, mine)
        few = zip(some[:8], mine, strict=False)
        row(
            "plain mj_step",
            scene,
            [timed(partial(plain_mujoco, simulator, case, one[2])) for case, one in few],
        )


def side_by_side() -> None:
    """The same throws by native and by portable dice, a few of each in turn; CPU ms of a throw."""
    edition, node = find_edition("strike-2020"), NodeProcess(seconds=60.0)
    native = ArenaSimulator(edition)
    portable = ArenaSimulator(edition, make_scene=node.scene)
    print(f"{'throw':14} {'native':>9} {'portable':>9} {'of that Node':>13} {'times':>6}")
    for lying in (5, 8):
        faces = [FACES[k % 5] for k in range(lying)]
        for strength in STRENGTHS:
            for k in range(TURN):
                throw_at(portable, faces, strength, seed_of("warm", k))  # V8 compiles what is hot
            spent = {"native": 0.0, "python": 0.0, "node": 0.0}
            for first in range(0, REPEATS, TURN):
                seeds = [seed_of("side by side", k) for k in range(first, first + TURN)]
                before = time.process_time()
                for seed in seeds:
                    throw_at(native, faces, strength, seed)
                between, there = time.process_time(), cpu_of(node.pid)
                for seed in seeds:
                    throw_at(portable, faces, strength, seed)
                spent["native"] += between - before
                spent["python"] += time.process_time() - between
                spent["node"] += cpu_of(node.pid) - there
            mine, theirs, of_node = (
                1000 * value / REPEATS
                for value in (spent["native"], spent["python"] + spent["node"], spent["node"])
            )
            print(
                f"1 + {lying} {strength:8} {mine:9.1f} {theirs:9.1f} {of_node:13.1f} "
                f"{theirs / mine:6.2f}",
                flush=True,
            )
    node.close()


def cpu_of(process: int) -> float:
    """s of CPU that another process has had; known on Linux only."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def batch() -> None:
    tasks: list[Task] = [
        Strike(("2", "3", "4", "5", "6", "2", "3", "4"), "firm", seed_of("batch", k))
        for k in range(BATCH)
    ]
    rates = {}
    for workers in dict.fromkeys((1, cores())):
        begin = time.perf_counter()
        sum(1 for _ in throw_many("strike-2020", tasks, workers=workers))
        rates[workers] = BATCH / (time.perf_counter() - begin)
        rate = rates[workers]
        print(
            f"batch, 1 + 8, {workers} worker(s): {rate:.0f} a second, {rate / workers:.0f} a core"
        )
    print(f"{cores()} cores are {rates[cores()] / rates[1]:.2f} times one")


def main() -> None:
    if sys.argv[1:] == ["--portable"]:
        side_by_side()
        return
    print(f"{'what':22} {'scene':11} {'wall':>11} {'CPU':>11} {'shown':>8} {'faster':>8} by CPU")
    compare()
    side_by_side()
    batch()


if __name__ == "__main__":
    main()
