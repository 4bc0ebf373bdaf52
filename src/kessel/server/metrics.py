"""What the server counts and times, in the form Prometheus reads."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.requests import Request
from starlette.responses import Response

FORM = "text/plain; version=0.0.4; charset=utf-8"
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class ServerMetrics:
    """All of one server's metrics; a registry of its own, so that tests can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = self._gauge("connections", "WebSocket connections")
        self.tables = self._gauge("tables", "Tables in memory")
        self.nodes = self._gauge("nodes", "Servers of this database that are alive")
        self.relays = self._gauge("relays", "Connections here whose tables are elsewhere")
        self.damaged = self._gauge("damaged", "Tables and throws found damaged in the database")
        self.checked = self._gauge("checked", "Share of the database looked at for damage")
        self.well = Gauge("kessel_well", "1 while a part is well", ["part"], registry=self.registry)
        self.received = self._counter("messages_received", "Messages from pages")
        self.sent = self._counter("messages_sent", "Messages and frames to pages")
        self.throws = self._counter("throws", "Throws simulated")
        self.games = self._counter("games_finished", "Games played to their end")
        self.refused = Counter(
            "kessel_refused", "Requests refused", ["code"], registry=self.registry
        )
        self.throw_seconds = self._timer("throw_seconds", "From aim to trajectory sent")
        self.action_seconds = self._timer("action_seconds", "From any other action to its answer")
        self.write_seconds = self._timer("write_seconds", "From entry to database")
        self.lag_seconds = self._timer("loop_lag_seconds", "Delay of the event loop")

    def text(self) -> bytes:
        """Everything, as Prometheus wants it."""
        return generate_latest(self.registry)

    async def show(self, request: Request) -> Response:
        """The same as an answer over HTTP, to whoever asks."""
        del request
        return Response(self.text(), media_type=FORM)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"kessel_{name}", what, registry=self.registry)

    def _counter(self, name: str, what: str) -> Counter:
        return Counter(f"kessel_{name}", what, registry=self.registry)

    def _timer(self, name: str, what: str) -> Histogram:
        return Histogram(f"kessel_{name}", what, buckets=_FAST, registry=self.registry)
