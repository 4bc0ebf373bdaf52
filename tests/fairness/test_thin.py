"""Links that follow from others are not sent, and come back as they were; what a game weighs."""

import json
from pathlib import Path
from random import Random

import pytest
from fairness.lines import LAN, World

from kessel.fairness import Chain
from kessel.fairness.thin import restored, thinned
from kessel.hall.attendee import packed_tightly
from kessel.messages.server import Lines
from kessel.physics.dice import PhysicsDice
from kessel.table.log import DiceLanded, entry_text
from kessel.throws.aim import Aim

KNOWN = json.loads((Path(__file__).parent / "known.json").read_text(encoding="utf-8"))
OURS, THEIRS = Chain(bytes(32)), Chain(bytes(range(32)))
THROWS = 40
MOST_BYTES = 20_000
"""For the lines of so many throws between two devices, signatures and all."""


def landing(*links: bytes | str) -> str:
    server, *devices = (one if isinstance(one, str) else one.hex() for one in links)
    shown = {"server": server, "devices": devices, "signs": ["-" * 86] * len(devices)}
    return json.dumps({"type": "land", "links": shown}, separators=(",", ":"))


def test_known_lines_that_another_program_can_read() -> None:
    assert thinned(KNOWN["thin"]["whole"]) == KNOWN["thin"]["sent"]
    assert restored(KNOWN["thin"]["sent"]) == KNOWN["thin"]["whole"]


def test_each_chain_keeps_its_newest_link() -> None:
    lines = [landing(OURS.link(n), THEIRS.link(n + 1)) for n in range(1, 20)]
    sent = thinned(lines)
    assert sent == [landing("~2", "~2")] * 18 + lines[-1:]
    assert restored(sent) == lines


def test_a_device_that_is_left_out_once_goes_on() -> None:
    lines = [
        landing(OURS.link(1), THEIRS.link(1)),
        landing(OURS.link(2)),
        landing(OURS.link(3), THEIRS.link(2)),
    ]
    sent = thinned(lines)
    assert sent == [landing("~1", "~3"), landing("~2"), lines[2]]
    assert restored(sent) == lines


def test_over_a_gap_and_at_the_end_of_a_chain_links_stay() -> None:
    lines = [landing(OURS.link(1)), landing(OURS.link(3)), landing(THEIRS.link(1))]
    assert thinned(lines) == lines == restored(lines)


def test_what_people_write_stays_as_it_is() -> None:
    name = '"links":{"server":"~1"'
    game = json.dumps({"type": "game", "name": name, "other": "~1"}, separators=(",", ":"))
    lines = [game, landing(OURS.link(1)), landing(OURS.link(2))]
    assert thinned(lines)[0] == game
    assert restored(thinned(lines)) == lines


@pytest.mark.parametrize("number", ["~0", "~2", "~9999", "~", "~1x"])
def test_what_leads_nowhere_stays_as_it_is(number: str) -> None:
    lines = [landing(number), landing(OURS.link(2))]
    assert restored(lines) == lines


def some_aim(chance: Random) -> Aim:
    """As a page writes it: with four decimals."""
    ranges = {"x": (-0.05, 0.05), "y": (-0.05, 0.05), "side": (-3.0, 3.0), "speed": (0.6, 1.6)}
    ranges |= {"height": (0.08, 0.12), "spin": (5.0, 25.0)}
    return Aim(**{name: round(chance.uniform(*both), 4) for name, both in ranges.items()})


def weight(lines: list[str]) -> int:
    return len(packed_tightly(Lines(game="g" * 16, first=0, lines=lines, ref=1)))


def test_forty_throws_come_in_20_kilobytes() -> None:
    dice = PhysicsDice(watched=False)
    world = World(Random(5), "strike-2020", [LAN, LAN], dice=dice, aim=some_aim)
    world.run()
    history = world.table.ledger.history
    throws = sum(isinstance(entry, DiceLanded) for entry in history)
    begin, *others = [entry_text(entry) for entry in history]

    def for_forty(lines: list[str]) -> float:
        """The game's first line once, and all others as often as they come in so many throws."""
        return weight([begin]) + (weight(lines) - weight([begin])) * THROWS / throws

    lines = [begin, *others]
    assert for_forty(thinned(lines)) < MOST_BYTES < for_forty(lines), "a control: with all links"
    assert restored(thinned(lines)) == lines
