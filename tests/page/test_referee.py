"""The referee alone: the same answers as a hall's, and every log goes on where another stopped."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hall.in_memory import FAST

from kessel.messages.errors import MESSAGE_SHOWN
from kessel.messages.server import PROTOCOL
from kessel.page.hall import PageHall
from kessel.page.referee import PageReferee
from kessel.page.shelf import MemoryShelf
from kessel.page.workers import PageWorkers
from kessel.rules.edition import EDITIONS

Json = dict[str, Any]
CASES = [
    case
    for line in (Path(__file__).parents[1] / "conformance" / "cases.jsonl").read_text().splitlines()
    if (case := json.loads(line))["kind"] in ("game", "illegal")
]


class Hall:
    """Who judges on a server: the same desk."""

    def __init__(self) -> None:
        hall = PageHall(MemoryShelf(), PageWorkers(None, ""), FAST)
        self._told: asyncio.Queue[Any] = asyncio.Queue()
        self._line = hall.open(self._told.put_nowait)

    async def receive(self, text: str) -> str:
        self._line.receive(text)
        return str(await self._told.get())


async def ask(judge: Hall | PageReferee, message: Json) -> Json:
    answer: Json = json.loads(await judge.receive(json.dumps({"ref": 7, **message})))
    assert answer.pop("ref") == 7
    return answer


def hello(protocol: int = PROTOCOL) -> Json:
    return {"type": "hello", "protocol": protocol}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
async def test_it_goes_on_where_a_server_stopped_at_any_moment(case: Json) -> None:
    """The log so far gives the very answer that the server gave, and the next one is the same."""
    log: list[Json] = [{"position": case["position"]}]
    server = Hall()
    await ask(server, hello())
    before = await ask(server, {"type": "referee_open", "requests": log})
    steps = [*case["steps"], *([case["illegal_step"]] if case["kind"] == "illegal" else [])]
    for step in steps:
        device = PageReferee()
        assert await ask(device, {"type": "referee_open", "requests": log}) == before
        send = {"type": "referee_send", "request": step}
        after = await ask(server, send)
        assert await ask(device, send) == after
        if after["reply"]["error"] is None:
            log.append(step)
            assert after != before
            before = after


async def test_it_greets_a_page_of_its_own_version_only() -> None:
    referee = PageReferee()
    welcome = await ask(referee, hello())
    assert welcome["type"] == "welcome"
    assert welcome["editions"] == list(EDITIONS)
    assert (await ask(referee, {"type": "ping"}))["type"] == "pong"
    refused = await ask(referee, hello(PROTOCOL + 1))
    assert (refused["type"], refused["code"]) == ("error", "protocol")


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "look"}, "unknown_request"),
        ({"type": "referee_open", "requests": [{"end": True}]}, "no_game"),
        ({"type": "referee_open", "requests": [{"x" * 1000: 1}]}, "unknown_request"),
    ],
)
async def test_what_it_cannot_do_is_refused(message: Json, code: str) -> None:
    refused = await ask(PageReferee(), message)
    assert (refused["type"], refused["code"]) == ("error", code)
    assert len(refused["message"]) <= MESSAGE_SHOWN


@pytest.mark.parametrize("text", ["", "no JSON", "{}", '{"type": "referee_send"}', "[" * 5000])
async def test_what_is_no_message_is_refused(text: str) -> None:
    refused = json.loads(await PageReferee().receive(text))
    assert (refused["type"], refused["code"]) == ("error", "bad_value")
