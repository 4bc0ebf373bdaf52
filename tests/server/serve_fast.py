"""A server for tests, as its own process: bots think quickly, and limits can be set tight.

Called with a port, a data folder, limits as `name=value` and bots as `bot:NAME=COMMAND`.
"""

import asyncio
import sys
from pathlib import Path

from kessel.hall.limits import Limits
from kessel.server.config import Config
from kessel.server.serve import run
from kessel.server.strangers import read_strangers
from kessel.table import Pace

BOT = "bot:"

FAST = Pace(
    think=(0.0, 0.01),
    race_countdown=0.05,
    race_bot_tap=(0.01, 0.02),
    race_tap_gap=0.0,
    race_tie=0.001,
    away=30.0,
    consent=2.0,
)
WIDE = {
    "messages_per_second": 2000.0,
    "address_messages_per_second": 20000.0,
    "address_connections": 500,
    "address_sockets": 2000,
    "address_sockets_per_second": 2000.0,
    "address_requests_per_second": 5000.0,
    "address_frames_per_second": 20000.0,
    "address_tables_per_minute": 1000.0,
}


def main(arguments: list[str]) -> None:
    """Serve until killed."""
    port, data, *more = arguments
    given = [one for one in more if not one.startswith(BOT)]
    bots = read_strangers(one.removeprefix(BOT) for one in more if one.startswith(BOT))
    limits = Limits(**(WIDE | {k: float(v) for k, _, v in (g.partition("=") for g in given)}))  # type: ignore[arg-type]
    config = Config(port=int(port), data=Path(data), workers=1, limits=limits, pace=FAST, bots=bots)
    asyncio.run(run(config))


if __name__ == "__main__":
    main(sys.argv[1:])
