"""What this device remembers of its games, without an account."""

import json

from browser.server import NewPlayer, Server
from playwright.sync_api import expect


def test_a_game_is_remembered_seen_again_saved_and_deleted(
    plain: NewPlayer, server: Server
) -> None:
    player = plain().open()
    player.button("You").click()
    expect(player.page.get_by_text("No games yet.")).to_be_visible()
    player.open()
    server.script_quick_game()
    player.play_against(1)
    player.play_to_the_end()
    player.see_podium()
    game = player.mark("game")
    player.open("/#you")
    expect(player.page.locator(".memory-sum")).to_contain_text("1 game")
    expect(player.page.locator(".scores").nth(1)).to_contain_text("Computer:")
    player.page.locator(".kept-list").last.get_by_role("button").click()
    expect(player.page).to_have_url(f"{player.url}/r/{game}?quality=low")
    expect(player.page.locator(".scrubber")).to_be_visible()
    player.page.go_back()

    with player.page.expect_download() as saved:
        player.button("Save as a file").click()
    (kept,) = json.loads(saved.value.path().read_text(encoding="utf-8"))["games"]
    assert kept["game"] == game
    assert kept["throws"] > 0
    player.button("Delete all").click()
    player.button("Really delete?").click()
    expect(player.page.get_by_text("No games yet.")).to_be_visible()
    player.page.reload()
    expect(player.page.get_by_text("No games yet.")).to_be_visible()
