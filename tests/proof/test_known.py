"""Known answers of a device: whoever writes another one runs the same files (the page does)."""

import json
from pathlib import Path
from typing import Any

import pytest

from kessel.fairness import Chain, Key
from kessel.proof.device import Device, LinkShown
from kessel.table import Seat

FILES = sorted((Path(__file__).parent / "known").glob("*.json"))
GREEN = {"honest", "honest-three", "away"}
AMBER = {"late-stall", "late-helper", "reload"}


def happens(device: Device, event: dict[str, Any]) -> dict[str, Any]:
    """What a device makes of an event, besides its colour."""
    at = event["at"]
    match event:
        case {"connected": {"game": game, "lines": lines}}:
            device.connected(game, lines, at)
        case {"hear": {"first": first, "lines": lines}}:
            return {"links": [told(link) for link in device.hear(first, lines, at=at)]}
        case {"ping": number}:
            device.ping(number, at)
        case {"pong": number}:
            device.pong(number)
        case {"offer": {"secret": secret}}:
            device.renew(Chain(bytes.fromhex(secret)))
            return {"sign": device.offer(at), "tip": device.chain.tip}
        case {"away": True}:
            return {"sign": device.away()}
        case _:
            raise AssertionError(f"no such event: {event}")
    return {}


def told(link: LinkShown) -> dict[str, Any]:
    return {"throw": link.throw, "attempt": link.attempt, "link": link.link, "sign": link.sign}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_known_answers(path: Path) -> None:
    known = json.loads(path.read_text(encoding="utf-8"))
    given = known["device"]
    chain, key = Chain(bytes.fromhex(given["secret"])), Key(bytes.fromhex(given["key"]))
    device = Device(chain, key, frozenset(map(Seat, given["seats"])))
    for event in known["events"]:
        made = happens(device, event)
        assert {"colour": device.colour, **made} == event["expect"], event["at"]
    expected = "green" if path.stem in GREEN else "amber" if path.stem in AMBER else "red"
    assert device.colour == known["colour"] == expected


def test_there_are_answers_of_every_colour() -> None:
    assert {path.stem for path in FILES} >= GREEN | AMBER
    assert len(FILES) > 30
