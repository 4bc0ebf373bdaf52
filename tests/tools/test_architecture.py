"""The drawing of the rooms: those of the code, in the order of the contract, and real ways."""

import re

from test_docs import missing

from tools.architecture import PAGE, PICTURE, WAYS, layers, room_of
from tools.made import ROOT


def test_the_rooms_of_the_drawing_are_those_of_the_code() -> None:
    rooms = {room for row in layers() for room in row} - {PAGE}
    there = {one.name.removesuffix(".py") for one in (ROOT / "src" / "kessel").glob("[a-z]*")}
    assert rooms == there - {"py.typed"}
    for room in rooms:
        assert f">{room}</text>" in PICTURE.read_text(encoding="utf-8")


def test_every_way_leads_through_files_and_names_that_are_there() -> None:
    rooms = {room for row in layers() for room in row}
    for name, (_, way) in WAYS.items():
        said = " ".join(f"`{file}` `{what}`" for file, what in way)
        assert missing(said) == [], name
        assert {room_of(file) for file, _ in way} <= rooms
    assert missing("`hall/room.py` `Room.waltz`") == ["hall/room.py Room.waltz"]


def test_the_page_names_the_stops_of_each_way() -> None:
    text = (ROOT / "docs" / "explanation" / "architecture.md").read_text(encoding="utf-8")
    told = re.findall(r"`([\w/]+\.tsx?|[\w/]+\.py)`", text)
    for _, way in WAYS.values():
        files = [file for file, _ in way]
        assert [file for file in told if file in files] == files
