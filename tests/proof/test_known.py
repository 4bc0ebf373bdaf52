"""Known answers of a device: whoever writes another one runs the same files (the page does)."""

import json
from pathlib import Path
from typing import Any

import pytest
from fairness.key import Key
from fairness.test_adversary import AMBER, RED
from proof.behind import Behind
from proof.device import Device, LinkShown
from proof.line_up import LineUp

from kessel.fairness import Chain
from kessel.table import Seat
from kessel.table.dice import dice_named

FILES = sorted((Path(__file__).parent / "known").glob("*.json"))
IS_GREEN = {"honest", "honest-three", "away"}
IS_AMBER = {
    "begins-without",
    "bot-stall",
    "late-helper",
    "late-once",
    "late-stall",
    "left-out",
    "native",
    "reload",
    "unsigned",
}


def read(path: Path) -> dict[str, Any]:
    """One of the games."""
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return known


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
        case {"renew": secret}:
            return {"tip": device.renew(Chain(bytes.fromhex(secret)))}
        case {"offer": True}:
            return {"sign": device.offer(at)}
        case {"away": True}:
            return {"sign": device.away()}
        case _:
            raise AssertionError(f"no such event: {event}")
    return {}


def told(link: LinkShown) -> dict[str, Any]:
    return {"throw": link.throw, "attempt": link.attempt, "link": link.link, "sign": link.sign}


def agreed(known: dict[str, Any]) -> LineUp:
    """What was shown before the game."""
    given = known["agreed"]
    seats = {Seat(seat): (kind, name) for seat, kind, name in given["seats"]}
    return LineUp(**given | {"seats": seats})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_known_answers(path: Path) -> None:
    known = read(path)
    given = known["device"]
    chain, key = Chain(bytes.fromhex(given["secret"])), Key(bytes.fromhex(given["key"]))
    seats = frozenset(map(Seat, given["seats"]))
    device = Device(chain, key, seats, agreed(known), dice_named)
    for event in known["events"]:
        made = happens(device, event)
        assert {"colour": device.colour, **made} == event["expect"], event["at"]
    stem = path.stem
    expected = "green" if stem in IS_GREEN else "amber" if stem in IS_AMBER else "red"
    assert device.colour == known["colour"] == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_found_behind_the_page(path: Path) -> None:
    behind = Behind()
    for event in read(path)["events"]:
        if heard := event.get("hear"):
            found = behind.hear(heard["first"], heard["lines"])
            assert [list(one) for one in found] == heard.get("fell", [])


def test_every_cheat_of_the_adversary_is_one_of_these_games() -> None:
    assert {read(path)["about"] for path in FILES} >= {*RED, *AMBER}


def test_there_are_answers_of_every_colour() -> None:
    assert {path.stem for path in FILES} >= IS_GREEN | IS_AMBER


def test_the_page_lists_these_games() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "proof.md"
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if line[:3] == "| `"]
    games = {path.stem: read(path) for path in FILES}
    known = {
        f"| `{name}` | {one['about'].lstrip('0123456789 ')} | {one['colour']} |"
        for name, one in games.items()
    }
    colours = ("green |", "amber |", "red |")
    assert known == {row for row in rows if row.endswith(colours)}
