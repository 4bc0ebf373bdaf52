"""Bots from elsewhere at the tables of a server: one process each, asked one thing at a time.

Whatever such a bot does, nobody waits for it longer than for any other; its faults are logged.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping
from functools import partial
from random import Random

from kessel.bots.bot import Answer, Sight
from kessel.bots.external import external_bot
from kessel.bots.levels import LEVELS
from kessel.errors import BadValue
from kessel.hall.logs import log

LONGEST_NAME = 32
MOST = 8
"""More would not fit on the page."""


def read_external_bots(given: Iterable[str]) -> dict[str, str]:
    """Names and commands out of `NAME=COMMAND`, each checked; nothing is started."""
    found: dict[str, str] = {}
    for one in given:
        name, equals, command = (part.strip() for part in one.partition("="))
        if not equals or not command or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise BadValue(
                f"--bot {one!r}: NAME=COMMAND is accepted, a name of up to {LONGEST_NAME} letters"
            )
        if name in LEVELS or name in found:
            raise BadValue(f"--bot {one!r}: there is a bot {name} already")
        found[name] = command
    if len(found) > MOST:
        raise BadValue(f"{len(found)} times --bot: up to {MOST} are accepted")
    return found


class ExternalBots:
    """The bots of commands, by the names under which people meet them."""

    def __init__(self, commands: Mapping[str, str]) -> None:
        self._bots = {
            name: external_bot(command, partial(_tell, name), quiet=True)
            for name, command in commands.items()
        }
        self._turns = {name: asyncio.Lock() for name in commands}

    def __contains__(self, name: str) -> bool:
        return name in self._bots

    async def decide(self, name: str, sight: Sight, chance: bytes, seconds: float) -> Answer:
        """Ask one; raises TimeoutError where there is no answer in time."""
        asked = asyncio.ensure_future(self._ask(name, sight, chance))
        # Not cancelled with us: the bot is still at it, and whoever asks next has to wait.
        return await asyncio.wait_for(asyncio.shield(asked), seconds)

    async def _ask(self, name: str, sight: Sight, chance: bytes) -> Answer:
        async with self._turns[name]:
            return await asyncio.to_thread(self._bots[name].answer, sight, Random(chance))

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()


def _tell(name: str, told: str) -> None:
    log("bot fault", logging.WARNING, bot=name, told=told)
