"""Seats and links: no link makes a device forget its seat, and no token stays in the address."""

import json
import re

from browser.player import Player
from browser.server import NewPlayer
from playwright.sync_api import expect


def kept(player: Player) -> list[dict[str, object]]:
    """What the device keeps of its tables, newest last."""
    tables: list[dict[str, object]] = json.loads(
        player.page.evaluate("localStorage.getItem('kessel.tables')") or "[]"
    )
    return tables


def test_a_link_with_a_wrong_token_changes_nothing(plain: NewPlayer) -> None:
    ann = plain().open()
    ann.play_against(1)
    ann.throw_start_die()
    before = kept(ann)
    ann.open(f"/t/{before[-1]['table']}#{'A' * 32}")
    ann.button("Keep my seat").click()
    expect(ann.page.locator(".throw")).to_be_visible()
    assert kept(ann) == before
    assert "#" not in ann.page.url
    assert not ann.troubles


def test_the_host_frees_the_seat_of_a_guest_who_left(plain: NewPlayer) -> None:
    ann, eve = plain(), plain()
    ann.open("/#invite")
    ann.page.get_by_label("Player 1: Your name").fill("Ann")
    ann.button("Add a player").click()
    ann.button("Open the table").click()
    link = ann.page.get_by_label("Invitation", exact=True)
    expect(link).to_have_value(re.compile("/t/"))
    eve.open(link.input_value().removeprefix(ann.url))
    eve.page.get_by_label("Your name").fill("Eve")
    eve.button("Sit down").click()
    names = ann.page.locator(".seat-names")
    expect(names).to_contain_text("Eve")
    expect(ann.button("Give Eve’s seat to others")).to_have_count(0)
    eve.page.close()
    ann.button("Give Eve’s seat to others").click()
    expect(names).not_to_contain_text("Eve")
    expect(names.locator("li.open")).to_have_count(2)
