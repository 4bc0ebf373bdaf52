"""Many games at once: Gymnasium's conventions, what is refused, and each game step by step on the
rules."""

from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from scipy.stats import binom, chisquare
from vectors import Followed, chosen

import kessel.envs  # noqa: F401 - which tells Gymnasium the names
from kessel.envs.actions import ALL_IN, KINDS, START, STOP, THROW
from kessel.envs.vector import KesselVectorEnv
from kessel.errors import BadValue, IllegalMove, KesselError, UnknownEdition
from kessel.fast import row as r
from kessel.rules.edition import EDITIONS, Effect, find_edition
from kessel.rules.state import Phase
from kessel.solver.chance import POUR, IdealChance, Outcomes, base_outcomes, column_weights
from kessel.solver.measured import shipped


# --- Conventions, and what is refused -------------------------------------------------------------
def played(games: KesselVectorEnv, seed: int, steps: int) -> list[Any]:
    """What games tell, step by step, their actions drawn."""
    chance = np.random.default_rng(seed)
    _, infos = games.reset(seed=seed)
    told = []
    for _ in range(steps):
        told.append(games.step(chosen(infos["action_mask"], chance)))
        infos = told[-1][-1]
    return told


def test_it_is_made_by_its_name_and_has_gymnasium_s_spaces() -> None:
    games = gymnasium.make_vec("kessel/SelfPlay-v0", num_envs=7, players=3)
    assert isinstance(games.unwrapped, KesselVectorEnv)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = games.reset(seed=1)
    assert observations in games.observation_space
    assert observations[0] in games.single_observation_space
    assert infos["action_mask"].shape == (7, games.single_action_space.n)  # type: ignore[attr-defined]
    actions = games.action_space.sample(mask=tuple(infos["action_mask"]))
    observations, rewards, over, cut, _ = games.step(actions)
    assert observations in games.observation_space
    assert rewards.shape == over.shape == cut.shape == (7,)
    assert (over.dtype, cut.dtype) == (np.bool_, np.bool_)


def test_the_same_seed_plays_the_same_games() -> None:
    games = KesselVectorEnv(16, players=3, dice="measured")
    first, again, other = (played(games, seed, 40) for seed in (5, 5, 6))
    for one, two in zip(first, again, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one[:4], two[:4], strict=True))
    assert not np.array_equal(first[-1][0], other[-1][0])
    assert len({row.tobytes() for row in first[-1][0]}) > 8


def test_what_was_told_does_not_change_later() -> None:
    games = KesselVectorEnv(4)
    told = games.reset(seed=1)
    before = (told[0].copy(), told[1]["action_mask"].copy())
    games.step(chosen(told[1]["action_mask"], np.random.default_rng(0)))
    assert np.array_equal(told[0], before[0])
    assert np.array_equal(told[1]["action_mask"], before[1])


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    games = KesselVectorEnv(32, players=3, hands=(2, 1, 2))
    ends = 0
    for observations, rewards, over, cut, infos in played(games, 2, 60):
        assert not cut.any()
        assert not rewards[~over].any()
        assert infos["action_mask"].any(axis=1).all()
        if over.any():
            assert np.array_equal(infos["_final_obs"], over)
            returns = infos["final_info"]["returns"][over]
            assert np.array_equal(np.sort(returns, axis=1), [[-0.5, -0.5, 1.0]] * len(returns))
            assert (rewards[over][:, None] == returns).any(axis=1).all()
            for last in infos["final_obs"][over]:
                assert not last[:14].any()  # nobody has to act
            assert all(one is None for one in infos["final_obs"][~over])
            assert observations[over][:, :9].any(axis=1).all()
        ends += over.sum()
    assert ends > 100


def test_long_games_are_cut_short() -> None:
    games = KesselVectorEnv(8, "impact", longest=3)
    told = played(games, 1, 9)
    for number, (_, rewards, over, cut, infos) in enumerate(told):
        assert cut.all() == (number % 3 == 2)
        assert not over.any()
        assert not rewards.any()
        if cut.all():
            assert not infos["final_info"]["returns"].any()


def test_wrappers_of_gymnasium_understand_it() -> None:
    games = RecordEpisodeStatistics(KesselVectorEnv(16, hands=(1, 1)))
    chance = np.random.default_rng(1)
    _, infos = games.reset(seed=1)
    lengths: list[int] = []
    for _ in range(30):
        _, _, over, _, infos = games.step(chosen(infos["action_mask"], chance))
        lengths += infos["episode"]["l"][over].tolist() if over.any() else []
    assert len(lengths) > 20
    assert min(lengths) >= 1


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    games = KesselVectorEnv(3, "impact")
    observations, infos = games.reset(seed=1)
    with pytest.raises(
        IllegalMove, match=r"game 1: action 0 is not legal .* 35 \(start with fire\)"
    ):
        games.step([START, STOP, START])
    for wrong in (ALL_IN, -1, 87):
        with pytest.raises(IllegalMove, match="game 2"):
            games.step([START, START, wrong])
    told, *_ = games.step([START, START, START])
    assert not np.array_equal(told, observations)
    assert np.array_equal(infos["player"], [0, 0, 0])


@pytest.mark.parametrize("actions", [[START], [[START, START]], [35.0, 35.0], "no"])
def test_actions_are_one_number_for_each_game(actions: Any) -> None:
    games = KesselVectorEnv(2, "impact")
    games.reset(seed=1)
    with pytest.raises(BadValue, match="2 whole numbers are needed"):
        games.step(actions)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(UnknownEdition, match="no edition 'harry-potter:fr'"):
        KesselVectorEnv(2, "harry-potter:fr")
    with pytest.raises(BadValue, match="at least 2"):
        KesselVectorEnv(2, "impact-avatar", elements=["fire"])
    with pytest.raises(BadValue, match="none can be given"):
        KesselVectorEnv(2, "impact-power", elements=["fire"])
    wrong: Any
    for wrong in (0, "4", 2.5):
        with pytest.raises(BadValue, match=r"num_envs=.* at least one is played"):
            KesselVectorEnv(wrong)
        with pytest.raises(BadValue, match=r"longest=.* at least one is played"):
            KesselVectorEnv(1, longest=wrong)
    for dice in ("physics", object()):
        with pytest.raises(BadValue, match="a chance model is ideal, measured"):
            KesselVectorEnv(1, dice=dice)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="begin with `reset`"):
        KesselVectorEnv(1).step([STOP])


def test_strengths_are_those_that_make_a_difference() -> None:
    throws = {
        "ideal": KesselVectorEnv(1, "impact"),
        "measured": KesselVectorEnv(1, "impact", dice=shipped("cauldron")),
    }
    masks = {}
    for name, games in throws.items():
        games.reset(seed=1)
        masks[name] = games.step([START])[-1]["action_mask"][0]
    assert np.flatnonzero(masks["ideal"]).tolist() == [2]
    assert np.flatnonzero(masks["measured"]).tolist() == [1, 2, 3]


# --- The compiled games, followed on the rules; and their chance ----------------------------------

LEAST = 1e-4
"""p-values below this would be no chance; the seeds are fixed."""
ROUGH = IdealChance(0.4, 0.2)
"""Dice that often leave the arena, so that it is emptied in every way."""
WAITING = {
    "impact-power": {Phase.EXTRA, Phase.COLUMN},
    "impact-avatar": {Phase.EXTRA, Phase.COLUMN},
    "harry-potter": {Phase.EXTRA, Phase.ACCIO, Phase.STACK},
}
"""In what throws can end beside turns and choices."""


@pytest.mark.parametrize(
    ("edition", "players", "dice"),
    [
        *product(EDITIONS, (2, 5), (ROUGH,)),
        ("strike-2012", 3, "measured"),
        ("impact", 4, "ideal"),
        ("impact-power", 3, "measured"),
        ("impact-avatar", 3, "measured"),
        ("harry-potter", 3, "measured"),
    ],
)
def test_every_step_is_that_of_the_rules(edition: str, players: int, dice: str) -> None:
    followed = Followed(KesselVectorEnv(12, edition, players, dice=dice), dice, seed=players)
    followed.steps(100)
    assert followed.ends > 5
    assert followed.phases - {Phase.THROW, Phase.CHOICE, Phase.OVER} <= WAITING.get(edition, set())
    if edition != "impact-power":  # of whose games most have another element
        assert followed.phases >= WAITING.get(edition, set())


def test_agreed_elements_alone_are_at_work() -> None:
    agreed = ("stone", "lightning")
    games = KesselVectorEnv(12, "impact-avatar", 4, elements=agreed)
    followed = Followed(games, "ideal", seed=1, elements=agreed)
    followed.steps(100)
    assert Phase.EXTRA in followed.phases
    assert Phase.COLUMN not in followed.phases


@pytest.mark.parametrize("column", [r.ACTIVE, r.LOOSE, r.REMOVED, r.HELD, r.HAND + 1, r.GONE])
def test_a_game_that_is_not_the_rules_is_noticed(column: int) -> None:
    games = KesselVectorEnv(2)
    followed = Followed(games, "ideal", seed=1)
    followed.steps(3)
    games._games[1, column] ^= 1
    with pytest.raises((AssertionError, KesselError)):
        followed.steps(3)


@pytest.mark.parametrize(
    ("edition", "column", "value"),
    [
        ("impact-avatar", r.PILES, 1),
        ("impact-avatar", r.ACTS + list(Effect).index(Effect.COLUMN), 0),
        ("harry-potter", r.DIRECTION, -1),
        ("harry-potter", r.ACTS + list(Effect).index(Effect.FREEZE), 0),
        ("harry-potter", r.HEIGHT, 2),
    ],
)
def test_an_effect_that_is_not_the_rules_is_noticed(edition: str, column: int, value: int) -> None:
    games = KesselVectorEnv(1, edition)
    followed = Followed(games, "ideal", seed=1)
    followed.steps(1)
    assert games._games[0, column] != value
    games._games[0, column] = value
    with pytest.raises((AssertionError, KesselError)):
        followed.steps(3)


def test_another_landing_is_noticed() -> None:
    class Shifted(KesselVectorEnv):
        landed = property(lambda self: np.roll(super().landed, 1, axis=1))

    followed = Followed(Shifted(8), "ideal", seed=1)
    with pytest.raises((AssertionError, KesselError)):
        followed.steps(3)


def test_another_winner_of_a_column_is_noticed() -> None:
    class Other(KesselVectorEnv):
        raced = property(lambda self: 1 - super().raced)

    followed = Followed(Other(8, "impact-avatar"), "ideal", seed=1)
    with pytest.raises((AssertionError, KesselError)):
        followed.steps(40)


# --- chance ------------------------------------------------------------------------------------


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
    games._games[:, r.PHASE] = r.THROW
    games._masks[:, ALL_IN] = 1
    games.step(np.full(games.num_envs, ALL_IN))
    found = seen(games, 0)
    for model in (ROUGH, IdealChance(0.4, 0.15)):
        agrees = pvalue(found, base_outcomes(model, POUR, 5, 0)) > LEAST
        assert agrees == (model is ROUGH)


def test_every_lying_die_is_struck_equally_often() -> None:
    games = KesselVectorEnv(30_000, "impact", dice=IdealChance(0.3, 0.0))
    games.reset(seed=4)
    games.step(np.full(games.num_envs, START))
    games._games[:, r.LOOSE : r.LOOSE + r.SYMBOLS] = (1, 0, 1, 0, 1)
    games.step(np.full(games.num_envs, THROW + 1))
    landed = games.landed[:, [1, 3, 5]]
    assert landed.sum(axis=0).min() > 20_000
    assert chisquare(landed.sum(axis=0)).pvalue > LEAST


@pytest.mark.parametrize("dice", [2, 4])
def test_dice_of_a_pile_are_lost_one_by_one(dice: int) -> None:
    """20,000 throws of a pile at one die; the control has other dice."""
    games = thrown("impact-avatar", {r.LOOSE: 1, r.HAND: 0, r.PILES: 1, r.PILE: dice}, slot=1)
    assert lost_as(games, dice, 0.2)
    assert not lost_as(games, dice, 0.23)


def test_all_dice_of_a_struck_tower_fall() -> None:
    """20,000 throws that strike a tower of four; the control has other dice."""
    changed = {r.HEIGHT: 4, r.TOWER + 1: 1, r.TOWER + 2: 2, r.TOWER + 3: 3}
    games = thrown("harry-potter", changed, slot=0)
    assert lost_as(games, 5, 0.2)
    assert not lost_as(games, 5, 0.23)
    assert not games.landed[:, -1].any()


def thrown(edition: str, changed: dict[int, int], slot: int) -> KesselVectorEnv:
    """20,000 first throws in games that were changed; everything is struck, a fifth is lost."""
    games = KesselVectorEnv(20_000, edition, dice=IdealChance(1.0, 0.2))
    games.reset(seed=5)
    games._games[:, r.LOOSE : r.LOOSE + r.SYMBOLS] = 0
    games._games[:, r.PHASE] = r.THROW
    for column, value in changed.items():
        games._games[:, column] = value
    action = THROW + len(KINDS) * slot + 1
    games._masks[:, action] = 1
    games.step(np.full(games.num_envs, action))
    return games


def lost_as(games: KesselVectorEnv, dice: int, chance: float) -> bool:
    """Whether so many dice left the arena as often as that; a struck die is among them."""
    lying = dice + (games.edition.id == "impact-avatar")
    counts = np.bincount(games.landed[:, -2], minlength=lying + 1)
    wanted = binom.pmf(np.arange(lying + 1), lying, chance) * games.num_envs
    return bool(chisquare(counts, wanted).pvalue > LEAST)


def test_a_column_is_a_race_between_equally_fast_hands() -> None:
    """20,000 columns; the control is a race in which dice do not count."""
    games = KesselVectorEnv(20_000, "impact-avatar", 4, dice=IdealChance(0.0, 0.0))
    games.reset(seed=6)
    games._games[:, r.LOOSE : r.LOOSE + r.SYMBOLS] = (2, 0, 0, 0, 0)
    games._games[:, r.HELD : r.HELD + 4] = games._games[:, r.HAND : r.HAND + 4] = (4, 0, 1, 2)
    games._games[:, r.GONE + 1] = 1
    games.step(np.full(games.num_envs, THROW + 1))
    counts = np.bincount(games.raced, minlength=4)
    assert counts[1] == 0
    for dice, agrees in (((3, 1, 2), True), ((1, 1, 1), False)):
        weights = np.array(column_weights(dice))
        wanted = weights / weights.sum() * games.num_envs
        assert (chisquare(counts[[0, 2, 3]], wanted).pvalue > LEAST) == agrees


def seen(games: KesselVectorEnv, left: int) -> dict[tuple[int, int], int]:
    """How often so many symbols lie and so many dice were taken, after a throw of player 0."""
    lying = games._games[:, r.LOOSE : r.LOOSE + r.SYMBOLS].sum(axis=1).tolist()
    taken = (games._games[:, r.HELD] - left).tolist()
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
