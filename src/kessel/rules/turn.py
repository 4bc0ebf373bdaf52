"""A turn being worked out: a mutable copy of a state, what happens to it, and the events.

The engine opens one for each move and freezes it at the end; nothing else may hold it.
It knows seats, supplies and eliminations, but no edition's effects.
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
from kessel.rules.moves import ALL, ONE, Seat, Unit, die_of_pile, pile
from kessel.rules.state import NOTHING_PENDING, Emptied, GameState, Phase

# One of these is told at nearly every step, so they are made once.
_TURN_ENDED = tuple(map(TurnEnded, range(MAX_PLAYERS)))
_NEXT_ONE = tuple(NextTurn(seat, "one") for seat in range(MAX_PLAYERS))
_NEXT_ALL = tuple(NextTurn(seat, "all") for seat in range(MAX_PLAYERS))


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
        self.edition = state.edition
        self.options = state.options
        self.elements = state.elements
        self.hands = list(state.hands)
        self.piles = state.piles
        self.arena = state.arena
        self.active = state.active
        self.direction = state.direction
        self.phase = state.phase
        self.pending = NOTHING_PENDING
        self.emptied = state.emptied
        self.removed = state.removed
        self.aside = state.aside
        self.eliminated = state.eliminated
        self.points = state.points
        self.winners = state.winners
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        """The state reached."""
        return GameState(
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
        )

    # --- who sits where -------------------------------------------------------------------

    def supply(self, seat: Seat) -> int:
        """All dice a seat holds."""
        piles = self.piles[seat]
        return self.hands[seat] + sum(piles) if piles else self.hands[seat]

    def next_after(self, seat: Seat) -> Seat:
        """The next seat in the game in the direction of play."""
        players = len(self.hands)
        following = (seat + self.direction) % players
        while following in self.eliminated:
            following = (following + self.direction) % players
        return following

    def players_left(self) -> int:
        """How many seats are still in the game."""
        return len(self.hands) - len(self.eliminated)

    # --- supplies -------------------------------------------------------------------------

    def take(self, seat: Seat, unit: Unit) -> int:
        """Take a unit that is known to be there out of a supply; how many dice it has."""
        if unit == ONE and self.hands[seat]:
            self.hands[seat] -= 1
            return 1
        if unit == ALL:
            return self._take_everything(seat)
        kind, _, index = unit.partition(":")
        if kind == "pile":
            return self._take_pile(seat, int(index))
        self._split_pile(seat, int(index or 0))
        return 1

    def set_piles(self, seat: Seat, piles: tuple[int, ...]) -> None:
        """Give a seat these boulder piles."""
        self.piles = (*self.piles[:seat], piles, *self.piles[seat + 1 :])

    def _take_everything(self, seat: Seat) -> int:
        dice = self.supply(seat)
        self.hands[seat] = 0
        if self.piles[seat]:
            self.set_piles(seat, ())
        return dice

    def _take_pile(self, seat: Seat, index: int) -> int:
        piles = self.piles[seat]
        self.set_piles(seat, piles[:index] + piles[index + 1 :])
        return piles[index]

    def _split_pile(self, seat: Seat, index: int) -> None:
        left = self._take_pile(seat, index) - 1
        if left == 1:
            self.hands[seat] += 1
        else:
            piles = self.piles[seat]
            self.set_piles(seat, (*piles[:index], left, *piles[index:]))

    # --- the end of a turn ----------------------------------------------------------------

    def end(self, counted_from: Seat) -> None:
        """End the turn: eliminate who has no dice, then the next player or the end (P4)."""
        self.events.append(_TURN_ENDED[self.active])
        empty = self._without_dice()
        if empty:
            if len(empty) == self.players_left():
                self._double_ko(empty)
                return
            if self.options.zero_elimination == "own_turn":
                empty = [seat for seat in empty if seat == self.active]
            self.eliminate(empty)
            if self.players_left() == 1:
                self.finish(tuple(seats_from(self, 0)))
                return
        self._begin(self.next_after(counted_from))

    def eliminate(self, batch: list[Seat]) -> None:
        """Put these players out of the game together, and give them their points (P7)."""
        left = self.players_left() - len(batch)
        in_turn = self.options.simultaneous_points == "turn_order"
        for place, seat in enumerate(batch):
            self._put_out(seat, left + (len(batch) - 1 - place if in_turn else 0))

    def finish(self, winners: tuple[Seat, ...]) -> None:
        """The game is over."""
        self.phase = Phase.OVER
        self.winners = winners
        self.events.append(GameOver(winners))

    def _without_dice(self) -> list[Seat]:
        """Who is in the game without a die, in order of play from the active player."""
        empty = self.hands.count(0)
        if empty == len(self.eliminated):  # who was eliminated holds none either
            return []
        order = seats_from(self, self.active, self.direction)
        return [seat for seat in order if not self.supply(seat)]

    def _double_ko(self, everybody: list[Seat]) -> None:
        """All who were left end the turn with no dice (C-13)."""
        ruling = self.options.double_ko
        if ruling == "replay":
            self.finish(())
            return
        if ruling == "active_loses":
            self._put_out(self.active, len(everybody) - 1)
            everybody.remove(self.active)
        else:
            for seat in everybody:
                self._put_out(seat, 0)
        self.finish(tuple(sorted(everybody)))

    def _put_out(self, seat: Seat, points: int) -> None:
        self.eliminated = (*self.eliminated, seat)
        self.points = (*self.points[:seat], points, *self.points[seat + 1 :])
        self.events.append(Eliminated(seat, points))

    def _begin(self, seat: Seat) -> None:
        while not self.supply(seat):
            self.events.append(NoDice(seat))
            self.eliminate([seat])
            if self.players_left() == 1:
                self.finish(tuple(seats_from(self, 0)))
                return
            seat = self.next_after(seat)
        self.active = seat
        self.phase = Phase.THROW
        self.events.append((_NEXT_ALL if must_throw_all(self) else _NEXT_ONE)[seat])


def seats_from(game: GameState | Turn, first: Seat, direction: int = 1) -> Iterator[Seat]:
    """The seats still in the game, from `first` on; clockwise unless told otherwise."""
    players = len(game.hands)
    for step in range(players):
        seat = (first + direction * step) % players
        if seat not in game.eliminated:
            yield seat


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


def units_of(game: GameState | Turn, seat: Seat) -> tuple[Unit, ...]:
    """What a seat may throw as one throw: a loose die, or a boulder pile as a whole."""
    piles = game.piles[seat]
    if not piles:
        return (ONE,) if game.hands[seat] else ()
    splits = game.options.pile_throw == "may_split"
    loose = (ONE,) if game.hands[seat] or splits else ()
    whole = tuple(pile(index) for index in range(len(piles)))
    single = tuple(die_of_pile(index) for index in range(len(piles))) if splits else ()
    return loose + whole + single
