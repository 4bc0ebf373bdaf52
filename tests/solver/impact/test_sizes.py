"""The sizes of games that are not solved are counted as those of solved ones are."""

from pathlib import Path

import pytest

from bench.solved_further import GAMES, Size, partitions
from kessel.rules.edition import Effect, find_edition
from kessel.solver.impact.board import Board

SIZES = {game.name: game for game in GAMES}


@pytest.mark.parametrize(
    ("name", "effects", "players"),
    [
        ("water, two", (Effect.SWAMP,), 2),
        ("air, fire or lightning, two", (Effect.COLUMN,), 2),
        ("stone, two", (Effect.BOULDERS,), 2),
        ("air, fire or lightning, three", (Effect.COLUMN,), 3),
        ("Avatar with all five, two", tuple(find_edition("impact-avatar").effects.values()), 2),
    ],
)
def test_positions_are_those_of_the_solver(
    name: str, effects: tuple[Effect, ...], players: int
) -> None:
    size = SIZES[name]
    most = players * find_edition(size.edition).hand(players) + 1
    numbers = range(2, players + 1)
    assert size.positions() == sum(Board(effects, number, most).turns() for number in numbers)


def test_the_page_says_how_large_the_next_game_is() -> None:
    page = Path(__file__).parents[3] / "docs/explanation/solver-effects.md"
    size = SIZES["Avatar with all five, three"].positions()
    assert f"Avatar for three has {size:,} positions" in page.read_text("utf-8")


def test_a_supply_of_four_lies_in_five_ways() -> None:
    """Loose; a pile of 2, 3 or 4 with the rest loose; two piles of 2."""
    assert partitions(4) == 5


def test_more_players_and_more_effects_are_more_positions() -> None:
    plain = Size("", "impact-power", 2)
    assert plain.positions() < Size("", "impact-power", 3).positions()
    assert plain.positions() < Size("", "impact-power", 2, told_apart=True).positions()
