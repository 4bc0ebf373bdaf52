"""Metrics that nobody reads: one person plays here."""


class Nothing:
    """Any metric; forgets what it is told."""

    def inc(self, amount: float = 1) -> None:
        """Count."""

    def set(self, value: float) -> None:
        """The value now."""

    def observe(self, amount: float) -> None:
        """One measurement."""

    def labels(self, code: str, /) -> "Nothing":
        """The metric of one code."""
        return self


_NOTHING = Nothing()


class NoMetrics:
    """All metrics of a hall."""

    tables = received = sent = throws = games = refused = _NOTHING
    throw_seconds = action_seconds = write_seconds = _NOTHING
