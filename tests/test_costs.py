"""What it costs follows what was sent: at most linear in its size, and never long.

Every kind of message, of request to the referee and of text is filled, field by field, with the
worst one can think of; the processor time of the whole is compared with that of half as much. The
least of several runs counts: a busy machine makes none shorter.
"""

import asyncio
import contextlib
import json
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hall.in_memory import UNLIMITED, Hall, Visitor
from hall.saying import KINDS, fields_of, fitting, tag

from kessel.errors import KesselError
from kessel.names import clean_name
from kessel.record import read_record, replay
from kessel.referee import Referee
from kessel.referee import referee as handled
from kessel.rules.notation import read_landing, read_move, read_piece
from kessel.rules.options import edition_and_preset, read_options
from kessel.rules.positions import read_state

NEW: dict[str, dict[str, Any]] = {"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}}
KB = 63
"""Into the largest message so many fit; a text here is as long."""
TRIFLE = 0.005
"""s that nobody notices, whatever it follows."""
MOST = 0.05
"""s that the event loop may take at once."""
STEEP = 3.0
"""Linear is 2, quadratic 4."""
RUNS, ROUNDS = 3, 5
LENIENT = replace(UNLIMITED, strikes=10**9)

Fill = Callable[[int], str]
Work = Callable[[str], object]

WORST: Mapping[str, Fill] = {
    "marks": lambda kb: "a" + "\u0323\u0301" * (256 * kb - 1),
    "spaces": lambda kb: " \u2003" * (256 * kb),
    "words": lambda kb: "Ann:1,4/5 " * (102 * kb),
    "brackets": lambda kb: "([{" * (341 * kb),
    "letters": lambda kb: "A" * (1024 * kb),
    "digits": lambda kb: "7" * (1024 * kb),
    "lines": lambda kb: "1 A throw 1: 4\n" * (60 * kb),
}
"""Texts of so many kB."""
JSON: Mapping[str, Fill] = {
    **{name: lambda kb, fill=fill: json.dumps(fill(kb), ensure_ascii=False)  # type: ignore[misc]
       for name, fill in WORST.items()},
    "nested": lambda kb: "[" * (512 * kb) + "]" * (512 * kb),
    "deep": lambda kb: '{"a":' * (170 * kb) + "1" + "}" * (170 * kb),
    "doubled": lambda kb: '{"a":1' + ',"a":1' * (170 * kb) + "}",
    "keys": lambda kb: "{" + ",".join(f'"k{n}":0' for n in range(88 * kb)) + "}",
    "number": lambda kb: "7" * (1024 * kb),
    "fraction": lambda kb: "0." + "7" * (1024 * kb),
    "seats": lambda kb: "[" + ",".join(["[4,0]"] * (170 * kb)) + "]",
    "players": lambda kb: "[" + ",".join(f'"P{n}"' for n in range(120 * kb)) + "]",
    "towers": lambda kb: "[" + ",".join([json.dumps(["4", "5", "6"])] * (60 * kb)) + "]",
}  # fmt: skip
"""The same as one value of JSON."""


def cost(work: Work, sent: str) -> float:
    """s of processor time, at the least."""
    took = []
    for _ in range(RUNS):
        began = time.thread_time()
        with contextlib.suppress(KesselError):
            work(sent)
        took.append(time.thread_time() - began)
        if took[-1] < TRIFLE:
            break
    return min(took)


def is_linear(work: Work, fill: Fill, most: float = float("inf")) -> bool:
    """Whether the whole costs no more than it should, by half of it and at all."""
    whole = half = float("inf")
    for _ in range(ROUNDS):
        whole = min(whole, cost(work, fill(KB)))
        if whole < TRIFLE:
            return True
        half = min(half, cost(work, fill(KB // 2)))
        if whole < STEEP * half and whole < most:
            return True
    return False


def too_dear(works: Iterator[tuple[str, Work, Mapping[str, Fill]]], most: float) -> list[str]:
    """Which works cost too much, and filled with what."""
    return [
        f"{name}: {how}"
        for name, work, fills in works
        for how, fill in fills.items()
        if not is_linear(work, fill, most)
    ]


def test_what_grows_with_the_square_is_seen() -> None:
    """The control: marks are put in order in a time that grows with the square of their number."""

    def order(text: str) -> object:
        return unicodedata.normalize("NFC", text)

    assert not is_linear(order, lambda kb: WORST["marks"](kb // 8))
    assert is_linear(str.split, WORST["words"])


def messages(visitor: Visitor, kind: type[msgspec.Struct]) -> Iterator[tuple[str, str]]:
    """A message of a kind, once for each field, with a place for what is sent in that field."""
    told = fitting(kind, Random(46), table=visitor.table)
    for field in [*fields_of(kind), "unknown"]:
        rest = json.dumps({name: one for name, one in told.items() if name != field})
        yield f"{tag(kind)} {field}", f'{rest[:-1]}, "{field}": '


@pytest.mark.parametrize("kind", KINDS, ids=tag)
def test_messages(kind: type[msgspec.Struct]) -> None:
    loop = asyncio.new_event_loop()

    async def enter() -> Visitor:
        return await Hall(limits=LENIENT).host("pp")

    def works() -> Iterator[tuple[str, Work, Mapping[str, Fill]]]:
        for name, head in messages(ann, kind):

            def say(sent: str, head: str = head) -> None:
                frame = head + sent + "}"
                assert len(frame.encode()) <= LENIENT.message_bytes
                loop.run_until_complete(ann.desk.receive(frame))

            yield name, say, JSON

    ann = loop.run_until_complete(enter())
    assert too_dear(works(), MOST) == []
    loop.run_until_complete(ann.hall.hub.close())
    loop.close()


def requests() -> Iterator[tuple[str, Work, Mapping[str, Fill]]]:
    """Of the referee: each field of each request, of a game that has begun or not."""
    inside = {
        "new": (NEW["new"], handled._NEW_FIELDS),
        "position": (NEW["new"] | {"active": "A", "arena": []}, handled._POSITION_FIELDS),
        "tournament": ({"seats": ["Ann", "Ben"], "games": []}, handled._TOURNAMENT_FIELDS),
    }
    heads = []
    for request, (_, fields) in handled._REQUESTS.items():
        heads += [(f"{request} {field}", f'{{"{request}": "1", "{field}": ') for field in fields]
    for request, (told, names) in inside.items():
        for name in names:
            rest = json.dumps({one: value for one, value in told.items() if one != name})
            heads.append((f"{request}.{name}", f'{{"{request}": {rest[:-1]}, "{name}": '))
    for name, head in heads:
        ends = "}" * head.count("{")

        def ask(sent: str, head: str = head, ends: str = ends) -> None:
            referee = Referee()
            referee.answer(json.dumps(NEW))
            referee.answer(head + sent + ends)

        yield name, ask, JSON
    yield "a line", lambda sent: Referee().answer(sent), {**JSON, **WORST}


def test_requests_to_the_referee() -> None:
    assert too_dear(requests(), MOST) == []


def go_through(sent: str, before: list[str], after: list[str], head: str) -> None:
    """A record in which something stands behind the head of a line."""
    for _ in replay(read_record("\n".join([*before, head + sent, *after]))):
        pass


def texts() -> Iterator[tuple[str, Work, Mapping[str, Fill]]]:
    """Names, positions, moves, options and records, each line of which is filled."""
    for read in (clean_name, read_state, read_move, read_landing, read_piece):
        yield read.__name__, read, WORST
    yield "edition_and_preset", edition_and_preset, WORST
    yield "read_options", read_options, WORST
    yield "a record", read_record, WORST
    shown = Path(__file__).parent / "records" / "harry-potter-2.txt"
    lines = shown.read_text().splitlines()[:12]
    for number, line in enumerate(lines):
        before, after = lines[:number], lines[number + 1 :]

        for head in (line, line.split(" ")[0] + " "):
            yield (
                f"line {number} of a record",
                partial(go_through, before=before, after=after, head=head),
                WORST,
            )


def test_texts() -> None:
    assert too_dear(texts(), float("inf")) == []
