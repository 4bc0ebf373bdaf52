"""The frozen state of a game: who holds what, what lies in the arena, what is awaited.

It holds no randomness and no names; players are numbers, counted clockwise from 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from kessel.rules.edition import Edition, Effect
from kessel.rules.effects import active_effects
from kessel.rules.faces import Arena, Face, count_dice
from kessel.rules.moves import ALL, ONE, Player, Unit
from kessel.rules.notation import NOTHING, letter, piece_text
from kessel.rules.options import Options, options_text

new_tuple = tuple.__new__
"""A named tuple of these fields, in order, at half the cost of calling it by its name: for those
that every move makes."""


class Phase(Enum):
    """Where in the flow of a turn the game stands; each waits for one kind of move.

    >>> from kessel import read_state
    >>> read_state("strike-2020 hands=2,3 arena=2,5 phase=choice").phase is Phase.CHOICE
    True
    """

    __hash__ = object.__hash__  # tables of phases are looked into at every step

    START = "start"
    START_AGAIN = "start_again"
    """The thrown starting die showed the null face and may be turned to another."""
    THROW = "throw"
    CHOICE = "choice"
    EXTRA = "extra"
    COLUMN = "column"
    COLLECT = "collect"
    ACCIO = "accio"
    STACK = "stack"
    OVER = "over"


THROWING = (Phase.THROW, Phase.CHOICE)
"""The phases in which the active player throws, or may."""


class Emptied(Enum):
    """How the arena became empty in this turn or the last (matters for `allin_cause`)."""

    NOT = "not"
    BY_OUT = "out"
    """Solely by dice that left it."""
    BY_NULL = "x"
    BY_COLLECTING = "collect"


@dataclass(frozen=True, slots=True)
class Pending:
    """What a check that is not finished has to remember while it waits for somebody."""

    before: tuple[Face, ...] | None = None
    """Faces matched before the extra throw of this check; None where there was none."""
    muted: bool = False
    """Bound Immobulus dice keep all other spells from working."""
    bound: bool = False
    """Immobulus dice were bound in this check."""
    collector: Player = 0
    raced: bool = False
    """The collector won a column of fire, which ends the turn whatever is taken."""
    spells: tuple[Face, ...] = ()
    """Spells still to be carried out, in the booklet's order."""


NOTHING_PENDING = Pending()


class GameState(NamedTuple):
    """One game at one moment.

    A named tuple, since one is made at every step: four times quicker than a frozen dataclass.
    As a string it is its line of text; its repr is an expression that gives it back.

    >>> from kessel import read_state
    >>> state = read_state("strike-2020 hands=2,3 arena=2,5")
    >>> state.hands, state.arena, state.total_dice()
    ((2, 3), ('2', '5'), 7)
    """

    edition: Edition
    options: Options
    elements: frozenset[Face]
    hands: tuple[int, ...]
    """Loose dice of each player."""
    piles: tuple[tuple[int, ...], ...]
    """Boulder piles of each player."""
    arena: Arena
    active: Player
    direction: int
    """1 clockwise, -1 counter-clockwise."""
    phase: Phase
    pending: Pending
    emptied: Emptied
    removed: int
    """Dice lost for good since the game began."""
    aside: int
    """Dice that are never in play; the starting die is."""
    eliminated: tuple[Player, ...]
    """In the order in which they left."""
    points: tuple[int | None, ...]
    """What each player got when it was eliminated."""
    winners: tuple[Player, ...]

    def __str__(self) -> str:
        pending = self.pending
        parts = {
            "hands": ",".join(_hand_text(self, player) for player in range(self.players)),
            "arena": ",".join(map(piece_text, self.arena)) or NOTHING,
            "turn": letter(self.active) + (">" if self.direction > 0 else "<"),
            "phase": self.phase.value,
            "elements": _sorted_faces(self.edition, self.elements),
            "removed": str(self.removed or ""),
            "aside": str(self.aside or ""),
            "eliminated": ",".join(_eliminated_text(self, player) for player in self.eliminated),
            "emptied": "" if self.emptied is Emptied.NOT else self.emptied.value,
            "before": "" if pending.before is None else ",".join(pending.before),
            "muted": "yes" if pending.muted else "",
            "bound": "yes" if pending.bound else "",
            "collector": letter(pending.collector) if pending.collector else "",
            "raced": "yes" if pending.raced else "",
            "spells": ",".join(pending.spells),
            "winners": ",".join(map(letter, self.winners)),
            "options": options_text(self.edition, self.options),
        }
        return " ".join([self.edition.id, *(f"{name}={v}" for name, v in parts.items() if v)])

    def __repr__(self) -> str:
        return f"read_state({str(self)!r})"

    @property
    def players(self) -> int:
        """How many players the game has, eliminated ones too."""
        return len(self.hands)

    @property
    def effects(self) -> Mapping[Face, Effect]:
        """The effects at work in this game."""
        return active_effects(self.edition, self.elements)

    @property
    def knows_towers(self) -> bool:
        """Whether dice may lie on each other: by a spell, or by chance where that counts."""
        by_chance = self.options.accidental_stack == "top_counts"
        return by_chance or Effect.TOWER in self.effects.values()

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.phase is Phase.OVER

    def supply(self, player: Player) -> int:
        """All dice a player holds, loose and in piles."""
        return self.hands[player] + sum(self.piles[player])

    def unit_size(self, player: Player, unit: Unit) -> int:
        """How many dice a unit has in a player's hand."""
        if unit == ONE:
            return 1
        if unit == ALL:
            return self.supply(player)
        kind, _, index = unit.partition(":")
        return self.piles[player][int(index)] if kind == "pile" else 1

    def in_game(self, player: Player) -> bool:
        """Whether a player has not been eliminated."""
        return player not in self.eliminated

    def total_dice(self) -> int:
        """Every die there is, wherever it is; the same after every step."""
        return (
            sum(self.hands)
            + sum(map(sum, self.piles))
            + count_dice(self.arena)
            + self.removed
            + self.aside
            + (self.phase in (Phase.START, Phase.START_AGAIN))
        )


def _hand_text(state: GameState, player: Player) -> str:
    return "+".join(map(str, (state.hands[player], *state.piles[player])))


def _eliminated_text(state: GameState, player: Player) -> str:
    points = state.points[player]
    return letter(player) if points is None else f"{letter(player)}:{points}"


def _sorted_faces(edition: Edition, faces: Iterable[Face]) -> str:
    chosen = set(faces)
    return ",".join(face for face in edition.faces if face in chosen)


def seen_supplies(state: GameState, viewer: Player | None) -> tuple[int | None, ...]:
    """The supply of every player as `viewer` sees it; None where it is hidden.

    A watcher is `None` and holds no supply of their own. Who holds none is no secret, since that
    must be seen to tell who is out (C-59).
    """
    return tuple(_seen(state, player, viewer) for player in range(state.players))


def as_seen(state: GameState, viewer: Player) -> GameState:
    """The game as `viewer` may imagine it: dice of hidden supplies are spread evenly."""
    if state.options.supply == "open":
        return state
    seen = seen_supplies(state, viewer)
    hidden = [player for player, dice in enumerate(seen) if dice is None]
    total = sum(state.hands[player] for player in hidden)
    hands = list(state.hands)
    for place, player in enumerate(hidden):
        hands[player] = total // len(hidden) + (place < total % len(hidden))
    return state._replace(hands=tuple(hands))


def _seen(state: GameState, player: Player, viewer: Player | None) -> int | None:
    supply = state.supply(player)
    if state.options.supply == "open" or player == viewer or not supply or state.is_over:
        return supply
    return None
