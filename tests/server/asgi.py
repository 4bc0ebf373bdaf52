"""Requests to an application, or to one of its pages, without a network."""

import contextlib
from collections.abc import MutableMapping
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request


def scope_of(
    path: str, method: str = "GET", client: str = "127.0.0.1", **headers: str
) -> dict[str, Any]:
    """Of a request; headers are named with underscores."""
    path, _, query = path.partition("?")
    named = {name.replace("_", "-"): one for name, one in headers.items()}
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), one.encode()) for name, one in named.items()],
        "client": (client, 50_000),
        "scheme": "http",
    }


async def answer_of(
    app: Starlette, path: str, method: str = "GET", client: str = "127.0.0.1", **headers: str
) -> tuple[int, bytes]:
    """How an application answers, and what it says."""
    status, body = 0, b""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request"}

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    with contextlib.suppress(ValueError):  # told, then raised again for the server above
        await app(scope_of(path, method, client, **headers) | {"app": app}, receive, send)
    return status, body


def request(path: str, **headers: str) -> Request:
    """As it comes to the page of an address."""
    scope = scope_of(path, **headers)
    return Request(scope | {"path_params": {"path": scope["path"]}, "app": Starlette()})
