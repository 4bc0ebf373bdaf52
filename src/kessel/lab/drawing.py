"""Plots as SVG text: lines with error bars, intervals about a reference, and maps of a mat.

Knows shapes and scales, not what the figures mean.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

MARGIN = 44
INK, FAINT, PAPER = "#333333", "#cfcfcf", "#ffffff"
STEPS = 4
"""Numbers on an axis, beside its start."""
ROUND = (0.01, 0.02, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25)
"""Steps of an axis of shares."""
LOW_COLOUR, MIDDLE_COLOUR, HIGH_COLOUR = (59, 76, 192), (236, 233, 226), (180, 4, 38)
"""Of a map: below its middle, at it, above it."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points with error bars."""

    name: str
    colour: str
    points: Sequence[tuple[int, float, float]]
    """(x, value, standard error)"""


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its interval, on a row of its own."""

    label: str
    colour: str
    value: float
    low: float
    high: float
    note: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A value at a place of a map, in the map's own measure."""

    x: float
    y: float
    value: float


@dataclass(frozen=True, slots=True)
class Marker:
    """A die on a map."""

    x: float
    y: float
    turn: float
    label: str


def picture(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """A whole SVG on white paper, so that it can be read on any page."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            'font-family="sans-serif" font-size="12" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
            text(MARGIN, 20, title, size=14),
            *parts,
            "</svg>",
            "",
        ]
    )


def text(
    x: float, y: float, words: str, *, anchor: str = "start", colour: str = INK, size: int = 12
) -> str:
    """Words at a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}" '
        f'font-size="{size}">{escape(words)}</text>'
    )


def line_plot(
    title: str, axis: str, lines: Sequence[Line], *, low: float = 0.0, high: float | None = None
) -> str:
    """Shares over whole numbers, as lines with error bars; from `low` to `high`, or what fits."""
    width, height, right = 500, 260, 84
    most = max((value + error for line in lines for _, value, error in line.points), default=1.0)
    top = low + STEPS * _step((most - low) / STEPS) if high is None else high
    across = [place for line in lines for place, *_ in line.points] or [0, 1]
    first, last = min(across), max(max(across), min(across) + 1)

    def x(place: float) -> float:
        return MARGIN + (place - first) / (last - first) * (width - MARGIN - right)

    def y(value: float) -> float:
        return height - MARGIN - (value - low) / (top - low) * (height - 2 * MARGIN)

    parts = [
        f'<path d="M{MARGIN} {MARGIN}V{y(low):.1f}H{width - right}" fill="none" stroke="{INK}"/>',
        text(width - right, height - 10, axis, anchor="end"),
    ]
    for step in range(STEPS + 1):
        value = low + (top - low) * step / STEPS
        parts.append(text(MARGIN - 4, y(value) + 4, f"{value:.0%}", anchor="end"))
    parts += [
        text(x(place), y(low) + 16, str(place), anchor="middle") for place in range(first, last + 1)
    ]
    for number, line in enumerate(lines):
        parts += _line(line, [(x(p), y(v), y(v - e) - y(v + e)) for p, v, e in line.points])
        place = (width - right + 12, MARGIN + 8 + 16 * number)
        parts.append(text(*place, line.name, colour=line.colour))
    return picture(width, height, title, parts)


def interval_plot(title: str, rows: Sequence[Interval], reference: float, words: str) -> str:
    """Shares with their intervals, one below the other, about a reference that has a name."""
    width, left, right, pitch = 660, 210, 130, 26
    height = 60 + pitch * (len(rows) + 1)
    least = min([reference, *(row.low for row in rows)])
    most = max([reference, *(row.high for row in rows)])
    edge = 0.04 * (most - least)

    def x(value: float) -> float:
        share = (value - least + edge) / (most - least + 2 * edge)
        return left + share * (width - left - right)

    bottom = height - 34
    parts = [
        f'<path d="M{x(reference):.1f} 34V{bottom}" stroke="{INK}" stroke-dasharray="4 3"/>',
        text(x(reference), bottom + 16, words, anchor="middle"),
    ]
    for number, row in enumerate(rows):
        y = 50 + pitch * number
        parts += [
            text(left - 10, y + 4, row.label, anchor="end"),
            f'<path d="M{left} {y}H{width - right}" stroke="{FAINT}" stroke-width="0.5"/>',
            f'<path d="M{x(reference):.1f} {y}H{x(row.value):.1f}" stroke="{row.colour}" '
            'stroke-width="6" opacity="0.35"/>',
            f'<path d="M{x(row.low):.1f} {y}H{x(row.high):.1f}" stroke="{row.colour}" '
            'stroke-width="2"/>',
            f'<circle cx="{x(row.value):.1f}" cy="{y}" r="4" fill="{row.colour}"/>',
            text(width - right + 10, y + 4, row.note),
        ]
    return picture(width, height, title, parts)


def map_plot(
    title: str,
    outline: Sequence[Point],
    tiles: Sequence[Tile],
    pitch: float,
    markers: Sequence[Marker],
    die: float,
    span: tuple[float, float, float],
    words: tuple[str, str],
) -> str:
    """Values over a mat, with the dice that lie there; all in metres.

    `span` is the lowest, middle and highest colour; `words` name both ends of it.
    """
    width, scale = 460, 2400.0
    reach = max(y for _, y in outline)
    height = 2 * reach * scale + 90
    middle = 34 + reach * scale

    def place(x: float, y: float) -> Point:
        return width / 2 + x * scale, middle - y * scale

    ring = " ".join("{:.1f},{:.1f}".format(*place(*corner)) for corner in outline)
    parts = [f'<polygon points="{ring}" fill="#f4f2ec" stroke="{INK}"/>']
    side = pitch * scale
    for tile in tiles:
        x, y = place(tile.x, tile.y)
        parts.append(
            f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" '
            f'height="{side:.1f}" fill="{_colour(tile.value, span)}"/>'
        )
    for one in markers:
        x, y = place(one.x, one.y)
        turn = -one.turn * 57.2958
        half = die * scale / 2
        parts += [
            f'<rect x="{-half:.1f}" y="{-half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" '
            f'transform="translate({x:.1f} {y:.1f}) rotate({turn:.0f})" rx="5" fill="none" '
            f'stroke="{INK}" stroke-width="1.5"/>',
            text(x, y + 4, one.label, anchor="middle"),
        ]
    return picture(width, height, title, [*parts, *_scale(span, words, width, height)])


def _step(least: float) -> float:
    """The smallest round step that is no less."""
    return next((step for step in ROUND if step >= least), ROUND[-1])


def _scale(
    span: tuple[float, float, float], words: tuple[str, str], width: float, height: float
) -> list[str]:
    """The colours of a map, from its lowest to its highest value."""
    steps, left, length = 40, width / 2 - 80, 160
    low, _, high = span
    parts = [
        f'<rect x="{left + length * k / steps:.1f}" y="{height - 32:.1f}" '
        f'width="{length / steps:.1f}" height="10" '
        f'fill="{_colour(low + (high - low) * (k + 0.5) / steps, span)}"/>'
        for k in range(steps)
    ]
    y = height - 23
    return [
        *parts,
        text(left - 8, y, words[0], anchor="end"),
        text(left + length + 8, y, words[1]),
    ]


def _colour(value: float, span: tuple[float, float, float]) -> str:
    low, middle, high = span
    end, reach = (LOW_COLOUR, middle - low) if value < middle else (HIGH_COLOUR, high - middle)
    share = min(1.0, abs(value - middle) / reach) if reach > 0 else 0.0
    mixed = (round(m + (e - m) * share) for m, e in zip(MIDDLE_COLOUR, end, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _line(line: Line, points: Sequence[tuple[float, float, float]]) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    drawn = [f'<polyline points="{path}" fill="none" stroke="{line.colour}" stroke-width="2"/>']
    for x, y, tall in points:
        drawn.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{line.colour}"/>')
        drawn.append(f'<path d="M{x:.1f} {y - tall / 2:.1f}v{tall:.1f}" stroke="{line.colour}"/>')
    return drawn
