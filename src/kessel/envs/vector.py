"""Thousands of games at once, as a vector environment of Gymnasium: all players are the agent's.

Every step is one decision in each game, of the player that `infos["player"]` names. Editions
without effects, default options; `vector_games.py` plays them. Needs the extras `envs` and `fast`.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from kessel.envs.actions import COUNT, KINDS, USUAL, describe
from kessel.envs.croupier import starting_state
from kessel.envs.observation import HIDDEN, MOST_DICE, SIZE, Vector
from kessel.envs.vector_games import (
    HANDS,
    LANDED,
    PLACED,
    RETHROWN,
    TURNED,
    begin_all,
    new_games,
    new_seen,
    step_all,
)
from kessel.errors import BadValue, IllegalMove
from kessel.fast.effect_tables import effect_dice
from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.rules.options import default_of
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped

OFFERED = tuple(edition.id for edition in EDITIONS.values() if not edition.effects)
"""The editions that can be played."""

Told: TypeAlias = tuple[
    Vector, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


class KesselVectorEnv(VectorEnv[Vector, ArrayLike, NDArray[Any]]):
    """Games of one edition side by side; when one ends, a new one begins in the same step.

    An illegal action raises, and nothing has happened.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        edition: Edition | str = "strike-2020",
        players: int | None = None,
        *,
        hands: Sequence[int] | None = None,
        dice: "str | ChanceModel" = "ideal",
        longest: int | None = None,
    ) -> None:
        """As many games of a new box, or of other `hands`; `dice` are a chance model, `ideal` or
        `measured`. `longest` cuts a game short after so many actions."""
        box = find_edition(edition)
        if box.effects:
            raise BadValue(
                f"{box.id} has effects: many games at once are played of {', '.join(OFFERED)}; "
                "kessel.envs.aec has all editions"
            )
        if num_envs < 1:
            raise BadValue(f"{num_envs} games: at least one is played")
        if longest is not None and longest < 1:
            raise BadValue(f"a game of {longest} actions: at least one is played")
        start = starting_state(box, players, hands=hands)
        model = _model(dice, box)
        self.num_envs, self.edition, self.players = num_envs, box, start.players
        self.single_observation_space = spaces.Box(HIDDEN, MOST_DICE, (SIZE,), np.int8)
        self.single_action_space = spaces.Discrete(COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        spares = default_of("allin_cause", box) == "not_by_out_only"
        setting = (_start(box), spares, longest or 0, *_kinds(model), *start.hands)
        self._setting = np.array(setting, np.int64)
        self._dice = effect_dice(model, sum(start.hands) + 1)
        self._games = new_games(num_envs, start.players)
        self._random = np.ones(num_envs, np.uint64)
        self._seen = new_seen(num_envs, start.players)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """New games everywhere; a seed makes them the same games again."""
        super().reset(seed=seed)
        most = np.iinfo(np.uint64).max
        self._random[:] = self.np_random.integers(1, most, self.num_envs, np.uint64)
        begin_all(self._games, self._setting, self._random, self._seen)
        self._begun = True
        return self._seen.observations.copy(), self._infos()

    def step(self, actions: ArrayLike) -> Told:
        """One action in every game.

        A reward is that of the player that acted, and 0 before the end; what all players get is in
        `infos["final_info"]["returns"]`.
        """
        if not self._begun:
            raise BadValue("games begin with `reset`; before it no action can be taken")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadValue(
                f"actions of shape {given.shape} and type {given.dtype}: {self.num_envs} whole "
                "numbers are needed, one for each game"
            )
        taken = given.astype(np.int64)
        wrong = step_all(self._games, self._setting, self._random, self._dice, self._seen, taken)
        if wrong >= 0:
            raise self._illegal(wrong, int(taken[wrong]))
        seen = self._seen
        infos = self._infos() | self._ends(seen.over | seen.cut)
        rewards, over, cut = seen.rewards.copy(), seen.over.copy(), seen.cut.copy()
        return seen.observations.copy(), rewards, over, cut, infos

    @property
    def landed(self) -> Vector:
        """Of the last throw in each game: dice lying with each face, the null face first, then
        dice that left the arena. Start dice are not among them."""
        return self._games[:, LANDED:HANDS].astype(np.int8)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._seen.masks.copy(), "player": self._seen.players.copy()}

    def _ends(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """What Gymnasium tells of games that have ended and begun anew in one step."""
        if not ended.any():
            return {}
        last = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            last[game] = self._seen.final[game].copy()
        returns = {"returns": self._seen.returns.copy(), "_returns": ended}
        return {
            "final_obs": last,
            "_final_obs": ended,
            "final_info": returns,
            "_final_info": ended,
        }

    def _illegal(self, game: int, action: int) -> Exception:
        legal = np.flatnonzero(self._seen.masks[game])
        words = ", ".join(f"{one} ({describe(int(one), self.edition)})" for one in legal)
        return IllegalMove(f"game {game}: action {action} is not legal here; legal are {words}")


def _model(dice: "str | ChanceModel", edition: Edition) -> ChanceModel:
    if dice == "ideal":
        return IdealChance()
    if dice == "measured":
        return shipped(edition.arena)
    if isinstance(dice, str) or not hasattr(dice, "movements"):
        raise BadValue(f"dice {dice!r}: many games at once have ideal, measured or a chance model")
    return dice


def _kinds(model: ChanceModel) -> list[int]:
    """The model's kind of throw for each strength; -1 if it makes no difference."""
    if set(KINDS) <= set(model.kinds):
        return [model.kinds.index(kind) for kind in KINDS]
    usual = KINDS[USUAL]
    only = model.kinds.index(usual) if usual in model.kinds else 0
    return [only if kind == usual else -1 for kind in KINDS]


def _start(edition: Edition) -> int:
    if default_of("start_die", edition) == "placed":
        return PLACED
    return RETHROWN if default_of("start_die_x", edition) == "rethrow" else TURNED
