"""Each language, chosen from the browser and changed in place; the rules in all of them."""

import json

import pytest
from browser.player import Player
from browser.server import NewPlayer, Server
from playwright.sync_api import Locator, expect

PLAY = {
    "en-GB": "Play",
    "de-AT": "Spielen",
    "fr-CA": "Jouer",
    "it-IT": "Gioca",
    "nl-BE": "Spelen",
    "es-MX": "Jugar",
}
ALL_IN = {
    "en-GB": "All in",
    "de-AT": "Strike",
    "fr-CA": "Grand lancer",
    "it-IT": "Tutti dentro",
    "nl-BE": "Alles op alles",
    "es-MX": "Todos dentro",
}


IN_THE_SUITE = ("de-AT", "es-MX")
"""Which language is taken, and that each has all its words, is tested without a browser, too."""
in_each_language = pytest.mark.parametrize(
    "locale",
    [one if one in IN_THE_SUITE else pytest.param(one, marks=pytest.mark.long) for one in PLAY],
)


@in_each_language
def test_the_browsers_language_is_spoken(plain: NewPlayer, locale: str) -> None:
    player = plain(language=locale).open()
    expect(player.button(PLAY[locale])).to_be_visible()
    assert player.page.evaluate("document.documentElement.lang") == locale[:2]
    player.page.locator(".home-head button").first.click()
    sheet = player.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name=ALL_IN[locale], exact=True)).to_be_visible()
    assert "{" not in sheet.inner_text()
    expect(sheet.locator(".rule")).to_have_count(14)
    expect(sheet.locator(".example .die")).to_have_count(12)


def rules_of(player: Player) -> Locator:
    """Of a game that is played, behind the menu of its table."""
    player.menu("Rules")
    return rules_shown(player)


def rules_prepared(player: Player) -> Locator:
    """Of a game that is not begun, beside what is chosen for it."""
    player.button("Rules").click()
    return rules_shown(player)


def rules_shown(player: Player) -> Locator:
    sheet = player.page.get_by_role("dialog")
    expect(sheet.locator(".rule").first).to_be_visible()
    return sheet


def choose_french_booklet(player: Player) -> None:
    player.open_terms()
    player.page.locator(".house summary").click()
    player.page.get_by_label("Rules as in the booklet").select_option("fr")


def test_the_rules_at_a_table_are_those_it_plays(plain: NewPlayer) -> None:
    player = plain().open()
    player.open_table()
    player.choose_edition("harry-potter")
    choose_french_booklet(player)
    player.play_against(1)
    expect(player.page.locator(".throw")).to_be_visible()
    sheet = rules_of(player)
    expect(sheet).to_contain_text("Rules: French booklet.")
    expect(sheet).to_contain_text("You must take an extra die")
    expect(sheet).to_contain_text("everyone else throws one die")
    expect(sheet.locator("mark")).to_have_count(0)  # a booklet is no house rule
    sheet.get_by_role("radio", name="Strike Dice Game", exact=True).check()
    expect(sheet).to_contain_text("Rules: English booklet.")


def test_rules_being_prepared_are_those_that_will_be_played(plain: NewPlayer) -> None:
    player = plain().open()
    player.open_table()
    player.choose_edition("harry-potter")
    told = player.page.locator(".gathering > .fold > summary")
    expect(told).to_contain_text("Rules: English booklet.")
    choose_french_booklet(player)
    expect(told).to_contain_text("Rules: French booklet.")
    expect(rules_prepared(player)).to_contain_text("You must take an extra die")

    player.open("/referee")
    player.choose_edition("impact-avatar")
    sheet = rules_prepared(player)
    expect(sheet.get_by_role("heading", name="Rules: Avatar")).to_be_visible()
    expect(sheet.get_by_role("heading", name="Water: Swamp")).to_be_visible()
    player.button("Close").click()
    player.page.get_by_label("Swamp").uncheck()
    sheet = rules_prepared(player)
    expect(sheet.get_by_role("heading", name="Fire: Column of Fire")).to_be_visible()
    expect(sheet.get_by_role("heading", name="Water: Swamp")).to_have_count(0)


TOO_WIDE = """() => [...document.querySelectorAll("main, .sheet, .panel, [role=dialog], button")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1
        || one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
    .map((one) => `${one.className}: ${one.innerText.slice(0, 60)}`)"""
"""Screens, sheets and buttons that do not fit the phone or their own words."""
PHONE = (390, 844)


@pytest.mark.parametrize("language", ["de-DE", "fr-FR"])
def test_long_words_fit_a_phone(plain: NewPlayer, server: Server, language: str) -> None:
    server.script_quick_game()
    player = plain(language=language, size=PHONE)
    wide: dict[str, list[str]] = {}
    for path in ("/", "/referee"):
        player.open(path)
        expect(player.page.locator("button.primary.big")).to_be_enabled()
        wide[path] = player.page.evaluate(TOO_WIDE)
    player.open()
    player.page.locator(".home-head button").first.click()
    expect(player.page.locator(".rule")).to_have_count(14)
    wide["rules"] = player.page.evaluate(TOO_WIDE)
    player.open()
    player.page.locator(".together > button").first.click()
    expect(player.page.locator(".qr")).to_be_visible()
    player.page.locator(".gathering .row button").last.click()
    player.open_terms()
    wide["lobby"] = player.page.evaluate(TOO_WIDE)
    player.page.locator(".gathering > .primary").click()
    expect(player.page.locator(".throw")).to_be_visible()
    wide["table"] = player.page.evaluate(TOO_WIDE)
    player.play_to_the_end()
    player.see_more()
    wide["podium"] = player.page.evaluate(TOO_WIDE)
    assert {where: what for where, what in wide.items() if what} == {}


def test_the_language_is_changed_in_place_and_kept(plain: NewPlayer) -> None:
    player = plain().open()
    player.button("Settings").click()
    player.page.get_by_label("Language").select_option("de")
    expect(player.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    player.button("Schließen").click()
    expect(player.button("Spielen")).to_be_visible()
    player.page.reload()
    expect(player.button("Spielen")).to_be_visible()


def test_house_rules_are_marked_where_they_are_chosen(plain: NewPlayer) -> None:
    player = plain().open()
    player.open_table()
    player.choose_edition("harry-potter")
    player.open_terms()
    player.page.locator(".house summary").click()
    house = player.page.locator(".house")
    expect(house.get_by_text("* No booklet of this edition says so")).to_be_visible()
    fields = house.locator(".house-rule")
    turns = fields.filter(has_text="Confundo").first.locator("option").all_text_contents()
    assert [text.endswith(" *") for text in turns] == [False, True], turns


CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll(".house-rule select")].flatMap((one) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(one);
    const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    pen.font = font;
    return [...one.options].map((choice) => choice.text)
      .filter((text) => pen.measureText(text).width > room);
  });
}"""
"""Choices that do not fit into their field; a browser cuts them without a word."""


@in_each_language
@pytest.mark.parametrize("edition", ["impact-avatar", "harry-potter"])
def test_no_choice_of_a_house_rule_is_cut_on_a_small_phone(
    plain: NewPlayer, locale: str, edition: str
) -> None:
    player = plain(language=locale, size=(360, 640))
    player.page.add_init_script(f"localStorage.setItem('kessel.edition', '{json.dumps(edition)}')")
    player.open()
    player.page.locator(".together > button").first.click()
    player.open_terms()
    player.page.locator(".house summary").click()
    expect(player.page.locator(".house-rule select").first).to_be_visible()
    assert player.page.evaluate(CUT) == []
    longer = "document.querySelector('.house-rule option').text += ' and so on'.repeat(9)"
    player.page.evaluate(longer)
    assert len(player.page.evaluate(CUT)) == 1, "one that is cut is found"
