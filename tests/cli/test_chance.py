"""Which chance model the arguments name."""

import argparse

import pytest

from kessel.cli.chance import chosen_model, estimate_argument, model_arguments
from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped

IMPACT = find_edition("impact")


def chosen(*words: str) -> ChanceModel:
    parser = argparse.ArgumentParser()
    model_arguments(parser)
    estimate_argument(parser)
    return chosen_model(parser.parse_args(words), IMPACT)


def test_ideal_dice_unless_told() -> None:
    assert chosen() == IdealChance()
    assert chosen("--strike", "0.5") == IdealChance(0.5, IdealChance().loss)
    assert chosen("--loss", "0") == IdealChance(IdealChance().strike, 0.0)


def test_measured_dice_are_those_of_the_edition_s_arena() -> None:
    assert chosen("--model", "measured", "--estimate") == shipped(IMPACT.arena)


@pytest.mark.parametrize("words", [["--strike", "0.1"], ["--loss", "0"]])
def test_what_was_measured_cannot_be_chosen(words: list[str]) -> None:
    with pytest.raises(BadValue, match="belong to --model ideal"):
        chosen("--model", "measured", *words)
