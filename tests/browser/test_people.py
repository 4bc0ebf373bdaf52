"""People at a table: their signs, who is away, reactions, guests, and those who look for others."""

import re

from browser.player import Player
from browser.server import NewPlayer, Server
from playwright.sync_api import Locator, expect

NEVER_OPENS = """
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  send() { throw new Error("it is not open"); }
  close() {}
};
"""
"""A line to a server that takes its time."""


def open_table(host: Player) -> str:
    """A table of Ann's with free seats; the code of four letters that leads to it."""
    host.open("/#invite")
    host.page.get_by_label("Player 1: Your name").fill("Ann")
    host.button("Open the table").click()
    host.button("Show a four-letter code").click()
    code = host.page.locator(".short-code strong")
    expect(code).to_have_text(re.compile("^[B-DF-HJ-NPR-TV-Z]{4}$"))
    return code.inner_text()


def come_by(guest: Player, code: str, name: str) -> None:
    """Enter a code as it is read out, and sit down."""
    guest.open("/#join")
    guest.page.get_by_label("Your name").fill(name)
    guest.page.get_by_label("Link or code of the table").fill(code.lower())
    guest.button("Sit down").click()
    expect(guest.page.locator(".seat-names")).to_contain_text(name)


def test_nobody_presses_a_button_that_the_server_would_not_hear(plain: NewPlayer) -> None:
    ann, ben = plain(), plain()
    ben.page.add_init_script(NEVER_OPENS)
    code = open_table(ann)
    for opened, name in (("/#join", "Sit down"), ("/#invite", "Open the table")):
        ben.open(opened)
        if opened == "/#join":
            ben.page.get_by_label("Link or code of the table").fill(code)
        expect(ben.button(name)).to_be_disabled()
    guest = plain()
    come_by(guest, code, "Cleo")


def sign(place: Locator) -> str:
    """Whose sign stands there."""
    return place.locator(".seat-sign").first.get_attribute("data-seat") or ""


def test_friends_come_by_code_react_and_are_seen_to_be_away(plain: NewPlayer) -> None:
    ann, ben, eve = plain(), plain(), plain()
    code = open_table(ann)
    come_by(ben, code, "Ben")
    eve.open(ann.page.url.removeprefix(ann.url))
    expect(eve.page.get_by_role("heading", level=1)).to_have_text("Ann invites you")
    expect(eve.button("Sit down")).to_be_visible()
    expect(eve.page.locator(".qr")).to_have_count(0)
    expect(eve.page.get_by_label("Invitation", exact=True)).to_have_count(0)
    ann.start_with("Ben")

    for player in (ann, ben, eve):
        tags = player.page.locator(".tag")
        expect(tags).to_have_count(2)
        bens = tags.filter(has_text=re.compile("^You" if player is ben else "^Ben"))
        assert sign(bens) == "1", "the same sign on every page"

    wait_for_cheer = ann.watch_for(".audience", "Wow!")
    eve.button("React").click()
    eve.button("Wow!").click()
    wait_for_cheer()
    wait_for_reaction = ann.watch_for('.tag:has([data-seat="1"]) .bubble', "Lucky!")
    ben.button("React").click()
    ben.button("Lucky!").click()
    wait_for_reaction()
    expect(ben.button("Lucky!")).to_be_visible()
    expect(ann.page.locator("dialog")).to_have_count(0)

    ben.page.goto("about:blank")
    away = ann.page.locator(".tag", has_text="Ben")
    expect(away).to_contain_text(re.compile(r"away.*computer in \d"))


def test_a_code_that_leads_nowhere_is_told(plain: NewPlayer) -> None:
    guest = plain().open("/#join")
    expect(guest.page.locator("main")).to_contain_text("Nobody has one open right now")
    guest.page.get_by_label("Link or code of the table").fill("zzzz")
    guest.button("Sit down").click()
    expect(guest.page.get_by_role("status").last).to_contain_text("There is no such table")


def test_two_who_look_for_a_game_find_each_other(plain: NewPlayer, server: Server) -> None:
    ann, ben = plain(), plain()
    for player, name in ((ann, "Ann"), (ben, "Ben")):
        player.open("/#quick")
        player.page.get_by_label("Your name").fill(name)
    ann.button("Find players").click()
    expect(ann.page.get_by_role("status").first).to_contain_text("Nobody else is looking yet")
    ann.button("Stop looking").click()
    ann.button("Find players").click()
    ann.button("Back").click()
    expect(ann.page.locator(".line")).to_contain_text("Nobody else is looking yet")
    ben.choose_edition("impact")
    ben.button("Find players").click()
    for player in (ann, ben):
        expect(player.page.locator(".tag")).to_have_count(2)
    expect(ben.page).to_have_url(ann.page.url)
    server.script_quick_game()
    for player in (ann, ben):
        player.play_along()
    for player in (ann, ben):
        places = player.see_podium().locator(".place")
        assert sign(places.filter(has_text="You")) == ("0" if player is ann else "1")


def test_a_game_against_the_computer_is_kept_when_others_are_found(plain: NewPlayer) -> None:
    ann, ben = plain(), plain()
    for player, name in ((ann, "Ann"), (ben, "Ben")):
        player.open("/#quick")
        player.page.get_by_label("Your name").fill(name)
    ann.button("Find players").click()
    ann.button("Play the computer meanwhile").click()
    ann.throw()
    meanwhile, state = ann.page.url, ann.mark("state")
    wait_for_notice = ann.watch_for(".line", "2 players found each other")
    ben.button("Find players").click()
    wait_for_notice()
    expect(ben.page.locator(".tag")).to_have_count(2)
    expect(ann.page).to_have_url(ben.page.url)
    expect(ann.page.locator(".tag", has_text="Ben")).to_be_visible()
    ann.button("Leave the table").click()
    ann.page.locator(".waiting-go.secondary").click()
    expect(ann.page).to_have_url(meanwhile)
    expect(ann.page.locator(".throw")).to_be_visible()
    assert int(ann.mark("state")) >= int(state)
