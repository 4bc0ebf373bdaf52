"""The throw of the day in a browser: one counts, the next is practice, both by keyboard; what is
listed is thrown again there."""

import re
from pathlib import Path
from typing import Any

import pytest
from browser.server import NewPlayer, players, running
from browser.static_site import with_engine
from browser.test_fairness import Between
from playwright.sync_api import Browser, expect

DICE_IN_SIGHT = """() => {
    const { top } = document.querySelector('.bottom-bar').getBoundingClientRect();
    const dice = Array.from({ length: 9 }, (_, die) => kesselArena.dieOnScreen(die));
    return dice.every((one) => !one || one.y < top);
}"""
SQUARES = frozenset("🟦⬜⬛🟧 ")


def test_the_first_throw_counts_and_the_next_is_practice(plain: NewPlayer) -> None:
    player = plain(size=(320, 568))
    page = player.page
    page.clock.set_fixed_time("2026-11-17T12:00:00Z")
    player.open("/")
    player.button("Throw of the day").click()
    page.locator(".throw").focus()
    page.keyboard.press("Enter")
    verdict = page.get_by_role("heading", level=2)
    expect(verdict).to_contain_text("of 9 taken")
    took = verdict.inner_text()
    expect(player.button("Send the result")).to_be_focused()
    expect(page.locator(".earned-now")).to_contain_text("New mat: Rings")
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
    assert page.evaluate(DICE_IN_SIGHT), "the result hides no throw"

    player.reload()
    expect(verdict).to_have_text(took)
    more = page.locator(".day-result summary")
    more.click()
    player.button("See it again").click()
    expect(page.get_by_text("it falls the same")).to_be_visible()
    days = page.locator(".day-week button")
    expect(days, "nobody failed the days before the first").to_have_count(1)

    page.get_by_label("Any day").fill("2026-11-15")
    expect(page.locator(".top-facts")).to_contain_text("15 November 2026")
    page.locator(".throw").focus()
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Practice:")
    expect(days).to_have_count(3)
    assert page.evaluate(DICE_IN_SIGHT), "the result hides no throw"
    days.last.click()
    expect(verdict).to_have_text(took)


@pytest.mark.long
def test_a_listed_throw_is_thrown_again_by_the_page_and_a_changed_one_is_told(
    plain_browser: Browser, tmp_path: Path
) -> None:
    honest = True

    def told(message: dict[str, Any]) -> dict[str, Any]:
        thrown = message.get("thrown") if message["type"] == "daily" else None
        if thrown and not honest:
            die = thrown["arena"][0]["dice"][0]
            die["pose"][0] = round(die["pose"][0] + 0.00001, 5)
        return message

    with (
        running(with_engine(tmp_path)) as server,
        players(plain_browser, server.url, (390, 844)) as new,
    ):
        player = new(keeps=True)
        Between(player, down=told)
        page = player.open().page
        player.keep_offline()
        player.button("Throw of the day").click()
        page.locator(".throw").click()
        expect(player.button("Send the result")).to_be_visible()
        more, listed = page.locator(".day-result summary"), page.locator(".day-best button")
        more.click()
        page.get_by_label("Your name").fill("Ann")
        player.button("Put mine on the list").click()
        listed.click()
        check = page.locator(".day-result [role=status]")
        expect(check).to_have_text(re.compile("so did this device: it falls the same"))
        assert page.workers, "the engine of this page threw it"
        honest = False
        listed.click()
        expect(check).to_have_text(re.compile("^It falls differently here"))
        honest = True
        listed.click()
        expect(check).to_have_text(re.compile("so did this device: it falls the same"))
