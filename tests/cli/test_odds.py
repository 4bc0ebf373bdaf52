"""`kessel odds` as a person calls it; "exact" is only said of what was solved."""

import argparse
import json

import pytest
from cli.conftest import Say

from kessel.cli.arguments import chosen_model, estimate_argument, model_arguments
from kessel.errors import BadValue
from kessel.rules.edition import find_edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped

pytestmark = pytest.mark.usefixtures("own_cache")


def test_odds_of_a_position(said: Say) -> None:
    words = "odds strike-2020 hands=8,5 arena=2,5 phase=choice --json"
    told = json.loads(said(*words.split()))
    assert told["best"] == "throw"
    assert told["exact"]
    assert told["actions"]["stop"][0] < told["actions"]["throw"][0]
    assert "best" in said(*words.split()[:-1])


def test_an_estimate_does_not_wait_for_a_table(said: Say) -> None:
    words = "odds harry-potter hands=3,3 arena=accio phase=choice --loss 0.4 --estimate --json"
    told = json.loads(said(*words.split()))
    assert not told["exact"]
    assert 0.0 < told["error"] < 0.05


@pytest.mark.parametrize("json_too", [False, True])
def test_options_that_were_not_solved_are_never_called_exact(said: Say, json_too: bool) -> None:
    position = "odds strike-2020 hands=3,2 arena=2,5 phase=choice"
    option = "options=collecting:optional"
    if json_too:
        solved = json.loads(said(*position.split(), "--json"))
        other = json.loads(said(*position.split(), option, "--json"))
        assert (solved["exact"], solved["error"]) == (True, 0.0)
        assert not other["exact"]
        assert 0.0 < other["error"] < 0.05
    else:
        assert "(exact)" in said(*position.split())
        told = said(*position.split(), option)
        assert "exact" not in told
        assert "estimated, standard error" in told


# --- which chance model the arguments name --------------------------------------------------------


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
