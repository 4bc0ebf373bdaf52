"""Many worlds: the same throws as one by one, and many dice read at once."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from physics.native_worlds import NativeWorlds

from kessel.errors import BadValue
from kessel.physics.batch import Given, Strike, Task, throw_many
from kessel.physics.practice import THROWN_DIE, seed_of, throw_at
from kessel.physics.resting import read
from kessel.physics.simulator import ArenaSimulator
from kessel.physics.trajectory import Fate
from kessel.physics.worlds import (
    GONE,
    Landings,
    Order,
    TaskOf,
    faces_up,
    fly,
    lay_out,
    read_plain,
    settle,
)
from kessel.rules.edition import find_edition
from kessel.throws.aim import Aim
from kessel.throws.at_rest import by_number
from kessel.throws.boxes import DIE_EDGE, box_of
from kessel.throws.dice import Handful
from kessel.throws.pose import AXES, Pose, with_up

# --- The same, whatever order they come to rest in ------------------------------------------------

EDITION = find_edition("strike-2020")
BOX = box_of(EDITION)
FACES = ("2", "5", "6")


def strike(number: int) -> Task:
    return Strike(FACES, "wild", seed_of("fleet", number))


def order(task: TaskOf, numbers: Sequence[int]) -> Order:
    return Order(EDITION.id, task, numbers)


def flown(worlds: NativeWorlds, numbers: range) -> list[Landings]:
    with ThreadPoolExecutor(1) as pool:
        return [some for _, some in fly(worlds, BOX, [order(strike, numbers)], pool)]


def rows(landings: list[Landings]) -> Counter[tuple[tuple[int, ...], bool]]:
    return Counter(
        (tuple(after), bool(cocked))
        for some in landings
        for after, cocked in zip(some.after.tolist(), some.cocked, strict=True)
    )


def one_by_one(
    numbers: range, task: TaskOf = strike, lying: int = len(FACES)
) -> Counter[tuple[tuple[int, ...], bool]]:
    """The same throws from the batch of single ones."""
    told: Counter[tuple[tuple[int, ...], bool]] = Counter()
    for outcome in throw_many(EDITION.id, [task(k) for k in numbers], workers=1):
        up = {die.die: die.pose.up for die in by_number(outcome.at_rest)}
        after = tuple(up.get(die, GONE) for die in (*range(lying), THROWN_DIE))
        told[after, bool(outcome.unread)] += 1
    return told


def test_many_worlds_make_the_throws_that_are_made_one_by_one() -> None:
    """40 wild throws: some lose dice, some must be settled."""
    worlds = NativeWorlds(BOX, len(FACES) + 1)
    landings = flown(worlds, range(100, 140))
    assert rows(landings) == one_by_one(range(100, 140))
    assert sum(some.throws for some in landings) == 40
    assert any(some.cocked.any() for some in landings), "else settling is not tested"
    assert any((some.thrown == GONE).any() for some in landings)
    assert worlds.began[0] == worlds.count
    assert all(0 < count < worlds.count for count in worlds.began[1:]), "refilled as they rest"


def test_a_throw_that_fails_in_a_world_is_made_on_the_processor() -> None:
    worlds = NativeWorlds(BOX, len(FACES) + 1)
    worlds.fails = {1, 7}
    landings = flown(worlds, range(12))
    assert rows(landings) == one_by_one(range(12))
    assert sum(some.again for some in landings) == 2


def at_nothing(number: int) -> Task:
    return Strike((), "firm", seed_of("nothing", number))


def test_orders_with_other_numbers_of_dice_share_a_flight() -> None:
    """Throws at nothing begin while the last ones at three dice are still in the air."""
    worlds = NativeWorlds(BOX, len(FACES) + 1)
    orders = [order(strike, range(200, 217)), order(at_nothing, range(9)), order(strike, range(4))]
    with ThreadPoolExecutor(1) as pool:
        told = list(fly(worlds, BOX, orders, pool))
    by_order = [[some for which, some in told if which is one] for one in orders]
    assert rows(by_order[0]) == one_by_one(range(200, 217))
    assert rows(by_order[1]) == one_by_one(range(9), at_nothing, 0)
    assert rows(by_order[2]) == one_by_one(range(4))
    assert by_order[1][0].before.shape[1] == 0
    sequence = [orders.index(which) for which, _ in told]
    assert sequence != sorted(sequence), "else one order waited for the other"


def test_what_lay_is_told_apart_from_what_was_thrown() -> None:
    landings = Landings(
        before=np.array([[1, 2], [3, 4]], np.int8),
        after=np.array([[1, 5, 0], [GONE, 4, GONE]], np.int8),
        cocked=np.zeros(2, bool),
    )
    assert landings.flipped.tolist() == [[False, True], [False, False]]
    assert landings.left.tolist() == [[False, False], [True, False]]
    assert landings.thrown.tolist() == [[0], [GONE]]


def two_sizes(number: int) -> Task:
    return Strike(FACES[: 1 + number % 2], "firm", seed_of("sizes", number))


def two_hands(number: int) -> Task:
    handfuls = tuple(Handful(seat, (seat,), Aim.of_strength("firm")) for seat in range(2))
    return Given((), handfuls, seed_of("hands", number))


def test_what_many_worlds_cannot_throw_is_refused() -> None:
    with pytest.raises(BadValue, match="only one is let go at a time"):
        lay_out(order(two_hands, [0]))
    with ThreadPoolExecutor(1) as pool, pytest.raises(BadValue, match=r"of \[2, 3\] dice"):
        list(fly(NativeWorlds(BOX, 3), BOX, [order(two_sizes, range(4))], pool))


def test_settling_keeps_the_length_of_the_flight() -> None:
    poses, _ = lay_out(order(strike, [0]))
    lying = poses[0].copy()
    lying[-1] = (0.0, 0.0, 0.008, 1.0, 0.0, 0.0, 0.0)
    landings = settle(order(strike, [0]), [(lying, 1.5)])
    assert landings.before.shape == (1, 3)
    assert landings.again == 0


# --- Reading many at once says what reading them one by one says, or nothing ----------------------

FLAT = DIE_EDGE / 2


def test_faces_up() -> None:
    poses = np.array(
        [Pose.at((0, 0, FLAT), with_up(axis, 0.3 * axis)) for axis in range(len(AXES))]
    )
    assert faces_up(poses).tolist() == list(range(len(AXES)))


def test_plain_or_left_to_the_careful_reader() -> None:
    flat = Pose.at((0.01, 0.02, FLAT), with_up(4, 1.0))
    far = Pose.at((0.5, 0.0, 0.1), (0.9, 0.3, 0.3, 0.1))
    tilted = Pose.at((0.0, 0.0, FLAT), (0.98, 0.199, 0.0, 0.0))
    on_another = flat.moved(0.0, 0.0, FLAT + DIE_EDGE)
    broken = flat.moved(float("nan"), 0.0, FLAT)
    throws = [[flat, far], [flat, tilted], [flat, on_another], [flat, broken]]
    faces, plain = read_plain(BOX, np.array(throws))
    assert faces[0].tolist() == [4, GONE]
    assert plain.tolist() == [True, False, False, False]


def test_what_is_plain_agrees_with_the_careful_reader() -> None:
    """The poses of 30 wild throws, before anything is settled by hand."""
    simulator = ArenaSimulator(find_edition("strike-2020"), audible=False)
    plain_throws = 0
    for k in range(30):
        thrown = throw_at(simulator, ("2", "3", "4"), "wild", seed_of("reading", k))
        last = np.concatenate(
            (thrown.trajectory.positions[-1], thrown.trajectory.rotations[-1]), axis=1
        )
        (faces,), (plain,) = read_plain(BOX, last[None])
        rests = read(BOX, {die: Pose(*row) for die, row in enumerate(last.tolist())})
        if plain:
            plain_throws += 1
            told = [GONE if rest.fate is Fate.OUT else rest.up for rest in rests.values()]
            assert faces.tolist() == told
            assert all(rest.fate in (Fate.OUT, Fate.FLAT) for rest in rests.values())
    assert plain_throws > 20
