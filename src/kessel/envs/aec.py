"""Kessel as a PettingZoo environment: agents take turns, player by player.

Observation and mask are those of `observation.py`, actions those of `actions.py`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from kessel.envs.actions import COUNT, as_action
from kessel.envs.croupier import Croupier, Saved, check_saved, checked_mode, starting_state
from kessel.envs.observation import HIDDEN, SIZE, Vector, mask, observe
from kessel.envs.tree import TreeNode
from kessel.errors import BadValue
from kessel.game.arguments import DiceLike
from kessel.game.text import board_text
from kessel.rules.edition import MOST_DICE, Edition
from kessel.rules.setup import OptionsLike
from kessel.rules.state import GameState

NOTHING = mask([])


def env(*setting: Any, **more: Any) -> AECEnv[str, Vector, int]:
    """The environment as PettingZoo likes it: an illegal action loses, misuse is told."""
    plain: AECEnv[str, Vector, int] = raw_env(*setting, **more)
    plain = wrappers.TerminateIllegalWrapper(plain, illegal_reward=-1)
    plain = wrappers.AssertOutOfBoundsWrapper(plain)
    return wrappers.OrderEnforcingWrapper(plain)


class raw_env(AECEnv[str, Vector, int]):  # type: ignore[misc] # noqa: N801 - PettingZoo's name
    """A game of any edition; an illegal action raises and changes nothing."""

    metadata = {  # noqa: RUF012 - PettingZoo's own form
        "name": "kessel_v0",
        "render_modes": ["ansi"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

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
        longest: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        start = starting_state(edition, players, options, elements, hands, position)
        self.croupier = Croupier(start, dice, longest)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = [f"player_{player}" for player in range(start.players)]
        self._observed = spaces.Box(HIDDEN, MOST_DICE, (SIZE,), np.int8)
        self._acts = spaces.Discrete(COUNT)
        self._chance = Random()

    def observation_space(self, agent: str) -> spaces.Box:
        """The same for all."""
        return self._observed

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        """The same for all."""
        return self._acts

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; a seed makes it the same game again."""
        if seed is not None:
            self._chance = Random(seed)
        self.croupier.begin(Random(self._chance.getrandbits(64)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": NOTHING} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> Vector:
        """What an agent sees; the mask of its actions is in its info."""
        if agent not in self.possible_agents:
            raise BadValue(f"agent {agent!r}: there are {', '.join(self.possible_agents)}")
        return observe(self.croupier.node, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """The selected agent acts; everything that chance decides follows at once."""
        if not hasattr(self, "agent_selection"):
            raise BadValue("a game begins with `reset`; before it no action can be taken")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadValue(f"{agent} has to act: only agents that are done step with None")
        self.croupier.act(as_action(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": NOTHING}
        self._look()

    def render(self) -> str | None:
        """The position for a terminal, as a spectator sees it who knows every supply."""
        return None if self.render_mode is None else board_text(self.croupier.state)

    def close(self) -> None:
        """Nothing is held open."""

    def save(self) -> Saved:
        """The game as it stands, dice to come included."""
        return self.croupier.save()

    def restore(self, saved: Saved) -> None:
        """Go back to where a game of this environment was saved."""
        check_saved(saved)
        self.reset()
        self.croupier.restore(saved)
        self._look()

    @property
    def node(self) -> TreeNode:
        """Where the game stands: the state of the rules, and what is legal."""
        return self.croupier.node

    def _look(self) -> None:
        """Tell the agents how the game stands now."""
        croupier = self.croupier
        if croupier.is_over:
            self.rewards = dict(zip(self.possible_agents, croupier.node.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            return
        if croupier.is_cut_short:
            self.truncations = dict.fromkeys(self.agents, True)
        agent = self.agent_selection = self.possible_agents[croupier.actor]
        self.infos[agent] = {"action_mask": mask(croupier.legal)}
