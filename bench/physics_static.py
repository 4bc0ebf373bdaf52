"""Does MuJoCo as WebAssembly throw as the native one does? 20,000 throws in both, all arenas.

The strengths and arenas take turns; every throw is made twice, from the same seed, by the native
engine and by portable dice. Prints how often each
thing happens and how probable a difference as large is between engines that are alike; then the
same for a control, dice that bounce more, which must be told apart.

Ends with 1 if the engines are told apart, or the control is not. `--throws N` for fewer.
"""

import argparse
import sys
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT / "tests")  # not this folder, which has a `physics`, too

from physics.agreement import FEATURES, Told, agreement, thrown, uniform  # noqa: E402

from kessel.physics.batch import cores  # noqa: E402
from kessel.physics.node import Node  # noqa: E402
from kessel.physics.params import MATERIALS  # noqa: E402
from kessel.physics.simulator import ArenaSimulator  # noqa: E402
from kessel.physics.version import PORTABLE_NAME, physics_name  # noqa: E402
from kessel.rules.edition import find_edition  # noqa: E402

STRENGTHS = ("gentle", "firm", "wild")
ARENAS = ("strike-2020", "impact", "harry-potter")
CHUNK = 100
TOO_RARE = 1e-4
"""Of ten tests in all; engines that are alike fail one in a thousand runs."""
BOUNCY = replace(MATERIALS, dice=replace(MATERIALS.dice, damping=0.28))
"""The control's dice; the sweep in docs/explanation/physics.md says what they do to a throw."""
CONTROL_SHARE = 0.1
"""Of the throws are made with them."""

Pairs = tuple[list[Told], list[Told]]


def throw_chunk(strength: str, first: int, count: int, is_control: bool = False) -> Pairs:
    """The same throws in the native engine and by portable dice."""
    edition = find_edition(ARENAS[first // CHUNK % len(ARENAS)])
    numbers = range(first, first + count)
    materials = BOUNCY if is_control else MATERIALS
    native = thrown(ArenaSimulator(edition, audible=False), strength, numbers)
    node = Node()
    simulator = ArenaSimulator(edition, audible=False, materials=materials, make_scene=node.scene)
    portable = thrown(simulator, strength, numbers)
    node.close()
    return native, portable


def all_throws(pool: ProcessPoolExecutor, throws: int, is_control: bool) -> dict[str, Pairs]:
    """By strength."""
    found: dict[str, Pairs] = defaultdict(lambda: ([], []))
    firsts = range(0, throws, CHUNK)
    strengths = [STRENGTHS[k // len(ARENAS) % len(STRENGTHS)] for k in range(len(firsts))]
    sizes = [min(CHUNK, throws - first) for first in firsts]
    made = pool.map(partial(throw_chunk, is_control=is_control), strengths, firsts, sizes)
    for strength, pairs in zip(strengths, made, strict=True):
        for mine, more in zip(found[strength], pairs, strict=True):
            mine += more
    return found


@dataclass(frozen=True, slots=True)
class Findings:
    """How unlikely the largest difference is, and how unlikely the faces are."""

    p: float
    faces: float

    @property
    def is_alike(self) -> bool:
        """Whether the engines throw alike."""
        return self.p > TOO_RARE and self.faces > TOO_RARE


def report(found: dict[str, Pairs]) -> Findings:
    """A table, and what it says."""
    p = 1.0
    print("| throw | pairs | what | native | portable | only native | only portable | p |")
    print("|---|---|---|---|---|---|---|---|")
    for strength, (native, wasm) in found.items():
        for feature in FEATURES:
            one = agreement(feature, native, wasm)
            first, second = one.shares
            print(
                f"| {strength} | {one.throws} | {feature} | {first:.2%} | {second:.2%} "
                f"| {one.first_only} | {one.second_only} | {one.p:.2g} |",
                flush=True,
            )
            p = min(p, one.p)
    faces = uniform(told for _, wasm in found.values() for told in wasm)
    print(f"\nfaces of portable dice that were thrown: p = {faces:.2g}\n", flush=True)
    return Findings(p, faces)


def main() -> int:
    """1 where the engines differ, or the control does not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=20_000)
    throws = parser.parse_args().throws
    print(f"{physics_name()} against {PORTABLE_NAME}, {throws} throws each\n")
    with ProcessPoolExecutor(cores()) as pool:
        alike = report(all_throws(pool, throws, is_control=False)).is_alike
        print("control: dice that bounce more where they are portable\n")
        control = all_throws(pool, int(throws * CONTROL_SHARE), is_control=True)
        caught = not report(control).is_alike
    print("alike" if alike else "THE ENGINES DIFFER", end="; ")
    print("the control is told apart" if caught else "THE CONTROL WAS NOT TOLD APART")
    return 0 if alike and caught else 1


if __name__ == "__main__":
    raise SystemExit(main())
