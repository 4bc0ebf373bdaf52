"""What a table may be made with."""

from typing import Any

import pytest

from kessel.errors import BadValue, KesselError
from kessel.table.log import SeatPlan, TableMade
from kessel.table.settings import (
    check_settings,
    planned_occupants,
    public_name,
    readable,
)

ANN = SeatPlan(kind="person", name="Ann", token="hash")
BOT = SeatPlan(kind="bot", level="plain")


def made(*seats: SeatPlan, edition: str = "strike-2020", **settings: Any) -> TableMade:
    return TableMade(code="code", edition=edition, seats=list(seats), **settings)


@pytest.mark.parametrize(
    "good",
    [
        made(ANN, BOT),
        made(BOT, SeatPlan(kind="bot"), first=1),
        made(ANN, SeatPlan(kind="open")),
        made(SeatPlan(kind="open"), SeatPlan(kind="open"), BOT),
        made(ANN, BOT, edition="impact-avatar", elements=["fire", "water"]),
        made(ANN, BOT, edition="harry-potter", preset="fr"),
    ],
)
def test_tables_that_can_be_made(good: TableMade) -> None:
    check_settings(good, ["plain"])


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (made(ANN), "players"),
        (made(ANN, BOT, edition="strike-2099"), "strike-2099"),
        (made(ANN, BOT, options={"supply": "secret"}), "supply"),
        (made(ANN, BOT, elements=["fire"]), "fire"),
        (made(ANN, BOT, edition="impact-avatar", elements=["fire"]), "at least 2"),
        (made(SeatPlan(kind="open"), BOT), "needs a person"),
        (made(ANN, SeatPlan(kind="bot", level="genius")), "no bot 'genius'; there are plain"),
        (made(ANN, SeatPlan(kind="person", name="")), "a name has"),
        (made(ANN, BOT, first=2), "seats are 0 to 1; seat 2 cannot begin"),
    ],
)
def test_tables_that_cannot_be_made(bad: TableMade, message: str) -> None:
    with pytest.raises(KesselError, match=message):
        check_settings(bad, ["plain"])


def test_lookalikes_at_one_table_have_numbers() -> None:
    twin, hal = SeatPlan(kind="person", name="ann"), SeatPlan(kind="bot", name=" Ann  ")
    names = [one.name for one in planned_occupants(made(ANN, twin, hal))]
    assert names == ["Ann", "ann 2", "Ann 3"]


@pytest.mark.parametrize("name", ["\u202eannA", "\x1b[2J", "a\0b", "   ", "\u3164"])
def test_a_bot_has_a_name_that_can_be_shown_or_none(name: str) -> None:
    with pytest.raises(BadValue, match="printable characters"):
        check_settings(made(ANN, SeatPlan(kind="bot", name=name)), ["plain"])


def test_the_public_name_tells_nothing_of_the_code() -> None:
    assert public_name("abcdefghijkl") == "bff709b53fc6ab14"
    assert public_name("abcdefghijkm") != public_name("abcdefghijkl")


def test_a_readable_code_has_no_padding() -> None:
    assert readable(bytes(10)) == "a" * 16
    assert readable(b"\xff") == "74"
