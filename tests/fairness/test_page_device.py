"""The page's own device at tables of a hall: what it keeps of honest games is proven."""

import asyncio
from collections.abc import Callable

import pytest
from fairness.page_device import PageDevice, PageVisitor
from hall.in_memory import Hall

from kessel.proof.story import judged
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named


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
