"""What honest people do, and what happens to them, is never red; what is not proven is counted."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from proof import evenings
from proof.changes import verdict
from proof.stories import Line


@pytest.mark.parametrize("name", evenings.ALL)
def test_an_honest_evening_is_never_red_and_what_is_not_proven_is_counted(name: str) -> None:
    stories = evenings.told(name)
    for story, codes in zip(stories, evenings.ALL[name].unproven, strict=True):
        found = verdict(story)
        assert not found.wrong, found
        assert {one.code for one in found.unproven} == codes


@pytest.mark.parametrize(
    "spend",
    [evenings.sets_up, evenings.sleeps_in_the_lobby, evenings.consent, evenings.races],
)
def test_at_a_table_with_a_course_of_its_own_nothing_is_red(
    spend: Callable[[], Awaitable[list[list[Line]]]],
) -> None:
    async def spent() -> list[list[Line]]:
        return await asyncio.wait_for(spend(), 60)

    for story in asyncio.run(spent()):
        assert not verdict(story, throws_again=False).wrong
