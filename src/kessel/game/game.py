"""`Game`: a game with its history, to play move by move and take back; the rules stay pure below.

It follows where every die lies as long as it is told, and throws with any dice. It knows no
bots, no clock and no people.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from kessel.errors import BadValue, NotAwaited
from kessel.game.arguments import DiceLike, are_casts, check_moves, make_dice, make_names
from kessel.game.picture import board_svg
from kessel.game.text import board_text
from kessel.record import GameRecord, begin_record, read_record, replay
from kessel.rules.allowed import WAITS_FOR, check_standing
from kessel.rules.awaits import Await, AwaitChoice, AwaitExtra, AwaitStartDie, AwaitThrow
from kessel.rules.edition import Edition
from kessel.rules.engine import Step, apply, awaited, legal_moves
from kessel.rules.events import Event
from kessel.rules.moves import ONE, ExtraThrow, Move, Player, Throw, Unit
from kessel.rules.notation import letter, move_text, read_move
from kessel.rules.positions import read_state
from kessel.rules.reading import explain
from kessel.rules.setup import OptionsLike, new_game
from kessel.rules.state import THROWING, GameState, Phase
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest
from kessel.throws.dice import Cast, Casts, Dice, Seed, as_landed, seed_text, start_die
from kessel.throws.following import lies_after
from kessel.words import Speaker

Thrown: TypeAlias = Cast | tuple[Unit, Aim]


class Played(NamedTuple):
    """One move of a game: the state before it, the move, and what came of it.

    >>> from kessel import Game
    >>> game = Game("strike-2020")
    >>> game.push("start 4")
    (Started(face='4', elements=()),)
    >>> print(game.last, game.last.before.phase, game.last.events)
    start 4 Phase.START (Started(face='4', elements=()),)
    """

    before: GameState
    move: Move
    step: Step

    @property
    def state(self) -> GameState:
        """The state after the move."""
        return self.step.state

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return self.step.events

    def __str__(self) -> str:
        return move_text(self.move)


class Game:
    """A game to play move by move.

    >>> game = Game("strike-2020", players=2)
    >>> game.push("start 4")
    (Started(face='4', elements=()),)
    >>> game.awaited
    AwaitThrow(player=0, units=('1',))
    >>> game.pop()
    StartDie(face='4')
    """

    def __init__(
        self,
        edition: Edition | str = "strike-2020",
        players: int = 2,
        options: OptionsLike = None,
        *,
        elements: Sequence[str] | None = None,
        first: Player = 0,
        names: Sequence[str] | None = None,
    ) -> None:
        """A fresh game, hands dealt by the edition's table; the starting die is awaited."""
        self._begin(new_game(edition, players, options, elements=elements, first=first), names)

    @classmethod
    def from_state(
        cls,
        state: GameState | str,
        moves: Iterable[Move | str] = (),
        *,
        names: Sequence[str] | None = None,
    ) -> "Game":
        """A game that begins at a position, given as a state or as its line of text."""
        game = cls.__new__(cls)
        start = read_state(state)
        if start is state:  # a line was checked as it was read
            check_standing(start)
        game._begin(start, names)
        for move in check_moves(moves):
            game.push(move)
        return game

    @classmethod
    def from_record(cls, record: GameRecord | str) -> "Game":
        """A recorded game, every line checked against the rules; notes are left out."""
        read = record if isinstance(record, GameRecord) else read_record(record)
        for _ in replay(read):
            pass
        return cls.from_state(read.start, (entry.move for entry in read.entries), names=read.names)

    def _begin(self, start: GameState, names: Sequence[str] | None) -> None:
        self._names = make_names(names, start.players)
        if names:
            begin_record(start, self._names)  # refuses what no record could hold
        # Parallel lists: no cycles for the garbage collector.
        self._states = [start]
        """Before the first move, and after each."""
        self._moves: list[Move] = []
        self._events: list[tuple[Event, ...]] = []
        self._layouts: list[DiceAtRest | None] = [None if start.arena else ()]

    # --- looking ------------------------------------------------------------------------------

    @property
    def start(self) -> GameState:
        """The state the game began with."""
        return self._states[0]

    @property
    def state(self) -> GameState:
        """The state now; it never changes, so it may be kept."""
        return self._states[-1]

    @property
    def awaited(self) -> Await:
        """What must come next, with all that is allowed."""
        return awaited(self.state)

    @property
    def legal(self) -> tuple[Move, ...]:
        """Every legal move; a throw is only the decision to throw, its landing is chance."""
        return tuple(legal_moves(self.state))

    @property
    def units(self) -> Mapping[Player, tuple[Unit, ...]]:
        """Who may throw now, and what; nobody where the game waits for something else."""
        match self.awaited:
            case AwaitStartDie(player=player, how="thrown"):
                return {player: (ONE,)}
            case AwaitThrow(player=player, units=units) | AwaitChoice(player=player, units=units):
                return {player: units}
            case AwaitExtra(units=by_player):
                return dict(by_player)
            case _:
                return {}

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names; letters where none were given."""
        return self._names

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen."""
        return self.state.is_over

    @property
    def winners(self) -> tuple[Player, ...]:
        """The players that won; none before the end."""
        return self.state.winners

    @property
    def history(self) -> tuple[Played, ...]:
        """Every move so far, with the state before it and what came of it."""
        steps = map(Step, self._states[1:], self._events)
        return tuple(map(Played, self._states, self._moves, steps))

    @property
    def last(self) -> Played | None:
        """The last move, with what came of it; None before the first."""
        if not self._moves:
            return None
        before, after = self._states[-2:]
        return Played(before, self._moves[-1], Step(after, self._events[-1]))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move led to."""
        return self._events[-1] if self._events else ()

    @property
    def layout(self) -> DiceAtRest | None:
        """Where every die lies; None where only the faces are known."""
        return self._layouts[-1]

    def said(self, language: str = "en") -> tuple[str, ...]:
        """What the last move led to, in words."""
        speaker = Speaker(self.state.edition.id, self._names, language)
        last = self.last
        return () if last is None else tuple(map(speaker.say, explain(*last)))

    # --- playing ------------------------------------------------------------------------------

    def push(self, move: Move | str, layout: DiceAtRest | None = None) -> tuple[Event, ...]:
        """Make a move, given as itself or as text; what happened. Raises where it is illegal.

        `layout` says where the dice lie after a throw; without it the game no longer knows.
        """
        return self._made(read_move(move), layout)

    def _made(self, move: Move, layout: DiceAtRest | None) -> tuple[Event, ...]:
        before = self._states[-1]
        step = apply(before, move)
        self._layouts.append(lies_after(before, move, step, self._layouts[-1], layout))
        after, events = step
        self._states.append(after)
        self._moves.append(move)
        self._events.append(events)
        return events

    def pop(self) -> Move:
        """Take the last move back; the move."""
        if not self._moves:
            raise BadValue("there is no move to take back: the game has just begun")
        for kept in (self._states, self._events, self._layouts):
            kept.pop()
        return self._moves.pop()

    def throw(
        self,
        dice: DiceLike,
        casts: Mapping[Player, Thrown] | None = None,
        *,
        seed: Seed | Random | None = None,
    ) -> tuple[Event, ...]:
        """Make the throw that is awaited with these dice, and push it; what happened.

        Dice may be given by name: `ideal`, `measured`, `physics`.

        `casts` says for each player what it throws and how: without it everybody throws gently what
        comes first. A seed repeats the throw; a `Random` is drawn from.
        """
        casts = self._checked(casts)
        fair = make_dice(dice, self.state.edition)
        return self.fall(fair, casts, seed if isinstance(seed, Random) else Random(seed_text(seed)))

    def fall(self, dice: Dice, casts: Casts, chance: Random) -> tuple[Event, ...]:
        """Throw and push; that these casts may throw so only the rules check, afterwards."""
        state = self._states[-1]
        landing, at_rest = as_landed(dice.land(state, casts, chance, self._layouts[-1]))
        if state.phase in THROWING:
            return self._made(Throw(casts[state.active].unit, landing), at_rest)
        if state.phase is Phase.EXTRA:
            units = {player: cast.unit for player, cast in casts.items()}
            return self._made(ExtraThrow(units, landing), at_rest)
        return self._made(start_die(landing), at_rest)

    def copy(self) -> "Game":
        """The same game, to try something with."""
        again = Game.from_state(self.start, names=self._names)
        again._states, again._layouts = list(self._states), list(self._layouts)
        again._moves, again._events = list(self._moves), list(self._events)
        return again

    def _checked(self, casts: Mapping[Player, Thrown] | None) -> Casts:
        allowed = self.units
        if not allowed:
            if self.is_over:
                raise NotAwaited("the game is over")
            raise NotAwaited(f"the game waits for {WAITS_FOR[self.state.phase]}, not for a throw")
        if casts is not None and not are_casts(casts):
            raise BadValue(
                "casts are a mapping of players to what each throws, a `Cast` or a unit and an "
                f"aim, not {casts!r}"
            )
        if casts is None:
            return {player: Cast(units[0]) for player, units in allowed.items()}
        if casts.keys() != allowed.keys() or any(casts[s][0] not in allowed[s] for s in casts):
            may = ", ".join(f"{s}: {' or '.join(units)}" for s, units in allowed.items())
            given = ", ".join(f"{s}: {cast[0]}" for s, cast in casts.items())
            raise BadValue(f"the players that throw, and what: {may}; not {given or 'nobody'}")
        return {player: Cast(*cast) for player, cast in casts.items()}

    # --- showing ------------------------------------------------------------------------------

    def record(self) -> GameRecord:
        """The game as a record, which `kessel replay` reads."""
        record = begin_record(self.start, self._names)
        for played in self.history:
            record = record.add(*played)
        return record

    def export(self) -> str:
        """The game as the text of a record; `Game.from_record` reads it back."""
        return self.record().text()

    def __str__(self) -> str:
        return board_text(self.state, self._names)

    def __repr__(self) -> str:
        moves = list(map(move_text, self._moves))
        named = (
            ""
            if self._names == tuple(map(letter, range(self.start.players)))
            else (f", names={list(self._names)!r}")
        )
        return f"Game.from_state({str(self.start)!r}, {moves!r}{named})"

    def _repr_svg_(self) -> str:
        return board_svg(self.state, self.layout, self._names)
