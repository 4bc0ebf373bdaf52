"""The second picture: the arena from above in SVG, where there is no 3D or by choice."""

import re

from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_opening import BUILT, held_back
from playwright.sync_api import expect

LYING = "[...Array(26).keys()].flatMap((id) => window.kesselArena.dieOnScreen(id) ?? [])"
"""Where the dice in the arena are on the screen."""
SEEN = """(face) => [...document.querySelectorAll(`.arena use[href="#flat-sign-${face}"]`)]
    .filter((one) => getComputedStyle(one).visibility === "visible")
    .map((one) => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))"""
"""Where a sign is seen on the screen."""
FLIGHT = """() => {
    window.places = [];
    const look = () => {
        const [die] = LYING;
        if (die) window.places.push(`${Math.round(die.x)} ${Math.round(die.y)}`);
        if (document.documentElement.dataset.settled !== "true" || !window.places.length)
            requestAnimationFrame(look);
        else window.landed = true;
    };
    look();
}""".replace("LYING", LYING)
"""Notes where the first die is, frame by frame, until it has been seen to lie."""


def test_without_3d_the_dice_lie_where_they_lie_and_everybodys_are_counted(
    plain: NewPlayer, server: Server
) -> None:
    player = plain(taught=False).open()
    server.script(["4"])
    player.play_against(2)
    expect(player.page.locator(".tag-count")).to_have_text(["7", "7", "7"])
    for i in range(3):
        expect(player.page.locator(".tag-count").nth(i)).to_be_visible()
    expect(player.page.locator(".lesson")).to_contain_text("flick")
    player.throw_start_die()
    player.wait_still()
    (lies,) = player.page.evaluate(LYING)
    fours = player.page.evaluate(SEEN, "4")
    assert any(abs(one["x"] - lies["x"]) < 5 and abs(one["y"] - lies["y"]) < 9 for one in fours)


def test_a_throw_is_seen_to_fly(plain: NewPlayer, server: Server) -> None:
    player = plain(speed=1, every_frame=True).open()
    player.play_against(1)
    expect(player.page.locator(".throw")).to_be_visible()
    player.wait_settled()
    player.page.evaluate(FLIGHT)
    player.answer(".throw")
    player.page.wait_for_function("() => window.landed")
    assert len(set(player.page.evaluate("window.places"))) > 5


SMOKE = "void window.kesselArena.effects.smoke([...Array(26).keys()])"
OVER_DICE = """(fill) => {
    const [mote] = document.querySelectorAll(`.arena circle[fill="${fill}"]`);
    const die = document.querySelector('.arena use[href^="#flat-sign-"]');
    if (!mote) return null;
    return die.compareDocumentPosition(mote) & Node.DOCUMENT_POSITION_FOLLOWING ? "over" : "under";
}"""
"""Whether what rises from a die is drawn over dice or under them, once it does."""


def test_smoke_covers_no_die_that_lies_beside_it(plain: NewPlayer, server: Server) -> None:
    player = plain(speed=1).open()
    player.play_against(1)
    server.script(["4"])
    player.throw_start_die()
    player.page.evaluate(SMOKE)
    smoke, sparks = (
        player.page.wait_for_function(OVER_DICE, arg=fill).json_value()
        for fill in ("#b8a89a", "#ff3b1f")
    )
    assert (smoke, sparks) == ("under", "over")


def solid_stage() -> str:
    """The file of what draws in 3D: by far the largest stage."""
    return max((BUILT / "assets").glob("stage-*.js"), key=lambda one: one.stat().st_size).name


LOSE = """document.querySelector(".arena canvas").getContext("webgl2")
    .getExtension("WEBGL_lose_context").loseContext()"""


def test_without_a_graphics_card_it_is_flat_by_itself_and_where_3d_is_lost(
    arena: NewPlayer,
) -> None:
    """This browser draws in software: in 3D only if that is wished, and as long as it can."""
    player = arena(size=(320, 480))
    asked: list[str] = []
    player.page.on("request", lambda one: asked.append(one.url))
    player.page.goto(player.url)
    expect(player.page.locator(".arena svg")).to_be_attached()
    assert not [url for url in asked if solid_stage() in url], "3D is not even loaded"
    choose_picture(player, "Simple")
    expect(player.page.locator(".arena canvas")).to_be_attached()
    player.page.evaluate(LOSE)
    expect(player.page.locator(".arena svg")).to_be_attached()
    expect(player.page.locator(".notice")).to_contain_text("3D does not run well here")
    choose_picture(player, "Good")
    expect(player.page.locator(".arena canvas")).to_be_attached()


def test_the_flat_picture_stands_until_3d_is_ready(arena: NewPlayer, server: Server) -> None:
    player = arena(size=(320, 480))
    let_through = held_back(player.page, f"/{re.escape(solid_stage())}$")
    player.open()
    expect(player.page.locator(".arena svg")).to_be_attached()
    player.play_against(1)
    server.script(["4"])
    player.throw_start_die()
    let_through()
    expect(player.page.locator(".arena canvas")).to_be_attached()


def choose_picture(player: Player, name: str) -> None:
    player.button("Settings").click()
    player.page.get_by_role("radio", name=name).check()
    player.button("Close").click()


def test_a_browser_without_3d_finds_nothing_to_complain_about(plain: NewPlayer) -> None:
    """Neither of WebGL nor of an engine that this server does not have."""
    player = plain(keeps=True)
    complaints: list[str] = []
    player.page.on("console", lambda said: complaints.append(f"{said.type}: {said.text}"))
    player.page.goto(player.url)  # in whatever picture this device would have
    expect(player.page.locator(".arena svg")).to_be_attached()
    player.play_against(1)
    player.throw_start_die()
    assert complaints == []
