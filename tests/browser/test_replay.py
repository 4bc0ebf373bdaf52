"""A finished game by its link, seen by somebody who was not there."""

from browser.house import NewPlayer
from playwright.sync_api import expect

RESTART = """async () => {
    document.querySelector('[aria-label="From the start"]').click();
    await new Promise((drawn) => requestAnimationFrame(drawn));
    return document.querySelector("progress").value;
}"""
"""Begin again and look at once: the replay runs on by itself."""


def test_a_replay_by_link_runs_to_its_end(plain: NewPlayer) -> None:
    ann, eve = plain(), plain()
    ann.open()
    ann.play_against(1)
    ann.play_to_the_end()
    eve.open(f"/r/{ann.mark('game')}")
    expect(eve.page.locator(".caption-line")).to_contain_text("win", timeout=90_000)
    record = eve.page.get_by_role("link", name="The record of the game").get_attribute("href")
    assert eve.page.request.get(f"{eve.url}{record}").ok
    assert eve.page.evaluate(RESTART) <= 1
    expect(eve.page.locator(".caption-line")).to_contain_text("win", timeout=90_000)
    assert not eve.troubles


def test_a_replay_flies_in_the_arena(plain: NewPlayer, arena: NewPlayer) -> None:
    ann, eve = plain(), arena(size=(320, 480))
    ann.open()
    ann.play_against(1)
    ann.play_to_the_end()
    eve.open(f"/r/{ann.mark('game')}")
    expect(eve.page.locator("canvas[data-engine]")).to_be_attached()
    expect(eve.page.locator(".caption-line")).to_contain_text("win")
    assert not eve.troubles


def test_a_missing_replay_says_so(plain: NewPlayer) -> None:
    player = plain().open("/r/" + "a" * 16)
    expect(player.page.get_by_role("alert")).to_contain_text("This replay is not there")
