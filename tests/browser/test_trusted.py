"""Trusted Types: no text becomes markup or a script, and nothing of the page needs it."""

from browser.player import Player
from browser.server import NewPlayer
from playwright.sync_api import expect

WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
});
"""
TRY = """() => {
  const tried = [
    () => { document.body.insertAdjacentHTML("beforeend", "<b>x</b>"); },
    () => { document.createElement("div").innerHTML = "<img>"; },
    () => { new Worker("data:text/javascript,1"); },
    () => { document.createElement("script").src = "https://evil.example/x.js"; },
    () => { document.createElement("script").text = "1"; },
  ];
  return tried.map((one) => { try { one(); return false; } catch { return true; } });
}"""


def violations(player: Player) -> list[str]:
    found: list[str] = player.page.evaluate("window.violations")
    return found


def test_screens_break_no_policy_and_what_would_is_counted(plain: NewPlayer) -> None:
    player = plain(bears="This document requires 'Trusted")
    player.page.add_init_script(WATCH)
    player.open()
    assert player.page.evaluate("trustedTypes.defaultPolicy?.name") == "default"
    player.play_against(1)
    player.throw_start_die()
    assert violations(player) == []
    for path in ("/#today", "/#you", "/referee"):
        player.open(path)
        expect(player.page.locator("main").first).to_be_visible()
        assert violations(player) == [], path
    assert not player.borne
    assert player.page.evaluate(TRY) == [True] * 5
    assert len(violations(player)) >= 5
