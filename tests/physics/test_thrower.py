"""Whole throws: what must hold after each, the options, fairness of faces, the same bytes again."""

import math
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kessel.errors import BadValue
from kessel.physics.chance import Chance
from kessel.physics.check import problems
from kessel.physics.layout import Layout
from kessel.physics.params import OVAL
from kessel.physics.practice import scattered, seed_of, throw_at
from kessel.physics.scene import Scene
from kessel.physics.simulate import Unsettled
from kessel.physics.throw import Aim, Hand
from kessel.physics.thrower import PhysicsThrower, Settling
from kessel.physics.trajectory import Fate, Surface, decode, encode
from kessel.rules.edition import EDITIONS

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


def random_hands(kind: str, rng: random.Random) -> list[Hand]:
    if kind == "one":
        return [Hand(0, (100,), random_aim(rng))]
    if kind == "pile":
        return [Hand(0, tuple(range(100, 100 + rng.randint(2, 10))), random_aim(rng))]
    if kind == "all":
        return [Hand(0, tuple(range(100, 100 + rng.randint(5, 17))), random_aim(rng, 1.5))]
    return [Hand(seat, (100 + seat,), random_aim(rng)) for seat in range(rng.randint(2, 5))]


def lying_dice(kind: str, thrower: PhysicsThrower, rng: random.Random) -> Layout:
    if kind == "all":
        return thrower.empty
    faces = [rng.choice(thrower.edition.faces) for _ in range(rng.randint(0, 8))]
    layout = scattered(thrower.empty, faces, Chance(rng.randbytes(32)))
    if kind == "one" and len(faces) > 1 and rng.random() < 0.4:
        return layout.stacked(rng.sample(range(len(faces)), len(faces)))
    return layout


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize("kind", ["one", "pile", "all", "seats"])
def test_what_must_hold_after_every_throw(edition: str, kind: str) -> None:
    thrower = PhysicsThrower(edition)
    scene = Scene(thrower.arena, thrower.edition.dice)
    for seed in range({"one": 25, "pile": 6, "all": 4, "seats": 10}[kind]):
        rng = random.Random(f"{edition} {kind} {seed}")
        layout = lying_dice(kind, thrower, rng)
        hands = random_hands(kind, rng)
        thrown = thrower.throw(layout, hands, rng.randbytes(32))
        assert problems(layout, hands, thrown, thrower.settling, scene) == []
        decoded = decode(encode(thrown.trajectory))
        assert decoded.tracks == thrown.trajectory.tracks
        assert np.abs(decoded.positions[-1] - thrown.trajectory.positions[-1]).max() < 1e-4


def test_dice_lie_where_they_lay_exactly() -> None:
    thrower = PhysicsThrower("strike-2020")
    layout = thrower.empty.placed(0, "2", -0.06, 0.0).placed(1, "5", 0.05, 0.01, 0.3)
    for turn in range(8):
        aim = Aim.of_strength("gentle", x=0.02, y=0.0, side=0.7 * turn - 3.0)
        thrown = thrower.throw(layout, [Hand(0, (10 + turn,), aim)], seed_of(turn))
        start = thrown.trajectory
        for k, lying in enumerate(layout.dice):
            assert tuple(start.positions[0, k]) == lying.pose.position
            assert tuple(start.rotations[0, k]) == lying.pose.rotation
        layout = thrown.layout
    assert layout.find(0).pose == thrower.empty.placed(0, "2", -0.06, 0.0).find(0).pose


def faces_of_drops(aim: Aim, count: int) -> list[int]:
    thrower = PhysicsThrower("strike-2020", audible=False)
    counts = [0] * 6
    for k in range(count):
        thrown = thrower.throw(thrower.empty, [Hand(0, (0,), aim)], seed_of("uniform", aim, k))
        for lying in thrown.layout.dice:
            counts[lying.pose.up] += 1
    return counts


@pytest.mark.parametrize(
    "aim",
    [Aim(speed=0.0, height=0.075, spin=0.0), Aim.of_strength("firm", side=1.0)],
    ids=["lowest drop", "firm"],
)
def test_faces_are_uniform_however_gently_dropped(aim: Aim) -> None:
    counts = faces_of_drops(aim, 900)
    assert sum(counts) > 850
    assert chi_square(counts) < CHI_SQUARE_5_AT_1E_4


def test_struck_dice_and_throws_have_the_feel_of_the_game() -> None:
    """300 throws each at three dice; bounds four standard errors from what was measured."""
    share: dict[str, tuple[float, float]] = {}
    thrower = PhysicsThrower("strike-2020", audible=False)
    for strength in ("gentle", "firm", "wild"):
        throws = [throw_at(thrower, "256", strength, seed_of(strength, k)) for k in range(300)]
        flipped = sum(bool(t.flipped) for t in throws) / 300
        share[strength] = flipped, sum(bool(t.out) for t in throws) / 300
    assert share["gentle"][0] < 0.16
    assert share["gentle"][1] < 0.02
    assert share["firm"][0] > 0.40
    assert share["firm"][1] < 0.05
    assert 0.18 < share["wild"][1] < 0.42


def one_throw(thrower: PhysicsThrower, seed: int) -> bytes:
    thrown = throw_at(thrower, "2345", "firm", seed_of("same", seed))
    return encode(thrown.trajectory) + repr(thrown.layout.dice).encode()


def test_the_same_seed_gives_the_same_bytes_in_any_order_and_on_any_thread() -> None:
    thrower = PhysicsThrower("strike-2020")
    first = [one_throw(thrower, k) for k in range(6)]
    assert [one_throw(thrower, k) for k in reversed(range(6))] == first[::-1]
    throwers = [PhysicsThrower("strike-2020") for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        threaded = list(pool.map(lambda k: one_throw(throwers[k % 2], k), range(6)))
    assert threaded == first


def test_the_same_seed_gives_the_same_bytes_in_another_process() -> None:
    code = """
from kessel.physics.practice import seed_of, throw_at
from kessel.physics.thrower import PhysicsThrower
from kessel.physics.trajectory import encode
import hashlib
thrown = throw_at(PhysicsThrower("strike-2020"), "2345", "firm", seed_of("same", 0))
print(hashlib.sha256(encode(thrown.trajectory) + repr(thrown.layout.dice).encode()).hexdigest())
"""
    import hashlib

    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    mine = hashlib.sha256(one_throw(PhysicsThrower("strike-2020"), 0)).hexdigest()
    assert child.stdout.strip() == mine


def test_a_silent_thrower_throws_the_same() -> None:
    loud, silent = PhysicsThrower("impact"), PhysicsThrower("impact", audible=False)
    for k in range(10):
        one = throw_at(loud, ("fire", "air", "stone"), "wild", seed_of("silent", k))
        other = throw_at(silent, ("fire", "air", "stone"), "wild", seed_of("silent", k))
        assert one.outcome() == other.outcome()
        assert not other.trajectory.contacts


def test_a_failed_simulation_is_thrown_again_from_the_next_draw_and_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thrower = PhysicsThrower("strike-2020")
    hands = [Hand(0, (1,), Aim())]
    good = thrower.throw(thrower.empty, hands, seed_of("again"))
    failures = iter([["mjWARN_BADQACC"], ["mjWARN_BADQACC"]])
    monkeypatch.setattr(Scene, "warnings", lambda self: next(failures, []))
    again = thrower.throw(thrower.empty, hands, seed_of("again"))
    assert (good.attempts, again.attempts) == (1, 3)
    assert thrower.counts["rethrown"] == 2
    assert again.layout != good.layout


def test_it_gives_up_with_an_error_rather_than_with_an_unsettled_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Scene, "warnings", lambda self: ["mjWARN_INERTIA"])
    thrower = PhysicsThrower("strike-2020")
    with pytest.raises(Unsettled, match="8 attempts"):
        thrower.throw(thrower.empty, [Hand(0, (1,), Aim())], seed_of(1))


def test_a_trajectory_of_one_at_eight_is_small_and_has_sound() -> None:
    thrower = PhysicsThrower("strike-2020")
    sizes, surfaces = [], set()
    for k in range(20):
        trajectory = throw_at(thrower, "23456234", "firm", seed_of("small", k)).trajectory
        sizes.append(len(encode(trajectory)))
        assert all(0 <= c.time <= trajectory.seconds for c in trajectory.contacts)
        surfaces |= {
            c.other if isinstance(c.other, Surface) else "die" for c in trajectory.contacts
        }
    assert sorted(sizes)[10] < 1024
    assert surfaces >= {"die", Surface.MAT, Surface.WALL}


def cocked_throws(settling: Settling) -> tuple[int, int, int]:
    """Throws in which something had to be settled, nudges and rerolls, of 40 handfuls."""
    thrower = PhysicsThrower("strike-2020", settling, audible=False)
    scene, settled = Scene(OVAL, 26), 0
    for k in range(40):
        hands = [Hand(0, tuple(range(20)), Aim(speed=0.5, side=k / 7 - 3))]
        thrown = thrower.throw(thrower.empty, hands, seed_of("cocked", k))
        settled += bool(thrown.unread)
        assert thrown.landing.cocked == len(thrown.unread)
        assert problems(thrower.empty, hands, thrown, settling, scene) == []
    return settled, thrower.counts["nudges"], thrower.counts["rerolls"]


def test_cocked_dice_are_nudged_or_rolled_again_outside_as_agreed() -> None:
    settled, nudges, rerolls = cocked_throws(Settling(cocked="nudge"))
    assert settled > 3
    assert nudges >= settled
    assert rerolls < settled
    settled, nudges, rerolls = cocked_throws(
        Settling(cocked="reroll_outside", accidental_stack="top_counts")
    )
    assert settled > 3
    assert (nudges, rerolls >= settled) == (0, True)


def test_the_edition_says_how_cocked_dice_are_settled() -> None:
    assert PhysicsThrower("strike-2012").settling.cocked == "reroll_outside"
    assert PhysicsThrower("strike-2020").settling.cocked == "nudge"


def on_top(settling: Settling, seed: int) -> tuple[tuple[int, ...], ...]:
    """A crowd of 25 dice, of which some end on others."""
    thrower = PhysicsThrower("harry-potter", settling, audible=False)
    hands = [Hand(0, tuple(range(25)), Aim(speed=0.3, spin=5))]
    return thrower.throw(thrower.empty, hands, seed_of("crowd", seed)).layout.pieces


def test_accidental_stacks_are_undone_or_told_as_towers_as_agreed() -> None:
    undone = [on_top(Settling(), seed) for seed in range(3)]
    told = [on_top(Settling(accidental_stack="top_counts"), seed) for seed in range(3)]
    assert all(len(piece) == 1 for pieces in undone for piece in pieces)
    assert any(len(piece) > 1 for pieces in told for piece in pieces)


def test_a_die_on_the_rim_is_out_or_put_back_as_agreed() -> None:
    aims = [Aim(x=0.102, y=0.0, side=0.0, speed=0.0, height=0.08, spin=0.0) for _ in range(30)]
    for rim_is_out in (True, False):
        settling = Settling(rim_is_out=rim_is_out)
        thrower = PhysicsThrower("strike-2020", settling, audible=False)
        on_rim = [
            thrown
            for k, aim in enumerate(aims)
            if (thrown := thrower.throw(thrower.empty, [Hand(0, (0,), aim)], seed_of("rim", k)))
            and (thrown.trajectory.tracks[0].fate is Fate.RIM or thrown.rerolls)
        ]
        assert len(on_rim) > 3
        assert all(bool(thrown.out) == rim_is_out for thrown in on_rim)


def tower_of(thrower: PhysicsThrower, count: int) -> Layout:
    faces = [thrower.edition.faces[1 + k % 5] for k in range(count)]
    return scattered(thrower.empty, faces, Chance(seed_of(count))).stacked(range(count))


def tallest_after(count: int, strength: str, offset: float, throws: int) -> list[int]:
    thrower = PhysicsThrower("harry-potter", audible=False)
    tower, heights = tower_of(thrower, count), []
    for k in range(throws):
        side = k * math.tau / throws - 3.1
        x, y = -offset * math.sin(side), offset * math.cos(side)
        aim = Aim.of_strength(strength, x=x, y=y, side=side)
        thrown = thrower.throw(tower, [Hand(0, (99,), aim)], seed_of("tower", strength, k))
        heights.append(max((len(piece) for piece in thrown.layout.pieces), default=0))
    return heights


def test_a_tower_hit_hard_falls_and_a_grazed_one_often_keeps_a_rest() -> None:
    hard = tallest_after(4, "wild", 0.0, 25)
    assert sum(height >= 4 for height in hard) <= 3
    grazed = tallest_after(4, "gentle", 0.014, 25)
    assert sum(height >= 2 for height in grazed) >= 8


def test_a_tower_that_is_missed_stands() -> None:
    thrower = PhysicsThrower("harry-potter")
    tower = tower_of(thrower, 6)
    aim = Aim(x=0.055, speed=0.0, spin=0.0)
    thrown = thrower.throw(tower, [Hand(0, (99,), aim)], seed_of("missed"))
    assert thrown.layout.landing[0] == tower.landing[0]
    assert thrown.layout.find(5).pose == tower.find(5).pose


def test_several_seats_are_seen_to_throw_one_after_the_other() -> None:
    thrower = PhysicsThrower("impact-avatar")
    hands = [Hand(seat, (seat,), Aim.of_strength("firm", side=1.2 * seat - 3)) for seat in range(5)]
    thrown = thrower.throw(thrower.empty, hands, seed_of("storm"))
    firsts = [track.first for track in thrown.trajectory.tracks]
    assert len(set(firsts)) > 1
    assert max(firsts) < 20


def test_what_cannot_be_thrown_is_refused() -> None:
    thrower = PhysicsThrower("strike-2020")
    lying = thrower.empty.placed(1, "2")
    with pytest.raises(BadValue, match="once"):
        thrower.throw(lying, [Hand(0, (1,), Aim())], seed_of(1))
    with pytest.raises(BadValue, match="at least one"):
        thrower.throw(lying, [Hand(0, (), Aim())], seed_of(1))
    with pytest.raises(BadValue, match="has 26"):
        thrower.throw(lying, [Hand(0, tuple(range(2, 30)), Aim())], seed_of(1))
    with pytest.raises(BadValue, match="another arena"):
        thrower.throw(PhysicsThrower("impact").empty, [Hand(0, (1,), Aim())], seed_of(1))
    with pytest.raises(BadValue, match="'nudge' or 'reroll_outside'"):
        Settling(cocked="shout")
