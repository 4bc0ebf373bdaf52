"""Every level answers everything that is awaited, in every edition, legally."""

from pathlib import Path
from typing import Any

import pytest

from kessel.bots.bot import Bot
from kessel.bots.characters import CHARACTERS
from kessel.bots.exact import Exact
from kessel.bots.levels import LEVELS
from kessel.bots.pipe import Fault
from kessel.bots.roster import check_bot, make_bot
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.rules.edition import EDITIONS, Edition
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.throws.ideal import IdealFaces

MODEL = IdealChance()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def bots(folder: Path) -> dict[str, Bot]:
    def library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
        return load_or_solve(edition.base, players, MODEL, folder=folder), MODEL

    made = {level: make_bot(level, library) for level in LEVELS}
    for level in ("exact", "master"):
        bot = made[level]
        assert isinstance(bot, Exact)
        made[level] = type(bot)(library, tries=6)
    return made


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_game_of_all_levels_ends_with_a_winner(
    edition: str, players: int, bots: dict[str, Bot]
) -> None:
    """Any illegal answer raises; every level sits at some table."""
    for first in range(0, len(LEVELS), players):
        seated = [bots[LEVELS[(first + player) % len(LEVELS)]] for player in range(players)]
        winners = play(Game(edition, players), seated, IdealFaces(), first)
        assert winners


def test_the_same_source_gives_the_same_game(bots: dict[str, Bot]) -> None:
    seated = [bots["gambler"], bots["exact"]]
    games = {
        tuple(play(Game("strike-2020"), seated, IdealFaces(), seed) for seed in range(9))
        for _ in range(2)
    }
    assert len(games) == 1


def test_every_character_has_a_level_and_the_others_calculate() -> None:
    assert [level for level in LEVELS if level in CHARACTERS] == list(CHARACTERS)
    assert all(isinstance(make_bot(level), Exact) for level in LEVELS if level not in CHARACTERS)


def test_an_unknown_level_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadValue, match=" ".join(LEVELS)):
        make_bot("champion")


@pytest.mark.parametrize("seconds", ["x", -1, 0, float("nan"), float("inf")])
def test_a_time_to_think_is_a_number_above_nothing(seconds: Any) -> None:
    with pytest.raises(BadValue, match="s to think: a number above 0 is accepted"):
        make_bot("master", seconds=seconds)


@pytest.mark.parametrize("command", ["command:", "command: ", "command: 'bot"])
def test_a_command_that_starts_nothing_is_refused_at_once(command: str) -> None:
    with pytest.raises(Fault, match=r"starts no bot|No closing quotation"):
        make_bot(command)
    with pytest.raises(Fault, match=r"starts no bot|No closing quotation"):
        check_bot(command)


def test_a_bot_that_is_looked_for_is_named_by_text() -> None:
    wrong: Any = 5
    with pytest.raises(BadValue, match="a bot is named by text, not by 5"):
        check_bot(wrong)
