"""What each action of a player is worth, and which is best; the same for every game."""

from collections.abc import Mapping
from dataclasses import dataclass

from kessel.errors import BadValue
from kessel.rules.moves import Player

STOP = "stop"
"""The action of ending the turn; all other actions are kinds of throw."""
TIE = 1e-12
"""An action has to be better by more than this to be preferred to one before it: ties go to the
first, and stopping stands first."""
FICTITIOUS_SWEEPS = 150
"""Sweeps in which it is found out between which actions the players of a layer go on switching."""
AVERAGE_SPAN = 5.0, 0.25
"""Sweeps the moving average goes back at first, and by how many more with each sweep."""
OSCILLATING = 0.03
"""The least share of an action that counts as one a player keeps returning to."""
DEVIATION = 10 * TIE
"""A gain of more than this is a profitable deviation."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Every player's chance to win, for each thing the active player can do.

    >>> told = Odds({"stop": (0.4, 0.6), "throw": (0.35, 0.65)}, player=0)
    >>> told.best, round(told.given_away("throw"), 2)
    ('stop', 0.05)
    """

    actions: Mapping[str, tuple[float, ...]]
    """`stop` and the kinds of throw; chances in the order of the players."""
    player: Player
    """The active player."""
    error: float = 0.0
    """The largest standard error of the chances; zero where they are exact."""
    is_exact: bool = True
    """Whether the chances are read off a solution."""
    rules: str = ""
    """The rules for which they hold, as `rules_text` has them."""

    @property
    def best(self) -> str:
        """The active player's best action."""
        return best_action({name: chances[self.player] for name, chances in self.actions.items()})

    @property
    def chance(self) -> float:
        """The active player's chance with the best action."""
        return self.actions[self.best][self.player]

    def given_away(self, action: str) -> float:
        """What an action costs the active player, compared with the best one."""
        if action not in self.actions:
            raise BadValue(f"there is no {action!r} here; there is {' '.join(self.actions)}")
        return self.chance - self.actions[action][self.player]


def best_action(chances: Mapping[str, float]) -> str:
    """The name of the best action; ties go to the first."""
    names = iter(chances)
    best = next(names)
    for name in names:
        if chances[name] > chances[best] + TIE:
            best = name
    return best
