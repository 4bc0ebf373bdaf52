"""A position as a picture (SVG): the box from above, its dice where they lie, and who holds what.

Millimetres, y downward. The signs are those of the page, which reads the same file.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from kessel.game.arguments import make_names
from kessel.game.text import supply_text
from kessel.rules.edition import Edition
from kessel.rules.faces import Face
from kessel.rules.positions import read_state
from kessel.rules.state import GameState
from kessel.throws.at_rest import DiceAtRest, LyingDie, Stack, check_layout, dice_in
from kessel.throws.boxes import DIE_EDGE, WALL, box_of
from kessel.throws.placing import arranged

MM = 1000.0
EDGE = DIE_EDGE * MM
CORNER = 0.19 * EDGE
"""Radius of a die's rounded corners."""
LIFT = 1.4
"""By how much a die on another is drawn aside, so that the one below is seen."""
MARGIN = 4.0
PIXELS = 2.5
"""For each millimetre, where nothing else sets the size."""
LINE = 9.0
"""Height of a player's line."""


class Svg(str):
    """A picture as text; notebooks show it.

    >>> from kessel import board_svg
    >>> isinstance(board_svg("strike-2020 hands=2,3 arena=2,5"), Svg)
    True
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class _Colours:
    """Of a box and its dice; the page draws with the same."""

    mat: str
    wall: str
    rim: str
    edge: str
    body: str
    sign: str
    signs: Mapping[Face, str]
    bare: Sequence[Face]


def board_svg(
    state: GameState | str, layout: DiceAtRest | None = None, names: Sequence[str] = ()
) -> Svg:
    """The position from above; dice stand in neat rows where no layout says where they lie.

    >>> picture = board_svg("strike-2020 hands=2,3 arena=2,5")
    >>> picture.startswith("<svg")
    True
    """
    state = read_state(state)
    lying = arranged(state.edition, state.arena) if layout is None else layout
    check_layout(lying)
    for die in dice_in(lying):
        state.edition.check_face(die.face)
    box = box_of(state.edition)
    outer = [(x * MM, -y * MM) for x, y, _ in box.ring(box.reach, 0.0)]
    left, top = (min(values) - MARGIN for values in zip(*outer, strict=True))
    width = -2 * left
    lines = tuple(_lines(state, names, -top))
    height = -2 * top + LINE * len(lines)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.1f} {top:.1f} {width:.1f} '
        f'{height:.1f}" width="{PIXELS * width:.0f}" height="{PIXELS * height:.0f}" role="img">',
        f"<title>{escape(str(state))}</title>",
        *box_parts(state.edition, lying),
        *lines,
        "</svg>",
    ]
    return Svg("\n".join(parts))


def box_parts(edition: Edition, lying: DiceAtRest) -> Iterator[str]:
    """The box around the middle with the dice in it, for a larger picture."""
    box, look = box_of(edition), _colours()[edition.family]
    yield _outline([(x * MM, -y * MM) for x, y, _ in box.ring(box.reach, 0.0)], look.rim)
    yield _outline([(x * MM, -y * MM) for x, y, _ in box.ring(WALL[-1][0], 0.0)], look.wall)
    yield _outline([(x * MM, -y * MM) for x, y in box.mat], look.mat)
    for stack in lying:
        yield from _stack(stack, look)


def half_width(edition: Edition) -> float:
    """mm from the middle of the box to the end of its rim."""
    box = box_of(edition)
    return MM * max(max(abs(x), abs(y)) for x, y, _ in box.ring(box.reach, 0.0))


def mat_of(edition: Edition) -> str:
    """The colour of an edition's mat."""
    return _colours()[edition.family].mat


def _outline(points: Sequence[tuple[float, float]], colour: str) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{corners}" fill="{colour}"/>'


def _stack(stack: Stack, look: _Colours) -> Iterator[str]:
    for level, lying in enumerate(stack):
        yield _die(lying, level, look)
    if len(stack) > 1:
        x, y = stack[-1].pose.x * MM + EDGE * 0.75, -stack[-1].pose.y * MM - EDGE * 0.6
        yield (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="6" font-family="sans-serif" '
            f'fill="#ffffff">{len(stack)}</text>'
        )


def _die(lying: LyingDie, level: int, look: _Colours) -> str:
    x, y = lying.pose.x * MM + LIFT * level, -lying.pose.y * MM - LIFT * level
    quarter = math.remainder(lying.pose.yaw, math.pi / 2)
    turn = f"translate({x:.2f} {y:.2f}) rotate({-math.degrees(quarter):.1f})"
    half = EDGE / 2
    body = (
        f'<rect x="{-half:g}" y="{-half:g}" width="{EDGE:g}" height="{EDGE:g}" rx="{CORNER:.2f}" '
        f'fill="{look.body}" stroke="#00000066" stroke-width="0.4"/>'
    )
    sign = "" if lying.face in look.bare else _sign(lying.face, look)
    return f'<g transform="{turn}"><title>{escape(lying.face)}</title>{body}{sign}</g>'


def _sign(face: Face, look: _Colours) -> str:
    drawn = _signs()[face]
    colour = look.signs.get(face, look.sign)
    size = 0.62 * EDGE / 100
    ends, joins = ("round", "round") if drawn.get("round") else ("butt", "miter")
    paths = ""
    if "fill" in drawn:
        paths += f'<path d="{drawn["fill"]}" fill="{colour}" fill-rule="evenodd"/>'
    if "stroke" in drawn:
        paths += (
            f'<path d="{drawn["stroke"]}" fill="none" stroke="{colour}" '
            f'stroke-width="{drawn.get("width", 10)}" stroke-linecap="{ends}" '
            f'stroke-linejoin="{joins}"/>'
        )
    return f'<g transform="scale({size:.5f}) translate(-50 -50)">{paths}</g>'


def _lines(state: GameState, names: Sequence[str], top: float) -> Iterator[str]:
    """Who holds what, a line for each player, the active one's marked."""
    for player, name in enumerate(make_names(names, state.players)):
        mark = "▸ " if player == state.active and not state.is_over else "\u2003"
        weight = "bold" if mark.strip() else "normal"
        y = top + LINE * (player + 0.6)
        yield (
            f'<text x="0" y="{y:.1f}" font-size="6" font-family="sans-serif" text-anchor="middle" '
            f'font-weight="{weight}" fill="#808080">{mark}{escape(name)}: '
            f"{supply_text(state, player)}</text>"
        )


@cache
def _signs() -> Mapping[Face, Mapping[str, Any]]:
    signs: dict[Face, Mapping[str, Any]] = _drawn("signs")
    return signs


@cache
def _colours() -> Mapping[str, _Colours]:
    return {family: _Colours(**colours) for family, colours in _drawn("colours").items()}


def _drawn(name: str) -> Any:
    return json.loads(files("kessel.game").joinpath(f"{name}.json").read_text(encoding="utf-8"))
