"""Dice for a bot's own trials: they move as a chance model says, and struck towers fall whole."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from games import land

from kessel.bots.trial import column_winner, shared_step, trial_step
from kessel.rules.engine import apply
from kessel.rules.moves import ALL, ONE, StartDie
from kessel.rules.positions import read_state
from kessel.rules.setup import new_game
from kessel.rules.state import GameState, Phase
from kessel.solver.chance import POUR, IdealChance, Movement
from kessel.solver.dice import ModelDice

TOWER = read_state("harry-potter hands=8,8 arena=immobulus/relashio/accio phase=throw")


class Always:
    """A chance model in which every throw goes the same way."""

    name = "always"
    kinds = ("firm",)

    def __init__(self, struck: int, knocked_out: int, staying: int) -> None:
        self.move = Movement(1.0, struck, knocked_out, staying)
        self.asked: list[tuple[str, int, int]] = []

    def movements(self, kind: str, thrown: int, lying: int) -> tuple[Movement, ...]:
        self.asked.append((kind, thrown, lying))
        return (self.move,)


def test_a_model_is_asked_once_for_each_kind_of_throw() -> None:
    model = Always(0, 0, 1)
    dice = ModelDice(model)
    model.asked.clear()  # what it was checked with
    for seed in range(5):
        land(dice, TOWER, {0: ONE}, Random(seed), "firm")
    assert model.asked == [("firm", 1, 1)]


def test_a_throw_is_followed_to_the_next_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    followed: Counter[Phase] = Counter()

    def counted(state: GameState, *rest: Any) -> GameState:
        followed[state.phase] += 1
        return shared_step(state, *rest)

    monkeypatch.setattr("kessel.bots.trial.shared_step", counted)
    game = new_game("impact-avatar", 2, elements=["lightning", "fire"])
    for face in ("lightning", "fire"):
        start = apply(game, StartDie(face)).state
        for seed in range(100):
            after = trial_step(start, ONE, "firm", ModelDice(IdealChance()), Random(seed))
            assert after.phase not in (Phase.EXTRA, Phase.COLUMN)
            assert after.total_dice() == start.total_dice()
    assert min(followed[Phase.EXTRA], followed[Phase.COLUMN]) > 0


def test_all_dice_are_poured() -> None:
    model = Always(0, 0, 3)
    state = read_state("strike-2020 hands=3,8 arena=- phase=throw")
    dice = ModelDice(model)
    model.asked.clear()  # what it was checked with
    trial_step(state, ALL, "firm", dice, Random(1))
    assert model.asked == [(POUR, 3, 0)]


def test_a_column_is_won_more_often_by_whom_has_fewer_dice_to_stack() -> None:
    """4,000 races of 2 against 6 dice: three in four, within 4 standard deviations."""
    state = read_state("strike-2020 hands=2,6 arena=2 phase=throw")
    chance = Random(1)
    won = Counter(column_winner(state, (0, 1), chance) for _ in range(4000))
    assert abs(won[0] / 4000 - 0.75) < 4 * (0.75 * 0.25 / 4000) ** 0.5
