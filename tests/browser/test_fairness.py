"""The proof as players see it: a story that is kept and judged behind the game, a seal that says
what was found, and the same verdict at a command line."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.player import PATIENCE, Player
from browser.server import NewPlayer, Server, players, running
from browser.static_site import with_engine
from browser.test_party import TELEVISION, open_party
from browser.test_people import come_by
from browser.test_together import invited_table, without_coach
from playwright.sync_api import Browser, Locator, WebSocketRoute, expect
from proof.changes import entries

from kessel.proof.story import judged
from kessel.rules.edition import EDITIONS
from kessel.table.dice import dice_named

SEAL = re.compile(r"^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$")
FIRST_EDITION = "strike-2020"
FAULTS = "window.faults = []; addEventListener('error', (event) => faults.push(event.message))"
JUDGED = 60_000
"""ms for the engine to come and to throw everything again, on a machine that has other work."""


def seal(player: Player) -> Locator:
    """The seal in the bar above the table."""
    return player.page.locator(".seal-button")


def see_signs(player: Player) -> str:
    """The eight signs at the end."""
    sealed = player.see_more().locator(".sealed")
    signs = sealed.locator(".signs").inner_text()
    assert SEAL.match(signs)
    return signs


def story(player: Player) -> str:
    """The file that the page hands over, made from what it kept."""
    with player.page.expect_download() as saved:
        player.button("Download story").click()
    return saved.value.path().read_text()


def test_a_story_is_kept_and_judged_elsewhere_where_the_page_has_no_engine(
    plain: NewPlayer,
) -> None:
    player = plain().open()
    player.play_against(1)
    expect(seal(player)).to_have_class(re.compile("grey"))
    player.play_to_the_end()
    see_signs(player)
    sealed = player.page.locator(".sealed")
    expect(sealed).to_contain_text("Not checked yet")
    expect(sealed).to_contain_text("Games can’t be checked here.")
    told = story(player)
    verdict = judged(told, dice_named)
    assert (verdict.wrong, verdict.unproven) == ((), ())
    assert verdict.checked["throws"] == verdict.checked["again"] > 0
    player.button("Watch the replay").click()
    player.button("Fair dice").click()
    assert story(player) == told


Message = dict[str, Any]
Change = Callable[[Message], Message | None]


class Between:
    """Stands between a page and the server: hears everything, and may change or keep it."""

    def __init__(self, player: Player, *, down: Change | None = None, up: Change | None = None):
        self.said: list[Message] = []
        """What the page said, kept back or not."""
        self._down, self._up = down, up
        player.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda frame: self._pass(frame, self._heard, server))
        server.on_message(lambda frame: self._pass(frame, self._down, page))

    def _heard(self, message: Message) -> Message | None:
        self.said.append(message)
        return self._up(message) if self._up else message

    @staticmethod
    def _pass(frame: str | bytes, change: Change | None, to: WebSocketRoute) -> None:
        if isinstance(frame, bytes) or change is None:
            to.send(frame)
            return
        changed = change(json.loads(frame))
        if changed is not None:
            to.send(json.dumps(changed))

    def all(self, kind: str) -> list[Message]:
        """What the page said of one kind."""
        return [message for message in self.said if message["type"] == kind]


class Once:
    """Keeps the first message of a kind back."""

    def __init__(self, kind: str, after: int = 0) -> None:
        self._kind, self._after = kind, after
        self.kept: Message | None = None

    def __call__(self, message: Message) -> Message | None:
        if message["type"] == self._kind and self.kept is None:
            self._after -= 1
            if self._after < 0:
                self.kept = message
                return None
        return message


def lose_and_reload(player: Player, server: Server, kind: str) -> tuple[Between, Message]:
    """A game whose page is loaded again after its second message of a kind was lost; gives all
    that the page said, and what was lost."""
    server.script(["4"], ["4", "6"], ["5", "5"], [])
    lost = Once(kind, after=1)
    between = Between(player, up=lost)
    player.open()
    player.play_against(1)
    player.play_along()
    end = time.monotonic() + PATIENCE
    while lost.kept is None and time.monotonic() < end:
        player.page.wait_for_timeout(50)
    assert lost.kept is not None
    player.page.reload()
    player.play_to_the_end()
    return between, lost.kept


def test_a_throw_that_was_lost_is_sent_again_after_a_reload(
    plain: NewPlayer, server: Server
) -> None:
    player = plain()
    between, lost = lose_and_reload(player, server, "throw")
    see_signs(player)
    same = [one for one in between.all("throw") if one["state"] == lost["state"]]
    assert len(same) > 1
    for message in same:
        assert message | {"ref": 0} == lost | {"ref": 0}


def test_a_page_that_is_loaded_again_shows_no_link_of_the_page_before(
    plain_browser: Browser, tmp_path: Path
) -> None:
    """At a server that does not wait long for the link that nobody has any more."""
    with (
        running(tmp_path, "5") as server,
        players(plain_browser, server.url, (420, 700)) as new,
    ):
        player = new()
        between, lost = lose_and_reload(player, server, "link")
        player.see_podium()
    links = [(one["throw"], one["attempt"]) for one in between.all("link")]
    assert links.count((lost["throw"], lost["attempt"])) == 1
    assert len(links) > links.index((lost["throw"], lost["attempt"])) + 1


def test_everybody_at_a_table_sees_the_same_signs(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    ann, ben, eve = plain(), plain(), plain()
    path = invited_table(ann)
    ben.open(path)
    ben.sit_down("Ben")
    ann.start_with("Ben")
    eve.open(path)
    for player in (ann, ben):
        player.play_along()
    assert len({see_signs(player) for player in (ann, ben, eve)}) == 1


def seat_link(player: Player) -> str:
    """The way to the seat of this device from another one."""
    kept = json.loads(player.page.evaluate("localStorage.getItem('kessel.tables')"))[-1]
    return f"/t/{kept['table']}#{kept['tokens'][0]}.{kept['secret']}"


@pytest.mark.parametrize("same_browser", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_seat_goes_to_another_device_and_back(
    plain: NewPlayer, server: Server, same_browser: bool
) -> None:
    phone = plain().open()
    server.script(["4"], ["4", "6"], ["4", "6", "3"], ["5", "5"], [])
    phone.play_against(1)
    phone.throw_start_die()
    other = Player(phone.context, phone.url, {}) if same_browser else plain()
    other.open(seat_link(phone))
    expect(phone.page.get_by_text("taken over on another device")).to_be_visible()
    expect(other.page.locator(".throw")).to_be_visible()
    other.play_a_little(2)
    expect(other.page.locator(".throw")).to_be_visible()  # nothing is in the air, nobody is late
    if same_browser:
        phone.button("Continue here").click()
    else:
        phone.open(seat_link(other))
    phone.play_to_the_end()
    see_signs(phone)


def changed_line(kind: str, throw: int, change: Callable[[Message], None]) -> Change:
    """A server that tells this page one line otherwise than it wrote it."""

    def told(message: Message) -> Message:
        if message["type"] == "lines":
            message["lines"] = [otherwise(text) for text in message["lines"]]
        return message

    def otherwise(text: str) -> str:
        line = json.loads(text)
        if line["type"] != kind or line["throw"] != throw:
            return text
        change(line)
        return json.dumps(line, separators=(",", ":"))

    return told


def other_link(line: Message) -> None:
    line["links"]["server"] = "0" * 64


def other_aim(line: Message) -> None:
    for cast in line["casts"]:
        cast["aim"]["x"] += 1e-3


@pytest.fixture
def judging(plain_browser: Browser, tmp_path: Path) -> Iterator[NewPlayer]:
    """Players at a server whose page has the engine beside it; nobody scripts its dice."""
    with (
        running(with_engine(tmp_path)) as server,
        players(plain_browser, server.url, (420, 700)) as new,
    ):
        yield new


def seated(ann: Player, ben: Player, fingerprint: str | None = None) -> None:
    """Two phones at a table to which the first one invited."""
    path, _, host = invited_table(ann).partition("#")
    ben.open(f"{path}#{fingerprint or host}")
    ben.sit_down("Ben")
    ann.start_with("Ben")


def turns(player: Player, colour: str) -> None:
    """The seal has this colour once everything is judged."""
    expect(seal(player)).to_have_class(re.compile(colour), timeout=JUDGED)


def proven(player: Player, boxes: Iterable[str] = (), unproven: Iterable[str] = ()) -> None:
    """The file passes elsewhere with all boxes in it, and with one byte changed it does not."""
    told = story(player)
    verdict = judged(told, dice_named)
    assert not verdict.wrong, verdict
    assert {one.code for one in verdict.unproven} == set(unproven)
    assert verdict.checked["again"] == verdict.checked["throws"] > 0
    games = entries([json.loads(line) for line in told.splitlines()], "game")
    assert {json.loads(one)["edition"] for one in games} >= set(boxes)
    assert judged(one_byte_otherwise(told), dice_named).wrong


@pytest.mark.long
def test_two_phones_play_every_edition_and_both_seals_end_green_without_a_tap(
    judging: NewPlayer,
) -> None:
    ann, ben = judging(), judging()
    ann.page.add_init_script(FAULTS)
    for player in (ann, ben):
        without_coach(player)
    seated(ann, ben)
    for edition in sorted(EDITIONS, key=FIRST_EDITION.__ne__):
        if edition != FIRST_EDITION:
            ann.page.locator("summary", has_text="Other box").click()
            ann.choose_edition(edition)
            ann.button("Again").click()
        for player in (ann, ben):
            expect(player.page.locator(".podium")).to_be_hidden()
            player.play_along()
        for player in (ann, ben):
            player.see_podium()
    for player in (ann, ben):
        turns(player, "green")
        player.see_more()
        proven(player, EDITIONS)
    assert ann.page.evaluate("faults") == [], "no bar measures itself in circles"


@pytest.mark.long
def test_at_a_party_both_hands_end_green_and_who_watches_was_in_no_throw(
    judging: NewPlayer,
) -> None:
    screen, (ann, ben, eve) = judging(size=TELEVISION), (judging() for _ in range(3))
    for player in (ann, ben, eve, screen):
        without_coach(player)
    code = open_party(screen)
    come_by(ann, code, "Ann")
    come_by(ben, code, "Ben")
    eve.open(f"/t/{screen.page.url.split('/screen/')[1][:12]}")
    ann.start_with("Ben")
    for hand in (ann, ben):
        hand.play_along()
    for player in (ann, ben, eve):
        player.see_more()
        colour = "amber" if player is eve else "green"
        expect(player.page.locator(".sealed .seal-state")).to_have_class(
            re.compile(colour), timeout=JUDGED
        )
        proven(player, unproven=["not_there"] if player is eve else [])


def one_byte_otherwise(told: str) -> str:
    """With another digit in a place of a die that was shown."""
    at = told.rindex('"pose":[') + len('"pose":[0.0')
    return told[:at] + ("1" if told[at] != "1" else "2") + told[at + 1 :]


@pytest.mark.long
def test_whoever_saves_data_checks_with_a_tap(judging: NewPlayer) -> None:
    player = judging()
    player.page.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: "
        "{ saveData: true, addEventListener() {} } })"
    )
    other = judging()
    seated(other, player)
    player.page.wait_for_timeout(4000)
    turns(player, "grey")
    seal(player).click()
    player.button("Check now").click()
    turns(player, "green")


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "throw", "change"), [("land", 1, other_link), ("fixed", 0, other_aim)]
)
def test_a_line_told_otherwise_breaks_the_seal(
    judging: NewPlayer, kind: str, throw: int, change: Callable[[Message], None]
) -> None:
    ann, player = judging(), judging()
    between = Between(player, down=changed_line(kind, throw, change))
    seated(ann, player)
    wait_until_told = player.watch_for(".notices", "Something is")
    ann.play_along()
    player.play_along()
    turns(player, "red")
    wait_until_told()
    before = len(between.all("link"))
    player.page.wait_for_timeout(3000)
    assert len(between.all("link")) == before, "no link is shown any more"
    assert all(message["sign"] for message in between.all("throw")), "nothing is sent unsigned"


@pytest.mark.long
def test_an_invitation_names_a_host_who_is_not_there(judging: NewPlayer) -> None:
    ann, ben = judging(), judging()
    seated(ann, ben, "0000-0000-0000-0000")
    turns(ben, "amber")
    turns(ann, "green")
