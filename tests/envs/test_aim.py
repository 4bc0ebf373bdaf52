"""Aim as the action: what a number means, and games on the physics."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from kessel.envs.aim import ACTION, AimEnv, action_of, aim_of
from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS
from kessel.throws.aim import AIM_RANGES, Aim
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice

AIM = "kessel/Aim-v0"


def test_it_is_an_environment_of_gymnasium_on_the_physics() -> None:
    check_env(gymnasium.make(AIM, hands=(2, 2)).unwrapped)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_one_whatever_throws(edition: str) -> None:
    elements = EDITIONS[edition].agreeable or None
    setting: dict[str, Any] = {"edition": edition, "players": 3, "dice": IdealDice()}
    check_env(gymnasium.make(AIM, elements=elements, **setting).unwrapped)


def test_the_ends_of_an_action_are_those_of_a_hand() -> None:
    for share, end in ((-1.0, 0), (1.0, 1)):
        aim = aim_of(np.full(ACTION, share, np.float32))
        assert aim == {name: ends[end] for name, ends in AIM_RANGES.items()}
        Aim(**aim)


def test_aims_go_there_and_back() -> None:
    aim = Aim.of_strength("wild", x=0.03, y=-0.02, side=1.0).to_json()
    assert aim_of(action_of(aim)) == pytest.approx(aim, abs=1e-5)


class Noting(Simulator):
    """Ideal dice that note every aim."""

    name = "noting"

    def __init__(self) -> None:
        self.aims: list[tuple[int, Aim]] = []

    def throw(self, order: ThrowOrder) -> ThrowResult:
        self.aims += [(one.player, one.aim) for one in order.handfuls]
        return IdealDice().throw(order)


def test_the_hand_does_what_the_action_says() -> None:
    dice = Noting()
    game = AimEnv(dice=dice, player=0)
    game.reset(seed=1)
    aim = Aim.of_strength("wild", x=0.03, y=-0.02, side=1.0).to_json()
    game.step(action_of(aim))
    mine = [thrown for player, thrown in dice.aims if player == 0]
    assert mine[-1].to_json() == pytest.approx(aim, abs=1e-5)


def test_stopping_where_it_is_allowed() -> None:
    game = AimEnv(
        dice=IdealDice(), position="strike-2020 hands=3,3 arena=2,4 phase=choice", player=0
    )
    observed, _ = game.reset(seed=1)
    assert observed["may_stop"] == 1
    assert observed["dice"][:2, 0].tolist() == [2.0, 4.0]
    assert not observed["dice"][2:].any()
    stop = action_of(Aim().to_json())
    stop[0] = 0.0
    game.step(stop)
    assert game.croupier.actions > 1
    must = AimEnv(dice=IdealDice(), position="strike-2020 hands=3,3 arena=2,4", player=0)
    observed, _ = must.reset(seed=1)
    assert observed["may_stop"] == 0
    before = str(must.croupier.node)
    must.step(stop)
    assert str(must.croupier.node) != before


@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_games(edition: str) -> None:
    elements = EDITIONS[edition].agreeable or None
    game = AimEnv(edition, 3, elements=elements, dice=IdealDice(), longest=500)
    for seed in range(3):
        game.reset(seed=seed)
        game.action_space.seed(seed)
        reward, over, cut = -1.0, False, False
        while not over and not cut:
            _, reward, over, cut, _ = game.step(game.action_space.sample())
        assert over
        assert reward in (1.0, -0.5, 0.25, 0.0)


def test_saving_and_going_back() -> None:
    game = AimEnv(dice=IdealDice(), player=0)
    game.reset(seed=3)
    saved = game.save()
    action = action_of(Aim().to_json())
    first = game.step(action)[0]
    assert (game.restore(saved)["dice"] != first["dice"]).any()
    again = game.step(action)[0]
    assert all((first[name] == again[name]).all() for name in ("observation", "dice"))


@pytest.mark.parametrize("wrong", [5, [], "x", [1, [2]], [float("nan")] * ACTION, None])
def test_an_action_is_as_many_numbers(wrong: Any) -> None:
    with pytest.raises(BadValue, match="an action that aims is 7 finite numbers"):
        aim_of(wrong)
    game = AimEnv(dice=IdealDice(), player=0)
    game.reset(seed=1)
    with pytest.raises(BadValue, match="an action that aims"):
        game.step(wrong)


def test_aims_are_taken_in_their_forms() -> None:
    aim = Aim.of_strength("wild", x=0.03)
    assert (action_of(aim) == action_of(aim.to_json())).all()
    assert (action_of({"x": 0.03}) == action_of(Aim(x=0.03))).all()
    with pytest.raises(BadValue, match="aim 5: an object with x"):
        action_of(5)  # type: ignore[arg-type]
    with pytest.raises(BadValue, match="begins with `reset`"):
        AimEnv(dice=IdealDice()).step(action_of(aim))


def test_aiming_needs_places() -> None:
    with pytest.raises(BadValue, match="dice that lie somewhere"):
        AimEnv(dice="ideal")


def test_it_shows_itself() -> None:
    game = AimEnv(dice=IdealDice(), render_mode="ansi")
    game.reset(seed=1)
    assert "arena" in (game.render() or "")
    assert AimEnv(dice=IdealDice()).render() is None
