"""What was agreed before a game is held against its first line."""

from dataclasses import replace

import msgspec
import pytest
from fairness.key import Key
from proof.line_up import LineUp
from table.games import started

from kessel.fairness.keys import fingerprint
from kessel.table import Seat, log

HOST = Key(bytes(32))
FIRST = msgspec.structs.replace(
    started("impact-avatar", elements=["fire", "water"]),
    players=[
        log.PlayerNamed(seat=Seat(0), name="Alba", bot="rule"),
        log.PlayerNamed(seat=Seat(1), name="Ann", key=HOST.public),
        log.PlayerNamed(seat=Seat(2), name="Ben"),
    ],
    first=1,
    clock="fast",
)
AGREED = LineUp(
    edition="impact-avatar",
    options=FIRST.options,
    elements=("fire", "water"),
    seats={
        Seat(0): ("open", ""),
        Seat(1): ("person", "Ann"),
        Seat(2): ("person", "Ben"),
        Seat(3): ("open", ""),
    },
    first=Seat(1),
    dice="scripted",
    clock="fast",
    host=fingerprint(HOST.public),
)


def test_a_game_as_it_was_agreed() -> None:
    assert AGREED.differs(FIRST) == ""
    assert LineUp().differs(FIRST) == "", "nothing was shown"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"edition": "impact"}, "edition: impact was agreed"),
        ({"options": {"cocked": "nudge"}}, "options: "),
        ({"elements": ("fire",)}, "elements: "),
        ({"first": Seat(2)}, "first: 2 was agreed, not 1"),
        ({"dice": "ideal"}, "dice: ideal was agreed"),
        ({"clock": "off"}, "clock: off was agreed"),
        ({"seats": {Seat(1): ("person", "Eve")}}, "at seat 1 Eve (person) was agreed, not Ann"),
        ({"seats": {Seat(1): ("bot", "Ann")}}, "at seat 1 Ann (bot) was agreed, not Ann (person)"),
        ({"seats": {Seat(0): ("person", "Alba")}}, "not Alba (bot)"),
        ({"seats": {Seat(4): ("person", "Dan")}}, "Dan does not play"),
        ({"seats": {Seat(2): ("open", "")}}, "Ben plays, whom nobody saw sit down"),
        ({"host": fingerprint(Key(b"x" * 32).public)}, "the host's key is not"),
    ],
)
def test_what_is_not_as_it_was_agreed(changed: dict[str, object], says: str) -> None:
    agreed = replace(AGREED, **changed)  # type: ignore[arg-type]
    assert says in agreed.differs(FIRST)


def test_a_host_without_a_key_is_not_the_one_of_the_invitation() -> None:
    keyless = [msgspec.structs.replace(one, key="") for one in FIRST.players]
    assert "the host's key" in AGREED.differs(msgspec.structs.replace(FIRST, players=keyless))
    bots = [log.PlayerNamed(seat=one.seat, name=one.name, bot="rule") for one in FIRST.players]
    nobody = LineUp(host=AGREED.host)
    assert "the host's key" in nobody.differs(msgspec.structs.replace(FIRST, players=bots))
