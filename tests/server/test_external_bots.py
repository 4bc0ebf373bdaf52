"""Bots from elsewhere at a server's tables: people meet them, and none can hold up a game."""

import asyncio
import json
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from server.live import LiveServer, player

from kessel.bots.bot import Sight
from kessel.bots.characters import ByRule
from kessel.bots.levels import LEVELS
from kessel.cli import main
from kessel.errors import BadValue
from kessel.rules.moves import EndTurn
from kessel.rules.positions import read_state
from kessel.server.external_bots import MOST, ExternalBots, read_external_bots
from kessel.server.workers import ServerWorkers

STRANGERS = Path(__file__).parents[1] / "bots" / "strangers.py"
CHOICE = Sight(0, read_state("strike-2020 hands=3,5 arena=2,6 phase=choice"))
SECONDS = 30.0


def command(what: str) -> str:
    return shlex.join([sys.executable, str(STRANGERS), what])


def test_names_and_commands_are_read() -> None:
    assert read_external_bots(["Deep = ./bot --level=3", "B=b"]) == {
        "Deep": "./bot --level=3",
        "B": "b",
    }
    assert read_external_bots([]) == {}


@pytest.mark.parametrize(
    "given",
    [["Deep"], ["=x"], ["Deep="], ["x" * 33 + "=y"], ["a\x1b=y"], ["exact=y"], ["A=b", "A=c"]],
)
def test_what_is_no_bot_is_refused(given: list[str]) -> None:
    with pytest.raises(BadValue, match="--bot"):
        read_external_bots(given)
    assert read_external_bots(["Deep=x"]) == {"Deep": "x"}


def test_there_are_not_too_many() -> None:
    with pytest.raises(BadValue, match="up to 8"):
        read_external_bots(f"B{n}=x" for n in range(MOST + 1))


def test_one_that_hangs_keeps_nobody_waiting() -> None:
    async def run() -> float:
        bots = ExternalBots({"Deep": command("hangs"), "Honest": command("honest")})
        try:
            answer = await bots.decide("Honest", CHOICE, b"1", SECONDS)
            assert answer.move == EndTurn()
            started = time.monotonic()
            with pytest.raises(TimeoutError):
                await bots.decide("Deep", CHOICE, b"1", 0.1)
            waited = time.monotonic() - started
            later = await bots.decide("Deep", CHOICE, b"1", SECONDS)  # waits for its turn
            assert later == ByRule().answer(CHOICE, _after_one_draw(b"1"))
            return waited
        finally:
            bots.close()

    assert asyncio.run(run()) < SECONDS


async def test_a_level_that_no_server_has_starts_nothing() -> None:
    """A table kept from a server with other bots; its name might even look like a command."""
    workers = ServerWorkers(1)
    try:
        for level in ("Deep", f"command: {command('dies')}"):
            answer = await workers.decide(level, CHOICE, b"1")
            assert answer == ByRule().answer(CHOICE, Random(b"1"))
    finally:
        workers.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    names = [f"Honest={command('honest')}", f"Sleepy={command('hangs')}"]
    running = LiveServer(tmp_path, *(f"bot:{one}" for one in names))
    yield running
    running.stop()


async def test_people_meet_them_on_the_page(server: LiveServer) -> None:
    async with player(server) as ann:
        assert ann.welcome["bots"] == [*LEVELS, "Honest", "Sleepy"]
        seats = [{"kind": "person", "name": "Ann"}]
        seats += [{"kind": "bot", "level": level} for level in ("Honest", "Sleepy")]
        wish = {"type": "create", "edition": "strike-2020", "dice": "ideal", "seats": seats}
        await ann.ask("joined", **wish)
        await ann.until("snapshot")
        await asyncio.wait_for(ann.play(), 2 * SECONDS)
        assert ann.game is not None
        wish["seats"] = [seats[0], {"kind": "bot", "level": "command: true"}]
        refused = await ann.ask("error", **wish)
        assert refused["code"] == "bad_value"
    told = [json.loads(line) for line in server.log().splitlines() if '"bot fault"' in line]
    assert "Sleepy" in {one["bot"] for one in told}
    assert all("no answer within" in one["told"] for one in told if one["bot"] == "Honest"), (
        "no fault but those of a machine that stood still"
    )


def test_a_command_that_does_not_answer_is_told_before_anything_is_served(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["serve", "--bot", "Deep=/nowhere/to/be/found"]) == 2
    assert "cannot be started" in capsys.readouterr().err
    assert main(["serve", "--bot", "Deep"]) == 2
    assert "NAME=COMMAND" in capsys.readouterr().err


def _after_one_draw(seed: bytes) -> Random:
    chance = Random(seed)
    chance.random()
    return chance
