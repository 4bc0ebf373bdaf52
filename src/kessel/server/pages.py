"""The page and its files: read once, packed once, and served with the right to be kept.

Files under `assets/` and `engine/` have a hash of their content in their path and may be kept for
ever; all else is asked for again each time.
"""

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ENGINE_LIST = "engine/engine.json"
"""What the page plays with if no server is in reach; few servers have it beside the page."""
_PACKED_KINDS = ("text/", "application/javascript", "application/json", "image/svg", "font/ttf")

_NEVER = re.compile(r"q=0(\.0*)?")

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kessel</title>
<h1>The page is not built yet</h1>
<p>The server runs, but it has no page to show. In the checkout, run <code>make setup</code>
(or <code>python client/page.py build</code>), then load this address again.</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class File:
    """One file as it goes out."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    keep: str


class Pages:
    """All files of the built page, in memory."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}
        self._read()

    @property
    def is_built(self) -> bool:
        """Whether there is a page at all."""
        return "index.html" in self._files

    async def page(self, request: Request) -> Response:
        """The page itself, whatever it is to show: it reads the address."""
        if not self.is_built:
            self._read()
        if not self.is_built:
            return Response(NOT_BUILT, 503, media_type="text/html")
        return self._answer(request, self._files["index.html"])

    def page_about(self, tags: str) -> Response | None:
        """The page with these lines in its head; None where it is not built."""
        if not self.is_built:
            return None
        head, end, rest = self._files["index.html"].body.decode().partition("</head>")
        return HTMLResponse(head + tags + end + rest, headers={"cache-control": ASK_AGAIN})

    async def file(self, request: Request) -> Response:
        """One of its files."""
        path = request.path_params["path"]
        found = self._files.get(path)
        if found is None and path == ENGINE_LIST:
            return Response(status_code=204)  # every page asks, and an error would stand in its log
        if found is None:
            return PlainTextResponse("no such file", 404)
        return self._answer(request, found)

    def _answer(self, request: Request, file: File) -> Response:
        headers = {"cache-control": file.keep, "etag": file.tag, "vary": "accept-encoding"}
        if _names(request.headers.get("if-none-match", ""), file.tag):
            return Response(status_code=304, headers=headers)
        body = file.body
        if file.packed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
            headers["content-encoding"] = "gzip"
            body = file.packed
        return Response(body, headers=headers, media_type=file.kind)

    def _read(self) -> None:
        if self._folder.is_dir():
            for path in sorted(self._folder.rglob("*")):
                name = path.relative_to(self._folder).as_posix()
                if path.is_file() and not any(part.startswith(".") for part in Path(name).parts):
                    self._files[name] = _file(name, path.read_bytes())


def _file(name: str, body: bytes) -> File:
    kind = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    kind = kind or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(_PACKED_KINDS) else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, packed, kind, tag, FOR_EVER if _has_hash(name) else ASK_AGAIN)


def _names(known: str, tag: str) -> bool:
    """Whether a client knows this content already; a proxy that packs makes tags weak."""
    tags = {one.strip().removeprefix("W/") for one in known.split(",")}
    return tag in tags or "*" in tags


def _takes_gzip(accepted: str) -> bool:
    weights: dict[str, str] = {}
    for one in accepted.lower().replace(" ", "").split(","):
        name, _, weight = one.partition(";")
        weights[name] = weight
    return _NEVER.fullmatch(weights.get("gzip", weights.get("*", "q=0"))) is None


def _has_hash(name: str) -> bool:
    """Whether another content would have another name."""
    return name.startswith(("assets/", "engine/")) and name != ENGINE_LIST


_KINDS = {
    ".js": "application/javascript",
    ".mjs": "application/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What the machine's own list may not know."""
