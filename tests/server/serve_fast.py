"""A server for tests, as its own process: bots think quickly, and limits can be set tight.

Called with `--serve`, a port, a data folder, limits as `name=value`, bots as `bot:NAME=COMMAND`,
modules that are not installed as `without:NAME`, and the time in which it has to stop as
`stop:SECONDS`. Nothing of ours is imported before `main`: workers import this file again, and have
to get by with what they import themselves, as they do under `kessel serve`.
"""

import sys
from dataclasses import replace
from pathlib import Path

BOT, WITHOUT, STOP = "bot:", "without:", "stop:"


def main(arguments: list[str]) -> None:
    """Serve until killed."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    for one in arguments:
        if one.startswith(WITHOUT):
            sys.modules[one.removeprefix(WITHOUT)] = None  # type: ignore[assignment]
    from serving import FAST, WIDE

    from kessel.server import serve
    from kessel.server.config import Config
    from kessel.server.external_bots import read_external_bots

    _, port, data, *more = arguments
    given = [one for one in more if not one.startswith((BOT, WITHOUT, STOP))]
    bots = read_external_bots(one.removeprefix(BOT) for one in more if one.startswith(BOT))
    tight = {name: float(value) for name, _, value in (one.partition("=") for one in given)}
    limits, pace = replace(WIDE, **tight), replace(FAST, consent=2.0)  # type: ignore[arg-type]
    config = Config(port=int(port), data=Path(data), workers=1, limits=limits, pace=pace, bots=bots)
    for one in more:
        if one.startswith(STOP):
            serve.STOP_SECONDS = float(one.removeprefix(STOP))
    serve.run(config)


if __name__ == "__main__":
    main(sys.argv[1:])
