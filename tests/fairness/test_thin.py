"""Links that follow from others are not sent, and come back as they were; what a game weighs."""

import asyncio
import json
from pathlib import Path

import pytest
from hall.in_memory import Hall, InlineWorkers, Visitor

from kessel.fairness import Chain
from kessel.fairness.thin import restored, thinned
from kessel.hall.attendee import packed_tightly
from kessel.messages.server import Lines
from kessel.physics.dice import PhysicsDice
from kessel.table import TableState, log
from kessel.throws.dice import ThrowOrder, ThrowResult

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


class Falling(InlineWorkers):
    """Dice in motion."""

    def __init__(self) -> None:
        self._dice = PhysicsDice(watched=False)

    async def throw(self, kind: str, order: ThrowOrder) -> ThrowResult:
        return self._dice.throw(order)


async def two_play() -> list[str]:
    """The lines of a game between two devices, signatures and all."""
    hall = Hall()
    hall.hub.workers = hall.workers = Falling()
    ann, ben = Visitor(hall), Visitor(hall)
    for one in (ann, ben):
        await one.open()
    await ann.create("strike-2020", "po")
    await ben.sit_with(ann)
    await asyncio.gather(ann.play(), ben.play())
    (bodies,) = hall.store.logs.values()
    entries = [log.read_entry(body) for body in bodies]
    return [log.entry_text(one) for one in TableState.from_log(entries).history]


def weight(lines: list[str]) -> int:
    return len(packed_tightly(Lines(game="g" * 16, first=0, lines=lines, ref=1)))


def test_forty_throws_come_in_20_kilobytes() -> None:
    lines: list[str] = []
    while (throws := sum(line.startswith('{"type":"land"') for line in lines)) < THROWS / 2:
        lines = asyncio.run(two_play())  # a short game says little of a long one
    begin = lines[0]

    def for_forty(lines: list[str]) -> float:
        """The game's first line once, and all others as often as they come in so many throws."""
        return weight([begin]) + (weight(lines) - weight([begin])) * THROWS / throws

    assert for_forty(thinned(lines)) < MOST_BYTES < for_forty(lines), "a control: with all links"
    assert restored(thinned(lines)) == lines
