"""What keeps a page of ours from being used by others: headers, origins, addresses."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    )
)
"""`sockets` is this very server: some browsers do not count ws: as `'self'`."""

_HOST = re.compile(r"[A-Za-z0-9.\-]+(:[0-9]+)?|\[[0-9A-Fa-f:]+\](:[0-9]+)?")

HEADERS: Mapping[str, str] = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class SecurityHeaders:
    """Middleware that adds the headers to every answer over HTTP."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = _plain_host(Headers(scope=scope).get("host", ""))
        sockets = f"ws://{host} wss://{host}" if host else ""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                policy = CONTENT_SECURITY_POLICY.format(sockets=sockets).strip()
                headers.setdefault("content-security-policy", policy)
            await send(message)

        await self._app(scope, receive, with_headers)


def origin_is_ours(headers: Headers, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this server (or an allowed one) opens the socket.

    A client that is no browser sends no origin; it could send any, so nothing is lost.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""


def client_address(scope: Scope, headers: Headers, behind_proxy: bool) -> str:
    """The address a client comes from; behind a proxy the one the proxy tells."""
    if behind_proxy and (told := headers.get("x-forwarded-for")):
        return told.rsplit(",", 1)[-1].strip()
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def _plain_host(host: str) -> str:
    return host if _HOST.fullmatch(host) else ""
