"""Many throws: in order, the same on any number of workers."""

from kessel.physics.batch import Given, Strike, Task, throw_many
from kessel.physics.practice import seed_of
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.throws.aim import Aim
from kessel.throws.dice import Handful
from kessel.throws.placing import placed


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
