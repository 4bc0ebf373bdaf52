"""Every level answers everything that is awaited, in every edition, legally."""

from pathlib import Path
from random import Random

import pytest

from kessel.bots.bot import Bot, Sight
from kessel.bots.exact import Exact
from kessel.bots.roster import IDS, LEVELS, make_bot
from kessel.errors import BadValue
from kessel.lab.games import play
from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.engine import new_game
from kessel.rules.moves import Throw
from kessel.rules.notation import read_state
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.library import ready_library
from kessel.throws.ideal import IdealDice

MODEL = IdealChance()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def bots(folder: Path) -> dict[str, Bot]:
    def library(edition: Edition, players: int) -> tuple[Solution, ChanceModel]:
        return load_or_solve(edition.base, players, MODEL, folder=folder), MODEL

    made = {level: make_bot(level, library) for level in IDS}
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
    for first in range(0, len(IDS), players):
        seated = [bots[IDS[(first + seat) % len(IDS)]] for seat in range(players)]
        winners = play(new_game(edition, players), seated, IdealDice(), Random(first))
        assert winners


def test_without_a_table_the_exact_one_plays_a_good_rule_at_once() -> None:
    bot = Exact(lambda *_: (None, MODEL))
    for hands, lying, goes_on in (((6, 6, 6, 6), "2,3", True), ((1, 1, 1, 1), "2,3", False)):
        text = ",".join(map(str, hands))
        state = read_state(f"strike-2020 hands={text} arena={lying} phase=choice")
        answer = bot.answer(Sight(0, state), Random(1))
        assert isinstance(answer.move, Throw) == goes_on
    everybody = [bot] * 4
    for edition in ("strike-2020", "impact-avatar"):
        assert play(new_game(edition, 4), everybody, IdealDice(), Random(2))


def test_a_large_table_is_not_waited_for() -> None:
    five, _ = ready_library(EDITIONS["strike-2020"], 5)
    assert five is None
    two, _ = ready_library(EDITIONS["strike-2020"], 2)
    assert two is not None


def test_the_same_source_gives_the_same_game(bots: dict[str, Bot]) -> None:
    seated = [bots["gambler"], bots["exact"]]
    games = {
        tuple(
            play(new_game("strike-2020", 2), seated, IdealDice(), Random(seed)) for seed in range(9)
        )
        for _ in range(2)
    }
    assert len(games) == 1


def test_levels_have_names_and_stories() -> None:
    assert len({level.name for level in LEVELS}) == len(LEVELS) == 6
    assert all(level.story for level in LEVELS)


def test_an_unknown_level_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadValue, match="beginner gambler careful rule exact master"):
        make_bot("champion")
