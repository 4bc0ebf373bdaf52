"""`kessel serve`: the game on a network. `kessel` alone serves here and opens the browser; with
`--lan`, friends in the same network play along."""

import argparse
import io
import secrets
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from kessel.errors import BadValue, KesselError
from kessel.terminal import tell

if TYPE_CHECKING:
    from kessel.server.config import Config

MOST_WORKERS = 512
MOST_DRAIN_SECONDS = 600
A_YEAR = 365.0
IN_CLEAR = (
    "Nothing is encrypted: whoever can listen in this network can read along and take seats. "
    "Play only in one that you trust."
)
WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
"""Colours of a terminal: the blocks are the light squares of the code."""


class CannotListen(KesselError):
    """The address is taken, or not ours to listen at."""

    code = "cannot_listen"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lan",
        action="store_true",
        help="let everybody on the local network play, and show the address as a QR code",
    )
    parser.add_argument("--host", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument("--data", type=Path, help="folder for the database (user's data folder)")
    parser.add_argument("--database", help="database as a SQLAlchemy URL, instead of --data")
    parser.add_argument(
        "--node",
        metavar="URL",
        help="be one of several servers over one PostgreSQL; the URL where the others reach this "
        "one, such as http://10.0.0.5:8100 (docs/how-to/cluster.md)",
    )
    parser.add_argument(
        "--drain-seconds",
        type=float,
        default=3.0,
        help="with --node, when told to stop: time for the proxy to notice (3)",
    )
    parser.add_argument("--workers", type=int, help="processes that simulate throws (one per core)")
    parser.add_argument(
        "--dice",
        choices=("portable", "native", "ideal"),
        default="portable",
        help="what throws: dice that are the same on every machine (portable, in Node), those of "
        "this kind of machine (native), or chance alone (ideal)",
    )
    _for_operators(parser)
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a bot in any language to meet on the page (docs/how-to/bots.md); may be repeated",
    )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open the page in the browser, and log only what is wrong, in words",
    )


def _for_operators(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--origin", action="append", default=[], help="another origin whose pages may connect"
    )
    parser.add_argument(
        "--name", action="append", default=[], help="host name of the server (this machine's)"
    )
    parser.add_argument(
        "--behind-proxy", action="store_true", help="trust the last address of X-Forwarded-For"
    )
    parser.add_argument(
        "--metrics",
        metavar="HOST:PORT",
        help="a further address that answers /metrics, such as 127.0.0.1:9100: for a collector, "
        "where a proxy stands before the server; the proxy must not pass it on",
    )
    parser.add_argument(
        "--keep-days",
        type=float,
        default=A_YEAR,
        help="delete tables untouched for that many days (%(default)g; 0: never)",
    )
    parser.add_argument(
        "--delete-all-old",
        action="store_true",
        help="with --keep-days: even if more than a fifth of all tables are that old",
    )


def run(args: argparse.Namespace) -> int:
    from kessel.server.address import origin
    from kessel.server.serve import run as serve

    _check(args)
    config = _config(args)
    _check_free(config.host, config.port)
    if config.metrics is not None:
        _check_free(*config.metrics)
    here = "localhost" if config.host in ("127.0.0.1", "0.0.0.0") else config.host
    address = origin(here, config.port)

    page = f"{address}/#key.{config.key}" if config.key else address

    def when_ready() -> None:
        if args.lan and config.invitation is not None:
            _tell_others(config.invitation)
        tell(f"Kessel is at {address} (stop with Ctrl-C)", flush=True)
        if args.open:
            threading.Thread(target=_open, args=[page], daemon=True).start()

    serve(config, when_ready, _tell_others)
    return 0


def _check(args: argparse.Namespace) -> None:
    """Raise where something cannot be meant."""
    if args.lan and args.host is not None:
        raise BadValue("--lan listens at every address of this machine: give it or --host")
    if not 0 < args.port < 65536:
        raise BadValue(f"port {args.port}: a number from 1 to 65535 is accepted")
    if args.workers is not None and not 1 <= args.workers <= MOST_WORKERS:
        raise BadValue(f"{args.workers} workers: from 1 to {MOST_WORKERS} can be started")
    if not 0.0 <= args.keep_days < float("inf"):
        raise BadValue(f"--keep-days {args.keep_days:g}: a number of days, or 0, is accepted")


def _config(args: argparse.Namespace) -> "Config":
    from kessel.bots.external import bot_name
    from kessel.server.address import EVERYWHERE, is_loopback, origin_for_others
    from kessel.server.config import Config
    from kessel.server.external_bots import read_external_bots

    if args.node is not None:
        _check_node(args)
    bots = read_external_bots(args.bot)
    for command in bots.values():
        bot_name(command)  # one that does not even say hello is told now
    host = EVERYWHERE if args.lan else args.host or "127.0.0.1"
    invitation = origin_for_others(host, args.port, next(iter(args.name), None))
    if args.lan and invitation is None:
        raise CannotListen("this machine is in no network: connect it to one, then try again")
    # Somebody plays at this computer, and may want others in its network to join.
    at_home = bool(args.open) and not (args.behind_proxy or args.node)
    chosen = {"data": args.data, "workers": args.workers, "database": args.database}
    return Config(
        host=host,
        port=args.port,
        dice=args.dice,
        origins=tuple(args.origin),
        names=tuple(args.name),
        invitation=None if args.behind_proxy else invitation,
        home=at_home,
        key=secrets.token_urlsafe(16) if at_home and is_loopback(host) else "",
        behind_proxy=args.behind_proxy,
        metrics=None if args.metrics is None else _host_and_port(args.metrics),
        keep_days=args.keep_days,
        delete_all_old=args.delete_all_old,
        node=args.node,
        drain_seconds=args.drain_seconds,
        log_in_words=args.open,
        bots=bots,
        **{name: value for name, value in chosen.items() if value is not None},
    )


def _tell_others(invitation: str) -> None:
    """Where others in the network come in; also as a QR code, where one can be drawn."""
    tell(f"Friends in the same network open {invitation}", flush=True)
    tell(IN_CLEAR, flush=True)
    if _draws():
        sys.stdout.write(qr_code(invitation) + "\n")


def _draws() -> bool:
    """Whether somebody looks at a terminal that knows blocks."""
    try:
        "█▀▄".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty()


def qr_code(text: str) -> str:
    """A QR code of half blocks, dark on light in every terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in lines)


def _check_node(args: argparse.Namespace) -> None:
    from kessel.server.nodes.fleet import check_url

    check_url(args.node)
    if not (args.database or "").startswith("postgresql"):
        raise BadValue("--node: several servers need --database postgresql+psycopg://…")
    if not 0.0 <= args.drain_seconds <= MOST_DRAIN_SECONDS:
        raise BadValue(
            f"--drain-seconds {args.drain_seconds:g}: from 0 to {MOST_DRAIN_SECONDS} are accepted"
        )


def _host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise BadValue(f"--metrics {text}: an address such as 127.0.0.1:9100 is accepted")
    return host.strip("[]"), int(port)


def _check_free(host: str, port: int) -> None:
    """Raise where somebody listens already: said before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotListen(
                f"cannot listen at {host}:{port}: {error.strerror}; --port and --host "
                "(or --metrics) name another"
            ) from None


def _open(address: str) -> None:
    if not webbrowser.open(address):
        tell(f"kessel: open {address} in a browser", file=sys.stderr)
