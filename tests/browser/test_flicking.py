"""The flick: the die under the finger is the die that flies, however late its flight is known."""

from dataclasses import dataclass
from itertools import pairwise, takewhile

from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_throwing import own_dice, swipe
from playwright.sync_api import expect

LATENCY = 10
"""Frames each way: the eye counts them, not the clock of a busy machine."""
FRAME = 0.016
"""s"""
LATE = f"""
const later = (what, frames = {LATENCY}) =>
    requestAnimationFrame(() => (frames > 1 ? later(what, frames - 1) : what()));
window.WebSocket = class extends WebSocket {{
    send(data) {{ later(() => super.send(data)); }}
    set onmessage(hear) {{ super.onmessage = (said) => later(() => hear(said)); }}
}};
"""
"""Inside the page, before anything else: a line that takes its time."""
WATCH = """() => {
    window.frames_seen = [];
    addEventListener("pointerup", () => { window.released = performance.now(); }, true);
    const drawn = () => [...new Set([...document.querySelectorAll('.arena use[href="#flat-side"]')]
        .map((side) => side.parentElement.parentElement))]
        .filter((die) => getComputedStyle(die).visibility === "visible")
        .map((die) => die.transform.baseVal.consolidate().matrix)
        .map(({ e, f }) => [e, f]);
    const look = () => {
        const known = document.documentElement.dataset.settled === "false";
        window.frames_seen.push([performance.now(), drawn(), known]);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes where every die is drawn, frame by frame, and when the hand lets go."""
FASTEST = 4.0
"""m/s: no die is thrown faster."""
JOINED = 0.35
"""s: by then it is where the physics has it."""
SLACK = 24.0
"""CSS pixels that a die may be ahead: a frame is drawn some time after it was begun."""

NEAR = 40.0
"""CSS pixels: the die that is ready stands out of its row, and the row moves when a bar grows."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What was drawn when: s, and CSS pixels."""

    time: float
    dice: tuple[tuple[float, float], ...]
    known: bool = False
    """Whether the page shows how the die really flies."""


def jumps(frames: list[Frame], start: tuple[float, float], fastest: float) -> list[str]:
    """Where the die that was at the start is not near where it was a frame before."""
    found = []
    at = start
    for before, now in pairwise(frames):
        near = min(now.dice, key=lambda one: _far(one, at))
        reach = fastest * (now.time - before.time) + SLACK
        if _far(near, at) > reach:
            found.append(f"{at} to {near} within {now.time - before.time:.3f} s")
        at = near
    return found


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def in_row(frame: Frame, row: dict[str, float]) -> int:
    """How many dice lie in one's own supply."""
    return sum(row["top"] - NEAR <= y <= row["bottom"] + NEAR for _, y in frame.dice)


def flicked(player: Player, x: float, y: float) -> tuple[list[Frame], list[Frame]]:
    """What is drawn before the hand takes a die, and from letting go until it lies."""
    player.page.evaluate(WATCH)
    swipe(player, [(x + step * 2, y - step * 26) for step in range(7)])
    player.page.wait_for_function(
        "() => window.frames_seen.filter(([, , known]) => known).length > 3"
    )
    player.wait_settled()
    released, seen = player.page.evaluate("[window.released, window.frames_seen]")
    frames = [Frame(time / 1000, tuple(map(tuple, dice)), known) for time, dice, known in seen]
    return frames[:1], [one for one in frames if one.time > released / 1000]


def test_a_flicked_die_flies_on_from_the_hand_though_the_line_is_slow(
    plain: NewPlayer, server: Server
) -> None:
    player = plain(size=(390, 844), speed=1, every_frame=True)
    player.page.add_init_script(LATE)
    player.open()
    player.play_against(1)
    server.script(["4"])
    player.throw_start_die()
    expect(player.page.locator(".throw")).to_be_visible()
    for button in player.page.locator(".view-buttons button").all():
        expect(button).to_be_hidden()  # fingers turn and zoom
    x, y = own_dice(player)
    row, metre = player.page.evaluate(
        "[window.kesselArena.seatOnScreen(0), window.kesselArena.faceOnScreen("
        "[...Array(31).keys()].find((id) => window.kesselArena.faceOnScreen(id) !== null)) / 0.016]"
    )
    (rest,), frames = flicked(player, x, y)
    let_go = (x + 12, y - 156)
    first = min(frames[0].dice, key=lambda one: _far(one, let_go))
    assert _far(first, let_go) < 2 * metre * 0.016, "it is where the finger was"
    begun = next(one.time for one in frames if one.known)
    assert begun - frames[0].time > 2 * (LATENCY - 1) * FRAME, "the line was slow"
    waiting = [one for one in frames if one.time < begun]
    flight = takewhile(lambda one: one.known, frames[len(waiting) :])  # it may be short
    seen = waiting + [one for one in flight if one.time < begun + JOINED]
    assert len(waiting) > 2, "it was seen while nobody knew its flight"
    own = (len(rest.dice) - 1) // 2  # two players have as many, and one die lies in the arena
    assert all(in_row(one, row) < own for one in waiting), "none is put back"
    assert jumps(seen, first, FASTEST * metre) == []


def test_control_a_die_that_goes_back_to_the_row_is_found() -> None:
    flies = [Frame(i / 60, ((100.0, 500.0 - 10 * i), (100.0, 700.0))) for i in range(9)]
    assert jumps(flies, (100.0, 500.0), 2400.0) == []
    back = [*flies[:4], *(Frame(one.time, ((100.0, 700.0),)) for one in flies[4:])]
    assert len(jumps(back, (100.0, 500.0), 2400.0)) == 1
