"""Many games at once: Gymnasium's conventions, and what is refused."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from vectors import chosen

import kessel.envs  # noqa: F401 - which tells Gymnasium the names
from kessel.envs.actions import ALL_IN, START, STOP
from kessel.envs.vector import KesselVectorEnv
from kessel.errors import BadValue, IllegalMove, UnknownEdition
from kessel.solver.measured import shipped


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
