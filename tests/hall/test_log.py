"""The log of a table: where it begins, every throw, its end; and it does not grow without end."""

import asyncio
from collections.abc import Iterator
from copy import deepcopy
from random import Random

import msgspec
import pytest
from hall.in_memory import Hall, MemoryStore, Visitor
from hall.player import Message
from hall.saying import KINDS, said, tag

from kessel.hall.log_writer import LogWriter
from kessel.hall.store import Damaged, Writing
from kessel.messages import client
from kessel.messages.client import JoinTable, Resign
from kessel.table import Outcome, changes
from kessel.table.log import ChainDrawn, GameStarted, read_entry
from kessel.table.seats import FINISHES, MATS


# --- What is written ------------------------------------------------------------------------------
class Watched(MemoryStore):
    """Remembers every writing."""

    def __init__(self) -> None:
        super().__init__()
        self.writings: list[Writing] = []

    async def write(self, writing: Writing) -> None:
        await super().write(writing)
        self.writings.append(writing)


async def test_games_begin_with_their_chain_and_end_once() -> None:
    store = Watched()
    hall = Hall(store)
    ann = await hall.host("pb", tournament=True)
    await ann.play()
    await ann.ask("snapshot", type="rematch")
    await ann.play()
    await (await hall.hub.find(ann.table)).settle()
    log = [read_entry(body) for body in store.logs[1]]
    games = [game for writing in store.writings for game in writing.games]
    assert [game.number for game in games] == [1, 2]
    for game in games:
        assert isinstance(log[game.first_entry], ChainDrawn)
        assert isinstance(log[game.first_entry + 1], GameStarted)
    finished = [game for writing in store.writings for game in writing.finished]
    assert finished == [game.code for game in games]
    throws = [throw for writing in store.writings for throw in writing.throws]
    assert [one.number for one in throws if one.game == games[1].code] == list(
        range((ann.game or {})["throws"])
    )


async def test_where_nothing_was_decided_nothing_is_written(hall: Hall) -> None:
    ann = await hall.host()
    state = (await hall.hub.find(ann.table)).table.state
    assert LogWriter(1, 5).add(state, Outcome()) is None


# --- what a store says when it cannot do what it is asked -----------------------------------------


def test_what_is_damaged_names_its_table() -> None:
    assert (Damaged("entry 3 is not there", 7).table, Damaged("cannot be read").table) == (7, 0)


# --- What somebody says again and again -----------------------------------------------------------

TIMES = 45
FEW = 2
"""Changes that are allowed here, so that not many are needed to see that there is a bound."""
ROOM = 20
"""Entries of a game that goes on as far as one player can bring it."""
EDITIONS = ("strike-2020", "strike-2012", "harry-potter")
STAGES = {"gathering": "poo", "playing": "po", "over": "pb"}


async def begun(stage: str) -> Visitor:
    """Ann at a table that waits for others, in a game with somebody silent, or after a game."""
    hall = Hall()
    ann = await hall.host(STAGES[stage])
    if stage == "playing":
        ben = await hall.visit()
        await ben.sit_with(ann)
        await ann.until("snapshot")
    if stage == "over":
        await ann.play()
    await (await hall.hub.find(ann.table)).settle()
    return ann


async def back(there: Visitor) -> Visitor:
    """Ann at that table as it was kept, in a hall of her own."""
    ann = Visitor(Hall(deepcopy(there.hall.store)))
    ann.table, ann.tokens, ann.device.key = there.table, dict(there.tokens), there.device.key
    await ann.open()
    await ann.resume()
    return ann


def meant(ann: Visitor, message: Message, chance: Random) -> Message:
    """The message as it means this table, and something that there is."""
    there: Message = {
        "table": ann.table,
        "tokens": list(ann.tokens.values()),
        "signer": ann.device.key.public,
        "seat": 0,
        "state": 0 if ann.game is None else ann.game["state"],
        "edition": chance.choice(EDITIONS),
        "finish": chance.choice(sorted(FINISHES)),
        "mat": chance.choice(sorted(MATS)),
        "preset": None,
        "options": {},
        "elements": None,
        "sign": None,
        "move": chance.choice(("start 4", "end")),
    }
    return {name: there.get(name, value) for name, value in message.items()}


def repeated(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """A kind again and again; whoever sits down gets up in between."""
    while True:
        yield kind
        if kind is JoinTable:
            yield Resign


async def growth(there: Visitor, kind: type[msgspec.Struct]) -> int:
    """How many entries the log of a table has more after many messages of a kind."""
    ann, chance = await back(there), Random(tag(kind))
    hall = ann.hall
    before = len(hall.store.logs[1])
    who = await hall.visit() if kind is JoinTable else ann
    for one, _ in zip(repeated(kind), range(TIMES), strict=False):
        message = meant(ann, said(one, chance), chance)
        if kind is JoinTable:
            message |= {"seat": 2}
        await who.send(**message)
        for _ in range(5):
            await asyncio.sleep(0)
        while not who.who.unsent.empty() and not who.who.is_gone:
            heard = await who.receive()
            if heard["type"] == "joined" and who is ann:
                ann.tokens = {held["seat"]: held["token"] for held in heard["seats"]}
    assert not {one["code"] for one in who.errors} & {"parse", "unknown_request", "internal"}
    room = await hall.hub.find(ann.table)
    await room.settle()
    return len(hall.store.logs[1]) - before


LIMITED = (
    (client.ChooseBox, "over"),
    (client.Wear, "playing"),
    (client.ResumeTable, "playing"),
    (client.JoinTable, "gathering"),
)


@pytest.mark.parametrize("stage", STAGES)
def test_no_message_makes_a_log_grow_without_end(
    monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    monkeypatch.setattr(changes, "MOST_CHANGES", FEW)
    there = asyncio.run(begun(stage))
    for kind in KINDS:
        if stage == "gathering" or kind is not JoinTable:
            grown = asyncio.run(growth(there, kind))
            assert grown <= 2 * FEW + ROOM, tag(kind)


@pytest.mark.parametrize(("kind", "stage"), LIMITED)
def test_without_the_bound_it_would(
    monkeypatch: pytest.MonkeyPatch, kind: type[msgspec.Struct], stage: str
) -> None:
    """The control: these messages do write something, each time."""
    monkeypatch.setattr(changes, "MOST_CHANGES", TIMES)
    there = asyncio.run(begun(stage))
    assert asyncio.run(growth(there, kind)) > 2 * FEW + ROOM
