"""People at a table: their signs, who is away, reactions, guests, and those who look for others."""

import re

from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_screens import small_targets
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
    host.open().open_table()
    host.friends_here("Ann")
    code = host.page.locator(".short-code strong")
    expect(code).to_have_text(re.compile("^[B-DF-HJ-NPR-TV-Z]{4}$"))
    return code.inner_text()


def come_by(guest: Player, code: str, name: str) -> None:
    """Enter a code as it is read out, and sit down."""
    guest.open().page.get_by_label("Code").fill(code.lower())
    guest.sit_down(name)
    expect(guest.page.get_by_label(re.compile("Your name"))).to_have_value(name)


def test_nobody_presses_a_button_that_the_server_would_not_hear(plain: NewPlayer) -> None:
    ben = plain()
    ben.page.add_init_script(NEVER_OPENS)
    ben.open()
    expect(ben.button("Play together")).to_be_disabled()
    expect(ben.page.get_by_label("Code")).to_be_disabled()


def test_a_name_at_the_table_is_tapped_until_somebody_threw(
    plain: NewPlayer, server: Server
) -> None:
    ann = plain(has_touch=True).open()
    ann.play_against(2)
    other = ann.page.locator(".tag-change")
    expect(other).to_have_count(2)
    assert small_targets(ann) == []
    before, names = ann.page.url, other.all_inner_texts()
    other.first.tap()
    expect(ann.page).not_to_have_url(before)
    expect(other.last).to_have_text(names[1])
    expect(other.first).not_to_have_text(names[0])
    server.script(["4"])
    ann.throw()
    expect(ann.page.locator(".tag")).to_have_count(3)
    expect(other).to_have_count(0)


def sign(place: Locator) -> str:
    """Whose sign stands there."""
    return place.locator(".seat-sign").first.get_attribute("data-seat") or ""


def test_friends_come_by_code_react_and_are_seen_to_be_away(plain: NewPlayer) -> None:
    ann, ben, eve = plain(), plain(), plain()
    code = open_table(ann)
    come_by(ben, code, "Ben")
    eve.open(ann.page.url.removeprefix(ann.url))
    expect(eve.page.get_by_role("heading", level=1)).to_have_text("Ann invites you")
    expect(eve.button("Flick the die")).to_be_visible()
    expect(eve.page.locator(".qr")).to_have_count(0)
    expect(eve.button("Share the link")).to_have_count(0)
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
    guest = plain().open()
    guest.page.get_by_label("Code").fill("zzzz")
    expect(guest.page.get_by_role("status").last).to_contain_text("There is no such table")
    expect(guest.page.get_by_label("Code")).to_have_value("")


def test_the_host_seats_people_and_computers_and_everybody_sees_what_is_played(
    plain: NewPlayer,
) -> None:
    ann, ben = plain(), plain()
    come_by(ben, open_table(ann), "Ben")
    ann.choose_edition("impact-avatar")
    ann.page.get_by_role("radio", name="Fast").check()
    terms = ben.page.locator(".terms")
    expect(terms).to_contain_text("Avatar")
    expect(terms).to_contain_text("Clock: Fast · Ann begins")
    ann.button("On this device").click()
    ann.button("Computer").click()
    seats = [player.page.locator(".seat-names li") for player in (ann, ben)]
    for names in seats:
        expect(names).to_have_count(4)
    ann.button(re.compile("^Remove Player 3")).click()
    ann.page.locator(".seat-names select").select_option("master")
    for names in seats:
        expect(names).to_have_count(3)
    expect(seats[1].last).to_contain_text("Falk")
    expect(ben.button("Computer")).to_have_count(0)
    ann.start_with("Ben")
    for player in (ann, ben):
        expect(player.page.locator(".tag")).to_have_count(3)


def test_a_table_for_all_is_found_and_watched(plain: NewPlayer) -> None:
    ann, ben, eve = plain(), plain(), plain()
    open_table(ann)
    ann.button("Find others online").click()
    ann.page.get_by_label("Show the table in the public list").check()
    for player, sits in ((ben, True), (eve, False)):
        player.open().open_table()
        player.button("Find others online").click()
        listed = player.page.locator(".table-list li", has_text="Ann")
        listed.get_by_role("button", name="Sit down" if sits else "Watch").click()
        expect(player.page).to_have_url(ann.page.url)


def look_for_others(player: Player, name: str, edition: str = "strike-2020") -> None:
    """From the first page, by a table of one's own."""
    player.open().choose_edition(edition)
    player.open_table()
    player.friends_here(name)
    player.button("Find others online").click()
    player.button("Find players").click()


def test_two_who_look_for_a_game_find_each_other(plain: NewPlayer, server: Server) -> None:
    ann, ben = plain(), plain()
    look_for_others(ann, "Ann")
    expect(ann.page.get_by_role("status").first).to_contain_text("Nobody else is looking yet")
    ann.button("Stop looking").click()
    ann.button("Find others online").click()
    ann.button("Find players").click()
    ann.button("Leave the table").click()
    expect(ann.page.locator(".line")).to_contain_text("Nobody else is looking yet")
    look_for_others(ben, "Ben", "impact")
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
    look_for_others(ann, "Ann")
    ann.play_against(1)
    ann.throw()
    meanwhile, state = ann.page.url, ann.mark("state")
    wait_for_notice = ann.watch_for(".line", "2 players found each other")
    look_for_others(ben, "Ben")
    wait_for_notice()
    expect(ben.page.locator(".tag")).to_have_count(2)
    expect(ann.page).to_have_url(ben.page.url)
    expect(ann.page.locator(".tag", has_text="Ben")).to_be_visible()
    ann.button("Leave the table").click()
    ann.page.locator(".waiting-go.secondary").click()
    expect(ann.page).to_have_url(meanwhile)
    expect(ann.page.locator(".throw")).to_be_visible()
    assert int(ann.mark("state")) >= int(state)
