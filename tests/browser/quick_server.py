"""A real server whose bots do not wait for flights, and which has time for people:
`quick_server.py --serve PORT FOLDER [LINKS]`.

Only the pace differs from `kessel serve`, so that whole games fit into a test; and throws written
into FOLDER/script.jsonl come as they are written, before chance has its way again. A page that lies
in FOLDER/page is served in the place of the usual one. A link is waited for LINKS seconds.
"""

import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

from kessel.hall.limits import Limits
from kessel.rules.moves import Landing
from kessel.server import app
from kessel.server.config import Config
from kessel.server.pages import Pages
from kessel.server.serve import run as serve
from kessel.server.workers import ServerWorkers
from kessel.table import Pace
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import ThrowOrder, ThrowResult
from kessel.throws.scripted import ScriptedDice

AT_ONCE = (-60.0, -60.0)
"""Thinking time of bots: due before the dice have come to rest."""
PATIENT = 60.0
"""s. Whoever has so long for something here has as long as they need, on a busy machine too."""
SCRIPT = "script.jsonl"
PAGE = "page"


class ScriptedWorkers(ServerWorkers):
    """Workers whose throws follow the script as long as there is one."""

    script = Path()

    async def warm_up(self) -> None:
        """Not at all: all arenas are three seconds of a processor, and a test needs one."""

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        """The next throw of the script, else a real one."""
        lines = self.script.read_text().splitlines() if self.script.exists() else []
        if not lines:
            return await super().throw(kind, order)
        self.script.write_text("".join(f"{line}\n" for line in lines[1:]))
        told = json.loads(lines[0])
        thrown = ScriptedDice([Landing(tuple(told["lies"]))]).throw(order)
        return replace(thrown, at_rest=_shifted(thrown.at_rest, told["x"]))


def _shifted(at_rest: DiceAtRest, by: float) -> DiceAtRest:
    """The same dice that many metres to the right."""
    return tuple(
        tuple(replace(die, pose=die.pose._replace(x=die.pose.x + by)) for die in stack)
        for stack in at_rest
    )


def main(port: str, folder: str, links: str = str(PATIENT)) -> None:
    """Serve until killed."""
    ScriptedWorkers.script = Path(folder) / SCRIPT
    setattr(app, ServerWorkers.__name__, ScriptedWorkers)
    if (Path(folder) / PAGE).is_dir():
        setattr(app, Pages.__name__, partial(Pages, Path(folder) / PAGE))
    limits = Limits(
        messages_per_second=200.0,
        address_messages_per_second=1000.0,
        address_throws=1000.0,
        match_seconds=1.0,
        match_answer_seconds=PATIENT,
        ping_silence_seconds=PATIENT,
        hidden_silence_seconds=PATIENT,
    )
    pace = Pace(
        think=AT_ONCE,
        race_countdown=0.2,
        race_bot_tap=(0.4, 0.8),
        race_limit=PATIENT,
        extra_window={"off": PATIENT, "relaxed": PATIENT, "fast": PATIENT},
        consent=PATIENT,
        away=PATIENT,
        links=float(links),
        links_awake=float(links),
        silence=PATIENT,
    )
    serve(
        Config(
            port=int(port),
            data=Path(folder),
            workers=1,
            limits=limits,
            pace=pace,
            invitation=f"http://127.0.0.1:{port}",  # all guests of a test are on this machine
        )
    )


if __name__ == "__main__":
    main(*sys.argv[2:])
