"""The drawing of docs/explanation/architecture.md: rooms in the order of the import contract, and
the ways of a throw, a message and a sentence through them, which a test looks up in the code."""

import tomllib
from collections.abc import Iterator, Mapping

from tools.made import ROOT, Generator

PICTURE = ROOT / "docs" / "pictures" / "architecture.svg"
WAYS: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = {
    "a throw": (
        "#b3261e",
        (
            ("table/aim.ts", "letGo"),
            ("server/sockets.py", "receive"),
            ("hall/room.py", "Room.act"),
            ("table/course.py", "Course.fix_throw"),
            ("fairness/seed.py", "throw_seed"),
            ("physics/dice.py", "PhysicsDice.throw"),
            ("rules/engine.py", "apply"),
            ("views/steps.py", "throw_made"),
            ("table/director.ts", "Director"),
        ),
    ),
    "a message": (
        "#1a5fb4",
        (
            ("net/connection.ts", "Connection"),
            ("server/nodes/line.py", "Line.receive"),
            ("messages/client.py", "ClientMessage"),
            ("hall/desk.py", "Desk.receive"),
            ("table/acts.py", "Acts"),
            ("hall/log_writer.py", "LogWriter.add"),
            ("server/store/store.py", "Store.write"),
            ("hall/attendee.py", "Attendee.deliver"),
        ),
    ),
    "a sentence": (
        "#26762b",
        (
            ("rules/reasons.py", "reasons"),
            ("rules/reading.py", "remarks"),
            ("views/wire.py", "event_view"),
            ("messages/server.py", "StepMade"),
            ("speech/sentences.ts", "speakLine"),
            ("words/speaker.py", "Speaker.say"),
        ),
    ),
}
"""In which colour, and through which files and names; those in TypeScript are the page's."""
PAGE = "client"
WIDTH, MARGIN, ROW, LEFT, GAP = 760, 40, 40, 130, 10
STYLE = "font-family: system-ui, sans-serif; font-size: 14px"


def layers() -> list[list[str]]:
    """Rooms side by side, top to bottom, as the first import contract has them; the page on top."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract, *_ = project["tool"]["importlinter"]["contracts"]
    rows = [[one.strip(" ()") for one in row.split("|")] for row in contract["layers"]]
    return [[PAGE], *(row for row in rows if row != ["__main__"])]


def room_of(file: str) -> str:
    """Where a stop is drawn."""
    return PAGE if file.endswith(".ts") else file.partition("/")[0]


def picture() -> str:
    rows = layers()
    height = ROW * (len(rows) + len(WAYS)) + 2 * GAP
    body = "".join(shape for number, row in enumerate(rows) for shape in boxes(row, number))
    legend = "".join(
        told(name, colour, ROW * (len(rows) + number) + GAP)
        for number, (name, (colour, _)) in enumerate(WAYS.items())
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="0 0 {WIDTH + MARGIN} {height}"'
        f' style="{STYLE}"><title>The rooms of Kessel: imports point only downwards</title>'
        f'<rect width="{WIDTH + MARGIN}" height="{height}" fill="#fff"/>'
        f"{arrow(ROW * len(rows))}{body}{legend}</svg>\n"
    )


def boxes(row: list[str], number: int) -> Iterator[str]:
    """The rooms of a layer, with the stops in each."""
    wide = (WIDTH - GAP) / len(row) - GAP
    for place, room in enumerate(row):
        x, y = GAP + place * (wide + GAP), GAP + number * ROW
        yield (
            f'<rect x="{x:.0f}" y="{y}" width="{wide:.0f}" height="{ROW - 8}" rx="6"'
            ' fill="#f4f1ea" stroke="#8a8272"/>'
            f'<text x="{x + GAP:.0f}" y="{y + 21}" fill="#222">{room}</text>'
        )
        for stop, (colour, count) in enumerate(stops(room)):
            yield dot(x + LEFT + 26 * stop, y + 16, colour, str(count))


def arrow(end: int) -> str:
    """Which way imports point."""
    x = WIDTH + MARGIN // 2
    return (
        f'<path d="M{x} {GAP}V{end}m-7 -9l7 9l7 -9" fill="none" stroke="#8a8272" stroke-width="2"/>'
        f'<text transform="translate({x - 6} {end // 2}) rotate(-90)" fill="#222">imports</text>'
    )


def stops(room: str) -> Iterator[tuple[str, int]]:
    for colour, way in WAYS.values():
        for count, (file, _) in enumerate(way, 1):
            if room_of(file) == room:
                yield colour, count


def dot(x: float, y: float, colour: str, text: str) -> str:
    return (
        f'<circle cx="{x:.0f}" cy="{y}" r="11" fill="{colour}"/>'
        f'<text x="{x:.0f}" y="{y + 5}" text-anchor="middle" fill="#fff">{text}</text>'
    )


def told(name: str, colour: str, y: int) -> str:
    text = f'<text x="{3 * GAP + 16}" y="{y + 21}" fill="#222">the way of {name}</text>'
    return dot(2 * GAP + 6, y + 16, colour, "1") + text


GENERATOR = Generator("architecture", lambda: {PICTURE: lambda: picture().encode()})
