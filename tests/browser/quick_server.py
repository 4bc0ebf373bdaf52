"""A real server whose bots do not wait for flights: `quick_server.py PORT FOLDER`.

Only the pace differs from `kessel serve`, so that whole games fit into a test.
"""

import asyncio
import sys
from pathlib import Path

from kessel.server.config import Config, Limits
from kessel.server.serve import run as serve
from kessel.table import Pace

AT_ONCE = (-60.0, -60.0)
"""Thinking time of bots: due before the dice have come to rest."""


def main(port: str, folder: str) -> None:
    """Serve until killed."""
    limits = Limits(messages_per_second=200.0, address_messages_per_second=1000.0)
    pace = Pace(think=AT_ONCE, race_countdown=0.2, race_bot_tap=(0.4, 0.8))
    asyncio.run(
        serve(Config(port=int(port), data=Path(folder), workers=1, limits=limits, pace=pace))
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
