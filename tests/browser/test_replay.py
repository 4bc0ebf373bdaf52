"""A finished game by its link, seen by somebody who was not there."""

import re

import pytest
from browser.player import ASKED_IN_VAIN, NO_GAME, Player
from browser.server import NewPlayer, Server, players
from playwright.sync_api import Browser, expect

RESTART = """async () => {
    document.querySelector('[aria-label="From the start"]').click();
    await null;
    return document.querySelector(".scrubber").valueAsNumber;
}"""
"""Begin again and look as soon as the page has changed: the replay runs on by itself."""
PLACE = "document.querySelector('.scrubber').valueAsNumber"
SHOW_MOMENT = RESTART.replace('[aria-label="From the start"]', ".moments button")


KNOWN: tuple[list[str], ...] = (["5"], ["5", "5"], ["2", "2", "2", "3"], ["3", "3"], [])
"""One takes two, the bot throws all and takes three, one takes two, the bot loses its dice."""


def at_the_end(player: Player) -> None:
    """The last step has been shown, and nothing runs any more."""
    expect(player.page.locator(".caption-line")).to_contain_text("win")
    expect(player.page.locator(".scrubbing .hint")).to_contain_text("the end")


@pytest.fixture(scope="module")
def finished(plain_browser: Browser, server: Server) -> str:
    """A game that somebody played to its end, by its code."""
    with players(plain_browser, server.url, (420, 700)) as new:
        ann = new().open()
        ann.play_against(1)
        ann.play_to_the_end()
        return str(ann.mark("game"))


def test_a_replay_by_link_runs_to_its_end(plain: NewPlayer, finished: str) -> None:
    eve = plain().open(f"/r/{finished}")
    expect(eve.page.locator(".tag-name").first).to_have_text("Player 1")  # not "You is next"
    at_the_end(eve)
    record = eve.page.get_by_role("link", name="Game record").get_attribute("href")
    assert eve.page.request.get(f"{eve.url}{record}").ok
    assert eve.page.evaluate(RESTART) <= 1
    at_the_end(eve)


NAMES_ON_DICE = """(() => {
    window.looks = 0;
    window.onDice = [];
    const apart = (a, b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    window.isOnDice = () => [...document.querySelectorAll('.tag')].filter((tag, seat) =>
        tag.checkVisibility() && !apart(tag.getBoundingClientRect(),
            window.kesselArena.seatOnScreen(seat))).map((tag) => tag.innerText);
    const look = () => requestAnimationFrame(() => setTimeout(() => {
        if (window.kesselArena && document.querySelector('.tag')) {
            window.looks += 1;
            window.onDice.push(...window.isOnDice());
        }
        look();
    }));
    look();
})()"""
"""Looks after every frame, from the first on."""
ONTO_DICE = """() => {
    const { right, top, bottom } = window.kesselArena.seatOnScreen(0);
    const { style } = document.querySelector('.tag');
    Object.assign(style, { left: `${right + 1}px`, top: `${(top + bottom) / 2}px` });
}"""


def test_no_name_lies_on_dice_not_even_while_the_bars_are_measured(
    plain: NewPlayer, server: Server
) -> None:
    player = plain(size=(1280, 800)).open()
    server.script_quick_game()
    player.play_against(1)
    player.play_to_the_end()
    player.see_podium()
    player.page.add_init_script(NAMES_ON_DICE)
    player.open(f"/r/{player.mark('game')}")
    expect(player.page.locator(".scrubbing .hint")).to_contain_text("the end")
    player.page.wait_for_function("() => window.looks > 5")
    assert player.page.evaluate("window.onDice") == []
    assert player.after(ONTO_DICE, "() => window.isOnDice()") != []


def test_the_coachs_report_leads_to_its_moments_and_a_replay_goes_both_ways(
    plain: NewPlayer, server: Server
) -> None:
    """Of a game with a big catch: others may have no moment but their end."""
    player = plain().open()
    server.script(*KNOWN)
    player.play_against(1)
    player.play_to_the_end()
    podium = player.see_more()
    report = podium.get_by_role("region", name="Coach’s report")
    expect(report.locator(".own-game")).to_contain_text("out of 100 games")
    expect(report.locator("tbody tr")).to_have_count(2)
    luck = report.locator("tbody tr td:nth-child(2)").all_inner_texts()
    assert podium.locator(".stats tbody tr td:last-child").all_inner_texts() == luck

    player.button("Watch the replay").click()
    expect(player.page.locator(".tag-name").first).to_have_text("You")
    at_the_end(player)
    player.button("Coach’s report").click()
    moments = player.page.get_by_role("dialog").locator(".moments")
    expect(moments).to_contain_text("Turning point")
    end = player.page.evaluate(PLACE)
    assert player.page.evaluate(SHOW_MOMENT) < end
    expect(player.page.get_by_role("dialog")).to_be_hidden()
    at_the_end(player)

    scrubber = player.page.get_by_role("slider", name="Position in the game")
    total = int(scrubber.get_attribute("max") or 0)
    assert total == len(KNOWN)
    second = re.compile(f"^Step 2 of {total}(:|$)")  # it may be a turning point
    scrubber.evaluate("(one) => { one.value = 2; one.dispatchEvent(new Event('input')); }")
    expect(player.page.locator(".scrubbing .hint")).to_have_text(second)
    player.button("Previous step").click()
    player.page.wait_for_function(f"() => {PLACE} === 1")
    player.button("Next step").click()
    expect(player.page.locator(".scrubbing .hint")).to_have_text(second)
    scrubber.focus()
    player.page.keyboard.press("End")
    expect(player.page.locator(".scrubbing .hint")).to_contain_text("the end")
    expect(player.button("Next key moment")).to_be_disabled()
    player.button("Previous key moment").click()
    expect(player.page.locator(".scrubbing .hint")).to_have_text(
        re.compile("turning point|is out|a big catch")
    )
    assert player.page.evaluate(PLACE) < total


@pytest.mark.long
def test_a_replay_flies_in_the_arena(arena: NewPlayer, finished: str) -> None:
    eve = arena(size=(320, 480)).open(f"/r/{finished}")
    expect(eve.page.locator("canvas[data-engine]")).to_be_attached()
    expect(eve.page.locator(".caption-line")).to_contain_text("win")


def longest_throw(player: Player, game: str) -> int:
    """Its number, from 1: a die may lie after six frames."""
    steps = player.page.request.get(f"{player.url}/api/games/{game}").json()["steps"]
    thrown = [step["thrown"] for step in steps if step["thrown"]]
    return int(max(thrown, key=lambda one: one["bytes"])["throw"]) + 1


def test_one_throw_by_its_link_and_as_an_animation(plain: NewPlayer, finished: str) -> None:
    eve = plain(permissions=["clipboard-read", "clipboard-write"])
    number = longest_throw(eve, finished)
    eve.open(f"/r/{finished}#{number}")
    expect(eve.page.locator(".replay-more")).to_contain_text(f"Link to throw {number}")
    expect(eve.button("Play")).to_be_visible()  # it stands still after the throw
    eve.button(re.compile(f"Link to throw {number}$"), exact=False).click()
    link = eve.page.evaluate("navigator.clipboard.readText()")
    assert link == f"{eve.url}/r/{finished}#{number}"
    wait_until_told = eve.watch_for(".notice", f"Saved as kessel-{number}.gif.")
    with eve.page.expect_download() as saved:
        eve.button("Send as animation").click()
    picture = saved.value.path().read_bytes()
    assert saved.value.suggested_filename == f"kessel-{number}.gif"
    wait_until_told()
    assert picture[:6] == b"GIF89a"
    assert picture.count(b"\x21\xf9\x04") > 8, "frames"
    assert len(picture) < 1_500_000


def test_a_missing_replay_says_so(plain: NewPlayer) -> None:
    player = plain(bears=ASKED_IN_VAIN).open(f"/r/{NO_GAME}")
    expect(player.page.get_by_role("alert")).to_contain_text("This replay doesn’t exist")
