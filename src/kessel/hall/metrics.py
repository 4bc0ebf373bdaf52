"""What a hall counts and times, and the form in which Prometheus reads it."""

from bisect import bisect_left
from collections.abc import Iterator

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""s: how many took no longer than each of these is told."""


class Figure:
    """A number; or one for each value of a label."""

    def __init__(self, name: str, what: str, kind: str, label: str = "") -> None:
        self.value = 0.0
        self.parts: dict[str, Figure] = {}
        self._about, self._label = (name, what, kind), label

    def inc(self, amount: float = 1) -> None:
        """It goes up."""
        self.value += amount

    def set(self, value: float) -> None:
        """The number now."""
        self.value = float(value)

    def labels(self, part: str) -> "Figure":
        """The number of one value of the label."""
        return self.parts.setdefault(part, Figure(*self._about))

    def lines(self) -> Iterator[str]:
        """As Prometheus has it."""
        yield from _head(*self._about)
        name = self._about[0]
        if not self._label:
            yield f"{name} {self.value}"
        for part, one in self.parts.items():
            yield f'{name}{{{self._label}="{part}"}} {one.value}'


class Timer:
    """How long something took, each time."""

    def __init__(self, name: str, what: str) -> None:
        self.count, self.total = 0, 0.0
        self._about = name, what, "histogram"
        self._counts = [0] * (len(BUCKETS) + 1)

    def observe(self, seconds: float) -> None:
        """Once more."""
        self.count += 1
        self.total += seconds
        self._counts[bisect_left(BUCKETS, seconds)] += 1

    def lines(self) -> Iterator[str]:
        """As Prometheus has it."""
        yield from _head(*self._about)
        name, so_far = self._about[0], 0
        for bound, count in zip((*BUCKETS, "+Inf"), self._counts, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{bound}"}} {so_far}'
        yield f"{name}_sum {self.total}"
        yield f"{name}_count {self.count}"


class Metrics:
    """All that is counted and timed in one hall."""

    def __init__(self) -> None:
        self._all: list[Figure | Timer] = []
        self.tables = self._gauge("tables", "Tables in memory")
        self.received = self._counter("messages_received", "Messages from pages")
        self.sent = self._counter("messages_sent", "Messages and frames to pages")
        self.throws = self._counter("throws", "Throws made")
        self.games = self._counter("games_finished", "Games played to their end")
        self.refused = self._counter("refused", "Requests refused", "code")
        self.throw_seconds = self._timer("throw_seconds", "From aim to trajectory sent")
        self.action_seconds = self._timer("action_seconds", "From any other action to its answer")
        self.write_seconds = self._timer("write_seconds", "From entry to database")

    def text(self) -> str:
        """Everything, as Prometheus wants it."""
        return "".join(f"{line}\n" for one in self._all for line in one.lines())

    def _gauge(self, name: str, what: str, label: str = "") -> Figure:
        return self._add(Figure(f"kessel_{name}", what, "gauge", label))

    def _counter(self, name: str, what: str, label: str = "") -> Figure:
        return self._add(Figure(f"kessel_{name}_total", what, "counter", label))

    def _timer(self, name: str, what: str) -> Timer:
        timer = Timer(f"kessel_{name}", what)
        self._all.append(timer)
        return timer

    def _add(self, figure: Figure) -> Figure:
        self._all.append(figure)
        return figure


def _head(name: str, what: str, kind: str) -> tuple[str, str]:
    return f"# HELP {name} {what}", f"# TYPE {name} {kind}"
