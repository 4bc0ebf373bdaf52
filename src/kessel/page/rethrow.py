"""Throws a game's dice again behind the page that follows it: no hall, no table, nothing kept.

The page has checked links and signatures by itself; here only the dice are looked at.
"""

import msgspec

from kessel.errors import KesselError
from kessel.proof.rethrow import check_landing
from kessel.table import log
from kessel.table.dice import can_be_repeated, dice_named, is_physics
from kessel.table.play import Play, begin, feed
from kessel.throws.dice import Simulator


class Rethrower:
    """Follows one game, line by line."""

    def __init__(self, physics: Simulator) -> None:
        self._physics = physics
        self._play: Play | None = None

    def hear(self, line: str) -> bool | None:
        """Whether the dice of a landing lie as they fall here, to the last bit; None if the line
        is no landing, the dice cannot be thrown here, or the game could not be followed."""
        play = self._play
        try:
            entry = log.read_entry(line)
            if isinstance(entry, log.GameStarted):
                self._play = begin(entry)
                return None
            if play is None or isinstance(entry, log.TableEntry):
                return None
            self._play = feed(play, entry).play
        except (KesselError, msgspec.MsgspecError):
            self._play = None
            return None
        if not isinstance(entry, log.DiceLanded) or not can_be_repeated(play.dice):
            return None
        try:
            check_landing(play, entry, self._named(play.dice), self._named)
        except KesselError:
            return False
        return True

    def _named(self, name: str) -> Simulator:
        return self._physics if is_physics(name) else dice_named(name)
