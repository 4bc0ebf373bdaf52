"""Aims and the boxes they are made in."""

import math
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.game import Game
from kessel.rules.edition import EDITIONS
from kessel.throws.aim import AIM_RANGES, STRENGTHS, USUAL, Aim, nearest_strength
from kessel.throws.boxes import BOXES, CAULDRON, OVAL, RIM_WIDTH, WIZARDS, box_of
from kessel.throws.dice import seed_text
from kessel.throws.outline import (
    Outline,
    distance_along,
    distance_inside,
    offset_ring,
    oval,
    rounded_polygon,
)


# --- What a hand can do is accepted and reads back, anything else is refused ----------------------
@pytest.mark.parametrize("name", sorted(AIM_RANGES))
def test_an_aim_out_of_range_is_refused_with_what_is_allowed(name: str) -> None:
    low, high = AIM_RANGES[name]
    for value in (low - 0.01, high + 0.01, math.nan, math.inf, "0.1", None, True):
        with pytest.raises(BadValue, match=f"aim {name}.*accepted"):
            Aim(**{name: value})  # type: ignore[arg-type]
    for value in (low, high, 0 if low <= 0 else low):
        assert getattr(Aim(**{name: value}), name) == value


def test_an_aim_reads_back_from_its_json() -> None:
    aim = Aim.of_strength("wild", x=0.01, y=-0.02, side=1.5)
    assert Aim.from_json(aim.to_json()) == aim
    wrong_values: tuple[object, ...] = ([], {"power": 3}, "firm")
    for wrong in wrong_values:
        with pytest.raises(BadValue):
            Aim.from_json(wrong)
    with pytest.raises(BadValue, match="gentle, firm, wild"):
        Aim.of_strength("furious")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_strength_is_speed_height_and_spin(strength: str) -> None:
    aim = Aim.of_strength(strength, x=0.01, side=2.0)
    assert {name: getattr(aim, name) for name in STRENGTHS[strength]} == STRENGTHS[strength]
    assert (aim.x, aim.y, aim.side) == (0.01, 0.0, 2.0)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_an_aim_is_called_by_its_nearest_strength(strength: str) -> None:
    speed = STRENGTHS[strength]["speed"]
    assert nearest_strength(Aim.of_strength(strength)) == strength
    assert nearest_strength({"speed": speed * 1.01}) == strength


@pytest.mark.parametrize("aim", [None, {}, {"speed": math.nan}, {"speed": "fast"}])
def test_an_aim_without_a_speed_is_a_usual_one(aim: Any) -> None:
    assert nearest_strength(aim) == USUAL


@pytest.mark.parametrize("aim", ["firm", 5, {"power": 3}])
def test_a_strength_is_nearest_to_an_aim_only(aim: Any) -> None:
    with pytest.raises(BadValue, match="an object with x, y"):
        nearest_strength(aim)
    with pytest.raises(BadValue, match="an object with x, y"):
        Game.from_state("strike-2020 hands=3,4 arena=2").throw("measured", {0: ("1", aim)})


# --- a seed is the same as a number and as its digits ---------------------------------------------


def test_a_number_and_its_digits_are_one_seed() -> None:
    assert seed_text(7) == seed_text("7") == "7"
    assert seed_text(b"\x01") == "01"


def test_without_a_seed_there_is_a_fresh_one() -> None:
    assert seed_text(None) != seed_text(None)


@pytest.mark.parametrize("wrong", [0.5, [], object()])
def test_what_is_none_is_refused(wrong: Any) -> None:
    with pytest.raises(BadValue, match="a seed is a whole number, text or bytes, not"):
        seed_text(wrong)


# --- One box for every edition, each about as large as the real one -------------------------------
def test_every_edition_has_a_box() -> None:
    assert {edition.arena for edition in EDITIONS.values()} == set(BOXES)
    assert box_of(EDITIONS["impact-avatar"]).name == "cauldron"


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_every_arena_is_about_as_large_as_the_real_one(edition: str) -> None:
    mat = box_of(EDITIONS[edition]).mat
    area = 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(mat, mat[1:] + mat[:1], strict=True))
    assert area == pytest.approx(math.pi * 0.076 * 0.057, rel=0.1)


def test_the_rim_is_as_high_as_the_wall_and_the_box_ends_behind_it() -> None:
    assert OVAL.height == 0.060
    assert OVAL.reach == OVAL.wall[-1][0] + RIM_WIDTH


def test_a_ring_is_the_mats_outline_moved_outward_and_up() -> None:
    ring = OVAL.ring(0.01, 0.05)
    assert len(ring) == len(OVAL.mat)
    for x, y, z in ring:
        assert z == 0.05
        assert distance_inside(OVAL.mat, (x, y)) == pytest.approx(-0.01)


# --- mats as polygons -----------------------------------------------------------------------------


SQUARE = ((1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0))


def turns(outline: Outline) -> list[float]:
    edges = [
        (b[0] - a[0], b[1] - a[1]) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)
    ]
    return [
        math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])
        for u, v in zip(edges, edges[1:] + edges[:1], strict=True)
    ]


@pytest.mark.parametrize("outline", [OVAL.mat, CAULDRON.mat, WIZARDS.mat])
def test_every_mat_is_convex_and_counter_clockwise(
    outline: Outline,
) -> None:
    assert all(0 < turn < math.radians(30) for turn in turns(outline))
    assert sum(turns(outline)) == pytest.approx(math.tau)


def test_the_oval_lies_on_its_ellipse() -> None:
    for x, y in oval(0.076, 0.057, 28):
        assert (x / 0.076) ** 2 + (y / 0.057) ** 2 == pytest.approx(1.0)


def test_a_rounded_square_is_the_square_less_its_corners() -> None:
    rounded = rounded_polygon(((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)), 0.25, 8)
    assert max(x for x, _ in rounded) == pytest.approx(1.0)
    assert max(x + y for x, y in rounded) == pytest.approx(2 - 0.25 * (2 - math.sqrt(2)))


@pytest.mark.parametrize("outline", [OVAL.mat, CAULDRON.mat, WIZARDS.mat, SQUARE])
def test_an_offset_is_as_far_away_as_it_says_on_every_edge(
    outline: Outline,
) -> None:
    ring = offset_ring(outline, 0.02)
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        assert distance_inside(outline, middle) == pytest.approx(-0.02)


def test_distances_in_a_square() -> None:
    assert distance_inside(SQUARE, (0.25, 0.0)) == pytest.approx(0.75)
    assert distance_inside(SQUARE, (1.5, 0.0)) == pytest.approx(-0.5)
    assert distance_along(SQUARE, (0.25, 0.0), (-1.0, 0.0)) == pytest.approx(1.25)
    assert distance_along(SQUARE, (0.0, 0.0), (0.6, 0.8)) == pytest.approx(1.25)
