"""The proof as players see it: a seal that counts every throw, stays through reloads and other
devices, and breaks with the throw named where the server is not honest."""

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.player import PATIENCE, Player
from browser.server import NewPlayer, Server, players, running
from browser.static_site import with_engine
from browser.test_together import invited_table
from playwright.sync_api import Browser, Locator, Route, WebSocketRoute, expect

from kessel.proof.verdict_lines import reasons
from kessel.proof.verify import verify
from kessel.proof.witness import check_seal, check_witness, read_witness
from kessel.table.dice import dice_named
from kessel.words import ANY_EDITION, Speaker

SEAL = re.compile(r"^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$")


def seal(player: Player) -> Locator:
    """The seal in the bar above the table."""
    return player.page.locator(".seal-button")


def see_whole_seal(player: Player) -> str:
    """The seal at the podium: every throw checked, the record compared; gives its eight signs."""
    sealed = player.see_podium().locator(".sealed")
    player.unfold_proof()
    expect(sealed).to_contain_text("The game record matches what this device saw.")
    expect(sealed.locator(".seal-state")).to_have_class(re.compile("good"))
    throws = player.page.evaluate(
        "(game) => fetch(`/api/games/${game}`).then((one) => one.json())"
        ".then((one) => one.steps.filter((step) => step.thrown).length)",
        player.mark("game"),
    )
    assert throws > 0
    checked = rf"^{throws} throws?: secrets and signatures checked, dice not re-thrown"
    expect(sealed).to_contain_text(re.compile(checked))
    signs = sealed.locator(".signs").inner_text()
    assert SEAL.match(signs)
    return signs


def witness(player: Player) -> dict[str, Any]:
    """The file that the page hands over."""
    with player.page.expect_download() as saved:
        player.button("Download witness").click()
    told: dict[str, Any] = json.loads(saved.value.path().read_text())
    return told


def unproven(player: Player, seen: dict[str, Any], signs: str) -> list[str]:
    """What the record leaves open; raises where it differs from what was seen on the page."""
    address = f"{player.url}/api/games/{player.mark('game')}/record"
    verdict = verify(player.page.request.get(address).text(), dice_named)
    witness = read_witness(json.dumps(seen).encode())
    check_witness(verdict, witness)
    check_seal(verdict, signs)
    return list(reasons(verdict, Speaker(ANY_EDITION), witness))


def test_a_whole_game_is_checked_and_its_witness_kept(plain: NewPlayer) -> None:
    player = plain().open()
    player.play_against(1)
    expect(seal(player)).to_have_class(re.compile("good"))
    player.play_to_the_end()
    signs = see_whole_seal(player)
    expect(player.page.locator(".sealed")).not_to_contain_text("without")
    expect(player.page.locator(".sealed")).not_to_contain_text("Late")
    told = witness(player)
    assert (told["kessel witness"], told["game"]) == (1, player.mark("game"))
    assert told["findings"] == []
    assert len(told["tips"]) == 1
    assert unproven(player, told, signs) == []
    player.button("Watch the replay").click()
    player.button("Fair dice").click()
    expect(player.page.get_by_role("dialog")).to_contain_text(signs)
    assert witness(player) == told


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
    see_whole_seal(player)
    same = [one for one in between.all("throw") if one["state"] == lost["state"]]
    assert len(same) > 1
    for message in same:
        assert message | {"ref": 0} == lost | {"ref": 0}


def test_a_page_that_is_loaded_again_shows_no_link_of_the_page_before(
    plain: NewPlayer, server: Server
) -> None:
    player = plain()
    between, lost = lose_and_reload(player, server, "link")
    player.see_podium()
    player.unfold_proof()
    expect(player.page.locator(".sealed .seal-state")).to_have_class(re.compile("late"))
    links = [(one["throw"], one["attempt"]) for one in between.all("link")]
    assert links.count((lost["throw"], lost["attempt"])) == 1
    assert len(links) > links.index((lost["throw"], lost["attempt"])) + 1


def test_friends_on_one_device_share_one_chain(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain().open("/#hotseat")
    player.button("Start").click()
    player.play_to_the_end()
    see_whole_seal(player)
    told = witness(player)
    assert len(told["tips"]) == 1
    server.script_quick_game()
    player.begin_next("Rematch")
    player.play_to_the_end()
    see_whole_seal(player)
    again = witness(player)
    assert not set(again["tips"]) & set(told["tips"])
    assert again["findings"] == []


def test_everybody_at_a_table_sees_the_same_signs(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    ann, ben, eve = plain(), plain(), plain()
    path = invited_table(ann)
    ben.open(path)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Sit down").click()
    eve.open(path)
    for player in (ann, ben):
        player.play_along()
    signs = {see_whole_seal(player) for player in (ann, ben, eve)}
    assert len(signs) == 1
    told = [witness(player) for player in (ann, ben, eve)]
    assert len({one["digest"] for one in told}) == 1
    assert [len(one["tips"]) for one in told] == [1, 1, 0]


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
    expect(seal(other)).to_have_class(re.compile("good"))
    if same_browser:
        phone.button("Continue here").click()
    else:
        phone.open(seat_link(other))
    phone.play_to_the_end()
    see_whole_seal(phone)
    told = witness(phone)
    assert told["findings"] == []
    tips = told["tips"]
    assert len(tips) == len(set(tips)) == (1 if same_browser else 2)


def test_a_table_that_was_left_goes_on_with_another_chain(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain().open()
    player.play_against(1)
    player.throw_start_die()
    player.button("Leave the table").click()
    player.waiting_table().click()
    expect(player.page.locator(".throw")).to_be_visible()
    player.play_to_the_end()
    see_whole_seal(player)
    assert len(witness(player)["tips"]) == 2


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


def no_change(line: Message) -> None:
    """The control: a server that tells what it wrote."""


@pytest.mark.parametrize(
    ("kind", "throw", "change", "sentence"),
    [
        ("land", 2, other_link, "Throw 3: the server’s secret is not the one it had promised."),
        ("fixed", 0, other_aim, "Throw 1: a signature does not fit."),
        ("fixed", 0, no_change, None),
    ],
)
def test_a_line_told_otherwise_breaks_the_seal_and_names_the_throw(
    plain: NewPlayer,
    server: Server,
    kind: str,
    throw: int,
    change: Callable[[Message], None],
    sentence: str | None,
) -> None:
    if sentence is None:
        server.script_quick_game()
    player = plain()
    between = Between(player, down=changed_line(kind, throw, change))
    player.open()
    wait_until_told = player.watch_for(".notices", sentence or "")
    player.play_against(1)
    player.play_along()
    if sentence is None:
        see_whole_seal(player)
        return
    wait_until_told()
    expect(seal(player)).to_have_class(re.compile("bad"))
    seal(player).click()
    expect(player.page.get_by_role("dialog")).to_contain_text(sentence)
    shown = [message["throw"] for message in between.all("link")]
    assert max(shown, default=-1) <= throw
    assert all(message["sign"] for message in between.all("throw")), "nothing is sent unsigned"


def forge(route: Route) -> None:
    """Answer with a record whose first throw landed otherwise."""
    record = route.fetch().text()
    route.fulfill(body=re.sub(r'"cocked":(\d+)', r'"cocked":1\1', record, count=1))


def test_a_record_of_another_game_breaks_the_seal(plain: NewPlayer, server: Server) -> None:
    server.script_quick_game()
    player = plain().open()
    player.page.route("**/record", forge)
    player.play_against(1)
    player.play_to_the_end()
    sealed = player.see_podium().locator(".sealed")
    expect(sealed).to_contain_text(
        "From throw 1 on, the game record differs from what this device saw."
    )


@pytest.mark.parametrize("forged", [False, True])
def test_an_invitation_names_the_host_and_another_one_is_found_out(
    plain: NewPlayer, forged: bool
) -> None:
    ann, ben = plain(), plain()
    path, _, host = invited_table(ann).partition("#")
    ben.open(f"{path}#{'0000-0000-0000-0000' if forged else host}")
    ben.page.get_by_label("Your name").fill("Ben")
    wait_until_told = ben.watch_for(".notices", "did not begin as agreed" if forged else "")
    ben.button("Sit down").click()
    wait_until_told()
    expect(seal(ann)).to_have_class(re.compile("good"))
    expect(seal(ben)).to_have_class(re.compile("bad" if forged else "good"))


REFUSES = """() => {
  if (trustedTypes.defaultPolicy?.name !== "default") return false;
  try { new Worker("data:text/javascript,1"); return false; } catch { return true; }
}"""
"""Whether a worker of the engine runs scripts of its own server alone."""


@pytest.mark.long
def test_with_the_engine_on_the_device_every_throw_is_made_again(
    plain_browser: Browser, tmp_path: Path
) -> None:
    with (
        running(with_engine(tmp_path)) as server,
        players(plain_browser, server.url, (420, 700)) as new,
    ):
        player = new(keeps=True).open()
        player.keep_offline()
        player.button("Back").click()
        server.script(["5"])
        player.play_against(1)
        sentence = "Throw 1: re-thrown, the dice lie differently."
        wait_until_told = player.watch_for(".notices", sentence)
        player.throw_start_die()
        wait_until_told()
        expect(seal(player)).to_have_class(re.compile("bad"))
        player.button("Leave the table").click()
        player.play_against(1)
        player.play_a_little(6)
        every = re.compile(r"\d+ throws: secrets and signatures checked, dice re-thrown")
        expect(seal(player)).to_have_attribute("title", every)
        assert player.page.workers
        assert all(worker.evaluate(REFUSES) for worker in player.page.workers)
