"""Harry Potter for two: the exact values agree with games on the real rules and with hand work."""

from math import sqrt

import pytest

from kessel.bots.exact import Exact
from kessel.game import Game, play
from kessel.rules.edition import find_edition
from kessel.rules.options import resolve_options
from kessel.rules.positions import read_state
from kessel.rules.setup import Hand, position
from kessel.solver.actions import best_action
from kessel.solver.chance import IdealChance
from kessel.solver.dice import ModelDice
from kessel.solver.potter.table import PotterTable
from kessel.throws.dice import Dice
from kessel.throws.ideal import IdealFaces

STRIKE, LOSS = 0.2, 0.1
MODEL = IdealChance(STRIKE, LOSS)
HAND = 3
"""Fewer dice than the booklet's make short games and a quick solution."""
GAMES = 750
SPELLS = ("immobulus", "relashio", "accio", "wingardium", "confundo")


@pytest.fixture(scope="module")
def table() -> PotterTable:
    return PotterTable.solve(MODEL, HAND, tallest=3)


@pytest.fixture(scope="module")
def still() -> PotterTable:
    """Nothing is struck and nothing leaves the arena, so that games can be followed by hand."""
    return PotterTable.solve(IdealChance(0.0, 0.0), 2)


def thrown(table: PotterTable, text: str) -> float:
    state = read_state(f"harry-potter {text}")
    assert table.knows(state)
    return table.actions(state)["throw"]


@pytest.mark.long
@pytest.mark.parametrize("dice", [IdealFaces(STRIKE, LOSS), ModelDice(MODEL)])
def test_games_on_the_real_rules_agree(table: PotterTable, dice: Dice) -> None:
    assert_games_agree(table, "harry-potter", dice)


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "fr", "nl"])
def test_games_by_the_rules_of_other_booklets_agree(language: str) -> None:
    options = resolve_options(find_edition("harry-potter"), language=language)
    table = PotterTable.solve(MODEL, HAND, tallest=3, options=options)
    assert_games_agree(table, f"harry-potter:{language}", ModelDice(MODEL))


def assert_games_agree(table: PotterTable, edition: str, dice: Dice) -> None:
    """Within four standard errors of 750 games, each starting die equally often."""
    assert table.about.exploitability < 1e-9
    bot = Exact(lambda *_: (None, MODEL), effects=lambda _: (table, MODEL))
    won = 0.0
    for number in range(GAMES):
        start = position(edition, [Hand(HAND)] * 2, (SPELLS[number % len(SPELLS)],))
        winners = play(Game.from_state(start), [bot, bot], dice, number)
        won += (0 in winners) / len(winners)
    told = table.about.chances[0]
    assert abs(won / GAMES - told) < 4 * sqrt(told * (1 - told) / GAMES)


def test_the_starts_are_turns_of_the_table(table: PotterTable) -> None:
    starts = [thrown(table, f"hands=3,3 arena={face}") for face in SPELLS]
    assert sum(starts) / len(starts) == pytest.approx(table.about.chances[0], abs=1e-12)


@pytest.mark.parametrize("face", SPELLS[1:])
def test_a_last_die_wins_by_a_match(still: PotterTable, face: str) -> None:
    """One in six: then the other has to throw a last die onto nothing, or along and be out."""
    assert thrown(still, f"hands=1,1 arena={face}") == pytest.approx(1 / 6, abs=1e-12)


def test_a_last_die_is_not_saved_by_immobulus(still: PotterTable) -> None:
    """The pair stays where it is, and the hand is empty."""
    assert thrown(still, "hands=1,1 arena=immobulus") == 0.0


def test_accio_takes_what_could_save_the_other(still: PotterTable) -> None:
    """By Accio: both Accios and the Confundo, and the other's last die falls onto nothing.

    By Confundo: the other needs an Accio, one in six; even then two dice thrown onto nothing
    match five times in 36 at most.
    """
    won = 1 / 6 + 1 / 6 * 5 / 6
    told = thrown(still, "hands=1,1 arena=accio,confundo")
    assert won < told < won + 1 / 6 * 1 / 6 * 5 / 36 + 1e-12


def test_only_the_top_of_a_tower_can_be_matched(still: PotterTable) -> None:
    """By Confundo only. Then a Relashio is left for the other's last die: one in six, and of the
    two dice taken for it one has to be thrown along; what it shows must not be X, Relashio or
    Immobulus, and be matched by the last."""
    won = 1 / 6 * 5 / 6
    told = thrown(still, "hands=1,1 arena=relashio/confundo")
    assert won < told < won + 1 / 6 * 1 / 6 * 1 / 2 * 1 / 6 + 1e-12


def test_a_pair_uncovered_under_a_tower_waits_for_the_next_throw(still: PotterTable) -> None:
    """Two Confundos lie open: whatever falls, they are taken, and the other needs the last die to
    match a Relashio, Accio or Wingardium that it left; even then less than 5 in 36 are lost."""
    lost = 3 / 6 * 1 / 6
    told = thrown(still, "hands=1,1 arena=confundo,confundo")
    assert 1 - lost < told < 1 - lost + lost * 5 / 36


def test_bound_dice_can_be_left_to_the_other(still: PotterTable) -> None:
    """With two Immobulus and a die each nobody can be saved: who has to throw first loses."""
    state = read_state("harry-potter hands=1,1 arena=immobulus,immobulus phase=choice")
    told = still.actions(state)
    assert told == pytest.approx({"stop": 1.0, "throw": 0.0}, abs=1e-12)
    assert best_action(told) == "stop"


@pytest.mark.parametrize(
    "text",
    [
        "hands=9,9 arena=accio",
        "hands=1,1 arena=relashio/accio/accio/confundo/immobulus",
        "hands=1,1 arena=accio,accio,accio",
        "hands=1,1,1 arena=accio",
    ],
)
def test_what_is_not_in_the_table_is_not_told(table: PotterTable, text: str) -> None:
    assert not table.knows(read_state(f"harry-potter {text}"))


@pytest.mark.long
def test_taller_towers_hardly_matter(table: PotterTable) -> None:
    """A die less changes the start by less than one in a thousand, and not by nothing."""
    lower = PotterTable.solve(MODEL, HAND, tallest=table.tallest - 1)
    assert 0.0 < abs(table.about.chances[0] - lower.about.chances[0]) < 1e-3
