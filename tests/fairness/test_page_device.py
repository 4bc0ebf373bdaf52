"""The page's own device at tables of a hall: what it keeps of honest games is proven."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fairness.page_device import Message, PageDevice, page_devices
from hall.in_memory import Hall, Visitor

from kessel.proof.story import judged
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named

COMING = frozenset({"create", "join", "resume", "watch"})
ACTING = frozenset({"throw", "answer", "push", "agree", "resign"})


class PageVisitor(Visitor):
    """A visitor with the page's device: it says what that says, and nothing else."""

    def __init__(self, hall: Hall, page: PageDevice) -> None:
        super().__init__(hall)
        self.page = page
        self._says: list[Message] = []
        self._lines: dict[str, int] = {}

    async def send(self, **message: Any) -> None:
        kind = message["type"]
        if kind in COMING:
            await self._say(self.page.attend(message))
        elif kind in ACTING and self.game is not None:
            await self._say(*self.page.act(message, self.game))
        else:
            await self._say(*self.page.say(message))

    async def _say(self, *messages: Message) -> None:
        for message in messages:
            await self.say(json.dumps(message))

    async def receive(self, seconds: float = 120.0) -> Message:
        message = await super().receive(seconds)
        says, self._says = self._says, []
        await self._say(*says)
        return message

    def _note(self, message: Message) -> None:
        super()._note(message)
        self._says += self.page.hear(message)
        if message["type"] == "lines":
            heard = message["first"] + len(message["lines"])
            self._lines[message["game"]] = max(heard, self._lines.get(message["game"], 0))

    def _has_heard(self, game: Message) -> bool:
        return self._lines.get(game["game"], 0) >= int(game["proof"]["lines"])

    async def _attest(self, message: Message) -> None:
        """The page's device has done it."""

    async def _catch_up(self, game: Message) -> None:
        """The page's device has asked."""


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], PageDevice]]:
    with page_devices(tmp_path_factory.mktemp("device")) as new:
        yield new


async def played(edition: str, new: Callable[[], PageDevice]) -> list[PageVisitor]:
    """A whole game between two; the second looks at the table first, as whoever opens a link."""
    hall = Hall()
    ann, ben = [await PageVisitor(hall, new()).open() for _ in range(2)]
    await ann.create(edition, "po")
    await ben.ask("snapshot", type="watch", table=ann.table)
    await ben.sit_with(ann)
    await asyncio.gather(ann.play(), ben.play())
    return [ann, ben]


@pytest.mark.parametrize("edition", EDITIONS)
async def test_what_a_page_keeps_of_an_honest_game_is_proven(
    edition: str, devices: Callable[[], PageDevice]
) -> None:
    for one in await played(edition, devices):
        told = one.page.story(one.table)
        verdict = judged(told, dice_named)
        assert (verdict.wrong, verdict.unproven) == ((), ())
        assert verdict.checked["again"] == verdict.checked["throws"] > 0
        assert not [token for token in one.tokens.values() if token in told]


async def test_a_device_whose_auditor_found_something_shows_and_signs_nothing_more(
    devices: Callable[[], PageDevice],
) -> None:
    hall = Hall()
    ann = await PageVisitor(hall, devices()).open()
    await ann.create("strike-2020", "pb")
    game = await ann.hear_all()
    ann.page.found_wrong()
    assert (
        ann.page.act({"type": "throw", "seat": 0, "state": game["state"], "unit": "1"}, game) == []
    )
