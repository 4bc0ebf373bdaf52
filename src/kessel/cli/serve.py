"""`kessel serve`: the game on a network. `kessel` alone serves here and opens the browser."""

import argparse
import asyncio
import socket
import sys
import threading
import webbrowser
from pathlib import Path

from kessel.errors import BadValue, KesselError

HELP = "serve the game to browsers"
MOST_WORKERS = 512
OPEN_AFTER = 1.0
"""s until the server answers and the browser may be opened."""


class CannotListen(KesselError):
    """The address is taken, or not ours to listen at."""

    code = "cannot_listen"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What can be set."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen at (this machine)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen at (8000)")
    parser.add_argument("--data", type=Path, help="folder of the database (the user's data folder)")
    parser.add_argument("--database", help="database as a SQLAlchemy URL, instead of --data")
    parser.add_argument("--workers", type=int, help="processes that simulate (as many as cores)")
    parser.add_argument(
        "--origin", action="append", default=[], help="further origin whose pages may connect"
    )
    parser.add_argument(
        "--name", action="append", default=[], help="host name it is reached by (this machine's)"
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="trust the last address of X-Forwarded-For"
    )
    parser.add_argument(
        "--keep-days", type=float, default=0.0, help="delete tables untouched so long (0: never)"
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a bot in any language to meet on the page (docs/bots.md); may come again",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    from kessel.bots.foreign import bot_name
    from kessel.server.config import Config
    from kessel.server.serve import run as serve
    from kessel.server.strangers import read_strangers

    if not 0 < args.port < 65536:
        raise BadValue(f"port {args.port}: a number from 1 to 65535 is accepted")
    if args.workers is not None and not 1 <= args.workers <= MOST_WORKERS:
        raise BadValue(f"{args.workers} workers: from 1 to {MOST_WORKERS} can be started")
    if not 0.0 <= args.keep_days < float("inf"):
        raise BadValue(f"--keep-days {args.keep_days:g}: a number of days, or 0, is accepted")
    bots = read_strangers(args.bot)
    for command in bots.values():
        bot_name(command)  # one that does not even say hello is told now
    chosen = {"data": args.data, "workers": args.workers, "database": args.database}
    config = Config(
        host=args.host,
        port=args.port,
        origins=tuple(args.origin),
        names=tuple(args.name),
        behind_proxy=args.behind_proxy,
        keep_days=args.keep_days,
        bots=bots,
        **{name: value for name, value in chosen.items() if value is not None},
    )
    _check_free(args.host, args.port)
    shown = "localhost" if args.host in ("127.0.0.1", "0.0.0.0") else args.host
    address = f"http://{shown}:{args.port}"
    opening = threading.Timer(OPEN_AFTER, _open, [address])
    if args.open:
        opening.start()
    try:
        asyncio.run(
            serve(config, lambda: print(f"Kessel is at {address} (stop with Ctrl-C)", flush=True))
        )
    finally:
        opening.cancel()
    return 0


def _check_free(host: str, port: int) -> None:
    """Raise where somebody listens already: said before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotListen(f"cannot listen at {host}:{port}: {error.strerror}") from None


def _open(address: str) -> None:
    if not webbrowser.open(address):
        print(f"kessel: open {address} in a browser", file=sys.stderr)
