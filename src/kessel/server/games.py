"""Finished games over HTTP: to look at, as records, with the coach's report, throw by throw."""

import re
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kessel.hall.finished import FinishedGames
from kessel.server.pages import FOR_EVER

KEPT = {"cache-control": FOR_EVER.replace("public", "private")}
"""Only the browser that asked may keep it: whoever knows the code of a game may see it."""
_NUMBER = re.compile("[0-9]{1,9}")
"""Of a throw, as it may stand in an address."""


@dataclass(frozen=True, slots=True)
class GamePages:
    """What is told of a finished game to whoever knows its code."""

    finished: FinishedGames

    async def replay(self, request: Request) -> Response:
        body = await self.finished.replay(request.path_params["game"])
        return _found(body, "application/json", KEPT)

    async def record(self, request: Request) -> Response:
        game = request.path_params["game"]
        headers = KEPT | {"content-disposition": f'attachment; filename="{game}.kessel"'}
        return _found(await self.finished.record(game), "text/plain", headers)

    async def review(self, request: Request) -> Response:
        body = await self.finished.review(request.path_params["game"])
        return _found(body, "application/json", {"cache-control": "no-store"})

    async def trajectory(self, request: Request) -> Response:
        game, throw = request.path_params["game"], request.path_params["throw"]
        is_number = _NUMBER.fullmatch(throw)
        frame = await self.finished.frame(game, int(throw)) if is_number else None
        return _found(frame, "application/octet-stream", KEPT)


def _found(body: bytes | str | None, kind: str, headers: dict[str, str]) -> Response:
    if body is None:
        return PlainTextResponse("there is no such game", 404)
    return Response(body, media_type=kind, headers=headers)
