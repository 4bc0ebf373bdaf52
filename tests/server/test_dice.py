"""What a server throws with: what was chosen, or what there is."""

import asyncio

import pytest
from physics.test_node import order

from kessel.physics import node
from kessel.physics.version import PORTABLE_NAME, physics_name
from kessel.server.workers import Workers
from kessel.table.dice import IDEAL, PHYSICS
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
