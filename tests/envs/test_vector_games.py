"""The compiled games, followed step by step on the rules; and their chance."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import chisquare
from vectors import Followed

from kessel.envs.actions import ALL_IN, KINDS, START, THROW
from kessel.envs.observation import PHASES
from kessel.envs.vector import OFFERED, KesselVectorEnv
from kessel.envs.vector_games import ACTIVE, HANDS, LYING, PHASE, REMOVED
from kessel.errors import KesselError
from kessel.rules.edition import find_edition
from kessel.rules.state import Phase
from kessel.solver.chance import POUR, IdealChance, Outcomes, base_outcomes
from kessel.solver.measured import shipped

LEAST = 1e-4
"""p-values below this would be no chance; the seeds are fixed."""
ROUGH = IdealChance(0.4, 0.2)
"""Dice that often leave the arena, so that it is emptied in every way."""


@pytest.mark.parametrize(
    ("edition", "players", "dice"),
    [*product(OFFERED, (2, 5), (ROUGH,)), ("strike-2012", 3, "measured"), ("impact", 4, "ideal")],
)
def test_every_step_is_that_of_the_rules(edition: str, players: int, dice: str) -> None:
    followed = Followed(KesselVectorEnv(12, edition, players, dice=dice), dice, seed=players)
    followed.steps(100)
    assert followed.ends > 5


@pytest.mark.parametrize("column", [ACTIVE, LYING, REMOVED, HANDS, HANDS + 1])
def test_a_game_that_is_not_the_rules_is_noticed(column: int) -> None:
    games = KesselVectorEnv(2)
    followed = Followed(games, "ideal", seed=1)
    followed.steps(3)
    games._games[1, column] ^= 1
    with pytest.raises((AssertionError, KesselError)):
        followed.steps(3)


def test_another_landing_is_noticed() -> None:
    class Shifted(KesselVectorEnv):
        landed = property(lambda self: np.roll(super().landed, 1, axis=1))

    followed = Followed(Shifted(8), "ideal", seed=1)
    with pytest.raises((AssertionError, KesselError)):
        followed.steps(3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_throw_does_what_the_model_says(kind: str) -> None:
    """20,000 first throws at one die; the control is another strength."""
    games = KesselVectorEnv(20_000, "impact", dice="measured")
    games.reset(seed=7)
    games.step(np.full(games.num_envs, START))
    games.step(np.full(games.num_envs, THROW + KINDS.index(kind)))
    hand = find_edition("impact").hand(2)
    found = seen(games, hand - 1)
    model = shipped("cauldron")
    for other in KINDS:
        agrees = pvalue(found, base_outcomes(model, other, 1, 1)) > LEAST
        assert agrees == (other == kind)


def test_all_dice_fall_as_the_model_says() -> None:
    """20,000 throws of five dice into the empty arena; the control has other dice."""
    games = KesselVectorEnv(20_000, "impact", hands=(5, 1, 1), dice=ROUGH)
    games.reset(seed=3)
    games._games[:, PHASE] = PHASES.index(Phase.THROW)
    games._seen.masks[:, ALL_IN] = 1
    games.step(np.full(games.num_envs, ALL_IN))
    found = seen(games, 0)
    for model in (ROUGH, IdealChance(0.4, 0.15)):
        agrees = pvalue(found, base_outcomes(model, POUR, 5, 0)) > LEAST
        assert agrees == (model is ROUGH)


def test_every_lying_die_is_struck_equally_often() -> None:
    games = KesselVectorEnv(30_000, "impact", dice=IdealChance(0.3, 0.0))
    games.reset(seed=4)
    games.step(np.full(games.num_envs, START))
    games._games[:, LYING] = 0b10101
    games.step(np.full(games.num_envs, THROW + 1))
    landed = games.landed[:, [1, 3, 5]]
    assert landed.sum(axis=0).min() > 20_000
    assert chisquare(landed.sum(axis=0)).pvalue > LEAST


def seen(games: KesselVectorEnv, left: int) -> dict[tuple[int, int], int]:
    """How often so many symbols lie and so many dice were taken, after a throw of player 0."""
    lying = [bin(bits).count("1") for bits in games._games[:, LYING].tolist()]
    taken = (games._games[:, HANDS] - left).tolist()
    found: dict[tuple[int, int], int] = {}
    for key in zip(lying, taken, strict=True):
        found[key] = found.get(key, 0) + 1
    return found


def pvalue(found: dict[tuple[int, int], int], chances: Outcomes) -> float:
    """How well counts agree with chances; not at all if something happened that cannot."""
    if not found.keys() <= chances.keys():
        return 0.0
    total = sum(found.values())
    common = [key for key, chance in chances.items() if chance * total > 5]
    counts = np.array([found.get(key, 0) for key in common])
    wanted = np.array([chances[key] for key in common])
    return float(chisquare(counts, wanted / wanted.sum() * counts.sum()).pvalue)
