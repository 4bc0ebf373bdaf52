"""The sizes of unsolved games are counted as those of solved ones are."""

from bench.solved_further import GAMES, Size, partitions
from kessel.rules.edition import Effect
from kessel.solver.chance import IdealChance
from kessel.solver.impact.boulders import Numbering
from kessel.solver.impact.powers import _Game

SIZES = {game.name: game for game in GAMES}


def test_positions_of_two_are_those_of_the_solvers() -> None:
    model = IdealChance()
    for name, effect in (
        ("water, two", Effect.SWAMP),
        ("air, fire or lightning, two", Effect.COLUMN),
    ):
        assert SIZES[name].positions() == _Game(effect, model, 17).states()
    stone = sum(Numbering.of(dice, model.kinds).count for dice in range(2, 18))
    assert SIZES["stone, two"].positions() == stone


def test_a_supply_of_four_lies_in_five_ways() -> None:
    """Loose; a pile of 2, 3 or 4 with the rest loose; two piles of 2."""
    assert partitions(4) == 5


def test_more_players_and_more_effects_are_more_positions() -> None:
    plain = Size("", "impact-power", 2)
    assert plain.positions() < Size("", "impact-power", 3).positions()
    assert plain.positions() < Size("", "impact-power", 2, told_apart=True).positions()
