"""A game against bots to its end; every box on the drawn arena. Two phones play every edition in
`test_fairness.py`."""

import re

import pytest
from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_fairness import see_signs
from browser.test_replay import KNOWN
from playwright.sync_api import expect

LONG = pytest.mark.long
SOLVED = "strike-2020"
"""The coach's report on it is there at once; estimates take their time."""
PODIUM_GONE = """() => new MutationObserver(() => {
    if (!document.querySelector(".podium")) document.documentElement.dataset.podium = "gone";
}).observe(document.body, { childList: true, subtree: true })"""
"""Notes that the podium was away, however shortly: nothing flies in these tests."""
NO_FLIGHT = r"status of 404 .*/throws/\d"


def test_a_game_on_the_drawn_arena_to_its_end(arena: NewPlayer, server: Server) -> None:
    server.script(*KNOWN)
    # What a script throws was never in flight, and is asked for in vain when it is seen again.
    player = arena(size=(320, 480), bears=NO_FLIGHT).open()
    expect(player.page.locator("canvas[data-engine]")).to_be_attached()
    play(player, SOLVED)
    player.button("Close").click()
    see_a_moment_again(player)


@LONG
@pytest.mark.parametrize(
    "edition", ["harry-potter", pytest.param("impact-avatar", marks=pytest.mark.series)]
)
def test_a_game_begins_on_the_drawn_arena(arena: NewPlayer, edition: str) -> None:
    player = arena(size=(320, 480)).open()
    player.choose_edition(edition)
    player.play_against(1)
    player.play_a_little(4)
    expect(player.page.locator("canvas[data-engine]")).to_be_attached()


def test_a_game_without_3d_to_its_end(plain: NewPlayer) -> None:
    play(plain().open(), "impact-power")


def see_a_moment_again(player: Player) -> None:
    """The end steps aside for a throw the coach names, and comes back."""
    state = player.mark("state")
    player.page.evaluate(PODIUM_GONE)
    podium = player.see_more()
    podium.locator(".moments button").last.click()
    expect(player.page.locator("html")).to_have_attribute("data-podium", "gone")
    expect(player.see_podium().locator(".moments")).to_be_visible()
    assert player.mark("state") == state


def play(player: Player, edition: str) -> None:
    player.choose_edition(edition)
    player.play_against(1)
    player.play_to_the_end()
    podium = player.see_more()
    expect(podium.locator(".place")).to_have_count(2)
    throws = podium.locator(".stats tbody tr td:nth-child(2)").all_inner_texts()
    assert all(re.fullmatch(r"\d+", text) for text in throws), throws
    assert sum(map(int, throws)) >= 2
    see_signs(player)
    player.menu("History")
    expect(player.page.locator(".entry").first).to_contain_text("win")
