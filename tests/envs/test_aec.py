"""PettingZoo's own tests with no exceptions and no warnings, and what they do not look at."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from kessel.envs.actions import COUNT
from kessel.envs.aec import env, raw_env
from kessel.errors import BadValue, IllegalMove
from kessel.rules.edition import EDITIONS
from kessel.throws.ideal import IdealDice

RETHROW = {"start_die_x": "rethrow"}

CYCLES = 60
"""For each agent: a few games."""
SETTINGS: list[dict[str, Any]] = [
    {"edition": edition, "players": players, "dice": dice}
    for edition in EDITIONS
    for players, dice in ((2, "ideal"), (5, "measured"))
] + [
    {"dice": IdealDice(), "edition": "harry-potter", "players": 3},
    {"dice": "ideal", "options": {"supply": "hidden", "collecting": "optional"}, "players": 4},
    {"dice": "ideal", "longest": 9},
    {"dice": "measured", "hands": (1, 2)},
]


def named(setting: dict[str, Any]) -> str:
    return " ".join(str(value) for value in setting.values())


def complete(setting: dict[str, Any]) -> dict[str, Any]:
    """With all elements that can be agreed on."""
    agreed = EDITIONS[setting.get("edition", "strike-2020")].agreeable
    return setting | {"elements": agreed or None}


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_it_is_an_environment_of_pettingzoo(setting: dict[str, Any]) -> None:
    api_test(env(**complete(setting)), num_cycles=CYCLES)


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
def test_a_seed_is_heeded(setting: dict[str, Any]) -> None:
    seed_test(lambda: env(**complete(setting)), num_cycles=CYCLES)


def test_real_dice_pass_too() -> None:
    setting = {"edition": "strike-2020", "dice": "physics", "hands": (2, 2)}
    api_test(env(**setting), num_cycles=3)
    seed_test(lambda: env(**setting), num_cycles=3)


def test_an_environment_that_ignores_its_seed_is_found() -> None:
    class Deaf(raw_env):
        """Throws what it likes."""

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            super().reset()

    with pytest.raises(AssertionError):
        seed_test(Deaf, num_cycles=CYCLES)


def play(game: raw_env, seed: int, last: bool = True) -> list[Any]:
    """A game in which everybody takes the last (or first) legal action: what the agents saw."""
    game.reset(seed=seed)
    seen = []
    for agent in game.agent_iter():
        observed, reward, over, cut, info = game.last()
        seen.append((agent, observed.tolist(), reward, over, cut))
        legal = np.flatnonzero(info["action_mask"])
        game.step(None if over or cut else int(legal[-1 if last else 0]))
    return seen


def test_rewards_come_at_the_end_and_sum_to_zero() -> None:
    game = raw_env(players=3, dice="measured")
    for seed in range(5):
        seen = play(game, seed)
        final = {agent: reward for agent, _, reward, over, _ in seen if over}
        assert sorted(final.values()) == [-0.5, -0.5, 1.0]
        assert not any(reward for *_, reward, over, _ in seen if not over)


def test_other_seeds_give_other_games() -> None:
    game = raw_env()
    assert play(game, 1) == play(game, 1)
    assert play(game, 1) != play(game, 2)
    game = raw_env(options=RETHROW)
    game.reset(seed=1)
    firsts = set()
    for _ in range(20):  # without a seed games go on from the last one
        game.reset()
        firsts.add(game.observe("player_0").tobytes())
    assert len(firsts) == 5


def test_masks_are_for_whoever_has_to_act() -> None:
    game = raw_env(players=2, options=RETHROW)
    game.reset(seed=1)
    assert game.infos["player_0"]["action_mask"].sum() == 1
    assert game.infos["player_1"]["action_mask"].sum() == 0
    assert game.infos["player_0"]["action_mask"].shape == (COUNT,)


def test_an_illegal_action_raises_or_loses() -> None:
    game = raw_env()
    game.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 0 is not legal"):
        game.step(0)
    wrapped = env()
    wrapped.reset(seed=1)
    wrapped.step(0)
    assert wrapped.rewards["player_0"] == -1


def test_misuse_is_told() -> None:
    game = raw_env()
    with pytest.raises(BadValue, match="begins with `reset`"):
        game.step(0)
    game.reset(seed=1)
    with pytest.raises(BadValue, match="player_0 has to act"):
        game.step(None)
    wrong: Any
    for wrong in (2.5, 2.0, "x", [2]):
        with pytest.raises(BadValue, match="an action is a whole number, not"):
            game.step(wrong)
    with pytest.raises(BadValue, match="agent 'zzz': there are player_0, player_1"):
        game.observe("zzz")
    before = game.node
    with pytest.raises(BadValue, match="what `save` returned"):
        game.restore(5)  # type: ignore[arg-type]
    assert game.node is before
    first: Any = np.int64(game.infos[game.agent_selection]["action_mask"].argmax())
    game.step(first)
    with pytest.raises(BadValue, match="there is ansi"):
        raw_env(render_mode="human")
    assert env("impact", 4).unwrapped.possible_agents[-1] == "player_3"
