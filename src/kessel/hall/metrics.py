"""What the hall counts and times, and nothing about who reads it."""

from typing import Protocol


class Counter(Protocol):
    """Goes up."""

    def inc(self, amount: float = 1) -> None:
        """Count."""


class CounterByCode(Protocol):
    """A counter for each code of an error."""

    def labels(self, code: str, /) -> Counter:
        """The counter of one code."""


class Gauge(Protocol):
    """Goes up and down."""

    def set(self, value: float) -> None:
        """The value now."""


class Timer(Protocol):
    """Collects how long something took."""

    def observe(self, amount: float) -> None:
        """One measurement, in seconds."""


class Metrics(Protocol):
    """All that is counted and timed in the hall."""

    @property
    def tables(self) -> Gauge:
        """Tables in memory."""

    @property
    def received(self) -> Counter:
        """Messages from pages."""

    @property
    def sent(self) -> Counter:
        """Messages and frames to pages."""

    @property
    def throws(self) -> Counter:
        """Throws made."""

    @property
    def games(self) -> Counter:
        """Games played to their end."""

    @property
    def refused(self) -> CounterByCode:
        """Requests refused."""

    @property
    def throw_seconds(self) -> Timer:
        """From an aim to its trajectory sent."""

    @property
    def action_seconds(self) -> Timer:
        """From any other action to its answer sent."""

    @property
    def write_seconds(self) -> Timer:
        """From an entry to its being kept."""
