"""Several people at one table: guests by link, a watcher, lost lines, one device, tournaments."""

import re

from browser.player import Player
from browser.server import NewPlayer, Server
from browser.test_throwing import swipe
from playwright.sync_api import WebSocketRoute, expect


class Line:
    """The socket of a page, which can be cut and mended."""

    def __init__(self, player: Player) -> None:
        self._cut = False
        self._routes: list[WebSocketRoute] = []
        player.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, route: WebSocketRoute) -> None:
        if self._cut:
            route.close()
            return
        route.connect_to_server()
        self._routes.append(route)

    def cut(self) -> None:
        """Drop the connection, and every try to make a new one."""
        self._cut = True
        for route in self._routes:
            route.close()
        self._routes.clear()

    def mend(self) -> None:
        """Let the next try through."""
        self._cut = False


def invited_table(host: Player, clock: str = "No clock") -> str:
    host.open().open_table()
    host.friends_here("Ann")
    host.open_terms()
    host.page.get_by_role("radio", name=clock).check()
    expect(host.page.locator(".gathering > .fold > summary")).to_contain_text(clock)
    link = host.shared("Share the link")
    assert re.search(r"/t/[a-z2-7]{12}#(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$", link)
    return link.removeprefix(host.url)


def without_coach(player: Player) -> None:
    """There is no report on its games: an estimate takes the processor for long."""
    nothing = {"status": "none", "estimated": False, "seats": [], "missteps": [], "turning": None}
    player.page.route("**/review", lambda route: route.fulfill(json=nothing))


def test_two_browsers_and_a_watcher_one_loses_its_line_and_comes_back(
    plain: NewPlayer, server: Server
) -> None:
    server.script_quick_game()
    ann, ben, eve = plain(), plain(), plain()
    line = Line(ben)
    path = invited_table(ann)
    eve.open(path)
    expect(eve.page.locator(".seat-names")).to_contain_text("Ann")
    ben.open(path)
    ben.sit_down("Ben")
    ann.start_with("Ben")
    for player in (ann, ben, eve):
        expect(player.page.locator(".tag")).to_have_count(2)
    expect(eve.page.locator(".bottom-bar")).to_contain_text("You are watching.")
    ann.page.locator(".throw").click()
    expect(eve.page.locator(".caption-line")).to_be_visible()

    line.cut()
    expect(ben.page.get_by_role("alert")).to_contain_text("Connection lost")
    wait_until_back = ben.watch_for(".line.good", "Connected again.")
    line.mend()
    wait_until_back()
    for player in (ann, ben):
        player.play_along()
    for player in (ann, ben, eve):
        player.see_podium()


AT_THE_WALL = 0.072
"""m to the right of the middle: less than a die and a half from the edge of Strike's mat."""
LYING = "[...Array(26).keys()].map((id) => window.kesselArena.dieOnScreen(id)).find(Boolean)"


def push_to_the_middle(player: Player) -> None:
    """Drag the lying die away from the wall."""
    player.button("Move dice").click()
    player.wait_still()
    place = player.page.evaluate(LYING)
    x, y = place["x"], place["y"]
    swipe(player, [(x - step * 6, y) for step in range(5)], gap=0.1)


def test_dice_are_pushed_from_the_wall_if_everybody_agrees(
    plain: NewPlayer, server: Server
) -> None:
    ann, ben = plain(), plain()
    path = invited_table(ann)
    ben.open(path)
    ben.sit_down("Ben")
    server.script(["5"], x=AT_THE_WALL)
    ann.start_with("Ben")
    ann.throw()
    ann.wait_still()
    place = ann.page.evaluate(LYING)

    push_to_the_middle(ann)
    asked = ben.page.locator(".consent")
    expect(asked).to_contain_text("Ann wants to move dice away from the wall. Agreed?")
    expect(ann.page.locator(".actions")).to_contain_text("Asking the others")
    ben.button("No").click()
    expect(asked).to_be_hidden()
    expect(ann.page.locator(".actions")).not_to_contain_text("Asking the others")
    ann.page.wait_for_function(f"(x) => Math.abs({LYING}.x - x) < 2", arg=place["x"])

    ann.button("Done").click()
    push_to_the_middle(ann)
    expect(ann.page.locator(".actions")).to_contain_text("Asking the others")
    before = ann.mark("state")
    ben.button("Yes").click()
    ann.wait_changed(before)
    expect(ann.page.locator(".actions")).not_to_contain_text("Asking the others")
    ann.page.wait_for_function(f"(x) => {LYING}.x < x - 5", arg=place["x"])


def test_a_second_device_takes_the_seat_over_and_gives_it_back(plain: NewPlayer) -> None:
    phone, tablet = plain(), plain()
    invited_table(phone)
    for here, there in ((phone, tablet), (tablet, phone)):
        there.open(here.shared("Play on another device").removeprefix(phone.url))
        expect(there.page.get_by_label("Player 1: Your name")).to_have_value("Ann")
        expect(here.page.get_by_text("taken over on another device")).to_be_visible()
        expect(here.button("Continue here")).to_have_count(0)


def test_friends_on_one_device(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain().open()
    player.open_table()
    player.friends_here("Ann", "Ben")
    player.start_with("Ben")
    expect(player.page.locator(".ask")).to_contain_text(re.compile("^(Ann|Ben): "))
    player.play_to_the_end()
    stands = re.compile("Ann leads 1\\s:\\s0")
    expect(player.see_podium()).to_contain_text(stands)
    player.reload()
    expect(player.see_podium()).to_contain_text(stands)
    player.open()
    player.button(re.compile("(Ann, Ben|Ben, Ann) 1\\s:\\s0 Tonight again")).click()
    expect(player.page.get_by_label("Player 1: Your name")).to_have_value("Ann")
    expect(player.page.get_by_label("Player 2: Your name")).to_have_value("Ben")
    player.open("/#you")
    expect(player.page.locator(".tallies")).to_contain_text(re.compile("1\\s:\\s0"))
    expect(player.page.locator(".kept-list").last).to_contain_text(re.compile("Won: (Ann|Ben)"))


def test_a_table_that_was_left_waits(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain().open()
    player.play_against(1)
    player.throw_start_die()
    state = player.mark("state")
    player.menu("Turn the sound off")
    player.button("Leave the table").click()
    player.waiting_table().click()
    expect(player.page.locator(".throw")).to_be_visible()
    expect(player.page.locator(".menu")).to_contain_text("Turn the sound on")
    assert player.mark("state") == state
    player.play_to_the_end()
    player.see_podium()
    player.button("Leave the table").click()
    expect(player.button("Play")).to_be_enabled()
    expect(player.waiting_table()).to_be_hidden()
    player.page.go_back()
    player.see_podium()
    player.page.go_back()
    expect(player.button("Play")).to_be_enabled()
    expect(player.waiting_table()).to_be_hidden()


def test_a_game_over_days_is_left_and_says_whose_turn_it_is(plain: NewPlayer) -> None:
    """On a small phone: the start page knows it without the table, and leads back to it."""
    ann, ben = plain(size=(360, 640)), plain(size=(360, 640))
    path = invited_table(ann, "1 day a turn")
    ben.open(path)
    ben.sit_down("Ben")
    ann.start_with("Ben")
    for player in (ann, ben):
        expect(player.page.locator(".tag")).to_have_count(2)
        player.button("Leave the table").click()
        expect(player.waiting_table()).to_be_visible()
        expect(player.page.locator("main")).to_contain_text("1 day left")
    turns = [player.page.locator("main").inner_text() for player in (ann, ben)]
    assert ["your turn" in told for told in turns].count(True) == 1
    assert ("Ann’s turn" in turns[1]) != ("Ben’s turn" in turns[0])
    asked = ann if "your turn" in turns[0] else ben
    expect(asked.waiting_table()).to_have_class("primary waiting-go")
    expect(asked.button("Play")).to_have_class("secondary big")
    ann.waiting_table().click()
    expect(ann.page.locator(".tag")).to_have_count(2)


def test_a_rematch_is_a_new_game_at_the_same_table(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain().open()
    without_coach(player)
    player.play_against(1)
    player.play_to_the_end()
    address = player.page.url
    expect(player.see_more()).to_contain_text("The coach has no numbers for this game")
    player.begin_next("Again")
    assert player.page.url == address
