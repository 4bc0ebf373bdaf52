"""Puzzles in a browser: answered by keyboard on a small phone, remembered, and redone."""

from browser.server import NewPlayer
from playwright.sync_api import expect


def test_a_missed_puzzle_is_told_why_and_comes_back(plain: NewPlayer) -> None:
    player = plain(size=(360, 640)).open("/#puzzles")
    page = player.page
    player.button("Start").click()
    expect(page.get_by_role("heading", name="Do you end your turn")).to_be_visible()
    expect(page.locator(".tag-name")).to_have_count(3)
    player.button("End turn").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").get_by_text("Not the best")).to_be_visible()
    expect(page.get_by_text("the next player has that chance")).to_be_visible()
    expect(page.locator(".tag-name")).to_have_count(0)  # they would cover each other now
    expect(player.button("Next puzzle")).to_be_focused()
    expect(player.button("Next puzzle")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.keyboard.press("Enter")
    expect(page.get_by_text("Puzzle 2 of")).to_be_visible()
    page.locator(".puzzle-choices button").first.click()
    expect(page.locator(".puzzle-figures tbody tr")).to_have_count(3)

    player.open("/#puzzles")
    player.button("Redo the", exact=False).click()
    expect(page.get_by_text("Puzzle 1 of")).to_be_visible()
    player.button("Throw").click()
    expect(page.get_by_role("img", name="2 stars")).to_be_visible()
