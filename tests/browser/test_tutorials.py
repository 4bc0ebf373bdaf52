"""The three tutorials, played to the letter: what they say to press, to save and to type."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.player import LOST_LINE, PATIENCE
from browser.server import NewPlayer, Server, players, running
from browser.test_lesson import throw
from playwright.sync_api import Browser, expect

import kessel

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorial"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(tutorial: str, kind: str) -> list[str]:
    """The blocks of one kind, in order."""
    text = (TUTORIALS / f"{tutorial}.md").read_text(encoding="utf-8")
    return [body for named, body in BLOCK.findall(text) if named == kind]


def says(tutorial: str, *buttons: str) -> None:
    """That a tutorial names these buttons, in this order."""
    text = (TUTORIALS / f"{tutorial}.md").read_text(encoding="utf-8")
    named = re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", text)
    places = [named.index(button) for button in buttons]
    assert places == sorted(places), named


def typed(command: str, folder: Path) -> str:
    """What a command of a tutorial says; it must end well, and `kessel` and `python` are ours."""
    words = [word.removeprefix(".venv/bin/") for word in shlex.split(command)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    found = shutil.which(words[0], path=path) or words[0]
    done = subprocess.run(
        [found, *words[1:]],
        cwd=folder,
        env=os.environ | {"PATH": path, "KESSEL_CACHE": str(folder), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    # 3: nothing is wrong, but a file alone proves less than a witness.
    assert done.returncode in ((0, 3) if "verify" in words else (0,)), done.stderr
    return done.stdout


@pytest.mark.long
def test_the_first_game(plain: NewPlayer, server: Server, tmp_path: Path) -> None:
    says("first-game", "Flick the die", "Choose a game", "Play", "Game record")
    player = plain(taught=False).open()
    player.button("Flick the die").click()
    for _ in range(5):
        throw(player)
    player.button("Choose a game").click()
    player.play_against(1)
    player.play_to_the_end()
    player.see_more()
    with player.page.expect_download() as saved:
        player.page.get_by_role("link", name="Game record").click()
    saved.value.save_as(tmp_path / "game.kessel")
    replay, verify = blocks("first-game", "sh")[1].splitlines()
    assert "win" in typed(replay, tmp_path)
    assert typed(verify, tmp_path)


def test_the_first_bot(tmp_path: Path) -> None:
    """Every output on the page is that of its command, and the bot can be met on the page."""
    whole, better = blocks("first-bot", "python")
    commands = [one for body in blocks("first-bot", "sh") for one in body.splitlines()]
    timid, good, best = blocks("first-bot", "text")
    bot = tmp_path / "first_bot.py"
    bot.write_text(whole)
    assert typed(commands[0], tmp_path) == timid
    bot.write_text(re.sub(r" +move =.*\n", better, whole))
    assert typed(commands[0], tmp_path) == good
    assert typed(commands[1], tmp_path) == best
    assert shlex.split(commands[2])[1:] == ["--bot", "First=python first_bot.py"]


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    with running(tmp_path / "games") as one:
        yield one


@pytest.mark.long
def test_the_first_server(plain_browser: Browser, own: Server, tmp_path: Path) -> None:
    says("first-server", "Play together", "Sit down")
    with players(plain_browser, own.url, (420, 700)) as new:
        host, guest = new(bears=LOST_LINE).open(), new(bears=LOST_LINE)
        host.open_table()
        host.friends_here("Ann")
        expect(host.page.locator(".qr")).to_be_visible()
        guest.open(host.page.url.removeprefix(own.url))
        expect(guest.page.get_by_role("heading", level=1)).to_have_text("Ann invites you")
        guest.sit_down("Ben")
        host.start_with("Ben")
        host.throw_start_die()
        before = host.mark("game")
        own.kill()
        for player in (host, guest):
            player.wait_settled()
            assert player.mark("game") == before
        host.play_along()
        guest.play_to_the_end()
    _, asked, _, check = blocks("first-server", "sh")
    (healthy,), (whole,) = blocks("first-server", "json"), blocks("first-server", "text")
    address = asked.split()[1].replace("http://127.0.0.1:8000", own.url)
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        assert json.load(answer) == json.loads(healthy) | {"version": kessel.__version__}
    own.stop()
    assert typed(check, tmp_path) == whole
