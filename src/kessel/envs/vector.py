"""Thousands of games at once, as a vector environment of Gymnasium: all players are the agent's.

Every step is one decision in each game, of the player that `infos["player"]` names. All editions,
default options; `vector_games.py` plays them. Needs the extras `envs` and `fast`.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from kessel.envs.actions import COUNT, KINDS, USUAL, describe
from kessel.envs.chance import offered
from kessel.envs.croupier import checked_number, starting_state
from kessel.envs.observation import HIDDEN, SIZE, Vector
from kessel.envs.vector_games import CUT, DONE, ENDED, PLAYER, WINNERS, new_games, play
from kessel.errors import BadValue, IllegalMove
from kessel.fast.compiled import announced
from kessel.fast.effect_tables import effect_dice
from kessel.fast.row import LANDED, NULL, OUT, RACED, RANDOM, STOOD, row_of
from kessel.fast.throws import EffectDice
from kessel.rules.edition import MOST_DICE, Edition, find_edition
from kessel.solver.chance import ChanceModel
from kessel.solver.models import ModelLike, read_model

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
        elements: Sequence[str] | None = None,
        hands: Sequence[int] | None = None,
        dice: ModelLike = "ideal",
        longest: int | None = None,
    ) -> None:
        """As many games of a new box, or of other `hands`; `elements` are those that players agree
        on, `dice` a chance model, `ideal` or `measured`. `longest` cuts a game short after so many
        actions."""
        num_envs = checked_number(num_envs, "num_envs")
        most = 0 if longest is None else checked_number(longest, "longest")
        start = starting_state(find_edition(edition), players, elements=elements, hands=hands)
        self.num_envs, self.edition, self.players = num_envs, start.edition, start.players
        self.single_observation_space = spaces.Box(HIDDEN, MOST_DICE, (SIZE,), np.int8)
        self.single_action_space = spaces.Discrete(COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        model = read_model(dice, self.edition)
        kinds, strengths = _kinds(model), sum(1 << strength for strength in offered(model))
        tables = effect_dice(model, sum(start.hands) + 1)
        cases, lost, leaves = (table[kinds] for table in tables[:-1])
        self._dice = EffectDice(cases, lost, leaves, tables.poured)
        self._fresh, effects = row_of(start), bool(self.edition.effects)
        self._games = new_games(num_envs, self._fresh, most, strengths, effects)
        self._standing = np.zeros((3, num_envs), np.int64)
        self._seen, self._final = np.zeros((2, num_envs, SIZE), np.int8)
        self._masks = np.zeros((num_envs, COUNT), np.int8)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """New games everywhere; a seed makes them the same games again."""
        super().reset(seed=seed)
        most = np.iinfo(np.uint64).max
        random = self.np_random.integers(1, most, self.num_envs, np.uint64)
        self._games[:, RANDOM] = random.view(np.int64)
        with announced("many games at once"):
            self._play(np.zeros(self.num_envs, np.int64), anew=True)
        self._begun = True
        return self._seen.copy(), self._infos()

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
        taken, players = given.astype(np.int64), self._standing[PLAYER].copy()
        wrong = self._play(taken)
        if wrong >= 0:
            raise self._illegal(wrong, int(taken[wrong]))
        over, cut = self._standing[ENDED] == DONE, self._standing[ENDED] == CUT
        infos, rewards = self._infos(), np.zeros(self.num_envs)
        if len(ended := np.flatnonzero(self._standing[ENDED])):
            returns = self._returns()
            rewards[ended] = returns[ended, players[ended]]
            infos |= self._ends(ended, over | cut, returns)
        return self._seen.copy(), rewards, over, cut, infos

    @property
    def landed(self) -> Vector:
        """Of the last throw in each game: dice lying loose with each face, the null face first,
        dice that left the arena, and dice of the tower that was not struck. Start dice are not
        among them."""
        columns = [LANDED + NULL, *range(LANDED, LANDED + NULL), OUT, STOOD]
        return self._games[:, columns].astype(np.int8)

    @property
    def raced(self) -> NDArray[np.int64]:
        """Who won the column of fire after the last throw in each game; -1 where there was none."""
        return self._games[:, RACED].copy()

    def _play(self, actions: NDArray[np.int64], anew: bool = False) -> int:
        told = self._standing, self._seen, self._masks, self._final
        return play(self._games, self._fresh, self._dice, *told, actions, anew)

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._masks.copy(), "player": self._standing[PLAYER].copy()}

    def _returns(self) -> NDArray[np.float64]:
        """What each player gets in games that are over; nothing in all others."""
        returns = np.zeros((self.num_envs, self.players))
        over = self._standing[ENDED] == DONE
        won = (self._standing[WINNERS, over, None] >> np.arange(self.players)) & 1
        shares = won * (self.players / won.sum(axis=1, keepdims=True))
        returns[over] = (shares - 1.0) / (self.players - 1)
        return returns

    def _ends(
        self, games: NDArray[np.int64], ended: NDArray[np.bool_], returns: NDArray[np.float64]
    ) -> dict[str, Any]:
        """What Gymnasium tells of games that have ended and begun again in one step."""
        last = np.full(self.num_envs, None, object)
        for game, seen in zip(games, self._final[games], strict=True):
            last[game] = seen
        return {
            "final_obs": last,
            "_final_obs": ended,
            "final_info": {"returns": returns, "_returns": ended},
            "_final_info": ended,
        }

    def _illegal(self, game: int, action: int) -> Exception:
        legal = np.flatnonzero(self._masks[game])
        words = ", ".join(f"{one} ({describe(int(one), self.edition)})" for one in legal)
        return IllegalMove(f"game {game}: action {action} is not legal here; legal are {words}")


def _kinds(model: ChanceModel) -> list[int]:
    """The model's kind of throw for each strength."""
    known = model.kinds
    if set(KINDS) <= set(known):
        return list(map(known.index, KINDS))
    return [known.index(KINDS[USUAL]) if KINDS[USUAL] in known else 0] * len(KINDS)
