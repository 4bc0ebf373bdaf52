"""The page and its files: read once, packed once, and served with the right to be kept. Beside some
of them lies what the build has packed more tightly than gzip can (`.br`).

Files under `assets/` and `engine/` have a hash of their content in their path and may be kept for
ever; all else is asked for again each time. The page itself goes out in a form for each language:
it names the words that its script will ask for, so that they come beside it and not after it.
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from kessel.words import FALLBACK, languages

STATIC = Path(__file__).parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ENGINE_LIST = "engine/engine.json"
"""What the page plays with if no server is in reach; few servers have it beside the page."""
PACKED = ".br"
_PACKED_KINDS = ("text/", "application/javascript", "application/json", "image/svg", "font/ttf")

_NEVER = re.compile(r"q=0(\.0*)?")
_LANGUAGE = re.compile(r"\b[a-z]{2}\b")
_WORDS = re.compile(r"assets/words-([a-z]{2})-[^/]+\.js")

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
    packed: Mapping[str, bytes]
    """By how it is packed, the smallest first."""
    kind: str
    tag: str
    keep: str


class Pages:
    """All files of the built page, in memory."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}
        self._pages: dict[str, File] = {}
        """The page for those who will read it in that language."""
        self._read()

    @property
    def is_built(self) -> bool:
        return "index.html" in self._files

    async def page(self, request: Request) -> Response:
        """The page itself, whatever it is to show: it reads the address."""
        if not self.is_built:
            self._read()
        if not self.is_built:
            return Response(NOT_BUILT, 503, media_type="text/html")
        page = self._pages.get(language_of(request), self._files["index.html"])
        return self._answer(request, page, "accept-encoding, accept-language")

    def page_about(self, tags: str) -> Response | None:
        """The page with these lines in its head; None where it is not built."""
        if not self.is_built:
            return None
        return HTMLResponse(self._with(tags), headers={"cache-control": ASK_AGAIN})

    async def file(self, request: Request) -> Response:
        path = request.path_params["path"]
        found = self._files.get(path)
        if found is None and path == ENGINE_LIST:
            return Response(status_code=204)  # every page asks, and an error would stand in its log
        if found is None:
            return PlainTextResponse("no such file", 404)
        return self._answer(request, found)

    def _answer(self, request: Request, file: File, vary: str = "accept-encoding") -> Response:
        headers = {"cache-control": file.keep, "etag": file.tag, "vary": vary}
        if _names(request.headers.get("if-none-match", ""), file.tag):
            return Response(status_code=304, headers=headers)
        body = file.body
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        if how := next(filter(accepted, file.packed), None):
            headers["content-encoding"] = how
            body = file.packed[how]
        return Response(body, headers=headers, media_type=file.kind)

    def _read(self) -> None:
        for path in sorted(self._folder.rglob("*")):
            name = path.relative_to(self._folder).as_posix()
            is_hidden = any(part.startswith(".") for part in Path(name).parts)
            if path.is_file() and not is_hidden and path.suffix != PACKED:
                tight = path.with_name(path.name + PACKED)
                packed = tight.read_bytes() if tight.is_file() else b""
                self._files[name] = _file(name, path.read_bytes(), packed)
        for name in self._files if self.is_built else ():
            if words := _WORDS.fullmatch(name):
                link = f'<link rel="modulepreload" crossorigin href="/{name}">'
                page = self._with(link).encode()
                self._pages[words[1]] = _file("index.html", page)

    def _with(self, lines: str) -> str:
        head, end, rest = self._files["index.html"].body.decode().partition("</head>")
        return head + lines + end + rest


def language_of(request: Request) -> str:
    """The first language that is asked for and spoken here; one that the link names goes first."""
    asked = [request.query_params.get("lang", "")]
    asked += _LANGUAGE.findall(request.headers.get("accept-language", "").lower())
    return next((one for one in asked if one in languages()), FALLBACK)


def _file(name: str, body: bytes, tight: bytes = b"") -> File:
    kind = _KINDS.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    kind = kind or "application/octet-stream"
    packed = {"br": tight} if tight else {}
    if kind.startswith(_PACKED_KINDS):
        packed["gzip"] = gzip.compress(body, 9, mtime=0)
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, packed, kind, tag, FOR_EVER if _has_hash(name) else ASK_AGAIN)


def _names(known: str, tag: str) -> bool:
    """Whether a client knows this content already; a proxy that packs makes tags weak."""
    tags = {one.strip().removeprefix("W/") for one in known.split(",")}
    return tag in tags or "*" in tags


def _accepted(header: str) -> Callable[[str], bool]:
    """Which ways of packing a client takes."""
    weights: dict[str, str] = {}
    for one in header.lower().replace(" ", "").split(","):
        name, _, weight = one.partition(";")
        weights[name] = weight
    others = weights.get("*", "q=0")
    return lambda how: _NEVER.fullmatch(weights.get(how, others)) is None


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
