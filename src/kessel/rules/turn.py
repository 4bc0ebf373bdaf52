"""A turn being worked out: a mutable copy of a state, what happens to it, and the events.

The engine opens one for each move and freezes it at the end; nothing else may hold it.
It knows players, supplies and eliminations, but no edition's effects.
"""

from collections.abc import Iterator

from kessel.rules.edition import MAX_PLAYERS
from kessel.rules.events import (
    Eliminated,
    Event,
    GameOver,
    NextTurn,
    NoDice,
    TurnEnded,
)
from kessel.rules.moves import ALL, ONE, Player, Unit, die_of_pile, pile
from kessel.rules.state import NOTHING_PENDING, Emptied, GameState, Phase, new_tuple

# One of these is needed at nearly every step; a member of an Enum is not quick to look up.
_THROW = Phase.THROW
_TURN_ENDED = tuple(map(TurnEnded, range(MAX_PLAYERS)))
_NEXT_ONE = tuple(NextTurn(player, "one") for player in range(MAX_PLAYERS))
_NEXT_ALL = tuple(NextTurn(player, "all") for player in range(MAX_PLAYERS))


class Turn:
    """A state that may be changed, with the events of the change."""

    __slots__ = (
        "active",
        "arena",
        "aside",
        "direction",
        "edition",
        "elements",
        "eliminated",
        "emptied",
        "events",
        "hands",
        "options",
        "pending",
        "phase",
        "piles",
        "points",
        "removed",
        "winners",
    )

    def __init__(self, state: GameState) -> None:
        (
            self.edition,
            self.options,
            self.elements,
            hands,
            self.piles,
            self.arena,
            self.active,
            self.direction,
            self.phase,
            _,
            self.emptied,
            self.removed,
            self.aside,
            self.eliminated,
            self.points,
            self.winners,
        ) = state
        self.hands = list(hands)
        self.pending = NOTHING_PENDING
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        """The state reached."""
        return new_tuple(
            GameState,
            (
                self.edition,
                self.options,
                self.elements,
                tuple(self.hands),
                self.piles,
                self.arena,
                self.active,
                self.direction,
                self.phase,
                self.pending,
                self.emptied,
                self.removed,
                self.aside,
                self.eliminated,
                self.points,
                self.winners,
            ),
        )

    # --- who sits where -------------------------------------------------------------------

    def supply(self, player: Player) -> int:
        """All dice a player holds."""
        piles = self.piles[player]
        return self.hands[player] + sum(piles) if piles else self.hands[player]

    def next_after(self, player: Player) -> Player:
        """The next player in the game in the direction of play."""
        players = len(self.hands)
        following = (player + self.direction) % players
        while following in self.eliminated and following != player:
            following = (following + self.direction) % players
        return following

    def players_left(self) -> int:
        """How many players are still in the game."""
        return len(self.hands) - len(self.eliminated)

    # --- supplies -------------------------------------------------------------------------

    def take(self, player: Player, unit: Unit) -> int:
        """Take a unit that is known to be there out of a supply; how many dice it has."""
        if unit == ONE and self.hands[player]:
            self.hands[player] -= 1
            return 1
        if unit == ALL:
            return self._take_everything(player)
        kind, _, index = unit.partition(":")
        if kind == "pile":
            return self._take_pile(player, int(index))
        self._split_pile(player, int(index or 0))
        return 1

    def set_piles(self, player: Player, piles: tuple[int, ...]) -> None:
        """Give a player these boulder piles."""
        self.piles = (*self.piles[:player], piles, *self.piles[player + 1 :])

    def _take_everything(self, player: Player) -> int:
        dice = self.supply(player)
        self.hands[player] = 0
        if self.piles[player]:
            self.set_piles(player, ())
        return dice

    def _take_pile(self, player: Player, index: int) -> int:
        piles = self.piles[player]
        self.set_piles(player, piles[:index] + piles[index + 1 :])
        return piles[index]

    def _split_pile(self, player: Player, index: int) -> None:
        left = self._take_pile(player, index) - 1
        if left == 1:
            self.hands[player] += 1
        else:
            piles = self.piles[player]
            self.set_piles(player, (*piles[:index], left, *piles[index:]))

    # --- the end of a turn ----------------------------------------------------------------

    def end(self, counted_from: Player) -> None:
        """End the turn: eliminate who has no dice, then the next player or the end (P4)."""
        self.events.append(_TURN_ENDED[self.active])
        empty = self._without_dice()
        if empty:
            if len(empty) == self.players_left():
                self._double_ko(empty)
                return
            if self.options.zero_elimination == "own_turn":
                empty = [player for player in empty if player == self.active]
            self.eliminate(empty)
            if self.players_left() == 1:
                self.finish(tuple(players_from(self, 0)))
                return
        self._begin(self.next_after(counted_from))

    def eliminate(self, batch: list[Player]) -> None:
        """Put these players out of the game together, and give them their points (P7)."""
        left = self.players_left() - len(batch)
        in_turn = self.options.simultaneous_points == "turn_order"
        for place, player in enumerate(batch):
            self._put_out(player, left + (len(batch) - 1 - place if in_turn else 0))

    def finish(self, winners: tuple[Player, ...]) -> None:
        """The game is over."""
        self.phase = Phase.OVER
        self.winners = winners
        self.events.append(GameOver(winners))

    def _without_dice(self) -> list[Player]:
        """Who is in the game without a die, in order of play from the active player."""
        empty = self.hands.count(0)
        if empty == len(self.eliminated):  # who was eliminated holds none either
            return []
        order = players_from(self, self.active, self.direction)
        return [player for player in order if not self.supply(player)]

    def _double_ko(self, everybody: list[Player]) -> None:
        """All who were left end the turn with no dice (C-13)."""
        ruling = self.options.double_ko
        if ruling == "replay":
            self.finish(())
            return
        if ruling == "active_loses":
            self._put_out(self.active, len(everybody) - 1)
            everybody.remove(self.active)
        else:
            for player in everybody:
                self._put_out(player, 0)
        self.finish(tuple(sorted(everybody)))

    def _put_out(self, player: Player, points: int) -> None:
        self.eliminated = (*self.eliminated, player)
        self.points = (*self.points[:player], points, *self.points[player + 1 :])
        self.events.append(Eliminated(player, points))

    def _begin(self, player: Player) -> None:
        while not self.supply(player):
            self.events.append(NoDice(player))
            self.eliminate([player])
            if self.players_left() == 1:
                self.finish(tuple(players_from(self, 0)))
                return
            player = self.next_after(player)
        self.active = player
        self.phase = _THROW
        self.events.append((_NEXT_ALL if must_throw_all(self) else _NEXT_ONE)[player])


def players_from(game: GameState | Turn, first: Player, direction: int = 1) -> Iterator[Player]:
    """The players still in the game, from `first` on; clockwise unless told otherwise."""
    players = len(game.hands)
    for step in range(players):
        player = (first + direction * step) % players
        if player not in game.eliminated:
            yield player


def must_throw_all(game: GameState | Turn) -> bool:
    """Whether the empty-arena rule applies to a throw made now, by what emptied it (C-06)."""
    if game.arena:
        return False
    cause = game.options.allin_cause
    if cause == "not_by_out_only":
        return game.emptied is not Emptied.BY_OUT
    if cause == "collected_only":
        return game.emptied in (Emptied.BY_COLLECTING, Emptied.NOT)
    return True


def units_of(game: GameState | Turn, player: Player) -> tuple[Unit, ...]:
    """What a player may throw as one throw: a loose die, or a boulder pile as a whole."""
    piles = game.piles[player]
    if not piles:
        return (ONE,) if game.hands[player] else ()
    splits = game.options.pile_throw == "may_split"
    loose = (ONE,) if game.hands[player] or splits else ()
    whole = tuple(pile(index) for index in range(len(piles)))
    single = tuple(die_of_pile(index) for index in range(len(piles))) if splits else ()
    return loose + whole + single
