"""Kessel as a Gymnasium environment: one player is the agent's, bots hold the others."""

from collections.abc import Sequence
from numbers import Integral
from random import Random
from typing import Any, NamedTuple, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from kessel.envs.actions import COUNT, as_action
from kessel.envs.croupier import Croupier, Saved, check_saved, checked_mode, starting_state
from kessel.envs.observation import HIDDEN, SIZE, Vector, mask, observe
from kessel.errors import BadValue
from kessel.game.arguments import BotsLike, DiceLike, make_bots
from kessel.game.text import board_text
from kessel.rules.edition import MOST_DICE, Edition
from kessel.rules.moves import Player
from kessel.rules.setup import OptionsLike
from kessel.rules.state import GameState

LOST = -1.0
"""The reward of an illegal action."""
MOST_TRIES = 1000
"""New games begun in a row before it is said that the player never has a say."""


class SavedGame(NamedTuple):
    """A game against bots as it stood."""

    game: Saved
    player: Player
    minds: tuple[object, ...]


class KesselEnv(gymnasium.Env[Vector, Any]):
    """A game of any edition against any bots. What is legal is in `info["action_mask"]`.

    An illegal action loses the game at once, and `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 2}  # noqa: RUF012 - Gymnasium's own form

    def __init__(
        self,
        edition: Edition | str = "strike-2020",
        players: int | None = None,
        options: OptionsLike = None,
        *,
        elements: Sequence[str] | None = None,
        hands: Sequence[int] | None = None,
        position: GameState | str | None = None,
        dice: DiceLike = "ideal",
        bots: BotsLike = "rule",
        player: SupportsIndex | None = None,
        longest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`player` is the agent's: 0 begins, None draws one for each game. `bots` sit clockwise
        from it: one name or bot for all of them, or one for each."""
        self.observation_space = spaces.Box(HIDDEN, MOST_DICE, (SIZE,), np.int8)
        self.action_space = spaces.Discrete(COUNT)
        start = starting_state(edition, players, options, elements, hands, position)
        given: Any = player
        known = isinstance(given, Integral) and 0 <= int(given) < start.players
        if player is not None and not known:
            last = start.players - 1
            raise BadValue(f"player {player!r}: there are 0 to {last}, or None for any")
        self.croupier = Croupier(start, dice, longest)
        self.render_mode = checked_mode(render_mode)
        self._wanted = None if player is None else int(player)
        self._bots = make_bots(bots, start.players - 1)
        self.player: Player = self._wanted or 0
        self._minds = Random()
        self._has_begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        """A new game, up to the agent's first decision.

        Games that end before it has anything to decide are no games for it, and left out.
        """
        super().reset(seed=seed)
        self._has_begun = True
        for _ in range(MOST_TRIES):
            drawn = int(self.np_random.integers(1 << 63))
            self._minds = Random(f"minds {drawn}")
            any_player = self._minds.randrange(self.croupier.start.state.players)
            self.player = any_player if self._wanted is None else self._wanted
            self.croupier.begin(Random(f"dice {drawn}"))
            self._go_on()
            if self._is_on:
                return self._observation(), self._info()
        raise BadValue(f"in {MOST_TRIES} games player {self.player} had nothing to decide")

    def step(self, action: int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        """The agent acts, then everybody else until it is on again."""
        self._check_begun()
        action = as_action(action)
        if action not in self.croupier.legal:
            return self._observation(), LOST, True, False, self._info() | {"illegal": True}
        self.croupier.act(action)
        self._go_on()
        done = self._is_done
        cut = self.croupier.is_cut_short and not done
        return self._observation(), self._reward(), done, cut, self._info()

    def action_masks(self) -> Vector:
        """The mask, where sb3-contrib's MaskablePPO looks for it."""
        return mask(self.croupier.legal if self.croupier.actor == self.player else [])

    def render(self) -> str | None:
        """The position for a terminal, as the agent sees it: hidden supplies stay hidden."""
        if self.render_mode is None:
            return None
        return board_text(self.croupier.state, viewer=self.player)

    def save(self) -> SavedGame:
        """The game as it stands, dice to come and bots' thoughts included."""
        self._check_begun()
        return SavedGame(self.croupier.save(), self.player, self._minds.getstate())

    def restore(self, saved: SavedGame) -> tuple[Vector, dict[str, Any]]:
        """Go back to where a game of this environment was saved; what `reset` would say there."""
        check_saved(saved, SavedGame)
        self.croupier.restore(saved.game)
        self.player = saved.player
        self._minds.setstate(saved.minds)
        self._has_begun = True
        return self._observation(), self._info()

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise BadValue("a game begins with `reset`; before it nothing can be done or saved")

    def _go_on(self) -> None:
        """Let the bots act until it is the player's turn, or nothing is left for it to do."""
        croupier = self.croupier
        while not self._is_done and not croupier.is_cut_short and croupier.actor != self.player:
            bot = self._bots[(croupier.actor - self.player) % croupier.state.players - 1]
            croupier.ask(bot, self._minds)

    @property
    def _is_on(self) -> bool:
        """Whether the player has to act."""
        return self.croupier.actor == self.player and not self.croupier.is_cut_short

    @property
    def _is_done(self) -> bool:
        """Whether the game is over for this player: ended, or it was eliminated."""
        return self.croupier.is_over or self.player in self.croupier.state.eliminated

    def _reward(self) -> float:
        """What the player has won or lost; nothing before that is known."""
        croupier = self.croupier
        if croupier.is_over:
            return croupier.node.returns()[self.player]
        return -1.0 / (croupier.state.players - 1) if self._is_done else 0.0

    def _observation(self) -> Vector:
        return observe(self.croupier.node, self.player)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "player": self.player}
