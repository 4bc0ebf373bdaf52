"""What keeps a page of ours from being used by others: headers, origins, addresses."""

import ipaddress
import re
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from kessel.hall.logs import incidents
from kessel.server.config import Config

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self' {sockets}",
        "worker-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types default",
    )
)
"""`sockets` is this very server: some browsers do not count ws: as `'self'`."""

ENGINE = "/engine/"
"""Below it lie the files of the game without a server, among them the script of its worker."""
ENGINE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'",
        "connect-src 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types default",
    )
)
"""For that worker, which has a policy of its own: Python is compiled there, and MuJoCo's bindings
write their own functions. The page itself may do neither."""

_HOST = re.compile(r"(?:(?P<name>[A-Za-z0-9.\-]+)|\[(?P<six>[0-9A-Fa-f:]+)\])(?::[0-9]+)?")

HEADERS: Mapping[str, str] = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
OPENER = ("cross-origin-opener-policy", "same-origin")
"""Not for a page of the home network: a browser heeds it over HTTPS and on this machine only, and
complains of it everywhere else."""


class SecurityHeaders:
    """Middleware that adds the headers to every answer over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        policy, at_home = _policy(scope), _is_at_home(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("content-security-policy", policy)
                if not at_home:
                    headers.setdefault(*OPENER)
            await send(message)

        await self._app(scope, receive, with_headers)


def _policy(scope: Scope) -> str:
    if scope["path"].startswith(ENGINE):
        return ENGINE_POLICY
    host = Headers(scope=scope).get("host", "")
    sockets = f"ws://{host} wss://{host}" if _name_in(host) else ""
    return CONTENT_SECURITY_POLICY.format(sockets=sockets)


def _is_at_home(scope: Scope) -> bool:
    """Whether a page is reached by an address or a name of the home network: there is no HTTPS."""
    name = _name_in(Headers(scope=scope).get("host", ""))
    try:
        return not ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name.endswith(".local")


class KnownHost:
    """Middleware that answers only to our names.

    Else a page of somebody else could have its own name point at this machine, and be taken for
    ours (DNS rebinding). An address in numbers is nobody's name.
    """

    def __init__(self, app: ASGIApp, known: frozenset[str] | None) -> None:
        self._app, self._known = app, known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._knows(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        incidents.note("host")
        if scope["type"] == "websocket":
            await WebSocketClose(1008)(scope, receive, send)
        else:
            told = "this server is not known by that name; see --name of kessel serve"
            await PlainTextResponse(told, 421)(scope, receive, send)

    def _knows(self, headers: Headers) -> bool:
        return self._known is None or host_is_known(headers.get("host", ""), self._known)


def known_hosts(config: Config) -> frozenset[str] | None:
    """The names a server answers to; None where a proxy looks after that."""
    if config.behind_proxy and not config.names:
        return None
    machine = socket.gethostname().lower()
    origins = {urlsplit(origin).hostname or "" for origin in config.origins}
    own = {"localhost", machine, f"{machine}.local", config.host.lower()}
    return frozenset(own | origins | {name.lower() for name in config.names})


def host_is_known(host: str, known: frozenset[str]) -> bool:
    """Whether a Host header names us; a client without one is no browser."""
    if not host:
        return True
    name = _name_in(host)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name != "" and name.rstrip(".") in known
    return True


def origin_is_ours(headers: Headers, allowed: tuple[str, ...], scheme: str | None) -> bool:
    """Whether a page of this server (or an allowed one) opens the socket, by the scheme that this
    server is reached by, if that is known.

    A client that is no browser sends no origin; it could send any, so nothing is lost.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    is_here = page.netloc.lower() == headers.get("host", "").lower() != ""
    return is_here and page.scheme in ((scheme,) if scheme else ("http", "https"))


def client_scheme(scope: Scope, headers: Headers, behind_proxy: bool) -> str | None:
    """How a page of ours is reached, http or https; None if only a proxy knows, and does not
    tell."""
    if behind_proxy:
        return headers.get("x-forwarded-proto")
    return "https" if scope.get("scheme") in ("wss", "https") else "http"


def client_address(scope: Scope, headers: Headers, behind_proxy: bool) -> str:
    """The address a client comes from; behind a proxy the one the proxy tells, which is the last:
    it may add a header of its own to those that a client has sent."""
    if behind_proxy and (told := headers.getlist("x-forwarded-for")):
        return network(told[-1].rsplit(",", 1)[-1].strip())
    client = scope.get("client")
    return network(str(client[0])) if client else "unknown"


def network(address: str) -> str:
    """What counts as one address: of IPv6 the half that a provider gives to one customer."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(ipaddress.ip_network((read, 64), strict=False).network_address)


def _name_in(host: str) -> str:
    """The name or the address in a Host header; empty where it has neither."""
    found = _HOST.fullmatch(host)
    return "" if found is None else (found["name"] or found["six"]).lower()
