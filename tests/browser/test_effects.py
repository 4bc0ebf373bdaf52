"""What chance brings too seldom, on purpose: every effect and every rarer answer, with throws that
a script lets fall. Two friends share the device, so that nothing is left to a bot either."""

import re

import pytest
from browser.player import Player
from browser.server import NewPlayer, Server
from playwright.sync_api import Locator, expect


def two_friends(player: Player, edition: str, kind: str = "", **rules: str) -> None:
    """Ann and Ben at one device, with house rules by what they begin with."""
    player.open()
    player.choose_edition(edition)
    player.open_table()
    player.friends_here("Ann", "Ben")
    player.open_terms()
    if kind:
        player.page.get_by_label(kind).check()
    if rules:
        player.page.locator(".house summary").click()
    for name, value in rules.items():
        player.page.get_by_label(HOUSE_RULES[name]).select_option(value)
        expect(player.page.locator(".house")).to_contain_text("changed")


HOUSE_RULES = {
    "tournament_tie": "A tie in the tournament is",
    "piles_after_column": "After a Column of Fire, piles",
    "collecting": "Matching dice",
    "start_die": "The starting die is",
}


def start(player: Player) -> None:
    player.start_with("Ben")
    expect(player.page.locator(".ask")).to_contain_text(re.compile("^(Ann|Ben): |Hand"))
    player.wait_settled()


def said(player: Player) -> Locator:
    return player.page.locator("#spoken")


def supply(player: Player, name: str) -> Locator:
    return player.page.locator(".tag", has_text=name).locator(".tag-count")


@pytest.mark.parametrize(
    ("button", "told", "dice"),
    [
        (".face-button", "Ann takes an extra die: Confundo.", "9"),
        (".secondary", "Ann leaves the extra die.", "8"),
    ],
)
def test_accio_takes_the_die_that_is_chosen_or_none(
    plain: NewPlayer, server: Server, button: str, told: str, dice: str
) -> None:
    player = plain()
    two_friends(player, "harry-potter")
    server.script(["confundo"], ["confundo", "accio"], ["confundo", "accio", "accio"])
    start(player)
    player.throw()
    player.throw()
    expect(player.page.locator(".ask")).to_contain_text("Throw another die, or end your turn")
    player.throw()
    expect(said(player)).to_contain_text("Ann takes 2 × Accio.")
    expect(player.page.locator(".ask")).to_contain_text("Accio: take an extra die?")
    player.answer(f".answers {button}")
    expect(said(player)).to_contain_text(told)
    expect(supply(player, "Ann")).to_have_text(dice)


def test_a_wingardium_tower_is_stacked_in_the_order_of_the_taps(
    plain: NewPlayer, server: Server
) -> None:
    player = plain()
    two_friends(player, "harry-potter")
    left = ["confundo", "accio"]
    server.script(["confundo"], left, [*left, "wingardium"], [*left, "wingardium", "wingardium"])
    start(player)
    for _ in range(4):
        player.throw()
    expect(player.page.locator(".ask")).to_contain_text("from the bottom of the tower to its top")
    player.page.locator(".answers .face-button", has_text="Accio").click()
    expect(player.page.locator(".tower-line")).to_have_text("Accio")
    player.answer(".answers .face-button")
    expect(said(player)).to_contain_text("A tower of 2 dice")
    expect(said(player)).to_contain_text("In the arena: Confundo.")


def test_relashio_lets_everybody_throw_along(plain: NewPlayer, server: Server) -> None:
    player = plain()
    two_friends(player, "harry-potter")
    pair = ["relashio", "relashio"]
    server.script(["confundo"], ["confundo", "relashio"], ["confundo", *pair])
    start(player)
    for _ in range(3):
        player.throw()
    expect(player.page.locator(".ask")).to_contain_text("Ann: Quick, throw one too!")
    expect(player.page.locator(".clock")).to_be_visible()
    server.script(["confundo", *pair, "accio", "immobulus"])
    player.page.evaluate("document.querySelector('.throw').click()")
    expect(player.page.locator(".ask")).to_contain_text("Ben: Quick, throw one too!")
    player.throw()
    expect(said(player)).to_contain_text("Ann takes 2 × Relashio.")
    expect(supply(player, "Ben")).to_have_text("7")


RACE = """async (name) => {
    const button = () => [...document.querySelectorAll(".race .primary:enabled")]
        .find((one) => one.textContent.startsWith(name));
    while (document.documentElement.dataset.awaited === "column") {
        button()?.click();
        await new Promise((done) => setTimeout(done, 90));
    }
}"""
"""Taps for one of those who race on this device."""


def test_a_column_is_raced_for_and_a_pile_built_up_again(plain: NewPlayer, server: Server) -> None:
    player, watcher = plain(), plain()
    two_friends(player, "impact-avatar", piles_after_column="owner_choice")
    left = ["lightning"]
    server.script(
        ["stone"],
        ["stone", *left],
        ["stone", "stone", *left],
        ["fire", *left],
        ["fire", "fire", *left],
    )
    start(player)
    for _ in range(3):
        player.throw()
    expect(said(player)).to_contain_text("Ann piles up 2 stones.")
    watcher.page.goto(player.page.url)
    expect(watcher.page.locator(".ask")).to_contain_text("You are watching.")
    for _ in range(2):
        player.throw()
    expect(player.page.locator(".ask")).to_contain_text("Column of Fire!")
    expect(watcher.page.locator(".racers meter")).to_have_count(2)
    keep = player.page.get_by_role("group", name="Ann: Build these piles up again:")
    keep.get_by_label("Pile of 2").check()
    expect(player.page.locator(".race .primary")).to_have_count(2)
    player.inside(RACE, "Ann")
    player.wait_settled()
    expect(said(player)).to_contain_text("Ann wins the Column of Fire.")
    expect(said(player)).to_contain_text("Ann takes 2 × fire.")
    ann = player.page.locator(".tag", has_text="Ann")
    expect(ann).to_contain_text("10 dice and 1 pile")


def test_sets_may_be_left_lying_by_house_rule(plain: NewPlayer, server: Server) -> None:
    player = plain()
    two_friends(player, "strike-2020", collecting="optional")
    server.script(["5"], ["5", "5"])
    start(player)
    player.throw()
    player.throw()
    expect(player.page.locator(".ask")).to_contain_text("Which matches do you take?")
    player.page.locator(".answers .face-button").click()
    player.answer(".answers .primary")
    expect(said(player)).to_contain_text("In the arena: 2 × 5.")
    expect(supply(player, "Ann")).to_have_text("7")


def test_hidden_supplies_are_seen_only_by_whoever_holds_the_device(
    plain: NewPlayer, server: Server
) -> None:
    player = plain()
    two_friends(player, "strike-2020")
    player.page.get_by_label("Hidden supplies: only you see your dice").check()
    server.script(["5"], ["5", "3"])
    start(player)
    expect(supply(player, "Ann")).to_have_text("hidden")
    player.button("I am Ann").click()
    expect(supply(player, "Ann")).to_have_text("8")
    expect(supply(player, "Ben")).to_have_text("hidden")
    player.throw()
    player.throw()
    player.answer(".end-turn")
    expect(player.page.locator(".ask")).to_have_text("Hand the device to Ben.")
    expect(supply(player, "Ann")).to_have_text("hidden")
    expect(supply(player, "Ben")).to_have_text("hidden")
    expect(player.page.locator(".throw")).to_be_hidden()
    player.button("I am Ben").click()
    expect(supply(player, "Ben")).to_have_text("8")
    expect(supply(player, "Ann")).to_have_text("hidden")
    expect(player.page.locator(".throw")).to_be_visible()


def play_quick_games(player: Player, server: Server, *winners: str) -> None:
    """Game after game of the tournament: whoever begins wins it, and that is all they win."""
    podium = player.page.locator(".podium")
    for number, winner in enumerate(winners, 1):
        if number > 1:
            server.script_quick_game()
            player.begin_next("Next game")
        player.play_to_the_end()
        expect(podium.locator("h1")).to_have_text(f"Game {number} of 2: {winner} wins!")


def test_a_tie_is_decided_by_one_more_game(plain: NewPlayer, server: Server) -> None:
    player = plain()
    two_friends(player, "strike-2020", "Tournament", tournament_tie="playoff")
    server.script_quick_game()
    start(player)
    play_quick_games(player, server, "Ann", "Ben")
    podium = player.page.locator(".podium")
    expect(podium.locator(".score strong")).to_have_text(["1", "1"])
    expect(podium).to_contain_text("Tie-break: Ann and Ben.")
    server.script_quick_game()
    player.begin_next("Next game")
    player.play_to_the_end()
    expect(podium.locator(".tournament")).to_contain_text("Tournament won by Ann")
    expect(podium.locator("h1")).to_have_text("Ann wins!")
    expect(podium.locator(".place-1")).to_contain_text("Ann")


def test_what_happened_stays_until_the_next_throw(plain: NewPlayer, server: Server) -> None:
    player = plain()
    two_friends(player, "strike-2020")
    server.script(["5"], ["5", "5"])
    start(player)
    player.throw_start_die()
    for told in ("The starting die shows", "In the arena:"):
        expect(said(player)).to_contain_text(told)
    player.throw()
    caption = player.page.locator(".caption-line")
    expect(caption).to_contain_text("Ann takes 2 × 5.")
    expect(caption).to_contain_text("Ben throws everything.")
    expect(player.page.locator(".ask")).to_contain_text("Ben: ")
    player.button("Why?").click()
    reasons = player.page.locator(".why li")
    expect(reasons.filter(has_text="Ann takes 2 × 5.")).to_contain_text("show the same")
    player.button("Why?").click()
    expect(player.page.locator(".why")).to_be_hidden()
    expect(player.page.locator(".caption-row:has(.caption-line) .icon-button")).to_have_count(1)
    # Never alone, not even for the moment in which what it explains appears.
    expect(caption.locator(".caption-sentence").get_by_role("button", name="Why?")).to_have_count(1)
