"""Whole throws: what must hold after each, the options, fairness of faces, the same bytes again."""

import math
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from physics.check import problems

from kessel.errors import BadValue
from kessel.physics.batch import Given, Strike, Task, throw_many
from kessel.physics.chance import Chance
from kessel.physics.mujoco_scene import MujocoScene
from kessel.physics.practice import scattered, seed_of, throw_at
from kessel.physics.scene import Seen
from kessel.physics.simulate import Unsettled
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import Fate, Surface, decode, encode
from kessel.rules.edition import EDITIONS, find_edition
from kessel.rules.options import Options
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, by_number
from kessel.throws.boxes import OVAL
from kessel.throws.dice import Handful
from kessel.throws.placing import find_die, placed, stacked
from kessel.throws.pose import Pose

CHI_SQUARE_5_AT_1E_4 = 25.74
"""A fair die exceeds this less than once in ten thousand runs."""


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / 6
    return sum((count - expected) ** 2 / expected for count in counts)


def random_aim(rng: random.Random, fastest: float = 3.5) -> Aim:
    return Aim(
        x=rng.uniform(-0.07, 0.07),
        y=rng.uniform(-0.05, 0.05),
        side=rng.uniform(-math.pi, math.pi),
        speed=rng.uniform(0, fastest),
        height=rng.uniform(0.075, 0.2),
        spin=rng.uniform(0, 80),
    )


def random_handfuls(kind: str, rng: random.Random) -> list[Handful]:
    if kind == "one":
        return [Handful(0, (100,), random_aim(rng))]
    if kind == "pile":
        return [Handful(0, tuple(range(100, 100 + rng.randint(2, 10))), random_aim(rng))]
    if kind == "all":
        return [Handful(0, tuple(range(100, 100 + rng.randint(5, 17))), random_aim(rng, 1.5))]
    return [Handful(seat, (100 + seat,), random_aim(rng)) for seat in range(rng.randint(2, 5))]


def lying_dice(kind: str, simulator: ArenaSimulator, rng: random.Random) -> DiceAtRest:
    if kind == "all":
        return ()
    faces = [rng.choice(simulator.edition.faces) for _ in range(rng.randint(0, 8))]
    at_rest = scattered(simulator.edition, faces, Chance(rng.randbytes(32)))
    if kind == "one" and len(faces) > 1 and rng.random() < 0.4:
        return stacked(simulator.edition, at_rest, rng.sample(range(len(faces)), len(faces)))
    return at_rest


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize("kind", ["one", "pile", "all", "seats"])
def test_what_must_hold_after_every_throw(edition: str, kind: str) -> None:
    simulator = ArenaSimulator(find_edition(edition))
    scene = MujocoScene(simulator.box, simulator.edition.dice)
    for seed in range({"one": 25, "pile": 6, "all": 4, "seats": 10}[kind]):
        rng = random.Random(f"{edition} {kind} {seed}")
        at_rest = lying_dice(kind, simulator, rng)
        handfuls = random_handfuls(kind, rng)
        thrown = simulator.throw(at_rest, handfuls, rng.randbytes(32))
        assert problems(at_rest, handfuls, thrown, simulator, scene) == []
        decoded = decode(encode(thrown.trajectory))
        assert decoded.tracks == thrown.trajectory.tracks
        seen = [k for k, one in enumerate(decoded.tracks) if one.last == decoded.frames - 1]
        off = decoded.positions[-1, seen] - thrown.trajectory.positions[-1, seen]
        assert np.abs(off).max() < 1e-4


def test_dice_lie_where_they_lay_exactly() -> None:
    simulator = ArenaSimulator(find_edition("strike-2020"))
    first = placed(simulator.edition, (), 0, "2", -0.06, 0.0)
    at_rest = placed(simulator.edition, first, 1, "5", 0.05, 0.01, 0.3)
    for turn in range(8):
        aim = Aim.of_strength("gentle", x=0.02, y=0.0, side=0.7 * turn - 3.0)
        thrown = simulator.throw(at_rest, [Handful(0, (10 + turn,), aim)], seed_of("still", turn))
        start = thrown.trajectory
        for k, lying in enumerate(by_number(at_rest)):
            assert tuple(start.positions[0, k]) == lying.pose.position
            assert tuple(start.rotations[0, k]) == lying.pose.rotation
        at_rest = thrown.at_rest
    assert find_die(at_rest, 0) == find_die(first, 0)


def faces_of_drops(aim: Aim, count: int) -> list[int]:
    simulator = ArenaSimulator(find_edition("strike-2020"), audible=False)
    counts = [0] * 6
    for k in range(count):
        thrown = simulator.throw((), [Handful(0, (0,), aim)], seed_of("uniform", aim, k))
        for lying in by_number(thrown.at_rest):
            counts[lying.pose.up] += 1
    return counts


@pytest.mark.long
@pytest.mark.parametrize(
    "aim",
    [Aim(speed=0.0, height=0.075, spin=0.0), Aim.of_strength("firm", side=1.0)],
    ids=["lowest drop", "firm"],
)
def test_faces_are_uniform_however_gently_dropped(aim: Aim) -> None:
    counts = faces_of_drops(aim, 900)
    assert sum(counts) > 850
    assert chi_square(counts) < CHI_SQUARE_5_AT_1E_4


@pytest.mark.long
def test_struck_dice_and_throws_have_the_feel_of_the_game() -> None:
    """150 throws each at three dice; bounds four standard errors from what was measured."""
    share: dict[str, tuple[float, float]] = {}
    simulator = ArenaSimulator(find_edition("strike-2020"), audible=False)
    for strength in ("gentle", "firm", "wild"):
        throws = [throw_at(simulator, "256", strength, seed_of(strength, k)) for k in range(150)]
        flipped = sum(bool(t.flipped) for t in throws) / 150
        share[strength] = flipped, sum(bool(t.out) for t in throws) / 150
    assert share["gentle"][0] < 0.16
    assert share["gentle"][1] < 0.02
    assert share["firm"][0] > 0.35
    assert share["firm"][1] < 0.05
    assert 0.15 < share["wild"][1] < 0.45


def one_throw(simulator: ArenaSimulator, seed: int) -> bytes:
    thrown = throw_at(simulator, "2345", "firm", seed_of("same", seed))
    return encode(thrown.trajectory) + repr(thrown.at_rest).encode()


def test_the_same_seed_gives_the_same_bytes_in_any_order_and_on_any_thread() -> None:
    simulator = ArenaSimulator(find_edition("strike-2020"))
    first = [one_throw(simulator, k) for k in range(6)]
    assert [one_throw(simulator, k) for k in reversed(range(6))] == first[::-1]
    simulators = [ArenaSimulator(find_edition("strike-2020")) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        threaded = list(pool.map(lambda k: one_throw(simulators[k % 2], k), range(6)))
    assert threaded == first


def test_a_silent_simulator_throws_the_same() -> None:
    loud, silent = (
        ArenaSimulator(find_edition("impact")),
        ArenaSimulator(find_edition("impact"), audible=False),
    )
    for k in range(10):
        one = throw_at(loud, ("fire", "air", "stone"), "wild", seed_of("silent", k))
        other = throw_at(silent, ("fire", "air", "stone"), "wild", seed_of("silent", k))
        assert one.outcome() == other.outcome()
        assert not other.trajectory.contacts


def test_a_failed_simulation_is_thrown_again_from_the_next_draw_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    simulator = ArenaSimulator(find_edition("strike-2020"))
    handfuls = [Handful(0, (1,), Aim())]
    good = simulator.throw((), handfuls, seed_of("again"))
    begun, begin = [], MujocoScene.begin

    def counted(self: MujocoScene, lying: Sequence[Pose], every: int = 1) -> None:
        begun.append(self)
        begin(self, lying, every)

    monkeypatch.setattr(MujocoScene, "begin", counted)
    seen = MujocoScene.seen

    def warned(self: MujocoScene) -> Seen:
        return replace(seen(self), warnings=["mjWARN_BADQACC"] if len(begun) < 3 else [])

    monkeypatch.setattr(MujocoScene, "seen", warned)
    again = simulator.throw((), handfuls, seed_of("again"))
    assert (good.attempts, again.attempts) == (1, 3)
    assert simulator.rethrown == 2
    assert again.at_rest != good.at_rest


def test_it_gives_up_with_an_error_rather_than_with_an_unsettled_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = MujocoScene.seen
    monkeypatch.setattr(
        MujocoScene, "seen", lambda self: replace(seen(self), warnings=["mjWARN_INERTIA"])
    )
    simulator = ArenaSimulator(find_edition("strike-2020"))
    with pytest.raises(Unsettled, match="8 attempts"):
        simulator.throw((), [Handful(0, (1,), Aim())], seed_of(1))


def test_a_trajectory_of_one_at_eight_is_small_and_has_sound() -> None:
    simulator = ArenaSimulator(find_edition("strike-2020"))
    sizes, surfaces = [], set()
    for k in range(20):
        trajectory = throw_at(simulator, "23456234", "firm", seed_of("small", k)).trajectory
        sizes.append(len(encode(trajectory)))
        assert all(0 <= c.time <= trajectory.seconds for c in trajectory.contacts)
        surfaces |= {
            c.other if isinstance(c.other, Surface) else "die" for c in trajectory.contacts
        }
    assert sorted(sizes)[10] < 1024
    assert surfaces >= {"die", Surface.MAT, Surface.WALL}


def cocked_throws(options: Options) -> tuple[int, int, int]:
    """Throws in which something had to be settled, nudges and rerolls, of 12 handfuls."""
    simulator = ArenaSimulator(find_edition("strike-2020"), audible=False)
    simulator.options = options
    scene, settled, nudges, rerolls = MujocoScene(OVAL, 26), 0, 0, 0
    for k in range(12):
        handfuls = [Handful(0, tuple(range(20)), Aim(speed=0.5, side=k / 7 - 3))]
        thrown = simulator.throw((), handfuls, seed_of("cocked", k))
        settled += bool(thrown.unread)
        nudges, rerolls = nudges + thrown.nudges, rerolls + thrown.rerolls
        assert thrown.landing.cocked == len(thrown.unread)
        assert problems((), handfuls, thrown, simulator, scene) == []
    return settled, nudges, rerolls


@pytest.mark.long
def test_cocked_dice_are_nudged_or_rolled_again_outside_as_agreed() -> None:
    settled, nudges, rerolls = cocked_throws(Options(cocked="nudge", rim_is_out=True))
    assert settled > 3
    assert nudges >= settled
    assert rerolls < settled
    settled, nudges, rerolls = cocked_throws(
        Options(cocked="reroll_outside", rim_is_out=True, accidental_stack="top_counts")
    )
    assert settled > 3
    assert (nudges, rerolls >= settled) == (0, True)


def test_the_edition_says_how_cocked_dice_are_settled() -> None:
    assert ArenaSimulator(find_edition("strike-2012")).options.cocked == "reroll_outside"
    assert ArenaSimulator(find_edition("strike-2020")).options.cocked == "nudge"


def on_top(options: Options, seed: int) -> tuple[tuple[int, ...], ...]:
    """A crowd of 25 dice, of which some end on others."""
    simulator = ArenaSimulator(find_edition("harry-potter"), audible=False)
    handfuls = [Handful(0, tuple(range(25)), Aim(speed=0.3, spin=5))]
    thrown = simulator.throw((), handfuls, seed_of("crowd", seed), options=options)
    return tuple(tuple(lying.die for lying in stack) for stack in thrown.at_rest)


def test_accidental_stacks_are_undone_or_told_as_towers_as_agreed() -> None:
    undone = [on_top(Options(), seed) for seed in (6, 8)]
    told = [on_top(Options(accidental_stack="top_counts"), seed) for seed in (6, 8)]
    assert all(len(piece) == 1 for pieces in undone for piece in pieces)
    assert any(len(piece) > 1 for pieces in told for piece in pieces)


def test_a_die_on_the_rim_is_out_or_put_back_as_agreed() -> None:
    aims = [Aim(x=0.102, y=0.0, side=0.0, speed=0.0, height=0.08, spin=0.0) for _ in range(30)]
    for rim_is_out in (True, False):
        options = Options(rim_is_out=rim_is_out)
        simulator = ArenaSimulator(find_edition("strike-2020"), audible=False)
        on_rim = [
            thrown
            for k, aim in enumerate(aims)
            if (
                thrown := simulator.throw(
                    (), [Handful(0, (0,), aim)], seed_of("rim", k), options=options
                )
            )
            and (thrown.trajectory.tracks[0].fate is Fate.RIM or thrown.rerolls)
        ]
        assert len(on_rim) > 3
        assert all(bool(thrown.out) == rim_is_out for thrown in on_rim)


def tower_of(simulator: ArenaSimulator, count: int) -> DiceAtRest:
    faces = [simulator.edition.faces[1 + k % 5] for k in range(count)]
    at_rest = scattered(simulator.edition, faces, Chance(seed_of(count)))
    return stacked(simulator.edition, at_rest, range(count))


def tallest_after(count: int, strength: str, offset: float, throws: int) -> list[int]:
    simulator = ArenaSimulator(find_edition("harry-potter"), audible=False)
    tower, heights = tower_of(simulator, count), []
    for k in range(throws):
        side = k * math.tau / throws - 3.1
        x, y = -offset * math.sin(side), offset * math.cos(side)
        aim = Aim.of_strength(strength, x=x, y=y, side=side)
        thrown = simulator.throw(tower, [Handful(0, (99,), aim)], seed_of("tower", strength, k))
        heights.append(max(map(len, thrown.at_rest), default=0))
    return heights


def test_a_tower_hit_hard_falls_and_a_grazed_one_often_keeps_a_rest() -> None:
    hard = tallest_after(4, "wild", 0.0, 25)
    assert sum(height >= 4 for height in hard) <= 3
    grazed = tallest_after(4, "gentle", 0.014, 25)
    assert sum(height >= 2 for height in grazed) >= 8


def test_a_tower_that_is_missed_stands() -> None:
    simulator = ArenaSimulator(find_edition("harry-potter"))
    tower = tower_of(simulator, 6)
    aim = Aim(x=0.055, speed=0.0, spin=0.0)
    thrown = simulator.throw(tower, [Handful(0, (99,), aim)], seed_of("missed"))
    assert thrown.at_rest[0] == tower[0]


def test_several_seats_are_seen_to_throw_one_after_the_other() -> None:
    simulator = ArenaSimulator(find_edition("impact-avatar"))
    handfuls = [
        Handful(seat, (seat,), Aim.of_strength("firm", side=1.2 * seat - 3)) for seat in range(5)
    ]
    thrown = simulator.throw((), handfuls, seed_of("storm"))
    firsts = [track.first for track in thrown.trajectory.tracks]
    assert len(set(firsts)) > 1
    assert max(firsts) < 20


def test_what_cannot_be_thrown_is_refused() -> None:
    simulator = ArenaSimulator(find_edition("strike-2020"))
    lying = placed(simulator.edition, (), 1, "2")
    with pytest.raises(BadValue, match="once"):
        simulator.throw(lying, [Handful(0, (1,), Aim())], seed_of(1))
    with pytest.raises(BadValue, match="at least one"):
        simulator.throw(lying, [Handful(0, (), Aim())], seed_of(1))
    with pytest.raises(BadValue, match="has 26"):
        simulator.throw(lying, [Handful(0, tuple(range(2, 30)), Aim())], seed_of(1))
    fire = placed(find_edition("impact"), (), 1, "fire")
    with pytest.raises(BadValue, match="not a face of strike-2020"):
        simulator.throw(fire, [Handful(0, (2,), Aim())], seed_of(1))
    shouted: Any = {"cocked": "shout"}
    with pytest.raises(BadValue, match="cocked='shout': it is nudge or reroll_outside"):
        simulator.throw((), [Handful(0, (2,), Aim())], seed_of(1), options=Options(**shouted))


# --- many throws: in order, the same on any number of workers -------------------------------------


def strikes(count: int) -> list[Task]:
    return [Strike(("2", "5"), "gentle", seed_of("batch", k)) for k in range(count)]


def test_workers_change_nothing_but_the_time() -> None:
    seen: list[tuple[int, int]] = []
    alone = list(
        throw_many("strike-2020", strikes(50), workers=1, progress=lambda *told: seen.append(told))
    )
    shared = list(throw_many("strike-2020", strikes(50), workers=2))
    assert alone == shared
    assert seen == [(24, 50), (48, 50), (50, 50)]


def test_a_batch_throws_what_the_thrower_of_a_table_throws() -> None:
    simulator = ArenaSimulator(find_edition("impact"))
    edition = simulator.edition
    at_rest = placed(edition, placed(edition, (), 0, "fire"), 1, "air", 0.03, 0.02)
    handful = Handful(0, (7, 8), Aim.of_strength("firm"))
    (outcome,) = throw_many("impact", [Given(at_rest, (handful,), seed_of(5))])
    assert outcome == simulator.throw(at_rest, [handful], seed_of(5)).outcome()
