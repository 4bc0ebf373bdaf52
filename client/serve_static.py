"""Serve the built static page to this machine and open it: `make static-play`.

A plain file server, as any static host is one; nothing of the game runs here.
"""

import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

STATIC = Path(__file__).resolve().parents[1] / "build" / "static"


class Files(SimpleHTTPRequestHandler):
    """Files of a folder; modules are scripts, whatever the machine's own list says."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
    }

    def log_message(self, *words: object) -> None:
        """Say nothing."""


def server(folder: Path = STATIC, port: int = 0) -> ThreadingHTTPServer:
    """A file server for this machine only, on any free port unless told which."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Files, directory=str(folder)))


def main() -> int:
    """Serve until interrupted."""
    if not (STATIC / "index.html").is_file():
        print(f"there is no page in {STATIC}: run `make static`", file=sys.stderr)
        return 1
    with server() as serving:
        url = f"http://127.0.0.1:{serving.server_port}/"
        print(f"The game is at {url}. Ctrl+C stops it.")
        webbrowser.open(url)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            return 0


if __name__ == "__main__":
    raise SystemExit(main())
