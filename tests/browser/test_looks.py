"""Dice and mats that somebody has earned, seen wherever their dice are seen."""

import json
from typing import Any

from browser.player import Player
from browser.server import NewPlayer, Server
from playwright.sync_api import expect

DRESSED = """() => [...document.querySelectorAll('use[href="#flat-frame-brass"]')].filter((one) =>
    one.getClientRects().length && one.nextElementSibling.getAttribute("opacity") === "1").length"""
"""How many sides of dice in brass are seen that were thrown: those of supplies show no sign."""
SPREAD = """() => document.querySelectorAll('[clip-path="url(#flat-mat-shape)"]').length"""
"""How many mats have a figure."""


OWN = 'use[href="#flat-frame-brass"]'


def remember(player: Player, drawer: str, kept: Any) -> None:
    """Have the page remember something when it is opened."""
    value = json.dumps(json.dumps({"version": 1, "kept": kept}))
    key = json.dumps(f"kessel.memory.{drawer}")
    player.page.add_init_script(
        f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {value})"
    )


def dressed(plain: NewPlayer, **options: Any) -> Player:
    """Somebody who wears brass and brings a mat."""
    player = plain(**options)
    remember(player, "wearing", {"finish": "brass", "mat": "rings"})
    return player


def test_dice_are_dressed_after_a_reload_and_in_the_replay_that_others_see(
    plain: NewPlayer, server: Server
) -> None:
    ann = dressed(plain).open()
    server.script(["5"], ["5", "3"], ["5", "5"], [])
    ann.play_against(1)
    ann.throw_start_die()
    ann.wait_settled()
    assert not ann.page.evaluate(DRESSED), "the starting die is nobody's"
    ann.throw()
    ann.page.wait_for_function(DRESSED)
    ann.reload()
    ann.page.wait_for_function(DRESSED)
    assert ann.page.evaluate(SPREAD) == 1
    ann.play_to_the_end()
    game = ann.mark("game")
    ann.see_podium()
    eve = plain().open(f"/r/{game}#2")
    eve.page.wait_for_function(DRESSED)
    assert eve.page.evaluate(SPREAD) == 1


def test_the_day_is_thrown_in_ones_own_dice(plain: NewPlayer) -> None:
    ann = dressed(plain, reduced_motion="reduce").open("/#today")
    expect(ann.page.locator(".throw")).to_be_visible()
    expect(ann.page.locator(OWN).filter(visible=True).first).to_be_visible()
    assert ann.page.evaluate(SPREAD) == 1
    ann.page.locator(".throw").click()
    expect(ann.button("Send the result")).to_be_visible()
    assert ann.page.evaluate(SPREAD) == 1


def test_who_is_beaten_on_the_ladder_is_told_with_what_it_brings(
    plain: NewPlayer, server: Server
) -> None:
    ann = plain()
    remember(ann, "ladder", {"beaten": 0, "won": 2, "lost": 0})
    ann.open("/#you")
    server.script_quick_game()
    ann.button("Play against Alba").click()
    ann.play_to_the_end()
    earned = ann.see_podium().locator(".earned-now")
    expect(earned).to_contain_text("Ladder: Alba is beaten")
    expect(earned).to_contain_text("New mat: Weave")
    ann.reload()
    expect(earned).to_contain_text("Ladder: Alba is beaten")
    worn = earned.get_by_role("button", name="Use now: New mat: Weave")
    worn.click()
    expect(worn).to_have_count(0)
