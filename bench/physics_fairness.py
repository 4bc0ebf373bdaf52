"""Are the faces uniform, and does everything hold? 20,000 throws of each strength, all editions.

Prints chi-square and its p-value for each strength, and how many throws broke an invariant of
`tests/physics/check.py`. `--throws N` for fewer.
"""

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1] / "tests")  # this folder has a `physics`, too

from physics.check import problems  # noqa: E402

from kessel.physics.batch import cores  # noqa: E402
from kessel.physics.chance import Chance  # noqa: E402
from kessel.physics.mujoco_scene import MujocoScene  # noqa: E402
from kessel.physics.practice import THROWN_DIE, aim_at, scattered, seed_of  # noqa: E402
from kessel.physics.simulator import ArenaSimulator  # noqa: E402
from kessel.rules.edition import EDITIONS, find_edition  # noqa: E402
from kessel.throws.aim import Aim  # noqa: E402
from kessel.throws.at_rest import by_number  # noqa: E402
from kessel.throws.dice import Handful  # noqa: E402

CHUNK = 250
KINDS = ("gentle", "firm", "wild", "lowest")
"""The named strengths, and a die let fall without speed or spin from the lowest release."""
MOST_LYING = 3


def throw_chunk(kind: str, first: int, count: int) -> tuple[Counter[int], Counter[str]]:
    """Faces of the thrown die, and everything that went wrong or had to be settled."""
    edition = sorted(EDITIONS)[first // CHUNK % len(EDITIONS)]
    simulator = ArenaSimulator(find_edition(edition), audible=False)
    scene = MujocoScene(simulator.box, MOST_LYING + 1)
    faces: Counter[int] = Counter()
    told: Counter[str] = Counter()
    for k in range(first, first + count):
        chance = Chance(seed_of("bench", kind, k), attempt=2**31)
        lying = [simulator.edition.faces[k % 6]] * (k % (MOST_LYING + 1))
        at_rest = scattered(simulator.edition, lying, chance)
        aim = Aim(0, 0, 0, 0, 0.075, 0) if kind == "lowest" else aim_at(at_rest, kind, chance)
        handfuls = (Handful(0, (THROWN_DIE,), aim),)
        thrown = simulator.throw(at_rest, handfuls, seed_of("bench", kind, k))
        faces.update(d.pose.up for d in by_number(thrown.at_rest) if d.die == THROWN_DIE)
        told["cocked"] += bool(thrown.unread)
        told["thrown die lost"] += THROWN_DIE in thrown.out
        told["simulated again"] += thrown.attempts - 1
        told["rolled outside"] += thrown.rerolls
        told["broken"] += bool(problems(at_rest, handfuls, thrown, simulator, scene))
    return faces, told


def chi_square(counts: Sequence[int]) -> tuple[float, float]:
    """The statistic over six faces, and the chance of one as large (five degrees of freedom)."""
    expected = sum(counts) / 6
    x = sum((count - expected) ** 2 / expected for count in counts)
    tail = math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)
    return x, math.erfc(math.sqrt(x / 2)) + tail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=20_000)
    throws = parser.parse_args().throws
    print(f"{throws} throws of each kind at 0 to {MOST_LYING} dice, all editions in turn")
    print(f"{'kind':8} {'chi-square':>10} {'p':>7}  broken  cocked  lost  again  outside")
    with ProcessPoolExecutor(cores()) as pool:
        for kind in KINDS:
            firsts = range(0, throws, CHUNK)
            sizes = [min(CHUNK, throws - first) for first in firsts]
            faces: Counter[int] = Counter()
            told: Counter[str] = Counter()
            for some, more in pool.map(throw_chunk, [kind] * len(firsts), firsts, sizes):
                faces, told = faces + some, told + more
            x, p = chi_square([faces[k] for k in range(6)])
            lost, cocked = (told[word] / throws for word in ("thrown die lost", "cocked"))
            print(
                f"{kind:8} {x:10.2f} {p:7.4f}  {told['broken']:6} {cocked:7.2%} {lost:5.1%}"
                f"  {told['simulated again']:5} {told['rolled outside']:8}",
                flush=True,
            )
            print(json.dumps({"kind": kind, "faces": [faces[k] for k in range(6)], "p": p}))


if __name__ == "__main__":
    main()
