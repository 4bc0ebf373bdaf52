"""A finished game by its link, seen by somebody who was not there."""

from browser.house import NewPlayer
from playwright.sync_api import expect

RESTART = """async () => {
    document.querySelector('[aria-label="From the start"]').click();
    await new Promise((drawn) => requestAnimationFrame(drawn));
    return document.querySelector("progress").value;
}"""
"""Begin again and look at once: the replay runs on by itself."""
SHOW_MOMENT = RESTART.replace('[aria-label="From the start"]', ".moments button")


def test_a_replay_by_link_runs_to_its_end(plain: NewPlayer) -> None:
    ann, eve = plain(), plain()
    ann.open()
    ann.play_against(1)
    ann.play_to_the_end()
    eve.open(f"/r/{ann.mark('game')}")
    expect(eve.page.locator(".tag-name").first).to_have_text("Player 1")  # not "You is next"
    expect(eve.page.locator(".caption-line")).to_contain_text("win", timeout=90_000)
    record = eve.page.get_by_role("link", name="Game record").get_attribute("href")
    assert eve.page.request.get(f"{eve.url}{record}").ok
    assert eve.page.evaluate(RESTART) <= 1
    expect(eve.page.locator(".caption-line")).to_contain_text("win", timeout=90_000)
    assert not eve.troubles


def test_the_coachs_report_leads_to_the_moments_it_names(plain: NewPlayer) -> None:
    player = plain().open()
    player.play_against(1)
    player.play_to_the_end()
    podium = player.see_podium()
    report = podium.get_by_role("region", name="Coach’s report")
    expect(report.locator("tbody tr")).to_have_count(2)
    podium.locator("summary").click()
    luck = report.locator("tbody tr td:nth-child(2)").all_inner_texts()
    assert podium.locator(".stats tbody tr td:last-child").all_inner_texts() == luck

    player.button("Watch the replay").click()
    expect(player.page.locator(".caption-line")).to_contain_text("win")
    player.button("Coach’s report").click()
    moments = player.page.get_by_role("dialog").locator(".moments")
    expect(moments).to_contain_text("Turning point")
    end = player.page.evaluate("document.querySelector('progress').value")
    assert player.page.evaluate(SHOW_MOMENT) < end
    expect(player.page.get_by_role("dialog")).to_be_hidden()
    expect(player.page.locator(".caption-line")).to_contain_text("win")
    assert not player.troubles


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
    expect(player.page.get_by_role("alert")).to_contain_text("This replay doesn’t exist")
