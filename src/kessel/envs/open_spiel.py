"""Kessel as a game of OpenSpiel, registered as `kessel` when this file is imported.

Explicit stochastic: one chance node for each die, one for a race or a thrown starting die. Actions
and observations are those of the other environments. Whoever counts knows every supply, hidden or
not, so that the information is perfect; observations of hidden supplies are not.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from kessel.envs.actions import COUNT, describe
from kessel.envs.chance import LEAVES, MOST_OUTCOMES, STANDS, Tree
from kessel.envs.croupier import checked_number, starting_state
from kessel.envs.observation import AT, PARTS, SIZE, observe
from kessel.envs.tree import OVER
from kessel.errors import BadValue
from kessel.rules.edition import MAX_PLAYERS, MIN_PLAYERS
from kessel.rules.state import GameState, Phase, as_seen
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped

NAME = "kessel"
DEFAULTS: Mapping[str, Any] = {
    "edition": "strike-2020",
    "players": 2,
    "options": "",
    "elements": "",
    "hands": "",
    "dice": "ideal",
    "strike": IdealChance().strike,
    "loss": IdealChance().loss,
    "longest": 1000,
}
"""`options` as `collecting:optional/supply:hidden`, `elements` as `fire/stone`, `hands` as `2/2`;
`strike` and `loss` are those of ideal dice; after `longest` decisions nobody wins."""

_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Kessel: the STRIKE family of dice games",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(DEFAULTS),
)


class KesselGame(pyspiel.Game):  # type: ignore[misc]
    """A game of any edition with ideal or measured dice."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        start = _start(given)
        self.longest = checked_number(given["longest"], "longest")
        self.root = Tree.of(start, _model(given, start))
        info = pyspiel.GameInfo(
            num_distinct_actions=COUNT,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=start.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_TYPE, info, dict(params or {}))

    def new_initial_state(self) -> "KesselState":
        return KesselState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "KesselObserver":
        return KesselObserver(iig_obs_type is not None and iig_obs_type.perfect_recall, params)


class KesselState(pyspiel.State):  # type: ignore[misc]
    """One state of a game; `tree` is all of it but how many decisions were made."""

    def __init__(self, game: KesselGame) -> None:
        super().__init__(game)
        self.tree = game.root
        self.decisions = 0
        self._longest = game.longest
        self._player = self.tree.actor

    def current_player(self) -> int:
        return self._player

    def _legal_actions(self, player: int) -> list[int]:
        return self.tree.legal() if player == self._player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.tree.outcomes().items())

    def _apply_action(self, action: int) -> None:
        self.decisions += self._player >= 0
        self.tree = self.tree.child(action)
        cut = self.decisions >= self._longest and self.tree.actor >= 0
        self._player = OVER if cut else self.tree.actor

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.tree.node
        if player >= 0:
            return describe(action, node.state.edition)
        if self.tree.roll is None and node.state.phase is Phase.COLUMN:
            return f"player {action} wins the race"
        return {LEAVES: "leaves", STANDS: "stands"}.get(action) or node.state.edition.faces[action]

    def is_terminal(self) -> bool:
        """Whether the game is over, or has become too long."""
        return self._player == OVER

    def returns(self) -> list[float]:
        """What each player won: nothing before the end."""
        return list(self.tree.node.returns())

    def __str__(self) -> str:
        return str(self.tree)


class KesselObserver:
    """The vector of the other environments, as OpenSpiel asks for it."""

    def __init__(self, recalls: bool, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of an observation; {params} were given")
        self._recalls = recalls
        self.tensor = np.zeros(SIZE, np.float32)
        self.dict = {
            part.name: self.tensor[AT[part.name] : AT[part.name] + part.size] for part in PARTS
        }

    def set_from(self, state: KesselState, player: int) -> None:
        """What a player observes, as numbers."""
        self.tensor[:] = observe(state.tree.node, player)

    def string_from(self, state: KesselState, player: int) -> str:
        """The same as text; everything that happened, for a player who recalls it."""
        if self._recalls:
            return str(state.history_str())
        tree = state.tree
        seen = tree.node._replace(state=as_seen(tree.node.state, player))
        return str(tree._replace(node=seen))


def _start(given: Mapping[str, Any]) -> GameState:
    options = given["options"].replace("/", ",")
    hands: list[Any] = [int(hand) if hand.isdecimal() else hand for hand in _parts(given["hands"])]
    elements = _parts(given["elements"]) or None
    return starting_state(given["edition"], given["players"], options, elements, hands or None)


def _parts(text: str) -> list[str]:
    return [part for part in text.split("/") if part]


def _model(given: Mapping[str, Any], start: GameState) -> ChanceModel:
    match given["dice"]:
        case "ideal":
            return IdealChance(given["strike"], given["loss"])
        case "measured":
            return shipped(start.edition.arena)
        case other:
            raise BadValue(f"dice {other!r}: OpenSpiel needs their chances: ideal or measured")


pyspiel.register_game(_TYPE, KesselGame)
