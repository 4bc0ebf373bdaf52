"""Links where they are sent: the page as messengers ask for it, with a title, a line and a picture.

A browser shows the page itself, so it gets the page as it is; whatever else asks, gets the preview.
"""

from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kessel.errors import KesselError
from kessel.hall.store import Store
from kessel.hall.workers import Workers
from kessel.server import previews
from kessel.server.pages import Pages, language_of
from kessel.server.previews import Preview
from kessel.server.security import client_scheme
from kessel.words import FALLBACK

OF_BROWSERS = ("sec-fetch-dest", "upgrade-insecure-requests")
"""Headers with which browsers open a page, the second also where there is no TLS."""
KEEP = "public, max-age=300"


@dataclass(frozen=True, slots=True)
class LinkPages:
    """The page and the pictures of its links."""

    pages: Pages
    store: Store
    workers: Workers
    behind_proxy: bool
    may_work: Callable[[Request], bool]

    async def page(self, request: Request) -> Response:
        """The page; with a preview for whoever asks and is no browser."""
        is_browser = any(name in request.headers for name in OF_BROWSERS)
        if is_browser or not self.may_work(request):
            return await self.pages.page(request)
        path = request.url.path
        try:
            preview = await self._preview(path, language_of(request))
        except KesselError:  # what cannot be read is told to those who open it
            preview = None
        if preview is None:
            preview, path = previews.of_page(language_of(request)), "/"
        scheme = client_scheme(request.scope, request.headers, self.behind_proxy) or "https"
        picture = f"/preview{'/page' if path == '/' else path}.png"
        address = f"{scheme}://{request.url.netloc}{picture}"
        told = self.pages.page_about(previews.tags(preview, address))
        return told or await self.pages.page(request)

    async def picture(self, request: Request) -> Response:
        """The picture of a link, as a PNG."""
        path = f"/{request.path_params['path']}"
        preview = await self._preview("/" if path == "/page" else path, FALLBACK)
        if preview is None:
            return PlainTextResponse("there is no such table or game", 404)
        drawn = await self.workers.run(previews.png, preview)
        return Response(drawn, media_type="image/png", headers={"cache-control": KEEP})

    async def _preview(self, path: str, language: str) -> Preview | None:
        kind, _, code = path.strip("/").partition("/")
        if kind == "t" and (found := await self.store.find_table(code)):
            return await self.workers.run(previews.of_table, found[1], language)
        if kind == "r" and (bodies := await self.store.game_log(code)):
            return await self.workers.run(previews.of_game, bodies, language)
        return previews.of_page(language) if path == "/" else None
