"""Aim as the action: a continuous Gymnasium environment on the physics.

The agent says where its hand aims, from which side, how high, how fast and with how much spin, and
whether to throw at all. What else an edition asks of a player is answered by rule of thumb.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kessel.bots.bot import Answer
from kessel.bots.characters import ByRule
from kessel.bots.question import with_kind
from kessel.envs.actions import STOP, is_throw
from kessel.envs.gym import AgainstBots, SavedGame
from kessel.envs.observation import HIDDEN, SIZE, observe
from kessel.errors import BadValue
from kessel.rules.edition import MOST_DICE
from kessel.rules.moves import Throw
from kessel.throws.aim import AIM_RANGES, Aim, AimValues

GO_ON = 0
"""The first number of an action: above zero to throw; where the player may stop, it stops at zero
and below. The others are those of an aim in the order of `AIM_RANGES`, -1 the least and 1 the
most that a hand can do."""
ACTION = 1 + len(AIM_RANGES)
PLACE = 4
"""Of each die: 1 + number of its face, x and y in units of the farthest aim, level in its tower."""
FAR = 2.0
"""No die at rest is farther off than twice the farthest aim."""
REACH = AIM_RANGES["x"][1]
HABITS = ByRule()

Observation = dict[str, Any]
Action = NDArray[np.float32]


def aim_of(action: Action) -> AimValues:
    """The aim that an action stands for."""
    ranges = zip(AIM_RANGES.items(), _numbers(action)[1:], strict=True)
    return {
        name: float(np.clip(low + (high - low) * (float(share) + 1.0) / 2.0, low, high))
        for (name, (low, high)), share in ranges
    }


def _numbers(action: Any) -> NDArray[np.float64]:
    try:
        given = np.asarray(action, np.float64)
    except (TypeError, ValueError):  # texts, and lists of several lengths
        given = np.empty(0)
    if given.shape != (ACTION,) or not np.isfinite(given).all():
        raise BadValue(f"an action that aims is {ACTION} finite numbers, not {action!r}")
    return given


def action_of(aim: Aim | AimValues) -> Action:
    """The action that throws with an aim."""
    told = (aim if isinstance(aim, Aim) else Aim.from_json(aim)).to_json()
    shares = (2.0 * (told[n] - low) / (high - low) - 1.0 for n, (low, high) in AIM_RANGES.items())
    return np.array([1.0, *shares], np.float32)


class AimEnv(AgainstBots[Observation, Action]):
    """A game against bots with real dice, in which the agent aims."""

    usual_dice = "physics"

    def __init__(self, *setting: Any, **more: Any) -> None:
        super().__init__(*setting, **more)
        if self.croupier.simulator is None:
            raise BadValue("aiming needs dice that lie somewhere: `physics`, or a simulator")
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(HIDDEN, MOST_DICE, (SIZE,), np.int8),
                "dice": spaces.Box(-FAR, MOST_DICE, (MOST_DICE, PLACE), np.float32),
                "may_stop": spaces.Discrete(2),
            }
        )
        self.action_space = spaces.Box(-1.0, 1.0, (ACTION,), np.float32)

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Throw as the action says, or stop; then everybody else until the agent is on again."""
        self._check_begun()
        croupier, aim = self.croupier, aim_of(action)
        if action[GO_ON] <= 0.0 and STOP in croupier.legal:
            croupier.act(STOP)
        else:
            croupier.toss(aim, with_kind(Answer(Throw(), aim)).kind)
        return self._stepped()

    def restore(self, saved: SavedGame) -> Observation:
        """Go back to where a game of this environment was saved; what the agent sees there."""
        self._restore(saved)
        return self._observation()

    def _go_on(self) -> None:
        """Everything that is no throw is answered, too: start die, sets, spells, piles."""
        super()._go_on()
        while self._is_on and not any(map(is_throw, self.croupier.legal)):
            self.croupier.ask(HABITS, self._minds)
            super()._go_on()

    def _observation(self) -> Observation:
        node = self.croupier.node
        faces = node.state.edition.faces
        places = np.zeros((MOST_DICE, PLACE), np.float32)
        at = 0
        for stack in node.layout or ():
            for level, lying in enumerate(stack):
                x, y, _ = lying.pose.position
                places[at] = 1 + faces.index(lying.face), x / REACH, y / REACH, level
                at += 1
        return {
            "observation": observe(node, self.player),
            "dice": places,
            "may_stop": np.int64(self._is_on and STOP in self.croupier.legal),
        }
