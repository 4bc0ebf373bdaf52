"""Throws a game's dice again behind the page that follows it, and throws of the day: no table,
nothing kept.

The page has checked links and signatures by itself; here are the rules and the dice.
"""

from typing import Literal

import msgspec

from kessel.errors import KesselError
from kessel.hall.daily import day_of, landed
from kessel.messages.fields import Aim
from kessel.proof.audit import audited
from kessel.proof.rethrow import check_landing
from kessel.table import log
from kessel.table.dice import can_be_repeated, dice_named, is_physics
from kessel.table.play import Play, begin
from kessel.throws.dice import Simulator


class Rethrower:
    """Follows one game, line by line."""

    def __init__(self, physics: Simulator) -> None:
        self._physics = physics
        self._play: Play | None = None
        self.throws = 0
        """Throws of this game that lie."""

    def hear(self, line: str) -> Literal["same", "thrown", "order"] | None:
        """How the dice of a landing lie: the "same" to the last bit as they fall here, or "thrown"
        otherwise; "order" if the line cannot come there. None if it is no landing, if its dice
        cannot be thrown here, or if the game is not followed."""
        play = self._play
        try:
            entry = log.read_line(line)
            if isinstance(entry, log.GameStarted):
                self._play, self.throws = begin(entry), 0
                return None
            if play is None:
                return None
            self._play = audited(play, entry).play
        except KesselError:
            self._play = None
            return "order"
        if not isinstance(entry, log.DiceLanded):
            return None
        self.throws += 1
        if not can_be_repeated(play.dice):
            return None
        try:
            check_landing(play, entry, self._named)
        except KesselError:
            return "thrown"
        return "same"

    def day(self, date: str, aim: str) -> str:
        """What comes of a throw of the day here, as JSON and without its flight; `aim` is JSON."""
        order = day_of(date).aimed(msgspec.json.decode(aim, type=Aim))
        thrown = msgspec.structs.replace(landed(self._physics.throw(order)), frame="")
        return msgspec.json.encode(thrown).decode()

    def _named(self, name: str) -> Simulator:
        return self._physics if is_physics(name) else dice_named(name)
