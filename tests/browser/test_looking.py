"""Looking at the table: what a die is and does, and how large it is."""

import base64
import re
from typing import Any

import pytest
from browser.player import STILL, Player
from browser.server import NewPlayer, Server
from playwright.sync_api import expect

ON_SCREEN = "[...Array(31).keys()].map((id) => window.kesselArena.dieOnScreen(id)).find(Boolean)"


def lying_die(player: Player) -> dict[str, Any]:
    """Where a die of the arena is on the screen."""
    player.wait_still()
    place: dict[str, Any] = player.page.evaluate(ON_SCREEN)
    return place


def test_a_die_is_explained_by_resting_on_it_by_key_and_in_the_text(
    plain: NewPlayer, server: Server
) -> None:
    player = plain().open()
    player.choose_edition("harry-potter")
    player.play_against(1)
    server.script(["accio"])
    player.throw_start_die()
    player.wait_settled()
    card = player.page.locator(".explained")
    expect(card).to_be_hidden()
    player.page.locator(".caption .symbol").click()
    expect(card).to_contain_text("Accio")
    expect(card).to_contain_text("an extra die of your choice")
    player.button("Close").click()
    expect(card).to_be_hidden()
    place = lying_die(player)
    player.page.mouse.move(place["x"], place["y"])
    expect(card).to_contain_text("Accio")
    player.page.mouse.move(place["x"] + 80, place["y"] + 40)
    expect(card).to_be_hidden()
    player.page.locator("#arena-focus").focus()
    player.page.keyboard.press("i")
    expect(card).to_contain_text("Accio")
    player.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_an_awake_element_and_a_plain_side_are_explained(plain: NewPlayer, server: Server) -> None:
    player = plain(has_touch=True).open()
    player.choose_edition("impact-power")
    player.play_against(1)
    server.script(["air"])
    player.throw_start_die()
    card = player.page.locator(".explained")
    player.page.locator(".awake .symbol").click()
    expect(card).to_contain_text("passes their whole supply to the left")
    server.script(["air", "stone"])
    player.throw()
    player.page.locator(".explained button").click()
    player.page.locator("#arena-focus").focus()
    player.page.keyboard.press("i")
    player.page.keyboard.press("i")
    expect(card).to_contain_text("Stone")
    expect(card).not_to_contain_text("Boulders")
    expect(card).to_contain_text("Two or more dice that show the same side are a match")
    place = lying_die(player)
    session = player.page.context.new_cdp_session(player.page)
    point = {"x": place["x"], "y": place["y"]}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(card).to_contain_text(re.compile("Air|Stone"))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


PIXELS = """async (png) => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,' + png;
    await picture.decode();
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context.drawImage(picture, 0, 0);
    return [...context.getImageData(0, 0, picture.width, picture.height).data];
}"""


def pixels(player: Player, x: float, y: float, width: float, height: float) -> list[int]:
    """Red, green, blue and opacity of all that is seen there, one after the other."""
    area = {"x": x, "y": y, "width": width, "height": height}
    png = player.page.screenshot(clip=area)  # type: ignore[arg-type]
    reader = player.context.new_page()
    found: list[int] = reader.evaluate(PIXELS, base64.b64encode(png).decode())
    reader.close()
    return found


PANEL = "document.querySelector('.home-play')"
DARKEN = f"""() => {{
    const dark = document.createElement('i');
    dark.style.cssText = 'position: fixed; inset: 0; background: #000a';
    {PANEL}.before(dark);
}}"""


@pytest.mark.parametrize(
    ("size", "opened", "language"),
    [
        ((1280, 800), "/referee", "en-GB"),
        pytest.param((844, 390), "/", "de-DE", marks=pytest.mark.long),
    ],
)
def test_no_panel_that_scrolls_darkens_the_picture_above_it(
    arena: NewPlayer, size: tuple[int, int], opened: str, language: str
) -> None:
    player = arena(size=size, language=language).open(opened)
    expect(player.page.locator(".arena canvas")).to_be_attached()
    panel = player.page.locator(".home-play")
    expect(panel).to_be_visible()
    player.inside(STILL)
    box = panel.bounding_box()
    assert box is not None
    above = min(box["y"], 48)
    area = (box["x"], box["y"] - above, box["width"], above - 4)

    def light() -> float:
        return sum(pixels(player, *area))

    seen = light()
    player.page.evaluate(f"{PANEL}.style.visibility = 'hidden'")
    alone = light()
    player.page.evaluate(DARKEN)
    dark = light()
    assert seen > 0.9 * alone
    assert dark < 0.9 * alone, "control: a dark rectangle is found"


SHINE = "() => window.kesselArena.effects.shine([...Array(31).keys()], false)"


RESIZED = """() => new Promise((done) => {
    const surface = document.querySelector('.arena');
    const canvas = surface.querySelector('canvas');
    const isDrawn = () => {
        const context = new OffscreenCanvas(8, 8).getContext('2d');
        context.drawImage(canvas, 0, 0, 8, 8);
        return context.getImageData(0, 0, 8, 8).data.some((part, i) => i % 4 < 3 && part > 16);
    };
    const clear = () => { canvas.width += 1; };
    const before = surface.clientWidth;
    new ResizeObserver(() => {
        if (surface.clientWidth !== before) done([isDrawn(), clear(), isDrawn()]);
    }).observe(surface);
    surface.style.width = `${before - 40}px`;
})"""
"""Whether anything is drawn when a frame of a new size is shown; and, cleared, as a control."""


def test_a_picture_of_a_new_size_is_not_shown_empty(arena: NewPlayer) -> None:
    player = arena().open()
    expect(player.page.locator(".arena canvas")).to_be_attached()
    player.inside("() => new Promise((drawn) => requestAnimationFrame(drawn))")
    drawn, _, control = player.page.evaluate(RESIZED)
    assert drawn
    assert not control


LEAST = {(1440, 900): 48, (390, 844): 36, (844, 390): 32, (1920, 1080): 64}
"""CSS pixels that the upper side of a die is high at least, so that it is read."""
READABLE = """(least) => {
    const faces = [...Array(31).keys()].map((id) => window.kesselArena.faceOnScreen(id))
        .filter((one) => one !== null);
    return faces.length === 1 && faces[0] >= least;
}"""
"""The one die that lies there is."""


@pytest.mark.parametrize("picture", ["low", "flat"])
def test_lying_dice_are_large_enough_to_be_read(
    arena: NewPlayer, server: Server, picture: str
) -> None:
    """On a desk, a phone held either way and a television, with everything around the box; those
    that match are tinted."""
    player = arena(size=(640, 480))
    player.page.goto(f"{player.url}/?quality={picture}")
    player.play_against(3)
    server.script(["4"])
    player.throw_start_die()
    place = lying_die(player)
    area = (place["x"] - 8, place["y"] - 8, 16, 16)

    def warmth() -> float:
        seen = pixels(player, *area)
        return sum(seen[0::4]) / sum(seen[2::4])

    plain = warmth()
    player.inside(SHINE)
    player.wait_still()
    assert plain < 1.4, "control: bone"
    assert warmth() > 1.18 * plain
    for (width, height), least in LEAST.items():
        player.page.set_viewport_size({"width": width, "height": height})
        player.wait_still()
        player.page.wait_for_function(READABLE, arg=least)
    player.page.evaluate("window.kesselArena.zoom(2)")
    player.wait_still()
    assert not player.page.evaluate(READABLE, LEAST[1920, 1080]), "control: seen from farther away"


LAST_THROW_AND_JUMP = """async (name) => {
    const buttons = () => [...document.querySelectorAll("button")];
    const jump = () => buttons().find((one) => one.innerText === name);
    document.querySelector(".throw").click();
    while (!jump() && document.documentElement.dataset.awaited !== "over")
        await new Promise((done) => setTimeout(done, 0));
    jump().click();
}"""
"""Inside the page: the bots may be done before a hand from outside gets there."""


def test_who_is_out_can_jump_to_the_result(plain: NewPlayer, server: Server) -> None:
    player = plain().open()
    player.play_against(2)
    server.script(["4"])
    player.throw_start_die()
    server.script(*[["4", "X"]] * 7)
    for _ in range(6):
        player.throw()
    player.inside(LAST_THROW_AND_JUMP, "Jump to the result")
    expect(player.see_podium().locator(".place")).to_have_count(3)
