"""What a server throws with: what was chosen, or what there is."""

import asyncio
from collections import Counter

import pytest
from physics.test_node import order

from kessel.physics import node
from kessel.physics.version import PORTABLE_NAME, physics_name
from kessel.rules.edition import find_edition
from kessel.server.pool import Pool
from kessel.server.workers import Workers
from kessel.table.dice import IDEAL, PHYSICS
from kessel.throws.boxes import BOXES
from kessel.throws.ideal import IdealDice


@pytest.mark.parametrize(
    ("chosen", "name"),
    [("portable", PORTABLE_NAME), ("native", physics_name()), ("ideal", IdealDice().name)],
)
def test_the_record_names_the_dice_that_were_chosen(chosen: str, name: str) -> None:
    assert Workers(1, dice=chosen).dice == {PHYSICS: name, IDEAL: IdealDice().name}


def test_without_node_it_throws_natively_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(node, "WHEEL", "a_package_that_nobody_has")
    assert Workers(1).dice[PHYSICS] == physics_name()
    (told,) = caplog.records
    assert "no portable dice" in told.getMessage()
    assert "pip install" in vars(told)["about"]["why"]


def test_ideal_dice_are_thrown_without_another_process() -> None:
    workers = Workers(1, dice="ideal")
    thrown = asyncio.run(workers.throw(PHYSICS, order()))
    assert thrown == IdealDice().throw(order())
    workers.close()


@pytest.mark.parametrize(("chosen", "arenas"), [("portable", 15), ("native", 15), ("ideal", 0)])
def test_every_process_compiles_every_arena_at_the_start(
    chosen: str, arenas: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Counter[tuple[object, ...]]()

    async def note(pool: Pool, _work: object, *arguments: object) -> None:
        asked[pool.name, *arguments] += 1

    monkeypatch.setattr(Pool, "run", note)
    workers = Workers(2, dice=chosen)
    asyncio.run(workers.warm_up())
    assert len(asked) == arenas
    assert set(asked.values()) <= {2}
    assert not arenas or {find_edition(str(one[2])).arena for one in asked} == set(BOXES)
    workers.close()
