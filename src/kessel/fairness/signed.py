"""What devices sign: the bytes of everything that a person or a device says in a game.

`mark` is the transcript's digest after the newest move (or after the game's first line), `begun`
that after the first line. All numbers are big-endian.
"""

import hashlib
import struct
from collections.abc import Sequence

from kessel.fairness.chain import link_bytes


def cast_bytes(mark: bytes, throw: int, player: int, unit: str, aim: Sequence[float]) -> bytes:
    """A cast: the aim as x, y, side, speed, height, spin."""
    name = unit.encode()
    place = struct.pack(">IBB", throw, player, len(name))
    return b"kessel cast 1\n" + mark + place + name + struct.pack(">6d", *aim)


def answer_bytes(mark: bytes, player: int, move: str, dice: Sequence[int]) -> bytes:
    """A decision other than to throw, and the dice it means."""
    text = move.encode()
    place = struct.pack(">BH", player, len(text))
    meant = struct.pack(f">B{len(dice)}I", len(dice), *dice)
    return b"kessel answer 1\n" + mark + place + text + meant


def push_bytes(mark: bytes, player: int, dice: Sequence[tuple[int, float, float]]) -> bytes:
    """A push of lying dice: die, x, y of each."""
    pushed = b"".join(struct.pack(">Idd", *one) for one in dice)
    return b"kessel push 1\n" + mark + struct.pack(">BB", player, len(dice)) + pushed


def agree_bytes(push: bytes, player: int) -> bytes:
    """The consent of a player to a push that is signed like this."""
    return b"kessel agree 1\n" + hashlib.sha256(push).digest() + bytes((player,))


def show_bytes(fixed: bytes, link: str) -> bytes:
    """A link, for the transcript with this digest after its `fixed` line."""
    return b"kessel show 1\n" + fixed + link_bytes(link)


def join_bytes(begun: bytes, tip: str) -> bytes:
    """A chain with which a device takes part in a game."""
    return b"kessel join 1\n" + begun + link_bytes(tip)


def away_bytes(tip: str) -> bytes:
    """A chain of which no more links are shown."""
    return b"kessel away 1\n" + link_bytes(tip)


def leave_bytes(begun: bytes, player: int) -> bytes:
    """A player gives their seat up for good."""
    return b"kessel leave 1\n" + begun + bytes((player,))
