"""What a server counts and times beside its hall, and how it tells whoever asks."""

from starlette.requests import Request
from starlette.responses import Response

from kessel.hall import metrics

FORM = "text/plain; version=0.0.4; charset=utf-8"


class ServerMetrics(metrics.Metrics):
    """All of one server's metrics."""

    def __init__(self) -> None:
        super().__init__()
        self.connections = self._gauge("connections", "WebSocket connections")
        self.nodes = self._gauge("nodes", "Servers of this database that are alive")
        self.relays = self._gauge("relays", "Connections here whose tables are elsewhere")
        self.damaged = self._gauge("damaged", "Tables and throws found damaged in the database")
        self.checked = self._gauge("checked", "Share of the database looked at for damage")
        self.well = self._gauge("well", "1 while a part is well", "part")
        self.lag_seconds = self._timer("loop_lag_seconds", "Delay of the event loop")

    async def show(self, request: Request) -> Response:
        """Everything as an answer over HTTP, to whoever asks."""
        del request
        return Response(self.text(), media_type=FORM)
