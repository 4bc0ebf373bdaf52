"""Seats and links: no link makes a device forget its seat, and no token stays in the address."""

import json

from browser.house import NewPlayer
from browser.player import Player
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
