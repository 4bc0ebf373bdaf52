"""The report of a calibration: what each kind of throw does, in words, tables and plots (SVG)."""

from collections.abc import Sequence
from math import sqrt

from kessel.lab.calibration import Summary
from kessel.lab.drawing import PlotLine, line_plot
from kessel.solver.chance import POUR
from kessel.solver.measured import KINDS

COLOURS = {"gentle": "#2a7f62", "firm": "#c77d0a", "wild": "#b3363a"}


def report_page(summaries: Sequence[Summary], physics: int) -> str:
    """The whole report in Markdown, plots beside it as files."""
    lines = ["# What throws do", "", f"Physics version {physics}; standard errors in brackets.", ""]
    for arena in dict.fromkeys(summary.cell.arena for summary in summaries):
        here = [summary for summary in summaries if summary.cell.arena == arena]
        lines += [f"## The {arena} arena", "", *_verdict(here), "", *_table(here), ""]
        lines += [f"![struck]({arena}-struck.svg) ![lost]({arena}-lost.svg)", ""]
    return "\n".join(lines)


def plots(summaries: Sequence[Summary]) -> dict[str, str]:
    """Names and contents of the plots."""
    drawn = {}
    for arena in dict.fromkeys(summary.cell.arena for summary in summaries):
        here = [s for s in summaries if s.cell.arena == arena and s.cell.kind != POUR]
        lines = {kind: [s for s in here if s.cell.kind == kind] for kind in KINDS}
        struck = {k: [(s.cell.dice, *s.any_changed()) for s in v] for k, v in lines.items()}
        lost = {k: [(s.cell.dice, *s.thrown_lost()) for s in v] for k, v in lines.items()}
        drawn[f"{arena}-struck.svg"] = _plot("any lying die changes or leaves", struck)
        drawn[f"{arena}-lost.svg"] = _plot("the thrown die is lost", lost)
    return drawn


def _verdict(summaries: Sequence[Summary]) -> list[str]:
    """The number behind "how you throw does not matter"."""
    five = {s.cell.kind: s for s in summaries if s.cell.dice == 5 and s.cell.kind in KINDS}
    if len(five) < len(KINDS):
        return []
    (low, low_error), (high, high_error) = five["gentle"].any_changed(), five["wild"].any_changed()
    gap, error = high - low, sqrt(low_error**2 + high_error**2)
    lost = five["wild"].thrown_lost()[0] - five["gentle"].thrown_lost()[0]
    return [
        f"Onto five dice a wild throw disturbs something {gap:+.1%} (± {error:.1%}) more often "
        f"than a gentle one, and loses its own die {lost:+.1%} more often: "
        f"{abs(gap) / max(error, 1e-9):.0f} standard errors against “how you throw does not "
        "matter”."
    ]


def _table(summaries: Sequence[Summary]) -> list[str]:
    lines = [
        "| throw | dice | throws | any changes | each struck | thrown lost | settled |",
        "|---|---|---|---|---|---|---|",
    ]
    for s in summaries:
        cells = (s.any_changed(), s.struck_each(), s.thrown_lost())
        rates = " | ".join(f"{value:.1%} ({error:.1%})" for value, error in cells)
        settled = f"{s.cocked / s.throws:.1%}"
        lines.append(f"| {s.cell.kind} | {s.cell.dice} | {s.throws} | {rates} | {settled} |")
    return lines


def _plot(title: str, series: dict[str, list[tuple[int, float, float]]]) -> str:
    lines = [PlotLine(kind, COLOURS[kind], points) for kind, points in series.items()]
    return line_plot(title, "dice lying", lines)
