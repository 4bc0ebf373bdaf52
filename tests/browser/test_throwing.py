"""The hand on the page: a flick with the pointer, the whole game by keyboard, pushing dice."""

import json
import math
import re
import time
from typing import Any

import pytest
from browser.player import PATIENCE, Player
from browser.server import NewPlayer, Server
from playwright.sync_api import expect


def sent_by(player: Player) -> list[dict[str, Any]]:
    """Every message the page sends, as it grows."""
    messages: list[dict[str, Any]] = []

    def note(frame: str | bytes) -> None:
        if isinstance(frame, str):
            messages.append(json.loads(frame))

    player.page.on("websocket", lambda socket: socket.on("framesent", note))
    return messages


def throws(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "throw"]


def own_dice(player: Player) -> tuple[float, float]:
    """A point on the screen where the player's own dice lie: just above the own name tag."""
    player.wait_still()
    tag = player.page.locator(".tag.near").bounding_box()
    assert tag is not None
    return tag["x"] + tag["width"] / 2, tag["y"] - 14


def draw(
    player: Player, points: list[tuple[float, float]], gap: float = 0.012, release: bool = False
) -> None:
    """Press and move, with times of its own: a busy machine must not slow the hand down."""
    session = player.page.context.new_cdp_session(player.page)
    start = time.time()
    kinds = ["mousePressed", *["mouseMoved"] * (len(points) - 1), "mouseReleased"]
    for i, (kind, (x, y)) in enumerate(zip(kinds, [*points, points[-1]], strict=True)):
        if kind == "mouseReleased" and not release:
            return
        session.send(
            "Input.dispatchMouseEvent",
            {
                "type": kind,
                "x": x,
                "y": y,
                "button": "left",
                "buttons": 1,
                "clickCount": 1,
                "timestamp": start + min(i, len(points) - 1) * gap,
            },
        )


def swipe(player: Player, points: list[tuple[float, float]], gap: float = 0.012) -> None:
    """The same, and let go."""
    draw(player, points, gap, release=True)


def test_a_flick_is_the_throw(arena: NewPlayer) -> None:
    player = arena(size=(360, 480))
    messages = sent_by(player)
    player.open()
    player.play_against(1)
    expect(player.page.locator(".throw")).to_be_visible()
    x, y = own_dice(player)
    swipe(player, [(x + step * 3, y - step * 22) for step in range(7)])
    expect(player.page.locator(".caption-line")).to_be_visible()
    (throw,) = throws(messages)
    assert -math.pi < throw["aim"]["side"] < -math.pi / 2, "flicked to the right: from the left"
    assert throw["aim"]["speed"] > 1.0, "a quick flick is a firm throw"


AWAKE = "() => window.kesselArena.sound.awake"
UNTOUCHED = "Object.defineProperty(UserActivation.prototype, 'hasBeenActive', { get: () => false })"
"""Chromium sometimes lets a new tab inherit the gestures of another one of its site."""


@pytest.mark.parametrize("gesture", ["button", "key"])
def test_the_first_throw_of_any_kind_wakes_the_sound(plain: NewPlayer, gesture: str) -> None:
    """On the table itself: whoever came by a link has touched nothing yet."""
    player = plain(heard=True).open()
    player.play_against(1)
    expect(player.page.locator(".throw")).to_be_visible()
    page = player.page.context.new_page()
    page.add_init_script(UNTOUCHED)
    page.goto(player.page.url)
    player.page.close()
    expect(page.locator(".throw")).to_be_visible()
    page.wait_for_function("() => window.kesselArena !== null")
    assert page.evaluate(AWAKE) is False
    if gesture == "button":
        page.locator(".throw").click()
    else:
        page.keyboard.press(" ")
    page.wait_for_function(AWAKE)


def test_the_keyboard_alone_plays_a_whole_game(plain: NewPlayer, server: Server) -> None:
    server.script(["4"], ["4", "6"], ["4", "6", "3"], ["5", "5"], [])
    player = plain()
    messages = sent_by(player)
    player.open()
    keyboard = player.page.keyboard
    expect(player.button("Play")).to_be_enabled()
    for _ in range(40):
        keyboard.press("Tab")
        if player.page.evaluate("document.activeElement?.textContent") == "Play":
            break
    keyboard.press("Enter")
    expect(player.page.locator(".throw")).to_be_visible()
    keyboard.press("?")
    expect(player.page.get_by_role("dialog").locator("kbd")).to_have_count(10)
    keyboard.press("Escape")
    end = time.monotonic() + PATIENCE
    while not player.is_over() and time.monotonic() < end:
        player.wait_settled()
        if player.page.locator(".throw").is_visible():
            player.button("Menu").focus()
            keyboard.press("ArrowLeft")
            player.page.locator("#arena-focus").focus()
            keyboard.press("Space")
        player.page.wait_for_timeout(20)
    player.see_podium()
    aims = [throw["aim"]["x"] for throw in throws(messages)]
    assert min(aims) < 0, "the arrows moved the aim to the left"
    for _ in range(20):
        keyboard.press("Tab")
        if player.page.evaluate("document.activeElement?.textContent") == "Again":
            break
    keyboard.press("Enter")
    expect(player.page.locator(".podium")).to_be_hidden()


def test_a_throw_of_the_history_can_be_seen_again(plain: NewPlayer) -> None:
    player = plain(size=(320, 480)).open()
    player.play_against(1)
    player.page.locator(".throw").click()
    expect(player.page.locator(".caption-line")).to_be_visible()
    player.wait_settled()
    state = player.mark("state")
    player.menu("History")
    player.button("See throw 1 again").first.click()
    player.wait_settled()
    assert player.mark("state") == state
    player.page.reload()
    player.menu("History")
    expect(player.page.get_by_role("dialog")).to_contain_text("in the replay")


def test_lying_dice_are_pushed_before_the_throw(arena: NewPlayer) -> None:
    player = arena()
    messages = sent_by(player)
    player.open()
    player.choose_edition("impact")
    player.play_against(1)
    player.page.locator(".answers .face-button").first.click()
    player.button("Move dice").click()
    player.wait_still()
    before = player.mark("state")
    place = player.page.evaluate(
        "[...Array(26).keys()].map((id) => window.kesselArena.dieOnScreen(id)).find(Boolean)"
    )
    x, y = place["x"], place["y"]
    swipe(player, [(x + step * 5, y) for step in range(5)], gap=0.1)
    player.wait_changed(before)
    player.button("Done").click()
    expect(player.page.locator(".throw")).to_be_visible()
    (push,) = [message for message in messages if message["type"] == "push"]
    assert push["dice"][0]["x"] > 0.005
    assert throws(messages) == []


def test_the_coach_says_the_chances(plain: NewPlayer) -> None:
    player = plain().open()
    player.button("Settings").click()
    player.page.get_by_role("radio", name="Chances and aim").check()
    player.button("Close").click()
    player.play_against(1)
    player.throw_start_die()
    coach = player.page.locator(".coach").first
    expect(coach).to_contain_text(re.compile("Best: a (gentle|firm|wild) throw."))
    expect(coach.get_by_text("to win")).to_be_hidden()
    coach.locator("summary").click()
    expect(coach.get_by_text("to win")).to_have_text(re.compile(r"Throw: [\d.]+% to win.*firm"))
    expect(player.page.locator(".actions")).to_contain_text("Aim along the line.")


FIRM, WILD = 1.8, 3.0
"""m/s: the speeds of the named throws."""


def stop_clock(player: Player) -> None:
    """The page's time stands still, so that a busy machine cannot make a tap a long one."""
    now: float = player.page.evaluate("Date.now()")
    player.page.clock.pause_at(now / 1000 + 10)


HELD = 600
"""ms: past a tap, and from the firm throw most of the way to the wildest."""


@pytest.mark.parametrize("way", ["button", "key"])
def test_a_tap_throws_firmly_and_holding_shows_a_meter(plain: NewPlayer, way: str) -> None:
    player = plain()
    messages = sent_by(player)
    player.page.clock.install()
    player.open()
    player.play_against(1)
    expect(player.page.locator(".throw-hint")).to_have_text("Tap: firm · Hold: choose")
    meter = player.page.get_by_role("meter", name="Strength of the throw")
    expect(meter).to_be_hidden()
    player.wait_settled()
    player.page.locator("#arena-focus").focus()
    stop_clock(player)
    if way == "button":
        player.page.locator(".throw").click()
    else:
        player.page.keyboard.press(" ")
    player.page.clock.resume()
    player.throw_start_die()
    assert throws(messages)[0]["aim"]["speed"] == pytest.approx(FIRM)
    expect(player.page.locator(".throw")).to_be_visible()
    stop_clock(player)
    if way == "button":
        player.page.locator(".throw").hover()
        player.page.mouse.down()
    else:
        player.page.locator("#arena-focus").focus()
        player.page.keyboard.down(" ")
    player.page.clock.run_for(HELD)
    expect(meter).to_have_attribute("aria-valuetext", "wild")
    expect(player.page.locator(".throw-hint")).to_have_text("wild")
    before, state = len(throws(messages)), player.mark("state")
    player.page.mouse.up() if way == "button" else player.page.keyboard.up(" ")
    player.page.clock.resume()
    expect(meter).to_be_hidden()
    player.wait_changed(state)
    assert throws(messages)[before]["aim"]["speed"] > (FIRM + WILD) / 2
