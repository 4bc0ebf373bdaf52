"""What devices sign, byte for byte: known answers that another program can check."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from fairness.key import Key

from kessel.fairness import check_signature
from kessel.fairness import signed as s
from kessel.fairness.keys import fingerprint

KNOWN = json.loads((Path(__file__).parent / "known.json").read_text(encoding="utf-8"))
MARK = bytes.fromhex(KNOWN["digest"])
KEY = Key(bytes.fromhex(KNOWN["key"]["secret"]))
PUSH = next(one["given"] for one in KNOWN["signed"] if one["what"] == "push")


def _pushed(player: int, dice: list[list[Any]]) -> bytes:
    return s.push_bytes(MARK, player, [(die, x, y) for die, x, y in dice])


MESSAGES: Mapping[str, Callable[..., bytes]] = {
    "cast": lambda throw, player, unit, aim: s.cast_bytes(MARK, throw, player, unit, aim),
    "answer": lambda player, move, dice: s.answer_bytes(MARK, player, move, dice),
    "push": _pushed,
    "agree": lambda player: s.agree_bytes(_pushed(**PUSH), player),
    "show": lambda link: s.show_bytes(MARK, link),
    "join": lambda tip: s.join_bytes(MARK, tip),
    "away": lambda tip: s.away_bytes(tip),
    "leave": lambda player: s.leave_bytes(MARK, player),
}


@pytest.mark.parametrize("known", KNOWN["signed"], ids=lambda known: known["what"])
def test_known_bytes_and_signatures(known: dict[str, Any]) -> None:
    message = MESSAGES[known["what"]](**known["given"])
    assert message.hex() == known["bytes"]
    assert KEY.sign(message) == known["sign"]
    check_signature(KEY.public, message, known["sign"])


def test_the_known_key() -> None:
    assert KEY.public == KNOWN["key"]["public"]
    assert fingerprint(KEY.public) == KNOWN["key"]["fingerprint"]


def test_no_two_messages_are_the_same() -> None:
    """Else a signature of one could be shown for another."""
    assert len({known["bytes"] for known in KNOWN["signed"]}) == len(MESSAGES)
