"""Everything has its place: odd sizes, large letters, no 3D, a lost line, somebody away."""

import re

import pytest
from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_screens import APART
from browser.test_together import Line, invited_table
from playwright.sync_api import FloatRect, Locator, expect

OFF_SCREEN = """() => [...document.querySelectorAll('button, a, select, h1, label')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
    .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        return left < -1 || right > window.innerWidth + 1;
    })
    .map((one) => one.outerHTML.slice(0, 120))"""
"""What nobody can scroll to: beyond the left or right edge."""

CUT_OFF = """() => [...document.querySelectorAll('.home-play select, .home-play button')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const panel = one.closest('.home-play').getBoundingClientRect();
        const { left, right } = one.getBoundingClientRect();
        return left < panel.left || right > panel.right;
    })
    .map((one) => one.outerHTML.slice(0, 120))"""
"""What sticks out of the panel."""

CHOICE_CUT = """(list) => {
    const style = getComputedStyle(list);
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return pen.measureText(list.selectedOptions[0].text).width > room + 1;
}"""
"""The level that is chosen does not fit its field."""

SEEN = """(name) => {
    const place = document.querySelector(name)?.getBoundingClientRect();
    if (!place) return false;
    const { left, top, width, height } = place;
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return Boolean(there?.closest(name));
}"""
"""It is there, and nothing lies over its middle."""


LETTERS = """() => document.fonts.check('500 16px "Alegreya Sans"')"""
"""The page has its own letters, and not those of the system for a moment."""


def with_large_letters(player: Player) -> Player:
    """What a browser does whose user chose letters of twice the size."""
    player.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        " document.documentElement.style.fontSize = '200%'; })"
    )
    return player


def find_nothing(player: Player, measure: str) -> None:
    """Until a measure finds nothing: what moves in comes to its place."""
    player.page.wait_for_function(f"() => ({measure})().length === 0")


BESIDE = """(both) => {
    const [left, right] = both.map((one) => document.querySelector(one).getBoundingClientRect())
        .sort((one, other) => one.left - other.left);
    return left.right <= right.left;
}"""
CLEAR = """([above, below]) => {
    const [first, second] = [above, below].map((one) => document.querySelector(one));
    return first !== null && second !== null
        && first.getBoundingClientRect().bottom <= second.getBoundingClientRect().top;
}"""
"""Both are there, and one ends where the other has not begun."""


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("large", [False, True])
def test_the_first_page_fits(plain: NewPlayer, large: bool) -> None:
    player = plain()
    if large:
        with_large_letters(player)
    player.open()
    expect(player.page.locator(".code-field")).to_be_visible()
    player.page.wait_for_function(LETTERS)
    for width, height in ((720, 450), (1000, 700), (390, 844), (844, 390)):
        player.page.set_viewport_size({"width": width, "height": height})
        find_nothing(player, OFF_SCREEN)
        find_nothing(player, CUT_OFF)
        assert box(player.page.locator(".wordmark"))["y"] < height / 3, "the name stands above"
        assert box(player.page.locator(".home-play"))["x"] < 100, "the panel is at the left"


def test_a_page_with_something_off_screen_is_found(plain: NewPlayer) -> None:
    """The measure itself: what is pushed out is seen."""
    player = plain().open()
    expect(player.page.locator(".code-field")).to_be_visible()
    player.page.wait_for_function(LETTERS)
    out = "() => { document.querySelector('.primary').style.marginLeft = '600px'; }"
    assert player.after(out, OFF_SCREEN) != []
    assert player.after(out, CUT_OFF) != []
    player.open_table()
    player.button("Computer").click()
    expect(player.page.locator(".field.compact")).to_be_visible()
    level = player.page.locator(".field.compact select")
    assert not level.evaluate(CHOICE_CUT)
    level.evaluate("(list) => { list.style.maxWidth = '90px'; }")
    assert level.evaluate(CHOICE_CUT)


MAT_BESIDE = """() => {
    const panel = document.querySelector('.home-play').getBoundingClientRect();
    const mat = document.querySelector('.arena [fill="url(#flat-mat)"]')?.getBoundingClientRect();
    return Boolean(mat) && mat.left > panel.right && mat.right < innerWidth
        && mat.width > innerWidth / 4;
}"""
"""The box stands beside the panel, and takes a good part of the screen."""


CUT_IN_LANDSCAPE = """() => {
    const inside = (one, frame) => {
        const [part, all] = [one, frame].map((it) => it.getBoundingClientRect());
        return part.left >= all.left - 1 && part.right <= all.right + 1
            && part.top >= all.top - 1 && part.bottom <= all.bottom + 1;
    };
    const within = [
        ['.home:has(.ways) .home-play', '.home-play button, .code-field'],
        ['.table .bottom-bar', '.hurry button, .today .top-facts > *'],
        ['.seat-names', '.seat-names select, .seat-names button'],
    ];
    const out = within.flatMap(([frame, parts]) => [...document.querySelectorAll(frame)]
        .flatMap((one) => [...document.querySelectorAll(parts)]
            .filter((part) => part.checkVisibility() && !inside(part, one))));
    const cut = [...document.querySelectorAll('.tag-name, .home-play button, .hurry button')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1);
    return [...out, ...cut].map((one) => one.outerHTML.slice(0, 120));
}"""
"""On a phone on its side: what sticks out of its panel, and words that are cut."""
CUT_WHILE_DICE_FLY = f"""async () => {{
    document.querySelector('.throw').click();
    while (!document.querySelector('.hurry'))
        await new Promise((drawn) => requestAnimationFrame(drawn));
    return ({CUT_IN_LANDSCAPE})();
}}"""
LONGEST = {"de-DE": ("Zauberer", "Computer"), "fr-FR": ("Sorciers", "Ordinateur")}


@pytest.mark.parametrize("language", LONGEST)
def test_a_phone_on_its_side_has_room_for_the_longest_words(
    plain: NewPlayer, language: str
) -> None:
    box_name, computer = LONGEST[language]
    fresh = plain(size=(640, 360), language=language, taught=False).open()
    expect(fresh.page.locator(".home > .home-play > .quiet-button")).to_be_visible()
    player = plain(size=(640, 360), language=language, speed=1).open()
    for one in (fresh, player):
        one.page.wait_for_function(LETTERS)
        expect(one.page.locator(".code-field")).to_be_visible()
        find_nothing(one, CUT_IN_LANDSCAPE)
    player.page.locator("label.card", has_text=box_name).click()
    player.page.locator(".together button").first.click()
    seats = player.page.locator(".seat-names li")
    for number in range(4):
        expect(seats).to_have_count(number + 1)
        player.button(computer).click()
    expect(seats).to_have_count(5)
    find_nothing(player, CUT_IN_LANDSCAPE)
    for select in player.page.locator(".seat-names select").all():
        assert not select.evaluate(CHOICE_CUT), select.inner_text()
    player.page.locator(".gathering > .primary").click()
    expect(player.page.locator(".throw")).to_be_visible()
    find_nothing(player, CUT_IN_LANDSCAPE)
    assert player.inside(CUT_WHILE_DICE_FLY) == []
    player.page.goto(f"{player.url}/#today")
    expect(player.page.locator(".throw")).to_be_visible()
    find_nothing(player, CUT_IN_LANDSCAPE)
    out = "() => { document.querySelector('.today-title').style.translate = '-300px'; }"
    assert player.after(out, CUT_IN_LANDSCAPE) != []


def test_the_box_stands_beside_the_panel_on_a_laptop_at_twice_the_size(plain: NewPlayer) -> None:
    player = plain(size=(640, 400)).open()
    player.page.wait_for_function(MAT_BESIDE)
    assert box(player.page.locator(".home-play"))["y"] + 1 >= 40, "the name stands above it"
    wide = "() => { document.querySelector('.home-play').style.width = '400px'; }"
    assert not player.after(wide, MAT_BESIDE), "a panel over the box is found"


def test_the_lesson_leaves_the_table_its_room(plain: NewPlayer) -> None:
    player = with_large_letters(plain(size=(390, 844), taught=False)).open()
    player.play_against(1)
    lesson = player.page.locator(".lesson")
    expect(lesson).to_be_visible()
    player.page.wait_for_function(CLEAR, arg=[".lesson", ".throw"])
    find_nothing(player, OFF_SCREEN)
    player.page.locator(".throw").click()
    expect(lesson).to_be_hidden()


def test_large_letters_leave_the_table_its_room(plain: NewPlayer, server: Server) -> None:
    player = with_large_letters(plain(size=(390, 844)))
    player.page.add_init_script("localStorage.setItem('kessel.coach', 'true')")
    player.open()
    server.script(["4"])
    player.play_against(4)
    player.throw_start_die()
    expect(player.page.locator(".throw")).to_be_visible()
    expect(player.page.locator(".coach").first).to_be_visible()
    player.page.wait_for_function(APART)
    find_nothing(player, OFF_SCREEN)
    player.wait_still()
    assert box(player.page.locator(".bottom-bar"))["height"] < 844 / 2, "the table keeps its half"
    player.page.wait_for_function(SEEN, arg=".throw")  # whatever is said above it
    player.button("React").click()
    expect(player.page.locator(".reactions")).to_be_visible()
    player.page.wait_for_function(APART)
    find_nothing(player, OFF_SCREEN)
    assert not player.after(ONTO_THE_QUESTION, APART), "a tag on the question is found"


ONTO_THE_QUESTION = """() => {
    const { top } = document.querySelector('.ask').getBoundingClientRect();
    document.querySelector('.tag.far').style.top = `${top + 20}px`;
}"""


READABLE = """() => {
    const names = [...document.querySelectorAll('.tag.far .tag-name')];
    const bar = document.querySelector('.top-bar').getBoundingClientRect();
    return names.length === 4 && names.every((one) => one.scrollWidth <= one.clientWidth
        && one.getBoundingClientRect().top >= bar.bottom);
}"""


AT_THEIR_DICE = """() => {
    const tags = [...document.querySelectorAll('.tag')].map((one) => one.getBoundingClientRect());
    return tags.length === 5 && tags.every((tag, seat) => {
        const dice = window.kesselArena.seatOnScreen(seat);
        return Math.max(dice.left - tag.right, tag.left - dice.right,
            dice.top - tag.bottom, tag.top - dice.bottom) < 12;
    });
}"""
"""Held sideways, each tag is at its dice, not in a share of the width."""


DICE_IN_SIGHT = """() => {
    const over = [...document.querySelectorAll(
        '.top-bar button, .tag:not(.beyond), .ask, .caption-line, .answers button, .reactions')]
        .map((one) => one.getBoundingClientRect());
    const apart = (a, b) =>
        a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const tags = [...document.querySelectorAll('.tag')].map((one) => one.getBoundingClientRect());
    const buttons = [...document.querySelectorAll('.top-bar button, .answers button')]
        .map((one) => one.getBoundingClientRect());
    return tags.length === 5
        && tags.every((tag) => buttons.every((one) => apart(tag, one)))
        && tags.every((_, seat) => {
            const dice = window.kesselArena.seatOnScreen(seat);
            return dice.left > 1 && over.every((one) => apart(dice, one));
        });
}"""
"""Nobody's dice lie beyond the edge, or under a name, a button or a sentence; and no name stands on
a button."""
WAY_OUT_DOWN = """() => {
    const { style } = document.querySelector('.top-bar button');
    Object.assign(style, { position: 'relative', top: '60px' });
}"""


SPEAK = """() => {
    for (const tag of document.querySelectorAll('.tag.far')) {
        const said = document.createElement('span');
        said.className = 'bubble word';
        said.textContent = 'No hurry, dear.';
        tag.append(said);
    }
}"""
SPOKEN_BESIDE = """() => {
    const said = [...document.querySelectorAll('.tag.far > .bubble')]
        .map((one) => one.getBoundingClientRect());
    const dice = [0, 1, 2, 3, 4].map((seat) => window.kesselArena.seatOnScreen(seat));
    return said.length === 4 && said.every((a) => a.left >= 0 && a.right <= innerWidth
        && dice.every((b) => a.right <= b.left || b.right <= a.left
            || a.bottom <= b.top || b.bottom <= a.top));
}"""
"""What the others say lies on nobody's dice, and all of it is on the screen."""


def test_five_names_on_a_phone_can_be_read(plain: NewPlayer) -> None:
    player = plain(size=(390, 844)).open()
    player.open_table()
    player.friends_here("Hannelore", "Guillaume", "Christoph", "Elisabeth", "Friederike")
    player.start_with("Friederike")
    expect(player.page.locator(".tag.far")).to_have_count(4)
    player.page.wait_for_function(READABLE)
    player.page.wait_for_function(APART)
    assert player.after(SPEAK, SPOKEN_BESIDE)
    higher = "document.querySelector('.tag.far > .bubble').style.top = '100%'"
    assert not player.after(f"() => {{ {higher}; }}", SPOKEN_BESIDE), (
        "what is said on dice is found"
    )
    player.page.evaluate("document.querySelectorAll('.bubble').forEach((one) => one.remove())")
    player.page.set_viewport_size({"width": 844, "height": 390})
    player.page.wait_for_function(AT_THEIR_DICE)
    player.page.wait_for_function(DICE_IN_SIGHT)
    player.page.set_viewport_size({"width": 667, "height": 375})
    player.page.wait_for_function(DICE_IN_SIGHT)
    player.page.set_viewport_size({"width": 360, "height": 640})
    player.page.wait_for_function(READABLE)
    player.page.wait_for_function(APART)
    player.button("React").click()  # the box makes way for the row
    expect(player.page.locator(".reactions")).to_be_visible()
    player.page.wait_for_function(APART)
    player.page.wait_for_function(DICE_IN_SIGHT)
    longer = "document.querySelector('.tag.far .tag-name').textContent = 'Friederike von Stein'"
    assert not player.after(f"() => {{ {longer}; }}", READABLE), "a name that is cut is found"
    assert not player.after(WAY_OUT_DOWN, DICE_IN_SIGHT), "a button on a name is found"


UNHURRIED = """async (shift) => {
    const marks = document.documentElement.dataset;
    const before = marks.state;
    const seen = [];
    document.querySelector(".throw").click();
    while (marks.state === before || marks.settled !== "true") {
        await new Promise((drawn) => requestAnimationFrame(drawn));
        const hurry = document.querySelector(".hurry");
        if (!hurry) continue;
        hurry.style.translate = `0 ${shift}px`;
        const { top } = hurry.getBoundingClientRect();
        for (const one of document.querySelectorAll(".caption-sentence"))
            seen.push(one.getBoundingClientRect().bottom <= top);
    }
    return seen;
}"""
"""Throws, and sees whether each sentence stands above what hurries as long as that is there."""


def test_what_hurries_lies_on_no_sentence(plain: NewPlayer, server: Server) -> None:
    player = plain(size=(390, 844), speed=1, every_frame=True).open()
    server.script_quick_game()
    player.open_table()
    player.friends_here("Ann", "Ben")
    player.start_with("Ben")
    player.throw_start_die()
    seen, control = (player.page.evaluate(UNHURRIED, shift) for shift in (0, -60))
    assert seen
    assert all(seen)
    assert not all(control), "what lies on a sentence is found"


GROWN = """() => new Promise((done) => {
    const bar = document.querySelector(".bottom-bar");
    const box = () => document.querySelector(".arena svg > g").getAttribute("transform");
    const before = { box: box(), height: bar.offsetHeight };
    new ResizeObserver(() => {
        if (bar.offsetHeight > before.height) done(box() !== before.box);
    }).observe(bar);
    const more = document.createElement("div");
    more.style.height = "160px";
    bar.append(more);
})"""
"""Whether the box is drawn elsewhere in the frame in which the bar has become higher."""


def test_dice_step_aside_in_the_frame_in_which_the_bar_grows(plain: NewPlayer) -> None:
    player = plain(size=(390, 844)).open()
    player.play_against(1)
    expect(player.page.locator(".throw")).to_be_visible()
    player.wait_still()
    assert player.inside(GROWN)


def test_the_score_of_a_tournament_keeps_clear_of_the_lesson(plain: NewPlayer) -> None:
    player = plain(size=(1280, 800), taught=False).open()
    player.open_table()
    player.open_terms()
    player.page.get_by_label("Tournament").check()
    player.play_against(2)
    lesson, score = player.page.locator(".lesson"), player.page.locator(".tournament-corner")
    expect(lesson).to_be_visible()
    expect(score).to_be_visible()
    player.page.wait_for_function(BESIDE, arg=[".lesson", ".tournament-corner"])
    player.page.set_viewport_size({"width": 390, "height": 844})
    expect(score).to_be_hidden()  # there is no room for both
    player.button("Got it").click()
    expect(score).to_be_visible()


def test_a_reload_frames_the_arena_only_for_those_who_use_keys(plain: NewPlayer) -> None:
    player = plain().open()
    player.play_against(1)
    expect(player.page.locator(".throw")).to_be_visible()
    player.page.reload()
    frame = player.page.locator("#arena-focus")
    expect(frame).to_be_focused()
    outline = "document.querySelector('#arena-focus').computedStyleMap().get('outline-style').value"
    assert player.page.evaluate(outline) == "none"
    player.page.keyboard.press("ArrowUp")
    assert player.page.evaluate(outline) == "solid"


def test_a_notice_keeps_clear_of_the_headline(plain: NewPlayer) -> None:
    player = plain(permissions=["clipboard-read", "clipboard-write"], size=(390, 844))
    invited_table(player)
    expect(player.page.locator("#gathering")).to_be_visible()
    player.button("Share the link").click()
    player.page.wait_for_function(CLEAR, arg=[".notice", "#gathering"])


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_referee_without_a_line_keeps_its_place(plain: NewPlayer, size: tuple[int, int]) -> None:
    player = plain(size=size)
    line = Line(player)
    player.open("/referee")
    player.button("Begin").click()
    player.button("One more: 4").click()
    player.button("One more: 6").click()
    expect(player.page.locator(".ask")).to_contain_text("Nothing taken")
    before = box(player.page.locator(".home-play"))
    line.cut()
    expect(player.page.get_by_text("your taps are kept")).to_be_visible()
    after = box(player.page.locator(".home-play"))
    assert after["y"] - before["y"] < 130, "the sheet makes room for two lines, no more"
    for name in (".home-head .icon-button", ".home-head .quiet-button", ".offline"):
        player.page.wait_for_function(SEEN, arg=name)


def test_who_is_away_is_seen_to_be_and_what_comes_then(plain: NewPlayer, server: Server) -> None:
    ann, ben = plain(), plain()
    path = invited_table(ann)
    ben.open(path)
    ben.sit_down("Ben")
    ann.start_with("Ben")
    expect(ann.page.locator(".tag")).to_have_count(2)
    expect(ann.page.locator(".tag-away")).to_have_count(0)
    ben.context.close()
    expect(ann.page.locator(".tag.away", has_text="Ben").locator(".tag-away")).to_have_text("away")
    server.script(["5"], ["5", "5"])  # Ann takes both, and it is Ben's turn
    ann.play_along()
    waiting = re.compile(r"Ben is away\. The computer plays on in \d+\s?s")
    expect(ann.page.locator(".bottom-bar")).to_contain_text(waiting)


def test_who_asks_for_more_contrast_gets_it(plain: NewPlayer) -> None:
    colours = """() => {
        const style = getComputedStyle(document.documentElement);
        return ["--ink", "--quiet"].map((name) => style.getPropertyValue(name));
    }"""
    ink, quiet = plain().open().page.evaluate(colours)
    assert ink != quiet
    ink, quiet = plain(contrast="more").open().page.evaluate(colours)
    assert ink == quiet


def test_lists_and_bars_are_drawn_by_the_page(plain: NewPlayer) -> None:
    """Left to themselves some engines draw them in colours of their own, or not at all."""
    player = plain().open()
    player.button("Rules").click()
    panel = player.page.get_by_role("dialog")
    expect(panel).to_be_visible()
    assert panel.evaluate("(one) => getComputedStyle(one).scrollbarColor") != "auto"
    player.button("Close").click()
    player.open_table()
    player.button("Computer").click()
    select = player.page.locator(".seat-names select")
    assert select.evaluate("(one) => getComputedStyle(one).appearance") == "none"


ELEMENTS_IN_SIGHT = """() => {
    const tags = [...document.querySelectorAll('.tag')].map((one) => one.getBoundingClientRect());
    const elements = [...document.querySelectorAll('.top-bar .symbol')];
    const over = (tag, one) => tag.left < one.right && one.left < tag.right
        && tag.top < one.bottom && one.top < tag.bottom;
    return elements.length === 5
        && elements.every((one) => !tags.some((tag) => over(tag, one.getBoundingClientRect())));
}"""
ONTO_ELEMENTS = """() => {
    const tag = document.querySelector('.tag.far');
    const { left, bottom } = document.querySelector('.top-bar .symbol').getBoundingClientRect();
    Object.assign(tag.style, { left: `${left}px`, top: `${bottom}px` });
}"""


def test_names_leave_the_active_elements_in_sight(plain: NewPlayer) -> None:
    player = plain(size=(390, 844))
    player.page.add_init_script("localStorage.setItem('kessel.coach', 'true')")
    player.open()
    player.choose_edition("impact-avatar")
    player.play_against(1)
    player.throw_start_die()
    player.page.wait_for_function(ELEMENTS_IN_SIGHT)
    assert not player.after(ONTO_ELEMENTS, ELEMENTS_IN_SIGHT), "a name on them is found"
