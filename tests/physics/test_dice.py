"""The physics as a thrower: the game's options settle dice, and trials end as throws do."""

import platform
import re
from dataclasses import replace

import mujoco  # type: ignore[import-untyped]
import pytest
from physics.fake_scene import FakeScene

from kessel.physics.dice import PhysicsDice
from kessel.physics.practice import seed_of
from kessel.physics.version import PHYSICS_VERSION, physics_name
from kessel.rules.edition import find_edition
from kessel.rules.options import Options, resolve_options
from kessel.throws.aim import Aim
from kessel.throws.dice import Handful, ThrowOrder

POTTER = find_edition("harry-potter")
CROWD = (Handful(0, tuple(range(25)), Aim(speed=0.3, spin=5)),)
"""So many dice that some end on others."""


def crowd(options: Options, seed: int = 0) -> ThrowOrder:
    return ThrowOrder(POTTER, options, (), CROWD, seed_of("crowd", seed))


def test_a_trial_ends_as_the_throw_would_with_nothing_to_watch() -> None:
    order = crowd(resolve_options(POTTER))
    shown, trial = PhysicsDice().throw(order), PhysicsDice(watched=False).throw(order)
    assert replace(shown, trajectory=b"", seconds=0.0) == trial


@pytest.mark.parametrize("watched", [True, False])
def test_options_of_one_game_do_not_settle_the_dice_of_another(watched: bool) -> None:
    """One thrower for two games of an edition that differ in what becomes of stacked dice."""
    undone = resolve_options(POTTER, {"accidental_stack": "nudge"})
    counts = resolve_options(POTTER, {"accidental_stack": "top_counts"})
    thrower = PhysicsDice(watched=watched)
    stacks = set()
    for seed in (7, 8):
        flat = thrower.throw(crowd(undone, seed))
        stacked = thrower.throw(crowd(counts, seed))
        assert all(len(stack) == 1 for stack in flat.at_rest)
        alone = PhysicsDice(watched=watched).throw(crowd(counts, seed))
        assert stacked == alone
        stacks |= {len(stack) for stack in stacked.at_rest}
    assert max(stacks) > 1


def test_models_are_compiled_before_the_first_usual_throw() -> None:
    made: list[int] = []

    def scene(box, slots):  # type: ignore[no-untyped-def]
        made.append(slots)
        return FakeScene(box, slots)

    edition = find_edition("strike-2012")
    thrower = PhysicsDice(make_scene=scene)
    thrower.prepare(edition, 3)
    assert made == [1, 2, 3]
    thrower.throw(
        ThrowOrder(edition, resolve_options(edition), (), (Handful(0, (4, 5)),), bytes(32))
    )
    assert made == [1, 2, 3]
    assert thrower.throws == 1


# --- the name of the physics: what a record has to say for its throws to be made again ------------


def test_the_name_tells_our_version_the_engines_and_the_processor() -> None:
    told = re.fullmatch(r"physics-(\d+) mujoco-(\S+) (\S+)", physics_name())
    assert told is not None
    assert told.groups() == (str(PHYSICS_VERSION), mujoco.__version__, platform.machine())
