"""The first game: offered once, played by doing, left at any time, found again under Rules."""

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


def test_a_newcomer_learns_by_doing_and_is_asked_only_once(plain: NewPlayer) -> None:
    player = plain(taught=False).open()
    card = player.page.locator(".first-game")
    sent: list[str] = []
    player.page.on(
        "websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame)))
    )
    player.button("Play the first game").click()
    expect(card).to_contain_text("These dice are yours")
    expect(card).to_contain_text("the dice fall as arranged")
    throw(player)
    expect(card).to_contain_text("No two dice show the same")
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
    expect(card).to_contain_text("That’s the whole game!")
    player.button("Choose a game").click()
    expect(player.button("Play")).to_be_enabled()
    expect(player.button("Play the first game")).to_be_hidden()
    assert not [frame for frame in sent if '"throw"' in frame], "the server knows nothing of it"
    assert player.page.evaluate("localStorage.getItem('kessel.tables')") in (None, "[]")
    player.page.reload()
    expect(player.button("Play")).to_be_enabled()
    expect(player.button("Play the first game")).to_be_hidden()
    player.choose_edition("harry-potter")
    player.open_more("Rules")
    player.page.get_by_role("dialog").get_by_role("button", name="Play the first game").click()
    for _ in range(5):
        throw(player)
    expect(card).to_contain_text("Accio: you may take an extra die")
    player.answer(".answers .face-button")
    expect(card).to_contain_text("Each of the five spells does something different")
    player.button("Once more").click()
    expect(card).to_contain_text("These dice are yours")
    player.button("Skip").click()
    expect(player.button("Play")).to_be_enabled()


def test_the_offer_can_be_declined_for_good(plain: NewPlayer) -> None:
    player = plain(taught=False).open()
    player.button("No, thanks").click()
    expect(player.button("Play the first game")).to_be_hidden()
    player.page.reload()
    expect(player.button("Play")).to_be_enabled()
    expect(player.button("Play the first game")).to_be_hidden()


def test_the_first_game_is_bright_for_newcomers_and_offered_until_it_was_met(
    plain: NewPlayer,
) -> None:
    player = plain(taught=False).open()
    first, play = player.button("Play the first game"), player.button("Play")
    expect(first).to_have_class(re.compile("primary"))
    expect(play).to_have_class(re.compile("secondary"))
    player.play_against(1)
    player.throw_start_die()
    player.button("Leave the table").click()
    expect(play).to_have_class(re.compile("primary"))
    expect(first).to_have_class("secondary")


def test_a_guest_by_invitation_is_taught_beside_the_seat(plain: NewPlayer) -> None:
    host, guest, old = plain(), plain(taught=False, reduced_motion="reduce"), plain(taught=False)
    open_table(host)
    path = host.page.url.removeprefix(host.url)
    guest.open(path)
    guest.button("Show me first (20 s)").click()
    expect(guest.page.locator(".brief li")).to_have_count(4)
    expect(guest.page.locator(".brief")).to_contain_text("Two or more alike? You take them all")
    expect(guest.button("Sit down")).to_be_visible()
    old.open()
    old.button("No, thanks").click()
    old.open(path)
    expect(old.button("Sit down")).to_be_visible()
    expect(old.button("Show me first (20 s)")).to_be_hidden()


def test_the_first_game_is_seen_in_the_arena(arena: NewPlayer) -> None:
    player = arena(taught=False, size=(360, 640)).open("/#lesson")
    throw(player)
    expect(player.page.locator(".first-game")).to_contain_text("No two dice show the same")
    player.wait_still()
    lying = "[...Array(26).keys()].filter((id) => window.kesselArena.dieOnScreen(id)).length"
    assert player.page.evaluate(lying) == 2
