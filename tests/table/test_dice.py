"""Throwers by their names."""

import subprocess
import sys

import pytest

from kessel.errors import BadValue
from kessel.physics.dice import PhysicsDice
from kessel.table.dice import (
    IDEAL,
    NATIVE,
    PHYSICS,
    PORTABLE,
    are_known,
    can_be_repeated,
    dice_named,
    dice_names,
    is_physics,
    is_same_kind,
    may_step_in,
)
from kessel.table.terms import DiceKind
from kessel.throws.ideal import IdealDice


@pytest.mark.parametrize("chosen", [PORTABLE, NATIVE, IDEAL])
@pytest.mark.parametrize("kind", [PHYSICS, IDEAL])
def test_the_dice_of_a_table_are_found_by_their_name(chosen: str, kind: DiceKind) -> None:
    name = dice_names(chosen)[kind]
    assert dice_named(name).name == name
    assert is_physics(name) == (kind == PHYSICS and chosen != IDEAL)


def test_ideal_dice_come_with_the_numbers_that_are_named() -> None:
    told = IdealDice(0.5, 0.1)
    assert dice_named(told.name) == told


def test_of_a_version_that_is_not_at_hand_comes_another_and_says_so() -> None:
    assert dice_named("ideal-9 strike=0.5 loss=0.1") == IdealDice(0.5, 0.1)
    other = dice_named("physics-1 mujoco-3.0.0 vax")
    assert isinstance(other, PhysicsDice)
    assert other.name != "physics-1 mujoco-3.0.0 vax"


@pytest.mark.parametrize(
    "name", ["ideal-1 strike=often", "ideal-1 luck=0.5", "ideal-1 version=1", "ideal strike=2"]
)
def test_ideal_dice_have_two_probabilities_and_nothing_else(name: str) -> None:
    with pytest.raises(BadValue, match="probabilit"):
        dice_named(name)


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadValue, match=r"'cards' .* here; portable, physics and ideal can"):
        dice_named("cards")


def test_names_are_told_without_loading_the_engine() -> None:
    code = (
        "import sys; from kessel.table.dice import dice_names; dice_names();"
        "print('mujoco' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


def test_kinds_of_dice_by_their_names() -> None:
    here, there = "physics-2 mujoco-4.0.0 x86_64", "portable-1 mujoco-3.14.0 wasm-2d38"
    usual, other = IdealDice().name, "ideal-9 loss=0.02 strike=0.3"
    rigged = "ideal-1 strike=0 loss=1"
    assert is_same_kind(here, there)
    assert is_same_kind(usual, other)
    assert not is_same_kind(usual, rigged)
    assert not is_same_kind(usual, here)
    assert may_step_in(usual, here)
    assert not may_step_in(rigged, here)
    assert not may_step_in(usual, other)
    assert not may_step_in(there, here)


def test_only_dice_of_this_version_are_known_and_only_some_land_alike_everywhere() -> None:
    repeated = (dice_names(PORTABLE)[PHYSICS], dice_names(IDEAL)[IDEAL])
    assert all(can_be_repeated(name) and are_known(name) for name in repeated)
    native = dice_names(NATIVE)[PHYSICS]
    assert are_known(native)
    assert not can_be_repeated(native)
    foreign = (
        "ideal-9 strike=0.3 loss=0.02",
        "ideal-1 strike=0.0 loss=1.0",
        "physics-2 mujoco-4.0.0 x86_64",
        "physics-1 mujoco-3.14.0 x86_64 wasm32",
        "physics-1 mujoco-3.14.0",
        "portable-1 mujoco-3.14.0 wasm-2d38",
        f"{repeated[0]} wasm32",
        "scripted",
        "",
    )
    assert not any(are_known(name) for name in foreign)
