"""Dice, bots and seeds in all their forms mean the same; anything else is refused in a sentence."""

from typing import Any

import pytest

from kessel.bots.roster import make_bot
from kessel.errors import BadValue, KesselError
from kessel.game import Game, play
from kessel.game.given import make_bots, make_dice, seed_text
from kessel.physics.dice import PhysicsDice
from kessel.rules.edition import EDITIONS
from kessel.solver.chance import IdealChance
from kessel.solver.dice import ModelDice
from kessel.throws.ideal import IdealFaces

STRIKE = EDITIONS["strike-2020"]


def test_dice_by_name_by_model_and_themselves() -> None:
    ideal, measured = make_dice("ideal", STRIKE), make_dice("measured", STRIKE)
    assert isinstance(ideal, IdealFaces)
    assert isinstance(measured, ModelDice)
    assert measured.model.name.startswith("measured oval")
    assert isinstance(make_dice("physics", STRIKE), PhysicsDice)
    assert make_dice(IdealChance(0.1, 0.1), STRIKE) == IdealFaces(0.1, 0.1)
    assert make_dice(ideal, STRIKE) is ideal


def test_bots_for_all_players() -> None:
    assert make_bots("rule", 3) == [make_bot("rule")] * 3
    assert make_bots(["rule", make_bot("careful")], 2) == [make_bot("rule"), make_bot("careful")]
    assert make_bots(make_bot("careful"), 2) == [make_bot("careful")] * 2


def test_games_by_names_are_games_by_objects() -> None:
    named, made = Game("strike-2020"), Game("strike-2020")
    play(named, "rule", "ideal", seed="7")
    play(made, [make_bot("rule")] * 2, IdealFaces(), seed=7)
    assert named.history == made.history


def test_a_throw_by_any_seed() -> None:
    line = "strike-2020 hands=3,4 arena=2,5"
    thrown = []
    for seed in (5, "5", 5):
        game = Game.from_state(line)
        game.throw("ideal", seed=seed)
        thrown.append(str(game.last))
    assert len(set(thrown)) == 1
    assert seed_text(b"\x01") == "01"
    assert seed_text(None) != seed_text(None)


WRONG: Any = 4


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: make_dice("loaded", STRIKE), "ideal, measured, physics"),
        (lambda: make_dice(WRONG, STRIKE), "anything with `land`"),
        (lambda: make_bots(("rule", "rule"), 1), "2 bots for 1 players"),
        (lambda: make_bots(WRONG, 1), "anything with `answer`"),
        (lambda: make_bots("rulr", 1), "there is no bot 'rulr'"),
        (lambda: seed_text(WRONG / 8), "a seed is a whole number, text or bytes, not 0.5"),
        (lambda: EDITIONS["impact"].hand(WRONG * "2"), "is for 2 to 5 players, not '2222'"),
        (lambda: Game("strike-2020", options=WRONG), "options are a mapping or text"),
        (lambda: Game("strike-2020", options="supply=hidden"), "did you mean supply"),
    ],
)
def test_a_refusal_is_a_sentence(wrong: Any, said: str) -> None:
    with pytest.raises(KesselError, match=said) as refused:
        wrong()
    assert isinstance(refused.value, BadValue) or refused.value.code == "unknown_option"
