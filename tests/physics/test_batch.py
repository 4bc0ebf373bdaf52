"""Many throws: in order, the same on any number of workers, resumable after a break."""

import json
from pathlib import Path

from kessel.physics.attempt import SimulatedOutcome
from kessel.physics.batch import Given, Strike, Task, throw_many, throw_to_file
from kessel.physics.practice import seed_of
from kessel.physics.simulator import ArenaSimulator
from kessel.rules.edition import find_edition
from kessel.throws.aim import Aim
from kessel.throws.dice import Handful
from kessel.throws.placing import placed


def strikes(count: int) -> list[Task]:
    return [Strike(("2", "5"), "gentle", seed_of("batch", k)) for k in range(count)]


def described(_: Task, outcome: SimulatedOutcome) -> dict[str, object]:
    return {"arena": outcome.landing.arena, "out": outcome.out}


def test_workers_change_nothing_but_the_time() -> None:
    seen: list[int] = []
    alone = list(throw_many("strike-2020", strikes(50), workers=1, progress=seen.append))
    shared = list(throw_many("strike-2020", strikes(50), workers=2))
    assert alone == shared
    assert seen == [24, 48, 50]


def test_a_batch_throws_what_the_thrower_of_a_table_throws() -> None:
    simulator = ArenaSimulator(find_edition("impact"))
    edition = simulator.edition
    at_rest = placed(edition, placed(edition, (), 0, "fire"), 1, "air", 0.03, 0.02)
    hand = Handful(0, (7, 8), Aim.of_strength("firm"))
    (outcome,) = throw_many("impact", [Given(at_rest, (hand,), seed_of(5))])
    assert outcome == simulator.throw(at_rest, [hand], seed_of(5)).outcome()


def test_a_broken_off_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    assert throw_to_file(whole, "strike-2020", strikes(30), described, workers=1) == 30
    text = whole.read_text()
    broken.write_text(text[: len(text) // 2])  # in the middle of a line
    told: list[int] = []
    done = throw_to_file(
        broken, "strike-2020", strikes(30), described, workers=1, progress=told.append
    )
    assert 10 < done < 20
    assert told[-1] == 30
    assert broken.read_text() == text
    assert len([json.loads(line) for line in text.splitlines()]) == 30
    assert throw_to_file(whole, "strike-2020", strikes(30), described, workers=1) == 0
