"""Every level beats the one below it, at a table of two, exactly: no games, no luck.

The characters are written as strategies over the measured model, whose kinds are gentle, firm and
wild; the solver says what one wins against another.
"""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kessel.bots.bot import Bot
from kessel.bots.characters import CHARACTERS
from kessel.bots.exact import Exact
from kessel.bots.hand import KINDS
from kessel.bots.levels import LEVELS
from kessel.bots.pipe import Fault
from kessel.bots.roster import check_bot, make_bot
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.lab.match import Match, play_match
from kessel.lab.study.play import going_on, levels
from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.base.evaluation import edge
from kessel.solver.base.strategies import Habit, Strategy
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped
from kessel.throws.ideal import IdealFaces

LEAST = 0.008
"""What a level wins more than one half against the one below; 10,000 games show it."""


BASE = ("strike-2012", "strike-2020", "impact")
PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "opponents.md"


def on_the_page(upper: str, lower: str) -> dict[str, str]:
    """What the page says that one level wins against another, by edition; exact."""
    _, shares = PAGE.read_text("utf-8").split(f"| {upper} against {lower} | ", 1)
    return dict(zip(BASE, shares.splitlines()[0].strip("| ").split(" | "), strict=True))


def strategies(edition: str) -> list[Strategy]:
    """Weakest first."""
    model = shipped(find_edition(edition).arena)
    return list(levels(load_or_solve(edition, 2, model)).values())


@pytest.mark.long
@pytest.mark.parametrize("edition", BASE)
def test_every_level_beats_the_one_below(edition: str) -> None:
    """By as much as the page says."""
    found = find_edition(edition)
    model = shipped(found.arena)
    assert model.kinds == KINDS
    rungs = levels(load_or_solve(edition, 2, model))
    for lower, upper in [*pairwise(rungs), ("beginner", "exact")]:
        gain = edge(found, 2, model, rungs[upper], rungs[lower])
        assert gain > LEAST
        assert on_the_page(upper, lower)[edition] == f"{0.5 + gain:.1%}"


PLAYED = 1000
"""Games of a rung with effects, always the same ones: a standard error is 1.6 points."""


@pytest.mark.long
@pytest.mark.parametrize("edition", ["impact-power", "impact-avatar", "harry-potter"])
def test_with_effects_no_level_falls_behind_the_one_below(edition: str) -> None:
    """By the default rules; so few games show no margin, only that nobody is far behind."""
    for lower, upper in pairwise(CHARACTERS):
        first, _ = play_match(Match(edition, (upper, lower), PLAYED))
        assert first.won > 0.48 * PLAYED, f"{upper} against {lower}"


def test_how_you_throw_matters() -> None:
    """The same rule thrown firmly against the same rule thrown gently: more than ten points."""
    edition, model = find_edition("strike-2020"), shipped("oval")
    gentle, firm = (Habit(going_on(2), kinds) for kinds in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)))
    assert edge(edition, 2, model, firm, gentle) > 0.10


def test_nobody_beats_the_solution() -> None:
    edition, model = find_edition("strike-2020"), shipped("oval")
    *lower, exact = strategies("strike-2020")
    assert edge(edition, 2, model, exact, exact) == pytest.approx(0.0, abs=1e-12)
    for one in lower:
        assert edge(edition, 2, model, one, exact) < -LEAST


# --- every level answers everything that is awaited, in every edition, legally --------------------


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
