"""The referee for a real box: tap what lies, hear what happens, survive reloads and lost lines."""

import re

from browser.player import Player
from browser.server import NewPlayer
from playwright.sync_api import expect


def begin(
    player: Player, edition: str = "strike-2020", path: str = "/referee", **rules: str
) -> None:
    """Ann and Ben at a real box, with house rules by what their sentences begin with."""
    player.open(path)
    player.choose_edition(edition)
    if rules:
        player.page.locator(".house summary").click()
    for name, value in rules.items():
        player.page.get_by_label(HOUSE_RULES[name]).select_option(value)
    player.page.get_by_label("Player 1", exact=True).fill("Ann")
    player.page.get_by_label("Player 2", exact=True).fill("Ben")
    player.button("Begin").click()


HOUSE_RULES = {
    "collecting": "Matching dice",
    "tournament_tie": "A tie in the tournament is",
    "piles_after_column": "After a Column of Fire, piles",
}


def tap(player: Player, *faces: str) -> None:
    for face in faces:
        player.button("Out flew out of the arena" if face == "Out" else f"One more: {face}").click()


def enter(player: Player) -> None:
    player.button("Enter").click()


def change(player: Player, face: str) -> None:
    """A lying die was turned: tap it."""
    player.button(f"Changed: {face}").click()


def test_a_turn_with_its_reasons_and_a_correction(plain: NewPlayer) -> None:
    player = plain()
    begin(player)
    ask, verdict = player.page.locator(".ask"), player.page.locator(".verdict")
    expect(ask).to_contain_text("Throw the starting die")
    tap(player, "5")
    expect(ask).to_contain_text("Ann throws one die")
    expect(player.button("Enter")).to_have_count(0)
    expect(player.page.get_by_text("Still to tap")).to_have_count(0)
    tap(player, "3")
    expect(ask).to_have_text("Nothing taken. Ann: again? Tap the die.")
    expect(verdict).not_to_contain_text("Nothing taken")
    player.button("Undo").click()
    expect(ask).to_contain_text("Ann throws one die")
    player.button("One fewer: 3").click()
    tap(player, "5")
    expect(verdict).to_contain_text("Ann takes 2 × 5.")
    expect(verdict.get_by_text("Two or more dice show the same")).to_be_hidden()
    verdict.locator(".rule-numbers summary").first.click()
    expect(verdict.get_by_text("Two or more dice show the same")).to_be_visible()
    expect(ask).to_contain_text("All in!")
    expect(player.page.locator(".referee-hands")).to_contain_text("9 dice")


def test_the_pad_by_keyboard_keeps_the_focus(plain: NewPlayer) -> None:
    player = plain()
    begin(player)
    ask, keyboard = player.page.locator(".ask"), player.page.keyboard
    expect(ask).to_contain_text("Throw the starting die")
    keyboard.press("5")
    expect(ask).to_contain_text("Ann throws one die")
    player.button("One more: 3").focus()
    keyboard.press("Enter")
    expect(player.button("End turn")).to_be_visible()
    expect(player.button("One more: 3")).to_be_focused()
    player.button("Changed: 3").focus()
    keyboard.press("Enter")
    keyboard.press("x")
    keyboard.press("2")
    expect(player.page.locator(".verdict")).to_contain_text("X: a die goes up in smoke.")
    player.button("End turn").focus()
    keyboard.press("Enter")
    expect(ask).to_contain_text("Ben throws one die")


def test_what_is_tapped_of_a_throw_survives_a_reload(plain: NewPlayer) -> None:
    player = plain()
    begin(player)
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text("Ben throws all 8 dice")
    tap(player, "2", "3", "Out")
    player.page.reload()
    expect(player.page.get_by_text("Still to tap: 5")).to_be_visible()
    tap(player, *["Out"] * 5)
    enter(player)
    expect(player.page.locator(".ask")).to_contain_text("Won by Ann!")


def test_what_is_tapped_without_a_line_is_kept_and_sent_again(plain: NewPlayer) -> None:
    from browser.test_together import Line

    player = plain()
    line = Line(player)
    begin(player)
    tap(player, "6")
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    line.cut()
    expect(player.page.get_by_text("your taps are kept")).to_be_visible()
    tap(player, "6")
    pad = player.button("One more: 6")
    expect(pad).to_be_visible()
    expect(pad).to_be_disabled()  # not asked twice for the same throw
    expect(player.page.locator(".die-place.told")).to_have_count(2)
    line.mend()
    expect(player.page.locator(".verdict")).to_contain_text("Ann takes 2 × 6.")
    expect(pad).to_be_enabled()


def test_spells_towers_and_the_way_round(plain: NewPlayer) -> None:
    player = plain()
    begin(player, "harry-potter")
    ask = player.page.locator(".ask")
    tap(player, "Confundo")
    expect(ask).to_contain_text("Ann throws one die")
    for lying, face in ((2, "Accio"), (3, "Wingardium Leviosa")):
        tap(player, face)
        expect(player.page.locator(".die-place.told")).to_have_count(lying)
    tap(player, "Wingardium Leviosa")
    expect(ask).to_contain_text("Ann stacks the dice")
    player.page.locator(".face-button").first.click()
    player.page.locator(".face-button").first.click()
    expect(player.page.locator(".verdict")).to_contain_text("A tower of 2 dice")
    standing = player.page.get_by_text("Tower still standing")
    for fallen in (True, False):
        expect(standing).to_be_visible(visible=fallen)
        player.button("The tower fell").click()
    expect(standing).to_be_visible()


def throws_out(player: Player, name: str) -> None:
    """The thrown die leaves the arena."""
    expect(player.page.locator(".ask")).to_contain_text(f"{name} throws one die")
    tap(player, "Out")


def win(player: Player, winner: str, loser: str) -> None:
    """Who begins takes the first pair; the other throws all dice out of the box."""
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text(f"{winner} throws one die")
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text(f"{loser} throws all 8 dice")
    tap(player, *["Out"] * 8)
    enter(player)
    expect(player.page.locator(".ask")).to_contain_text(f"Won by {winner}!")


def test_points_are_counted_and_a_tie_of_the_tournament_is_decided_by_one_more_game(
    plain: NewPlayer,
) -> None:
    player = plain()
    begin(player, tournament_tie="playoff")
    win(player, "Ann", "Ben")
    expect(player.page.locator(".score")).to_have_text(re.compile(r"Ann\s*0\s*Ben\s*1"))
    player.button("Next game, Ben begins").click()
    win(player, "Ben", "Ann")
    expect(player.page.get_by_text("Tie-break: Ann and Ben.")).to_be_visible()
    player.button("Next game, Ann begins").click()
    win(player, "Ann", "Ben")
    expect(player.page.get_by_text("Tournament won by Ann")).to_be_visible()


def test_sets_are_left_lying_by_house_rule(plain: NewPlayer) -> None:
    player = plain()
    begin(player, collecting="optional")
    tap(player, "5")
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    tap(player, "5")
    player.page.get_by_label("5: left there on purpose").check()
    enter(player)
    expect(player.page.locator(".verdict")).not_to_contain_text("Ann takes")
    expect(player.page.locator(".referee-hands")).to_contain_text("7 dice")


def pile_up(player: Player) -> None:
    """Ann takes two stones and leaves air lying; then Ben throws a die and goes on."""
    tap(player, "stone")
    expect(player.page.locator(".ask")).to_contain_text("Ann throws one die")
    tap(player, "air")
    expect(player.button("End turn")).to_be_visible()
    tap(player, "stone")
    expect(player.page.locator(".verdict")).to_contain_text("Ann piles up 2 stones.")


def match(player: Player, face: str) -> None:
    """Ben makes a match of two."""
    expect(player.page.locator(".ask")).to_contain_text("Ben throws one die")
    tap(player, face)
    expect(player.button("End turn")).to_be_visible()
    tap(player, face)


def test_a_pile_is_thrown_along_in_a_storm(plain: NewPlayer) -> None:
    player = plain()
    begin(player, "impact-avatar")
    pile_up(player)
    match(player, "lightning")
    expect(player.page.locator(".ask")).to_contain_text("one die each: Ann")
    player.page.get_by_role("group", name="Ann").get_by_label("Pile of 2").check()
    tap(player, "water")
    expect(player.page.get_by_text("Still to tap: 1")).to_be_visible()
    tap(player, "stone")
    enter(player)
    expect(player.page.locator(".verdict")).to_contain_text("Ben takes 2 × lightning.")


def test_a_pile_is_kept_through_a_column(plain: NewPlayer) -> None:
    player = plain()
    begin(player, "impact-avatar", piles_after_column="owner_choice")
    pile_up(player)
    match(player, "fire")
    expect(player.page.locator(".ask")).to_contain_text("Who finished the column first?")
    player.page.get_by_label("Ann: Pile of 2").check()
    player.button("Ann").click()
    expect(player.page.locator(".verdict")).to_contain_text("Ann wins the Column of Fire.")
    expect(player.page.locator(".verdict")).not_to_contain_text("fall apart")
