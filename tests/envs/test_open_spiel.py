"""OpenSpiel's own tests, and our exact values found again by its own algorithms."""

import platform
import sys
import types
from importlib.metadata import files, requires
from pathlib import Path
from random import Random

import pytest

if sys.platform == "darwin" and platform.machine() == "x86_64":
    pytest.skip("OpenSpiel has no wheels for Macs with Intel", allow_module_level=True)

from typing import TYPE_CHECKING, Any

import pyspiel

from kessel.envs.actions import COUNT
from kessel.envs.observation import SIZE, observe
from kessel.envs.open_spiel import NAME, KesselGame
from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS
from kessel.rules.positions import read_state
from kessel.rules.state import Phase
from kessel.solver import IdealChance
from kessel.solver.base.odds import base_position
from kessel.solver.base.solving import solve
from kessel.solver.measured import shipped

if TYPE_CHECKING:
    from kessel.solver.chance import ChanceModel


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("players", "dice"), [(2, "ideal"), (5, "measured")])
def test_random_games_of_openspiel(edition: str, players: int, dice: str) -> None:
    elements = "/".join(EDITIONS[edition].agreeable)
    setting = {"edition": edition, "players": players, "dice": dice, "elements": elements}
    game = pyspiel.load_game(NAME, setting)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_any_options_by_one_line_of_text() -> None:
    options = "supply:hidden/accio_optional:false"
    game = pyspiel.load_game(f"{NAME}(edition=harry-potter,players=3,options={options},longest=40)")
    assert isinstance(game, KesselGame)
    assert game.root.node.state.options.supply == "hidden"
    assert not game.root.node.state.options.accio_optional
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_its_value_iteration_needs_a_package_that_it_does_not_bring() -> None:
    (solver,) = [at for at in files("open_spiel") or [] if at.name == "lp_solver.py"]
    assert "import cvxpy" in solver.read_text(encoding="utf-8")
    assert not [needed for needed in requires("open_spiel") or [] if needed.startswith("cvxpy")]
    page = Path(__file__).parents[2] / "docs/reference/envs.md"
    assert "`pip install cvxpy`" in page.read_text(encoding="utf-8")


def values(hands: str, dice: str, model: IdealChance) -> dict[str, float]:
    """The first player's utility in every state, by OpenSpiel's value iteration."""
    sys.modules.setdefault(  # only for simultaneous moves; it needs a whole optimiser
        "open_spiel.python.algorithms.lp_solver", types.ModuleType("lp_solver")
    )
    from open_spiel.python.algorithms import value_iteration

    setting = {"hands": hands, "dice": dice, "strike": model.strike, "loss": model.loss}
    settled = {"longest": 100_000, "options": "start_die_x:rethrow"}
    game = pyspiel.load_game(NAME, {**setting, **settled})
    found = value_iteration.value_iteration(game, -1, 1e-13, cyclic_game=True)
    return {state: float(value) for state, value in found.items()}


@pytest.mark.parametrize(
    ("hands", "dice", "model"),
    [
        ("1/1", "ideal", IdealChance(0.3, 0.02)),
        ("1/2", "ideal", IdealChance(0.5, 0.1)),
        ("2/2", "ideal", IdealChance(0.0, 0.05)),
        ("1/1", "measured", IdealChance()),
    ],
)
def test_exact_values_by_value_iteration(hands: str, dice: str, model: IdealChance) -> None:
    ours: ChanceModel = model if dice == "ideal" else shipped("oval")
    solution = solve("strike-2020", 2, ours)
    compared = 0
    for line, utility in values(hands, dice, model).items():
        state = read_state(line)
        if state.is_over:
            continue
        lying, held = base_position(state)
        value = solution.turn_value if state.phase is Phase.THROW else solution.choice_value
        chance = (utility + 1.0) / 2.0
        assert value(lying, held)[0] == pytest.approx(
            chance if state.active == 0 else 1.0 - chance, abs=1e-11
        )
        compared += 1
    assert compared >= 6


def test_counterfactual_regret_finds_the_value_of_a_short_game() -> None:
    """CFR on a game cut after four decisions, against expectiminimax: the same value."""
    from open_spiel.python.algorithms import minimax

    setting = {"hands": "1/1", "strike": 0.0, "loss": 0.1, "longest": 4}
    game = pyspiel.load_game(NAME, setting)
    value = expected(game, minimax)
    solver = pyspiel.CFRSolver(game)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.exploitability(game, policy) < 0.01
    returns = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    assert returns[0] == pytest.approx(value, abs=0.01)


def expected(game: pyspiel.Game, minimax: types.ModuleType) -> float:
    """The value of a whole game by OpenSpiel's expectiminimax, over the starting die."""
    root = game.new_initial_state()
    total = 0.0
    for outcome, chance in root.chance_outcomes():
        state = root.child(outcome)
        total += chance * minimax.expectiminimax(state, 1000, None, 0)[0]
    return total


def test_observations_are_those_of_the_other_environments() -> None:
    game = pyspiel.load_game(NAME, {"players": 3, "options": "supply:hidden"})
    assert game.num_distinct_actions() == COUNT
    assert game.observation_tensor_shape() == [SIZE]
    state = game.new_initial_state()
    state.apply_action(2)
    for player in range(3):
        assert state.observation_tensor(player) == observe(state.tree.node, player).tolist()
    unequal = "strike-2020 options=supply:hidden hands=2,7,5 arena=4"
    state.tree = type(state.tree).of(
        state.tree.node._replace(state=read_state(unequal)), shipped("oval")
    )
    assert "hands=2,6,6" in state.observation_string(0)
    assert state.information_state_string(0) == "2"
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"depth": 1})


def test_actions_and_outcomes_in_words() -> None:
    game = pyspiel.load_game(NAME)
    state = game.new_initial_state()
    assert [state.action_to_string(-1, a) for a in state.legal_actions()] == list("X23456")
    state.apply_action(3)
    assert state.action_to_string(0, state.legal_actions()[0]) == "throw a die, firm"
    state.apply_action(state.legal_actions()[0])
    assert state.action_to_string(-1, 6) == "leaves"
    assert state.action_to_string(-1, 7) == "stands"
    line = "impact-avatar elements=air,fire,stone hands=1,3 arena=fire,fire,air phase=column"
    node = state.tree.node._replace(state=read_state(line), draft=type(state.tree.node.draft)())
    state.tree = type(state.tree).of(node, IdealChance())
    assert state.action_to_string(-1, 1) == "player 1 wins the race"


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game(NAME).new_initial_state()
    state.apply_action(3)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(other) != str(state)
    assert state.current_player() == 0


def test_a_game_that_becomes_too_long_is_nobodys() -> None:
    state = pyspiel.load_game(NAME, {"longest": 3}).new_initial_state()
    chance = Random(2)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert state.returns() == [0.0, 0.0]
    assert state.decisions == 3


def test_dice_without_chances_are_refused() -> None:
    with pytest.raises(BadValue, match="ideal or measured"):
        KesselGame({"dice": "physics"})


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"hands": "x/y"}, "hands are a list"),
        ({"hands": "2/2.5"}, "hands are a list"),
        ({"longest": -1}, "at least one is played"),
        ({"players": 0}, "2 to 5 players, not 0"),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(BadValue, match=told):
        KesselGame(wrong)
