"""The report of a calibration: what each kind of throw does, in words, tables and plots (SVG)."""

from collections.abc import Callable, Sequence
from math import sqrt

from kessel.lab.calibration import Summary
from kessel.lab.drawing import PlotLine, line_plot
from kessel.throws.aim import KINDS

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
        here = [summary for summary in summaries if summary.cell.arena == arena]
        drawn[f"{arena}-struck.svg"] = plot_by_kind(
            "any lying die changes or leaves", here, Summary.any_changed
        )
        drawn[f"{arena}-lost.svg"] = plot_by_kind(
            "the thrown die is lost", here, Summary.thrown_lost
        )
    return drawn


def plot_by_kind(
    title: str, summaries: Sequence[Summary], rate: Callable[[Summary], tuple[float, float]]
) -> str:
    """A rate with its error by dice lying, a line for each strength of throw."""
    lines = [
        PlotLine(
            kind,
            COLOURS[kind],
            [(one.cell.dice, *rate(one)) for one in summaries if one.cell.kind == kind],
        )
        for kind in KINDS
    ]
    return line_plot(title, "dice lying", lines)


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
