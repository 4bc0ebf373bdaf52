"""Gymnasium's own check with no exceptions and no warnings, and games against bots."""

import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kessel.bots.bot import Answer, Sight
from kessel.bots.roster import make_bot
from kessel.envs.gym import KesselEnv
from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS

GAME = "kessel/Game-v0"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "dice"), [(2, "ideal"), (5, "measured")])
def test_it_is_an_environment_of_gymnasium(edition: str, players: int, dice: str) -> None:
    elements = EDITIONS[edition].agreeable or None
    setting: dict[str, Any] = {"edition": edition, "players": players, "dice": dice}
    check_env(gymnasium.make(GAME, **setting, elements=elements).unwrapped)


def test_real_dice_and_strong_bots_pass_too() -> None:
    check_env(gymnasium.make(GAME, dice="physics", bots="exact", hands=(2, 2)).unwrapped)


def test_a_name_with_its_module_needs_no_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(gymnasium.registry, GAME)
    monkeypatch.delitem(sys.modules, "kessel.envs")
    with pytest.raises(gymnasium.error.Error, match="kessel"):
        gymnasium.make(GAME)
    with warnings.catch_warnings(action="ignore"):  # the other names are known already
        assert isinstance(gymnasium.make(f"kessel.envs:{GAME}").unwrapped, KesselEnv)


def play(game: KesselEnv, seed: int) -> tuple[float, list[int]]:
    """A game with random legal actions: what came of it, and all observations."""
    observed, info = game.reset(seed=seed)
    chance = np.random.default_rng(seed)
    seen, over = observed.tolist(), False
    reward = 0.0
    while not over:
        assert reward == 0.0
        action = chance.choice(np.flatnonzero(info["action_mask"]))
        assert (game.action_masks() == info["action_mask"]).all()
        observed, reward, over, cut, info = game.step(action)
        seen += observed.tolist()
        assert not cut
    assert not info["action_mask"].any()
    return reward, seen


def test_whole_games_against_bots() -> None:
    game = KesselEnv("harry-potter", 3, dice="measured", bots=("gambler", make_bot("careful")))
    results = [play(game, seed) for seed in range(12)]
    assert {reward for reward, _ in results} <= {1.0, -0.5, 0.25}
    assert len({reward for reward, _ in results}) > 1
    assert play(game, 3) == results[3]


def test_bots_sit_clockwise_from_the_agent() -> None:
    asked: list[tuple[str, int]] = []

    class Watched:
        """A careful bot that notes which player it answers for."""

        def __init__(self, name: str) -> None:
            self._name = name

        def answer(self, sight: Sight, chance: Any) -> Answer:
            asked.append((self._name, sight.player))
            return make_bot("careful").answer(sight, chance)

    game = KesselEnv(players=3, bots=(Watched("left"), Watched("right")), player=1)
    play(game, 1)
    assert set(asked) == {("left", 2), ("right", 0)}


def test_players_are_drawn_or_given() -> None:
    game = KesselEnv(players=4)
    assert {game.reset(seed=seed)[1]["player"] for seed in range(30)} == {0, 1, 2, 3}
    assert {KesselEnv(player=1).reset(seed=seed)[1]["player"] for seed in range(9)} == {1}
    wrong: Any
    for wrong in (2, "x", 0.5):
        with pytest.raises(BadValue, match="0 to 1, or None"):
            KesselEnv(player=wrong)


def test_misuse_is_told() -> None:
    game = KesselEnv(player=np.int64(1))
    for early in (lambda: game.step(0), game.save):
        with pytest.raises(BadValue, match="begins with `reset`"):
            early()
    game.reset(seed=1)
    wrong: Any
    for wrong in (2.5, "x", None):
        with pytest.raises(BadValue, match="an action is a whole number"):
            game.step(wrong)
    for wrong in (5, game.croupier.save()):
        with pytest.raises(BadValue, match="what `save` returned"):
            game.restore(wrong)


def test_a_game_goes_on_in_an_environment_of_its_own() -> None:
    game, other = KesselEnv(player=0), KesselEnv(player=0)
    game.reset(seed=3)
    saved = game.save()
    action = int(np.flatnonzero(game.action_masks())[0])
    seen, _ = other.restore(saved)
    assert (seen == game.restore(saved)[0]).all()
    assert (game.step(action)[0] == other.step(action)[0]).all()


def test_an_illegal_action_loses_at_once() -> None:
    game = KesselEnv(player=0)
    game.reset(seed=1)
    _, reward, over, cut, info = game.step(0)
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, True)


def test_who_is_out_is_done() -> None:
    game = KesselEnv(players=3, hands=(9, 1, 9), player=1, dice="measured")
    done = []
    for seed in range(20):
        _, info = game.reset(seed=seed)
        reward, over = 0.0, False
        while not over:
            action = np.flatnonzero(info["action_mask"])[-1]
            _, reward, over, _, info = game.step(action)
        done.append((reward, game.croupier.is_over))
    assert (-0.5, False) in done


def test_a_long_game_is_cut_short() -> None:
    game = KesselEnv(player=0, longest=2)
    _, info = game.reset(seed=2)
    _, _, over, cut, info = game.step(int(np.flatnonzero(info["action_mask"])[-1]))
    while not cut:
        _, _, over, cut, info = game.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert not over


def test_games_without_a_say_are_left_out() -> None:
    """The other throws its only die and may lose at once; the agent always has something to do."""
    game = KesselEnv(hands=(1, 1), player=1)
    for seed in range(40):
        _, info = game.reset(seed=seed)
        assert info["action_mask"].any()
    with pytest.raises(BadValue, match="nothing to decide"):
        KesselEnv(
            position="strike-2020 hands=1,0,3 arena=4 eliminated=B:0", players=3, player=1
        ).reset()


def test_supplies_that_are_hidden_stay_hidden() -> None:
    setting: dict[str, Any] = {"players": 3, "options": "supply:hidden", "player": 1}
    game = gymnasium.make(GAME, render_mode="ansi", **setting)
    game.reset(seed=1)
    shown = str(game.render()).splitlines()
    assert [line.split()[-1] == "?" for line in shown[-3:]] == [True, False, True]
