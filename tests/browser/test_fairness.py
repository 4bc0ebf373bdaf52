"""The proof as players see it: a seal that counts every throw, stays through reloads and other
devices, and breaks with the throw named where the server is not honest."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.house import NewPlayer
from browser.player import Player
from browser.test_together import invited_table
from playwright.sync_api import Locator, WebSocketRoute, expect

SEAL = re.compile(r"^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$")


def seal(player: Player) -> Locator:
    """The seal in the bar above the table."""
    return player.page.locator(".seal-button")


def see_whole_seal(player: Player) -> str:
    """The seal at the podium: every throw checked, the record compared; gives its eight signs."""
    sealed = player.see_podium().locator(".sealed")
    expect(sealed).to_contain_text("The game record matches what this device saw.")
    expect(sealed.locator(".seal-state")).to_have_class(re.compile("good"))
    throws = player.page.evaluate(
        "(game) => fetch(`/api/games/${game}`).then((one) => one.json())"
        ".then((one) => one.steps.filter((step) => step.thrown).length)",
        player.mark("game"),
    )
    assert throws > 0
    expect(sealed).to_contain_text(re.compile(rf"^{throws} throws? checked on this device"))
    signs = sealed.locator(".signs").inner_text()
    assert SEAL.match(signs)
    return signs


def witness(player: Player) -> dict[str, Any]:
    """The file that the page hands over."""
    with player.page.expect_download() as saved:
        player.button("Download witness").click()
    told: dict[str, Any] = json.loads(saved.value.path().read_text())
    return told


def test_a_whole_game_is_checked_and_its_witness_kept(plain: NewPlayer) -> None:
    player = plain().open()
    player.play_against(1)
    expect(seal(player)).to_have_class(re.compile("good"))
    player.play_to_the_end()
    signs = see_whole_seal(player)
    expect(player.page.locator(".sealed")).not_to_contain_text("without")
    expect(player.page.locator(".sealed")).not_to_contain_text("Late")
    told = witness(player)
    assert (told["kessel witness"], told["game"]) == (2, player.mark("game"))
    assert told["late"] == told["answered"] == 0
    assert told["findings"] == []
    assert [len(one["tips"]) for one in told["devices"]] == [1]
    player.button("Watch the replay").click()
    player.button("Fair dice").click()
    expect(player.page.get_by_role("dialog")).to_contain_text(signs)
    assert witness(player) == told
    assert not player.troubles
