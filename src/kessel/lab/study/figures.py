"""The figures of the study, drawn from the data of its parts."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kessel.lab.calibration import Summary
from kessel.lab.drawing import Interval, PlotLine, interval_plot, line_plot, map_plot
from kessel.lab.report import COLOURS, plot_by_kind
from kessel.lab.study import aim_map
from kessel.lab.study.parts import FORGOTTEN, LYING, Study, turned
from kessel.lab.study.play import EDITION, Estimate, read_shares
from kessel.rules.edition import find_edition
from kessel.throws.aim import KINDS
from kessel.throws.boxes import DIE_EDGE, box_of

SEAT_COLOURS = {"2": "#7a5195", "3": "#2a7f62", "4": "#c77d0a", "5": "#b3363a"}
DECIDES, THROWS, AIMS, SITS = "#335c99", "#c77d0a", "#2a7f62", "#777777"


def figures(study: Study) -> dict[str, str]:
    """Names of files, and the pictures in them."""
    counts = study.counts()
    return {
        "edges.svg": _edges(study),
        "seats.svg": _seats(study.read("seats")["editions"][EDITION]),
        "struck.svg": plot_by_kind(
            "A throw changes or removes a lying die",
            [one for one in counts if one.cell.dice],
            Summary.any_changed,
        ),
        "lost.svg": plot_by_kind("A throw loses its own die", counts, Summary.thrown_lost),
        "faces.svg": _faces(counts),
        **_maps(study.read("map")),
    }


def _edges(study: Study) -> str:
    """Everything that decides a game between two, on one scale."""
    shares = read_shares(study.read("edges"))
    rows = []
    seats = study.read("seats")["editions"][EDITION]["2"]
    rows.append(_row("the better seat", SITS, Estimate(max(seats))))
    for name, share in shares.items():
        decides = name.startswith("exact")
        rows.append(_row(name, DECIDES if decides else THROWS, share))
    aimed = study.read("aiming")["editions"][EDITION]["share"]
    rows.append(_row("aiming, against exact", AIMS, Estimate(*aimed)))
    rows.sort(key=lambda row: row.value)
    title = f"What wins a game between two ({EDITION}), 95% intervals"
    return interval_plot(title, rows, 0.5, "one half: nothing but luck")


def _row(label: str, colour: str, share: Estimate) -> Interval:
    low, high = share.interval
    return Interval(label, colour, share.value, low, high, _note(share.value, high - share.value))


def _note(value: float, margin: float) -> str:
    """With as many digits as the margin allows."""
    if not margin:
        return f"{value:.1%}, exact"
    digits = max(1, -math.floor(math.log10(100 * margin)))
    return f"{100 * value:.{digits}f} ± {margin:.{digits}%}"


def _seats(by_players: Mapping[str, Sequence[float]]) -> str:
    lines = [
        PlotLine(
            f"{players} players",
            SEAT_COLOURS[players],
            [(seat, chance * len(chances), 0.0) for seat, chance in enumerate(chances, start=1)],
        )
        for players, chances in by_players.items()
    ]
    title = "What a seat wins, of an equal share (exact)"
    return line_plot(title, "seat, the starter first", lines, low=0.88, high=1.12)


def _faces(counts: list[Summary]) -> str:
    lines = [
        PlotLine(kind, COLOURS[kind], [_opposite(*row) for row in turned(counts, kind)])
        for kind in KINDS
    ]
    forgotten = [(lying, FORGOTTEN, 0.0) for lying in LYING if lying]
    title = "Struck dice that changed: opposite face up"
    return line_plot(title, "dice lying", [*lines, PlotLine("no memory", SITS, forgotten)])


def _opposite(lying: int, opposite: int, changed: int) -> tuple[int, float, float]:
    share = opposite / changed
    return lying, share, math.sqrt(share * (1.0 - share) / changed)


def _maps(data: dict[str, Any]) -> dict[str, str]:
    by_kind = aim_map.read(data)
    values = sorted(value for tiles in by_kind.values() for _, _, value in tiles)
    middle = values[len(values) // 2]
    reach = max(values[-1] - middle, middle - values[0])
    span = (middle - reach, middle, middle + reach)
    words = (f"{span[0]:.1%}", f"{span[2]:.1%} to win")
    mat = box_of(find_edition(EDITION)).mat
    dice = [(x, y, turn, face) for face, x, y, turn in data["layout"]]
    return {
        f"map-{kind}.svg": map_plot(
            f"Chance to win after a {kind} throw at each point",
            mat,
            tiles,
            aim_map.PITCH,
            dice,
            DIE_EDGE,
            span,
            words,
        )
        for kind, tiles in by_kind.items()
    }
