"""The web application: sockets, the page, replays, health. The only place that knows Starlette's
routes; what messages mean is decided at the desk."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from kessel import __version__
from kessel.hall import jobs
from kessel.hall.attendee import Attendee
from kessel.hall.desk import CLOSE_POLICY, Desk
from kessel.hall.finished import FinishedGames
from kessel.hall.hub import Hub
from kessel.hall.limits import Addresses, fresh_address
from kessel.hall.logs import incidents, log, logger
from kessel.hall.store import NotSaved
from kessel.messages.server import encode
from kessel.server.address import is_loopback
from kessel.server.config import Config
from kessel.server.door import Door
from kessel.server.games import GamePages
from kessel.server.links import LinkPages
from kessel.server.metrics import ServerMetrics
from kessel.server.nodes.fleet import Fleet
from kessel.server.nodes.line import Line
from kessel.server.pages import Pages
from kessel.server.retention import HOUR, forget_old
from kessel.server.security import (
    KnownHost,
    SecurityHeaders,
    client_address,
    client_scheme,
    known_hosts,
    origin_is_ours,
)
from kessel.server.sockets import Port, for_ours, receive, sending
from kessel.server.store import SqlStore
from kessel.server.workers import ServerWorkers
from kessel.views.editions import editions

WORK_COST = 10.0
"""What a replay, a record or a review costs, in plain messages."""
CLOSE_TRY_LATER = 1013
HEALTH_EVERY = 1.0
"""s for which an answer about health is good: it costs a write."""
ASIDE = frozenset({"damage", "chores", "stuck"})
"""What is wrong for those who run a server, while people play on."""
CHORE_AGAIN = 5.0
"""s until a chore that failed is begun again."""
JOIN_AGAIN = 1.0
"""s between two tries to be one of several servers."""
HEALTH_WATCHED_EVERY = 10.0
"""s between looks at health that nobody has asked for."""
LAG_EVERY = 1.0
"""s between looks at how late the event loop is, and who has gone silent."""

Endpoint = Callable[[Request], Awaitable[Response]]


def build(config: Config, door: Door | None = None) -> Starlette:
    """The application of one server; `door`: what its page may open for others in the network."""
    web = _Web(config, door)
    letting_in = (
        [] if door is None else [Route("/api/door", web.paid(door.answer), methods=["POST"])]
    )
    links = LinkPages(web.pages, web.store, web.workers, config.behind_proxy, web.charge)
    games = GamePages(FinishedGames(web.store, web.workers))
    app = Starlette(
        routes=[
            WebSocketRoute("/ws", web.socket),
            Route("/healthz", web.health),
            Route("/readyz", web.ready),
            Route("/metrics", web.show_metrics),
            Route("/api/editions", web.editions),
            Route("/api/invitation", web.invitation),
            *letting_in,
            Route("/api/games/{game}", web.paid(games.replay)),
            Route("/api/games/{game}/record", web.paid(games.record)),
            Route("/api/games/{game}/review", web.paid(games.review)),
            Route("/api/games/{game}/throws/{throw}", games.trajectory),
            Route("/preview/{path:path}.png", web.paid(links.picture)),
            Route("/", links.page),
            Route("/t/{table}", links.page),
            Route("/screen/{code}", links.page),
            Route("/hand/{table}", links.page),
            Route("/r/{game}", links.page),
            Route("/referee", links.page),
            Route("/{path:path}", web.pages.file),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(KnownHost, known=known_hosts(config))],
        exception_handlers={NotSaved: _unavailable, Exception: _failed},
        lifespan=web.lifespan,
    )
    app.state.drain, app.state.fleet = web.drain, web.fleet
    return app


class _Web:
    """Everything one running server has."""

    def __init__(self, config: Config, door: Door | None = None) -> None:
        self.config, self.door = config, door
        if config.database:
            self.store = SqlStore(config.database, alone=config.node is None)
        else:
            self.store = SqlStore.in_folder(config.data)
        shared = None if config.node is None else self.store
        self.workers = ServerWorkers(config.workers, config.bots, shared, config.dice)
        self.metrics, self.pages = ServerMetrics(), Pages()
        self.metrics_port = None
        if config.metrics is not None:
            routes = [Route("/metrics", self.metrics.show)]
            self.metrics_port = Port(for_ours(*config.metrics, routes, config.limits))
        self.hub = Hub(
            config.limits, config.pace, self.store, self.workers, self.metrics, tuple(config.bots)
        )
        self.hub.day_lists, self.hub.is_home = self.store, self._is_home
        self.addresses = Addresses(lambda: fresh_address(config.limits, time.monotonic()))
        self.connections: dict[Attendee, Desk] = {}
        self.fleet = None if config.node is None else self._fleet(config.node)
        self._editions = encode(editions())
        self._health: asyncio.Task[dict[str, str]] | None = None
        self._asked = 0.0
        self._wrong: set[str] = set()
        """Parts that were not well when last looked at."""
        self._failing: set[str] = set()
        """Chores that have failed and will be begun again."""

    def _fleet(self, url: str) -> Fleet:
        here = self.store, self.hub, self.metrics, self.addresses, self.connections
        return Fleet(*here, url, self.config.lease)

    def _may_tell(self) -> bool:
        """Whether what is known here still counts: as one of several, while the lease lasts."""
        return self.fleet is None or self.fleet.membership.holds

    def _is_home(self) -> bool:
        return self.config.home and self._let_in() is not None

    def _let_in(self) -> str | None:
        """Where others in the network come in."""
        return self.config.invitation or (self.door.origin if self.door else None)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Run until told to stop, then keep what was decided."""
        del app
        work = self._watch_connections, self._watch_health, self._forget
        more = self.workers.warm_up, self.workers.look_after, self.store.checking.look_for_damage
        chores = [asyncio.create_task(self._keep_up(chore)) for chore in (*work, *more)]
        if self.fleet is not None:
            await self._join(self.fleet)
        if self.metrics_port is not None:
            await self.metrics_port.open()
        loop = type(asyncio.get_running_loop()).__module__.partition(".")[0]
        log("started", version=__version__, workers=self.config.workers, loop=loop)
        yield
        for chore in chores:
            chore.cancel()
        if self.metrics_port is not None:
            await self.metrics_port.close()
        for who in list(self.connections):
            who.close()
        await self.hub.close()
        if self.fleet is not None:
            with contextlib.suppress(NotSaved):
                await self.fleet.close()
        self.workers.close()
        self.store.close()
        log("stopped")

    async def _join(self, fleet: Fleet) -> None:
        """Be one of several, as soon as the database has a connection for that."""
        while True:
            try:
                return await fleet.open()
            except NotSaved as error:
                log("waiting for the database", logging.WARNING, why=str(error))
            await asyncio.sleep(JOIN_AGAIN)

    async def drain(self) -> None:
        """Give all tables up in good order, where others can have them."""
        if self.fleet is not None:
            with contextlib.suppress(NotSaved):
                await self.fleet.drain(self.config.drain_seconds)

    # --- sockets --------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """One connection, from first to last message."""
        config = self.config
        name = client_address(socket.scope, socket.headers, config.behind_proxy)
        address, fleet = self.addresses.find(name), self.fleet
        scheme = client_scheme(socket.scope, socket.headers, config.behind_proxy)
        if not origin_is_ours(socket.headers, config.origins, scheme):
            incidents.note("origin")
            await socket.close(CLOSE_POLICY)
            return
        limits = config.limits
        full = len(self.connections) >= limits.connections or not self._may_tell()
        elsewhere = 0 if fleet is None else fleet.board.connections(name)
        if full or address.connections + elsewhere >= limits.address_connections:
            incidents.note("connections")
            await socket.close(CLOSE_TRY_LATER)
            return
        await socket.accept()
        who = Attendee(limits.unsent, limits.unsent_bytes)
        desk = Desk(self.hub, who, address)
        address.connections += 1
        self.connections[who] = desk
        self.metrics.connections.set(len(self.connections))
        line = Line(self.hub, desk, who) if fleet is None else fleet.line(who, desk, name)
        guard = asyncio.get_running_loop().call_later(
            limits.hello_seconds, _close_unless_greeted, who, desk
        )
        async with sending(socket, who, desk, self._may_tell):
            try:
                await receive(socket, who, line.receive)
            finally:
                guard.cancel()
                who.close()
                await line.leave()
                if fleet is not None:
                    fleet.gone(who)
                address.connections -= 1
                del self.connections[who]
                self.metrics.connections.set(len(self.connections))

    def charge(self, request: Request) -> bool:
        """Whether an address may ask for work now."""
        proxied = self.config.behind_proxy
        name = client_address(request.scope, request.headers, proxied)
        return self.addresses.find(name).messages.take(time.monotonic(), WORK_COST)

    def paid(self, answer: Endpoint) -> Endpoint:
        """An answer that makes a worker work, paid for like messages of the same address."""

        async def paid(request: Request) -> Response:
            if not self.charge(request):
                return PlainTextResponse("too many requests; wait a little", 429)
            return await answer(request)

        return paid

    # --- over HTTP --------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """What works and what does not: `ok`, or what is wrong with it; never hangs."""
        del request
        found, checking = await self._found(), self.store.checking
        well = all(one == "ok" for one in found.values())
        about = {"ok": well, "version": __version__, "damaged": len(checking.found)}
        about["checked"] = round(checking.share, 4)
        return JSONResponse(about | found, 200 if well else 503)

    async def ready(self, request: Request) -> Response:
        """Whether people can play here, for what sends them to one of several servers: one old game
        that is damaged is no reason to send everybody away."""
        del request
        found = await self._found()
        missing = [part for part, told in found.items() if told != "ok" and part not in ASIDE]
        return PlainTextResponse(", ".join(missing) or "ok", 503 if missing else 200)

    async def _found(self) -> dict[str, str]:
        if self._health is None or time.monotonic() - self._asked > HEALTH_EVERY:
            self._health, self._asked = asyncio.create_task(self._look()), time.monotonic()
        return await asyncio.shield(self._health)

    async def _look(self) -> dict[str, str]:
        fleet = self.fleet
        more = {} if fleet is None else {"node": fleet.health}
        if self._failing:
            names = ", ".join(sorted(self._failing))
            more["chores"] = f"{names} failed, to be tried again: the log says why"
        if stuck := self.hub.stuck:
            more["stuck"] = f"at tables: {stuck}; {jobs.STUCK}"
        found = await self.store.health() | self.workers.health() | more
        self.metrics.well.parts.clear()  # a part may be named only while it fails
        for part, told in found.items():
            self.metrics.well.labels(part).set(told == "ok")
        wrong = {part: told for part, told in found.items() if told != "ok"}
        for part in sorted(wrong.keys() - self._wrong):
            log("not well", logging.WARNING, part=part, why=wrong[part])
        for part in sorted(self._wrong - wrong.keys()):
            log("well again", logging.WARNING, part=part)
        self._wrong = set(wrong)
        return found

    async def show_metrics(self, request: Request) -> Response:
        """Counts and times, for this machine only; behind a proxy everybody seems to be there."""
        if self.config.behind_proxy or not _is_near(request):
            told = "metrics are shown to this machine only, and not behind a proxy: see --metrics"
            return PlainTextResponse(told, 403)
        return await self.metrics.show(request)

    async def editions(self, request: Request) -> Response:
        del request
        return Response(
            self._editions, media_type="application/json", headers={"cache-control": "no-cache"}
        )

    async def invitation(self, request: Request) -> Response:
        """Where others open a page that is open on this machine; null where they cannot."""
        del request
        return JSONResponse({"origin": self._let_in()}, headers={"cache-control": "no-store"})

    # --- chores -----------------------------------------------------------------------------------

    async def _keep_up(self, chore: Callable[[], Awaitable[None]]) -> None:
        """No chore ends in silence: one that fails is told, and begun again."""
        name = chore.__name__.strip("_")
        while True:
            try:
                await chore()
                return
            except Exception:
                logger.exception("chore failed", extra={"about": {"chore": name}})
            self._failing.add(name)
            await asyncio.sleep(CHORE_AGAIN)
            self._failing.discard(name)

    async def _watch_connections(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(LAG_EVERY)
            late = time.monotonic() - began - LAG_EVERY
            self.metrics.lag_seconds.observe(max(0.0, late))
            self.metrics.damaged.set(len(self.store.checking.found))
            self.metrics.checked.set(self.store.checking.share)
            self._close_silent(time.monotonic())

    def _close_silent(self, now: float) -> None:
        """Whoever has gone silent leaves; a hidden page, whose clock may stand still, is asked
        first: it answers what it hears."""
        limits = self.config.limits
        for who, desk in list(self.connections.items()):
            silence, patience = now - who.heard, who.patience
            if silence > (limits.silence_seconds if patience is None else patience):
                desk.leave()
                who.close()
            elif patience == limits.hidden_silence_seconds and silence > patience / 2:
                who.ask()

    async def _watch_health(self) -> None:
        """For a collector of metrics: nobody may ask for health itself."""
        while True:
            await self._found()
            await asyncio.sleep(HEALTH_WATCHED_EVERY)

    async def _forget(self) -> None:
        config, started = self.config, time.time()
        while config.keep_days > 0.0:
            pause = HOUR
            try:
                playing = self.hub.playing()
                pause = await forget_old(self.store, playing, config, started, time.time())
            except NotSaved as error:
                log("old tables not deleted", logging.ERROR, why=str(error))
            await asyncio.sleep(pause)


def _close_unless_greeted(who: Attendee, desk: Desk) -> None:
    if not desk.greeted:
        desk.close_code = CLOSE_POLICY
        who.close()


def _is_near(request: Request) -> bool:
    host = request.client.host if request.client else ""
    return is_loopback(host) and "x-forwarded-for" not in request.headers


async def _unavailable(request: Request, error: Exception) -> Response:
    log("database failed", logging.ERROR, method=request.method, why=str(error))
    return PlainTextResponse("the database does not answer; try again", 503)


async def _failed(request: Request, error: Exception) -> Response:
    """Our fault: the place where it happened is logged, the address asked for is not."""
    logger.error("request failed", exc_info=error, extra={"about": {"method": request.method}})
    return PlainTextResponse("something went wrong on our side", 500)
