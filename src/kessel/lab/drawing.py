"""Plots as SVG: lines with error bars, intervals about a reference, and maps of a mat.

Knows shapes and scales, not what the figures mean. The same figures give the same bytes.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import degrees

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle
from matplotlib.ticker import MaxNLocator, PercentFormatter

INK, FAINT, MAT = "#333333", "#cfcfcf", "#f4f2ec"
COLOURS = LinearSegmentedColormap.from_list("kessel", ["#3b4cc0", "#ece9e2", "#b40426"])
"""Of a map: below its middle, at it, above it."""
LEAST = 1e-9
"""Between the middle of a map and its ends."""
STYLE = {
    "font.size": 9,
    "axes.edgecolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "svg.fonttype": "none",
    "svg.hashsalt": "kessel",
}

Point = tuple[float, float]
Tile = tuple[float, float, float]
"""The middle of a square of a map, and its value."""
Marker = tuple[float, float, float, str]
"""The middle of a die on a map, its turn and its face."""


@dataclass(frozen=True, slots=True)
class PlotLine:
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


def line_plot(
    title: str, axis: str, lines: Sequence[PlotLine], *, low: float = 0.0, high: float | None = None
) -> str:
    """Shares over whole numbers, as lines with error bars; from `low` to `high`, or what fits."""
    with rc_context(STYLE):
        figure, axes = _paper(5.4, 2.8, (0.1, 0.18, 0.66, 0.68))
        for line in lines:
            places, values, errors = zip(*line.points, strict=True) if line.points else ((),) * 3
            style = {"color": line.colour, "marker": "o", "markersize": 4, "label": line.name}
            axes.errorbar(places, values, errors, **style)
        axes.set_title(title)
        axes.set_xlabel(axis, loc="right")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_ylim(low, high)
        if lines:
            axes.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False)
        return _svg(figure, title)


def interval_plot(title: str, rows: Sequence[Interval], reference: float, words: str) -> str:
    """Shares with their intervals, one below the other, about a reference that has a name."""
    with rc_context(STYLE):
        height = 0.7 + 0.28 * (len(rows) + 1)
        bottom = 0.45 / height
        figure, axes = _paper(7.2, height, (0.3, bottom, 0.5, 1 - bottom - 0.35 / height))
        axes.axvline(reference, color=INK, linestyle="--", linewidth=1)
        for place, row in enumerate(rows):
            axes.axhline(place, color=FAINT, linewidth=0.5, zorder=0)
            axes.plot([reference, row.value], [place] * 2, color=row.colour, linewidth=5, alpha=0.3)
            axes.plot([row.low, row.high], [place] * 2, color=row.colour)
            axes.plot(row.value, place, "o", color=row.colour)
            axes.annotate(row.note, (1.03, place), xycoords=axes.get_yaxis_transform(), va="center")
        axes.set_title(title, x=-0.58)
        axes.set_xticks([reference], [words])
        axes.set_yticks(range(len(rows)), [row.label for row in rows])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        return _svg(figure, title)


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
    low, middle, high = span
    with rc_context(STYLE):
        figure, axes = _paper(4.8, 4.2, (0.04, 0.12, 0.92, 0.78))
        axes.add_patch(Polygon(list(outline), facecolor=MAT, edgecolor=INK))
        ends = min(low, middle - LEAST), max(high, middle + LEAST)
        colour = ScalarMappable(TwoSlopeNorm(middle, *ends), COLOURS)
        for x, y, value in tiles:
            corner = (x - pitch / 2, y - pitch / 2)
            axes.add_patch(Rectangle(corner, pitch, pitch, color=colour.to_rgba(value), lw=0))
        for x, y, turn, face in markers:
            corner = (x - die / 2, y - die / 2)
            square = Rectangle(corner, die, die, angle=degrees(turn), rotation_point="center")
            square.set(fill=False, edgecolor=INK)
            axes.add_patch(square)
            axes.annotate(face, (x, y), ha="center", va="center")
        axes.set_title(title)
        axes.set_aspect("equal")
        axes.autoscale_view()
        axes.axis("off")
        scale = figure.add_axes((0.3, 0.06, 0.4, 0.025))
        figure.colorbar(colour, scale, orientation="horizontal", ticks=[])
        for place, word, side in ((-0.05, words[0], "right"), (1.05, words[1], "left")):
            scale.annotate(word, (place, 0.5), xycoords="axes fraction", ha=side, va="center")
        return _svg(figure, title)


def _paper(
    width: float, height: float, place: tuple[float, float, float, float]
) -> tuple[Figure, Axes]:
    """A white sheet of so many inches, and where on it is drawn."""
    figure = Figure((width, height))
    return figure, figure.add_axes(place)


def _svg(figure: Figure, title: str) -> str:
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Title": title, "Creator": None, "Date": None})
    return file.getvalue()
