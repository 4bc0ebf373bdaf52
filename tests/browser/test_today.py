"""The throw of the day in a browser: one counts, the next is practice, both by keyboard."""

from browser.server import NewPlayer
from playwright.sync_api import expect

SQUARES = frozenset("🟦⬜⬛🟧 ")


def test_the_first_throw_counts_and_the_next_is_practice(plain: NewPlayer) -> None:
    player = plain(size=(320, 568))
    page = player.page
    page.clock.set_fixed_time("2026-11-17T12:00:00Z")
    player.open("/")
    player.open_more("Throw of the day")
    page.locator(".throw").focus()
    page.keyboard.press("Enter")
    verdict = page.get_by_role("heading", level=1)
    expect(verdict).to_contain_text("of 9 taken")
    took = verdict.inner_text()
    expect(player.button("Send the result")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    expect(page.locator("[aria-live]").get_by_text(took, exact=True)).to_have_count(1)

    page.evaluate("navigator.clipboard.writeText = async (text) => { window.sent = text }")
    page.keyboard.press("Enter")
    page.wait_for_function("() => window.sent")
    sent = page.evaluate("window.sent").split("\n")
    assert took in sent[1]
    assert set(sent[2]) <= SQUARES
    assert len(sent[2]) == 10
    assert sent[3].endswith("/#today")

    player.button("Practise").click()
    expect(page.get_by_text("this throw doesn’t count")).to_be_visible()
    page.locator(".throw").focus()
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Practice:")
    expect(page.get_by_text(f"Your throw of the day: {took}")).to_be_visible()

    player.reload()
    expect(verdict).to_have_text(took)
    player.button("See it again").click()
    expect(page.get_by_text("it falls the same")).to_be_visible()
    expect(page.locator(".day-week .thrown")).to_have_count(1)
    assert not player.troubles
