"""A game against bots to its end in every edition; one of each box on the drawn arena."""

import re

import pytest
from browser.house import NewPlayer
from browser.player import Player
from playwright.sync_api import expect

DRAWN = ("strike-2020", "impact-avatar", "harry-potter")
PLAIN = ("strike-2012", "impact", "impact-power")


@pytest.mark.parametrize("edition", DRAWN)
def test_a_game_on_the_drawn_arena_to_its_end(arena: NewPlayer, edition: str) -> None:
    player = arena(size=(320, 480)).open()
    expect(player.page.locator("canvas[data-engine]")).to_be_attached()
    play(player, edition)


@pytest.mark.parametrize("edition", PLAIN)
def test_a_game_without_3d_to_its_end(plain: NewPlayer, edition: str) -> None:
    player = plain().open()
    play(player, edition)


def play(player: Player, edition: str) -> None:
    player.choose_edition(edition)
    player.play_against(1)
    player.play_to_the_end()
    podium = player.see_podium()
    expect(podium.locator(".place")).to_have_count(2)
    podium.locator("summary").click()
    throws = podium.locator("tbody tr td:nth-child(2)").all_inner_texts()
    assert all(re.fullmatch(r"\d+", text) for text in throws), throws
    assert sum(map(int, throws)) >= 2
    expect(podium.locator(".seed code")).to_have_text(re.compile(r"^[0-9a-f]{32,}$"))
    player.button("History").click()
    expect(player.page.locator(".entry").first).to_contain_text("win")
    assert not player.troubles
