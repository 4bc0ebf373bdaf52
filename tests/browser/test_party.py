"""A party: one big screen that shows the table, and phones that are hands."""

import re
import time

from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_layout import CLEAR, OFF_SCREEN, find_nothing, with_large_letters
from browser.test_people import come_by
from browser.test_screens import small_targets, violations
from browser.test_throwing import sent_by, stop_clock, swipe, throws
from playwright.sync_api import expect

TELEVISION = (1280, 720)
PHONE = (390, 844)
GIVES_UP_AFTER = 12.0
"""s that a phone waits for its screen."""
REACHED = "(state) => Number(document.documentElement.dataset.state ?? -1) >= state"


def open_party(screen: Player) -> str:
    """The code of four letters that a big screen shows."""
    screen.open("/")
    screen.button("Play together").click()
    screen.button("Show it on a TV").click()
    code = screen.page.locator(".big-code")
    expect(code).to_have_text(re.compile("^[B-DF-HJ-NPR-TV-Z]{4}$"))
    return code.inner_text()


def sit_down_by_link(hand: Player, table: str, name: str) -> None:
    """What the camera of a phone finds on the screen."""
    hand.open(f"/hand/{table}")
    hand.sit_down(name)


def flick(hand: Player) -> None:
    """A quick stroke up the pad."""
    pad = hand.page.locator(".flick-pad.ready")
    expect(pad).to_be_visible()
    hand.wait_settled()
    box = pad.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    swipe(hand, [(x, y - step * 22) for step in range(7)])


IN_SIGHT = """() => {
    const podium = document.querySelector('.podium');
    return podium !== null && podium.scrollHeight <= podium.clientHeight + 1;
}"""
"""All of the podium, in a low window too: nobody scrolls a big screen."""


LIT = """() => {
    return document.elementsFromPoint(innerWidth / 2, innerHeight / 2)
        .filter((one) => !one.closest('.arena') && one.closest('main *'))
        .every((one) => getComputedStyle(one).backgroundColor === 'rgba(0, 0, 0, 0)');
}"""
"""Nothing is painted over the middle of the bowl."""
CALLED_OVER = """() => {
    const name = document.querySelector('.turn-name');
    const [call] = name.getAnimations();
    call.pause();
    call.currentTime = 400;
    const { left, top, right, bottom } = name.getBoundingClientRect();
    return [0, 1, 2].map((seat) => window.kesselArena.seatOnScreen(seat)).filter((dice) =>
        left < dice.right && dice.left < right && top < dice.bottom && dice.top < bottom);
}"""
"""The dice that wait under a turn while it is called."""
OUT_OF_SIGHT = """async (seat) => {
    const fresh = () => document.querySelector('.flying-one:not([data-seen])');
    while (!fresh()) await new Promise((drawn) => requestAnimationFrame(drawn));
    const one = fresh();
    one.dataset.seen = seat;
    const [flight] = one.getAnimations();
    flight.pause();
    const parts = Array.from({ length: 30 }, (_, part) => part * 100);
    return parts.filter((ms) => {
        flight.currentTime = ms;
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    });
}"""
"""When a reaction that flies is not seen whole, ms."""
OWN_DICE = "window.kesselArena.seatOnScreen(0).bottom"
TAG_LETTERS = "parseFloat(getComputedStyle(document.querySelector('.tag')).fontSize)"
SCORE = 0.03
"""The same share for the names with their dice, which are the score."""
LETTERS = "parseFloat(getComputedStyle(document.querySelector('.turn-call')).fontSize)"
FROM_FIVE_METRES = 0.06
"""The share of a television's height that letters need: 25 mm for capitals on one of 60 cm."""


def gather(screen: Player, code: str, ann: Player, ben: Player) -> None:
    """Ann comes by the letters and Ben by the link, and throw while they wait."""
    table = screen.page.url.split("/screen/")[1][:12]
    come_by(ann, code, "Ann")
    expect(ann.page).to_have_url(re.compile(f"/hand/{table}"))
    sit_down_by_link(ben, table, "Ben")
    for name in ("Ann", "Ben"):
        expect(screen.page.locator(".arrival.here", has_text=name)).to_be_visible()
    expect(screen.page.locator(".way-in")).to_contain_text("Ann starts.")
    expect(screen.page.locator(".big-code")).to_have_text(code)
    assert screen.page.evaluate(LIT), "the lobby is the arena"
    flick(ben)  # something to do while one waits
    screen.page.wait_for_function("() => window.kesselArena.dieOnScreen(1)")


def test_a_party_on_a_big_screen_with_phones_as_hands(plain: NewPlayer, server: Server) -> None:
    screen = plain(size=TELEVISION)
    ann = plain(size=PHONE, has_touch=True)
    ben = with_large_letters(plain(size=PHONE, has_touch=True))
    messages = sent_by(ann)
    code = open_party(screen)
    found = {"the way in": violations(screen)}
    gather(screen, code, ann, ben)
    server.script_quick_game()
    ann.start_with("Ben")

    expect(screen.page.locator(".tag")).to_have_count(2)
    expect(screen.page.locator(".ask")).to_contain_text("Ann’s turn")
    expect(screen.page.get_by_role("button")).to_have_count(3)  # out, sound, and none of these
    assert screen.page.evaluate(LETTERS) >= FROM_FIVE_METRES * TELEVISION[1]
    assert screen.page.evaluate(TAG_LETTERS) >= SCORE * TELEVISION[1]
    screen.wait_still()
    before = screen.page.evaluate(OWN_DICE)
    expect(ann.page.locator(".flick-pad.ready")).to_be_visible()
    assert small_targets(ann) == []
    ann.button("React").click()
    assert ann.page.evaluate(CLEAR, [".reactions", ".flick-pad"]), "nothing lies on the pad"
    ann.button("React").click()
    flick(ann)
    expect(screen.page.locator(".caption-line")).to_be_visible()
    assert screen.page.evaluate(OWN_DICE) == before, "the picture stays, whatever is said"
    (throw,) = throws(messages)
    assert throw["aim"]["speed"] > 1.0, "a quick flick is a firm throw"
    expect(ben.page.locator(".guess-half")).to_have_count(2)
    expect(ben.page.locator(".hand-name")).to_have_text("Ben")
    find_nothing(ben, OFF_SCREEN)  # twice the letters have room
    found |= {"the hand": violations(ann), "the table": violations(screen)}
    wait_for_flight = screen.watch_for(".flying-one")
    wait_for_reaction = screen.watch_for('.tag:has([data-seat="1"])', "Wow!")
    ben.button("React").click()
    ben.button("Wow!").click()
    wait_for_flight()
    wait_for_reaction()

    for hand in (ann, ben):
        hand.play_along()
    expect(screen.page.locator(".podium")).to_contain_text("Again? Press on a phone.")
    expect(screen.page.locator(".tag")).to_have_count(0)
    expect(ann.button("Again")).to_be_visible()
    ann.page.clock.install()
    stop_clock(ann)  # others have two seconds to say that they would like to wait
    ann.button("Again").click()
    expect(screen.page.locator(".proposal")).to_contain_text("Ann would like another game.")
    ben.button("Not yet").click()
    expect(ann.page.locator(".proposal")).to_contain_text("Ben asks for a moment.")
    expect(ann.button("Again")).to_be_enabled()
    ann.page.clock.resume()
    found |= {"the end": violations(screen), "the end in the hand": violations(ann)}
    for player in (screen, ann):
        player.page.set_viewport_size({"width": 844, "height": 390})
    screen.page.wait_for_function(IN_SIGHT)
    expect(ann.button("Leave")).to_be_in_viewport(ratio=1)
    assert {where: what for where, what in found.items() if what} == {}


def test_a_screen_finds_its_table_by_the_code_and_after_a_reload_and_without_buttons(
    plain: NewPlayer,
) -> None:
    first, second, stray = plain(size=TELEVISION), plain(size=TELEVISION), plain()
    code = open_party(first)
    second.open(f"/screen/{code.lower()}")
    expect(second.page.locator(".big-code")).to_have_text(code)
    assert second.page.url == first.page.url, "the code may end, the address does not"
    first.page.reload()
    expect(first.page.locator(".big-code")).to_have_text(code)
    second.button("View without buttons").click()
    for again in (False, True):
        if again:
            second.page.reload()
        expect(second.page.locator(".big-code")).to_have_text(code)
        expect(second.page.get_by_role("button")).to_have_count(0)
    stray.open("/screen/zzzz")
    expect(stray.page.get_by_role("alert")).to_contain_text("There is no such table")


def test_a_call_covers_no_dice_and_reactions_stay_in_sight(plain: NewPlayer) -> None:
    screen = plain(size=TELEVISION).open()
    this_tv = screen.page.locator(".this-tv:enabled")
    expect(this_tv).to_be_hidden()  # somebody points here
    this_tv.dispatch_event("click")
    expect(screen.page.locator(".big-code")).to_be_visible()
    table = screen.page.url.split("/screen/")[1][:12]
    hands = [plain(size=PHONE) for _ in range(3)]
    for hand, name in zip(hands, ("Wilhelmine Augustina", "Ben", "Cleo"), strict=True):
        sit_down_by_link(hand, table, name)
    hands[0].start_with("Cleo")
    expect(screen.page.locator(".turn-name")).to_contain_text("Wilhelmine Augustina’s turn.")
    screen.wait_still()
    assert screen.page.evaluate(CALLED_OVER) == []
    too_large = "() => { document.querySelector('.turn-name').style.fontSize = '2em'; }"
    assert screen.after(too_large, CALLED_OVER) != []
    for seat, hand in enumerate(hands):
        hand.button("React").click()
        hand.button("Wow!").click()
        assert screen.inside(OUT_OF_SIGHT, seat) == []
    hands[0].button("Lucky!").click()
    astray = "document.body.style.setProperty('translate', '50vw')"
    assert screen.inside(f"async () => {{ {astray}; return ({OUT_OF_SIGHT})(3); }}") != []


def test_a_hand_may_look_at_the_table_and_come_back(plain: NewPlayer) -> None:
    screen, ann = plain(size=TELEVISION), plain(size=PHONE)
    code = open_party(screen)
    come_by(ann, code, "Ann")
    ann.button("Start with computers").click()
    expect(ann.page.locator(".throw")).to_be_visible()
    ann.button("Show the table here too").click()
    expect(ann.page.locator(".tag")).to_have_count(5)
    ann.page.go_back()
    expect(ann.page.locator(".flick-pad.ready")).to_be_visible()
    ann.button("Leave the table").click()
    ann.waiting_table().click()
    ann.throw()
    assert "/hand/" in ann.page.url


def quick_party(plain: NewPlayer, server: Server) -> tuple[Player, Player, Player]:
    """A television and two phones, in a game that ends soon."""
    screen, ann, ben = plain(size=TELEVISION), plain(size=PHONE), plain(size=PHONE)
    code = open_party(screen)
    come_by(ann, code, "Ann")
    come_by(ben, code, "Ben")
    server.script_quick_game()
    ann.start_with("Ben")
    return screen, ann, ben


def test_those_who_wait_guess_for_points_and_the_host_takes_everybody_to_another_box(
    plain: NewPlayer, server: Server
) -> None:
    screen, ann, ben = quick_party(plain, server)
    ann.throw_start_die()
    expect(ben.page.locator(".guessing")).to_contain_text("Will Ann take dice?")
    expect(ann.page.locator(".guessing")).to_have_count(0)
    ben.button("A catch").click()
    expect(ben.button("A catch")).to_have_attribute("aria-pressed", "true")
    expect(screen.page.locator(".tag .guess")).to_have_text("A catch")
    told = [screen.watch_for(".tag .guess.right", "A catch ✓"), ben.watch_for(".said.right")]
    ann.throw()
    for wait_until_told in told:
        wait_until_told()
    for player in (ann, ben):
        player.play_along()
    expect(screen.page.locator(".crowned")).to_have_text("The crown goes to Ann")
    expect(screen.page.locator(".evening")).to_contain_text("Ann 1")
    for _ in range(2):
        server.script_quick_game()
        ann.button("Again").click()
        expect(screen.page.locator(".podium")).to_have_count(0)
        for player in (ann, ben):
            player.play_along()
        expect(screen.page.locator(".evening")).to_be_visible()
    expect(screen.page.locator(".evening")).to_contain_text("Last game?")
    picture = screen.page.locator(".keepsake")
    expect(picture).to_have_count(1)  # nothing flew here
    assert picture.evaluate("(one) => one.decode().then(() => one.naturalWidth)") == 1080
    ann.page.locator("summary", has_text="Other box").click()
    expect(ben.button("Again")).to_be_visible()
    expect(ben.page.locator("summary", has_text="Other box")).to_have_count(0)
    ann.choose_edition("harry-potter")
    name = "Harry Potter Strike Dice Game"
    for player in (screen, ben):
        expect(player.page.locator(".next-box")).to_have_text(f"Next: {name}")
    assert screen.mark("family") == "strike", "the game that is over keeps its box"
    ann.button("Again").click()
    for player in (screen, ann, ben):
        expect(player.page.locator(".podium")).to_have_count(0)
        assert player.mark("family") == "wizards"


def test_a_phone_that_comes_back_late_tells_the_same_awards(
    plain: NewPlayer, server: Server
) -> None:
    _, ann, ben = quick_party(plain, server)
    server.script(["5"], ["5", "4"], ["5", "4", "3"], ["4", "4", "3", "3"], [])
    for player in (ann, ben):
        player.play_along()
    awards = ben.see_more().locator(".awards li")
    expect(awards.first).to_contain_text("Catch of the evening: Ann")
    told = awards.all_inner_texts()
    ben.reload()
    ben.see_more()
    expect(awards).to_have_text(told)


def test_a_phone_never_runs_ahead_of_a_slow_screen(plain: NewPlayer) -> None:
    screen, ann = plain(size=TELEVISION, speed=1), plain(size=PHONE)
    code = open_party(screen)
    come_by(ann, code, "Ann")
    ann.button("Start with computers").click()
    expect(ann.page.locator(".throw")).to_be_visible()
    ann.throw()  # the phone may not have heard of a screen yet, and reckons its pace
    for _ in range(2):
        screen.page.wait_for_function(REACHED, arg=int(ann.mark("state")))
        began = time.monotonic()  # it may give up in the turns of the others, too
        asked = ann.page.wait_for_selector(".throw, .hand-wait, .podium")
        if asked is None or "throw" not in (asked.get_attribute("class") or ""):
            return  # chance has put her out
        ann.throw()
        on_the_phone = int(ann.mark("state"))  # looked at first: both go on meanwhile
        is_ahead = int(screen.mark("state")) < on_the_phone
        assert not is_ahead or time.monotonic() - began > GIVES_UP_AFTER
