"""What the server counts and times, in the form Prometheus reads, and where it reads that."""

import asyncio
from http import HTTPStatus

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from kessel.server.nodes.wire import answer, read_head

FORM = "text/plain; version=0.0.4; charset=utf-8"
PATH = "/metrics"
HEAD_SECONDS = 5.0
"""In which a collector has to ask."""
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """All of one server's metrics; a registry of its own, so that tests can run several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.connections = self._gauge("connections", "WebSocket connections")
        self.tables = self._gauge("tables", "Tables in memory")
        self.nodes = self._gauge("nodes", "Servers of this database that are alive")
        self.relays = self._gauge("relays", "Connections here whose tables are elsewhere")
        self.damaged = self._gauge("damaged", "Tables and throws found damaged in the database")
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

    def answer(self) -> bytes:
        """The same as an answer over HTTP."""
        return answer(HTTPStatus.OK, self.text(), FORM)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(f"kessel_{name}", what, registry=self.registry)

    def _counter(self, name: str, what: str) -> Counter:
        return Counter(f"kessel_{name}", what, registry=self.registry)

    def _timer(self, name: str, what: str) -> Histogram:
        return Histogram(f"kessel_{name}", what, buckets=_FAST, registry=self.registry)


class MetricsPort:
    """An address of its own for a collector: what no proxy passes on, nobody outside reaches."""

    def __init__(self, metrics: Metrics, host: str, port: int) -> None:
        self._metrics, self._host, self._port = metrics, host, port
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Listen."""
        self._server = await asyncio.start_server(self._tell, self._host, self._port)

    def close(self) -> None:
        """Listen no longer."""
        if self._server is not None:
            self._server.close()

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                request, _ = await read_head(reader)
                known = request.split(" ")[1:2] == [PATH]
                nothing = answer(HTTPStatus.NOT_FOUND, f"only {PATH} is here\n".encode())
                writer.write(self._metrics.answer() if known else nothing)
                await writer.drain()
        except (OSError, EOFError, asyncio.LimitOverrunError, TimeoutError):
            pass  # no collector
        finally:
            writer.close()
