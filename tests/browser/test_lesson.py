"""The first game: its die is in a newcomer's hand; played by doing, left at any time, found again
under Rules."""

import re

from browser.player import Player
from browser.server import NewPlayer
from browser.test_people import open_table
from playwright.sync_api import expect


def throw(player: Player) -> None:
    """Throw, and see everything that comes of it, the opponent's turn too."""
    player.wait_settled()
    expect(player.page.locator(".throw")).to_be_enabled()
    player.answer(".throw")
    player.wait_settled()


def test_a_newcomer_learns_by_doing_and_wins(plain: NewPlayer) -> None:
    player = plain(taught=False).open()
    card = player.page.locator(".first-game")
    sent: list[str] = []
    player.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame)))
    )
    bright = player.page.locator(".primary")
    expect(bright).to_have_text("Play")
    player.button("Flick the die").click()
    expect(card).to_contain_text("No two dice show the same")
    expect(player.button("Skip")).to_have_count(0)
    wait_until_told = player.watch_for(".notice", "Not in this lesson")
    player.button("End turn").click()
    wait_until_told()
    throw(player)
    expect(card).to_contain_text("X: that die is lost for good")
    throw(player)
    expect(card).to_contain_text("Two alike: you got both back")
    throw(player)
    expect(card).to_contain_text("the arena is empty: you throw all your dice at once")
    throw(player)
    expect(card).to_contain_text("Match the last die")
    throw(player)
    expect(card).to_contain_text("is eliminated: you win!")
    player.button("Choose a game").click()
    expect(bright).to_have_text("Play")
    assert not [frame for frame in sent if '"throw"' in frame], "the server knows nothing of it"
    assert player.page.evaluate("localStorage.getItem('kessel.tables')") in (None, "[]")
    player.page.reload()
    expect(player.button("Play")).to_be_enabled()
    expect(player.button("Flick the die")).to_be_hidden()
    player.choose_edition("harry-potter")
    player.button("Rules").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Play the first game").click()
    for _ in range(5):
        throw(player)
    expect(card).to_contain_text("Accio: you may take an extra die")
    player.answer(".answers .face-button")
    expect(card).to_contain_text("Each of the five spells does something different")
    player.button("Once more").click()
    expect(card).to_contain_text("These dice are yours")
    player.button("Back").click()
    expect(player.button("Play")).to_be_enabled()


def test_play_leaves_the_die_in_the_hand_where_it_is(plain: NewPlayer) -> None:
    player = plain(taught=False).open()
    expect(player.button("Flick the die")).to_be_visible()
    player.button("Play").click()
    expect(player.page.locator(".tag")).to_have_count(3)
    expect(player.page.locator(".throw")).to_be_visible()
    player.button("Leave the table").click()
    expect(player.waiting_table()).to_be_visible()
    expect(player.button("Flick the die")).to_be_hidden()


def test_a_stranger_with_a_link_throws_first_and_is_seated_after_three_actions(
    plain: NewPlayer,
) -> None:
    host, guest = plain(), plain(taught=False, reduced_motion="reduce")
    open_table(host)
    guest.open(host.page.url.removeprefix(host.url))
    expect(guest.page.get_by_role("textbox")).to_have_count(0)
    guest.button("Show me first (20 s)").click()
    expect(guest.page.locator(".brief li")).to_have_count(4)
    expect(guest.page.locator(".brief")).to_contain_text("Two or more alike? You take them all")
    seen = "() => window.kesselArena && window.kesselArena.dieOnScreen(1)"
    guest.button("Flick the die").click()
    for player in (host, guest):
        player.page.wait_for_function(seen)
    guest.page.get_by_label("Your name").fill("Ben")
    guest.button("Sit down").click()
    expect(host.button("Start with Ann and Ben")).to_have_class(re.compile("primary"))


def test_the_first_game_is_seen_in_the_arena(arena: NewPlayer) -> None:
    player = arena(taught=False, size=(360, 640)).open("/#lesson")
    throw(player)
    expect(player.page.locator(".first-game")).to_contain_text("No two dice show the same")
    player.wait_still()
    lying = "[...Array(26).keys()].filter((id) => window.kesselArena.dieOnScreen(id)).length"
    assert player.page.evaluate(lying) == 2
