"""Seats and links: no link makes a device forget its seat, and no token stays in the address."""

import json
import re
from typing import Any

from browser.player import Player
from browser.server import NewPlayer
from browser.test_people import come_by, open_table
from playwright.sync_api import expect


def kept(player: Player) -> list[dict[str, Any]]:
    """What the device keeps of its tables, newest last."""
    tables: list[dict[str, Any]] = json.loads(
        player.page.evaluate("localStorage.getItem('kessel.tables')") or "[]"
    )
    return tables


def test_a_link_with_a_wrong_token_changes_nothing_and_a_seat_is_left_on_all_devices(
    plain: NewPlayer,
) -> None:
    ann = plain().open()
    ann.play_against(1)
    ann.throw_start_die()
    before = kept(ann)
    ann.open(f"/t/{before[-1]['table']}#{'A' * 32}")
    ann.button("Keep my seat").click()
    expect(ann.page.locator(".throw")).to_be_visible()
    assert kept(ann) == before
    assert "#" not in ann.page.url
    ann.menu("Settings")
    ann.button("Leave on all devices").click()
    ann.button("Give up my seat").click()
    expect(ann.page).not_to_have_url(re.compile("/t/"))
    assert kept(ann) == []
    (seat,) = before
    ann.open(f"/t/{seat['table']}#{seat['tokens'][0]}.{seat['secret']}")
    expect(ann.page.get_by_text("This seat link is no longer valid.")).to_be_visible()
    assert kept(ann) == []


def test_the_host_frees_the_seat_of_a_guest_who_left(plain: NewPlayer) -> None:
    ann, eve = plain(), plain()
    come_by(eve, open_table(ann), "Eve")
    names = ann.page.locator(".seat-names li")
    expect(names.last).to_contain_text("Eve")
    expect(ann.button("Remove Eve")).to_have_count(0)
    eve.page.close()
    ann.button("Remove Eve").click()
    expect(names).to_have_count(1)


def test_a_seat_moves_by_its_link_and_the_link_and_the_old_device_hold_nothing(
    plain: NewPlayer,
) -> None:
    ann, laptop, thief = plain(), plain(), plain()
    ann.open().play_against(1)
    ann.throw_start_die()
    before = kept(ann)[-1]
    link = f"/t/{before['table']}#{before['tokens'][0]}.{before['secret']}"
    laptop.open()
    length = laptop.page.evaluate("history.length")
    laptop.open(link)
    expect(laptop.page.locator(".throw")).to_be_visible()
    expect(laptop.page).not_to_have_url(re.compile("#"))
    assert laptop.page.evaluate("history.length") == length + 1
    after = kept(laptop)[-1]
    assert after["tokens"] != before["tokens"]
    assert after["secret"] == before["secret"], "the key goes with the seat"
    expect(ann.button("Watch")).to_be_visible()
    assert kept(ann) == []
    thief.open(link)
    expect(thief.page.get_by_text("This seat link is no longer valid.")).to_be_visible()
    expect(thief.page).not_to_have_url(re.compile("#"))
    assert kept(thief) == []
