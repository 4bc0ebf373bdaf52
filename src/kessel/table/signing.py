"""What players and devices of a game sign, and whether they did. Knows lines, not tables."""

from collections.abc import Mapping

from kessel.errors import BadValue
from kessel.fairness import WrongSign, check_signature
from kessel.fairness import signed as s
from kessel.rules.moves import Player
from kessel.table import log
from kessel.table.play import Play
from kessel.throws.aim import AIM_RANGES


def cast_message(play: Play, cast: log.CastShown) -> bytes:
    """What the player of a cast signs."""
    return s.cast_bytes(play.mark, play.throws, cast.player, cast.unit, _aim(cast.aim))


def answer_message(play: Play, entry: log.Answered) -> bytes:
    """What the player of an answer signs."""
    return s.answer_bytes(play.mark, entry.player, entry.move, entry.dice)


def push_message(play: Play, push: log.DicePushed) -> bytes:
    """What whoever pushes dice signs."""
    return s.push_bytes(play.mark, push.player, push.dice)


def agree_message(play: Play, push: log.DicePushed, player: Player) -> bytes:
    """What a player signs who agrees to a push."""
    return s.agree_bytes(push_message(play, push), player)


def link_message(play: Play, link: str) -> bytes:
    """What a device signs with its link for the throw that is fixed."""
    return s.show_bytes(play.transcript.digest, link)


def join_message(play: Play, tip: str) -> bytes:
    """What a device signs to take part with another chain."""
    return s.join_bytes(play.begun, tip)


def leave_message(play: Play, player: Player) -> bytes:
    """What a player signs who gives up for good."""
    return s.leave_bytes(play.begun, player)


away_message = s.away_bytes
"""What a device signs that shows no more links of the chain with a tip."""


def check_said(key: str, message: bytes, sign: str) -> None:
    """Raise unless the key signed the message; without a key nothing is signed."""
    if bool(key) != bool(sign):
        raise WrongSign("a signature is missing" if key else "without a key nothing is signed")
    if key:
        check_signature(key, message, sign)


def _aim(values: Mapping[str, float]) -> list[float]:
    if list(values) != list(AIM_RANGES):
        raise BadValue(f"an aim has {', '.join(AIM_RANGES)}, not {', '.join(values)}")
    return list(values.values())
