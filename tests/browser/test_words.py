"""Each language, chosen from the browser and changed in place; the rules in all of them."""

import pytest
from browser.house import NewPlayer
from playwright.sync_api import expect

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


@pytest.mark.parametrize("locale", PLAY)
def test_the_browsers_language_is_spoken(plain: NewPlayer, locale: str) -> None:
    player = plain(language=locale).open()
    expect(player.button(PLAY[locale])).to_be_visible()
    assert player.page.evaluate("document.documentElement.lang") == locale[:2]
    player.page.locator(".corner button").first.click()
    sheet = player.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name=ALL_IN[locale], exact=True)).to_be_visible()
    assert "{" not in sheet.inner_text()
    expect(sheet.locator(".rule")).to_have_count(14)


def test_the_language_is_changed_in_place_and_kept(plain: NewPlayer) -> None:
    player = plain().open()
    player.button("Settings").click()
    player.page.get_by_label("Language").select_option("de")
    expect(player.page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    player.button("Schließen").click()
    expect(player.button("Spielen")).to_be_visible()
    player.page.reload()
    expect(player.button("Spielen")).to_be_visible()


def test_sound_off_is_remembered(plain: NewPlayer) -> None:
    player = plain().open()
    player.play_against(1)
    player.button("Mute").click()
    expect(player.button("Unmute")).to_be_visible()
    player.page.reload()
    expect(player.button("Unmute")).to_be_visible()
