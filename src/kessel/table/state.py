"""What a table's log says: who sits where, how the game stands, what it came to.

Frozen: `apply` gives the state after one more entry. Decides nothing and knows neither time nor
chance, so the same log always gives the same state, and nothing but the log is needed for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kessel.bots.bot import Sight
from kessel.errors import BadValue, NoGame, NotAwaited
from kessel.fairness import Chain
from kessel.names import distinct_name
from kessel.rules.awaits import AwaitChoice, AwaitColumn, AwaitThrow
from kessel.rules.events import NextTurn
from kessel.rules.moves import Player
from kessel.rules.state import GameState
from kessel.rules.tournament import Score
from kessel.table import log
from kessel.table.answers import sight
from kessel.table.changes import Changes, counted
from kessel.table.feed import feed, with_cast
from kessel.table.notices import (
    BoxChanged,
    GameBegan,
    GameChanged,
    LineAdded,
    Notice,
    Scored,
    SeatsChanged,
    step_told,
)
from kessel.table.play import Happened, Play, begin
from kessel.table.race import Race, race_between
from kessel.table.seats import Occupant
from kessel.table.series import Series
from kessel.table.settings import (
    options_of_table,
    planned_occupants,
    with_box,
)
from kessel.table.stats import SeatStats, count_events, count_throws, eliminated
from kessel.table.terms import Seat, Stage, WrongSeat

STATES_PER_GAME = 100_000
"""State numbers of a game begin with its own number, whatever is known of those before."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The state after an entry, and what there is to tell about it."""

    state: "TableState"
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """A table as its log has it."""

    made: log.TableMade
    seats: tuple[Occupant, ...]
    series: Series
    stage: Stage = "gathering"
    play: Play | None = None
    """The game that runs or ran last."""
    history: tuple[log.GameEntry, ...] = ()
    """Its entries: the lines of its transcript."""
    tally: tuple[SeatStats, ...] = ()
    state_number: int = 0
    """Goes up whenever the game waits for something else; an answer names the one it is for."""
    race: Race | None = None
    """Where the game waits for a column of fire."""
    kept_piles: Mapping[Player, list[int]] = field(default_factory=dict)
    """What owners said to keep after the race."""
    eliminated: tuple[tuple[Seat, ...], ...] = ()
    """Seats that went out in this game, batch by batch."""
    is_counted: bool = False
    """Whether the result of this game has been entered."""
    box: log.BoxChosen | None = None
    """What was chosen for the next game; until then the table is the one of the last."""
    due: float | None = None
    """Until when the turn runs, in seconds since 1970, where it has days and a person's."""
    chain: Chain | None = field(default=None, repr=False)
    """The server's; its links are shown one by one."""
    changes: Changes = field(default_factory=dict)
    """Since a game began, or the table was made."""

    @classmethod
    def of(cls, made: log.TableMade) -> "TableState":
        """The state of a new table."""
        return cls(made, planned_occupants(made), Series(made.tournament, made.first))

    @classmethod
    def from_log(cls, entries: Iterable[log.Entry]) -> "TableState":
        """The state that these entries lead to."""
        *_, last = cls.steps(list(entries))
        return last

    @classmethod
    def steps(cls, entries: Sequence[log.Entry]) -> Iterator["TableState"]:
        """The same, one entry after the other; games before the last are not played through."""
        first, *rest = without_old_games(entries)
        if not isinstance(first, log.TableMade):
            raise BadValue(f"a log begins with a table, not with {log.entry_text(first)}")
        state = cls.of(first)
        yield state
        for entry in rest:
            state = state.apply(entry).state
            yield state

    def apply(self, entry: log.Entry) -> Applied:
        """The state after one more entry; raises where the entry cannot come now."""
        applied = self._applied(entry)
        before = applied.state.changes
        changes = counted(before, entry, self.play)
        is_same = changes is before
        return (
            applied if is_same else replace(applied, state=replace(applied.state, changes=changes))
        )

    def _applied(self, entry: log.Entry) -> Applied:
        match entry:
            case log.SeatTaken(seat=seat, name=name, token=token, key=key):
                return self._seated(seat, Occupant.person(name, token, key))
            case log.BotSeated(seat=seat, level=level):
                return self._seated(seat, self._bot(seat, level))
            case log.SeatHandedOver():
                return self._handed_over(entry)
            case log.SeatTakenBack(seat=seat):
                return self._seated(seat, replace(self.seats[seat], bot_plays=False))
            case log.SeatMoved(seat=seat, token=token):
                return Applied(self._seated(seat, replace(self.seats[seat], token=token)).state)
            case log.SeatDressed(seat=seat, finish=finish, mat=mat):
                dressed = replace(self.seats[seat], finish=finish, mat=mat)
                is_news = dressed != self.seats[seat]
                return self._seated(seat, dressed) if is_news else Applied(self)
            case log.SeatFreed(seat=seat):
                return self._seated(seat, Occupant("open"))
            case log.SeatsSettled(fill=fill, levels=levels, first=first):
                settled = self._with_bots(levels) if fill else self
                begun_by = settled.series.first if first is None else first
                return Applied(replace(settled, series=replace(self.series, first=begun_by)))
            case log.BoxChosen():
                return Applied(self._with_box(entry), (BoxChanged(),))
            case log.ChainDrawn(secret=secret):
                return Applied(replace(self, chain=Chain(bytes.fromhex(secret))))
            case log.GameStarted():
                started = self._started(entry)
                return Applied(started, (GameBegan(), _line(started, entry)))
            case log.CastShown():
                return Applied(self._cast_kept(entry))
            case log.DicePushed():
                pushed = self._noted(entry, self.state_number + 1)
                return Applied(pushed, (_line(pushed, entry),))
            case (
                log.ThrowFixed()
                | log.DevicesLate()
                | log.DeviceJoined()
                | log.DevicesAway()
                | log.BotPlaysOn()
                | log.PersonIsBack()
                | log.ServerChainRenewed()
            ):
                proved = self._noted(entry, self.state_number)
                return Applied(proved, (_line(proved, entry),))
            case log.PilesKept(player=player, piles=piles):
                return Applied(replace(self, kept_piles={**self.kept_piles, player: piles}))
            case log.TurnDue(until=until):
                return Applied(replace(self, due=until))
            case log.Tapped(player=player):
                race = self.running_race().tapped(player)
                return Applied(replace(self, race=race), (GameChanged("tapped"),))
            case log.RaceRunAgain(players=players):
                return Applied(self._raced_again(players), (GameChanged("again"),))
            case log.GameCounted():
                return Applied(self._counted(entry), (Scored(),) if self.made.tournament else ())
            case log.TableMade():
                raise BadValue("a log has one table")
            case _:
                return self._moved(entry)

    # --- looking up -----------------------------------------------------------------------------

    @property
    def host(self) -> Seat | None:
        """The seat that may start the game: the first person's."""
        return next((Seat(n) for n, one in enumerate(self.seats) if one.is_person), None)

    @property
    def regulars(self) -> list[Seat]:
        """All seats that somebody has."""
        return [Seat(number) for number, one in enumerate(self.seats) if one.kind != "open"]

    @property
    def free_seats(self) -> list[Seat]:
        """All seats that nobody has."""
        return [Seat(number) for number, one in enumerate(self.seats) if one.kind == "open"]

    @property
    def names(self) -> list[str]:
        """The names of all who sit here."""
        return [one.name for one in self.seats if one.name]

    def holder(self, token: str) -> Seat | None:
        """The seat held by the secret with that hash."""
        held = (n for n, one in enumerate(self.seats) if one.is_person and one.token == token)
        return next(map(Seat, held), None) if token else None

    def occupant(self, seat: Seat) -> Occupant:
        """Who has a seat; raises where there is no such seat."""
        if not 0 <= seat < len(self.seats):
            raise WrongSeat(f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}")
        return self.seats[seat]

    def person(self, seat: Seat) -> Occupant:
        """The person who has a seat; raises where there is none."""
        occupant = self.occupant(seat)
        if not occupant.is_person:
            raise WrongSeat(f"nobody holds seat {seat}")
        return occupant

    def running(self) -> Play:
        """The game; raises where none has begun."""
        if self.play is None:
            raise NoGame("no game has begun at this table")
        return self.play

    def running_race(self) -> Race:
        """The race; raises where the game waits for no column of fire."""
        if self.race is None:
            raise NotAwaited("no column of fire is built now")
        return self.race

    def player_at(self, seat: Seat) -> Player:
        """The player of a seat; raises where it does not play in this game."""
        playing = self.running().started.seats
        if seat not in playing:
            raise WrongSeat(f"seat {seat} does not play in this game; {playing} do")
        return playing.index(seat)

    def is_to_choose(self, seat: Seat) -> bool:
        """Whether a seat has to throw, or to choose between throwing and stopping."""
        play = self.play
        waits = None if play is None or play.casts else play.awaited
        return isinstance(waits, AwaitThrow | AwaitChoice) and waits.player == self.player_at(seat)

    def sight_of(self, seat: Seat) -> GameState:
        """The game as a seat sees it."""
        return self.seen_from(seat).state

    def seen_from(self, seat: Seat) -> Sight:
        """The same, with how the dice lie."""
        return sight(self.running(), self.player_at(seat))

    def standing(self) -> Score | None:
        """The score of the tournament, where one is played; names are seat numbers."""
        if not self.made.tournament or self.play is None:
            return None
        return self.series.standing(self.regulars, options_of_table(self.made))

    @property
    def result(self) -> log.GameCounted | None:
        """The entry that is due once a game is over: its result."""
        if self.play is None or self.stage != "over" or self.is_counted:
            return None
        return log.GameCounted(
            number=self.play.started.number,
            winners=[self.play.seat_of(player) for player in self.play.state.winners],
            out=[list(batch) for batch in self.eliminated],
        )

    # --- entries about seats and results --------------------------------------------------------

    def _seated(self, seat: Seat, occupant: Occupant) -> Applied:
        occupants = (*self.seats[:seat], occupant, *self.seats[seat + 1 :])
        return Applied(replace(self, seats=occupants), (SeatsChanged(),))

    def _handed_over(self, entry: log.SeatHandedOver) -> Applied:
        occupant = self.seats[entry.seat]
        resigned = occupant.resigned or entry.for_good
        left = replace(occupant, bot_plays=True, resigned=resigned, left=entry.sign)
        handed = self._seated(entry.seat, left)
        return Applied(replace(handed.state, due=None), handed.notices)

    def _bot(self, seat: Seat, level: str) -> Occupant:
        bot = Occupant.bot(level=level)
        taken = (one.name for number, one in enumerate(self.seats) if number != seat)
        return replace(bot, name=distinct_name(bot.name, taken))

    def _with_bots(self, levels: Sequence[str]) -> "TableState":
        filled = self
        for number, seat in enumerate(self.free_seats):
            level = levels[number] if number < len(levels) else ""
            filled = filled._seated(seat, filled._bot(seat, level)).state
        return filled

    def _with_box(self, box: log.BoxChosen) -> "TableState":
        """Before the first game the table is what was chosen; after one, its next game."""
        if self.stage != "gathering":
            return replace(self, box=box)
        made = with_box(self.made, box)
        return replace(self, made=made, series=Series(made.tournament, self.series.first))

    def _counted(self, entry: log.GameCounted) -> "TableState":
        series = self.series.finish(entry, self.regulars, options_of_table(self.made))
        return replace(self, series=series, is_counted=True)

    # --- entries about the game -----------------------------------------------------------------

    def _started(self, entry: log.GameStarted) -> "TableState":
        made = with_box(self.made, self.box)
        return replace(
            self,
            made=made,
            box=None,
            stage="playing",
            series=replace(self.series, is_tournament=made.tournament).begin(entry.number),
            play=begin(entry),
            history=(entry,),
            tally=tuple(SeatStats() for _ in entry.players),
            state_number=entry.number * STATES_PER_GAME + 1,
            race=None,
            kept_piles={},
            eliminated=(),
            is_counted=False,
            due=None,
            changes={},
        )

    def _cast_kept(self, entry: log.CastShown) -> "TableState":
        """A cast is shown; other casts may still answer the same state."""
        play = with_cast(self.running(), entry)
        return replace(self, play=play, state_number=self.state_number + play.has_all_casts)

    def _noted(self, entry: log.DicePushed | log.ProofEntry, state_number: int) -> "TableState":
        """A line that is no move of the rules."""
        play = feed(self.running(), entry).play
        history = (*self.history, entry)
        return replace(self, play=play, history=history, state_number=state_number)

    def _moved(self, entry: log.MoveEntry) -> Applied:
        before = self.running()
        settled = feed(before, entry)
        play, happened = settled.play, settled.happened
        active = before.state.active
        batch = tuple(before.seat_of(player) for player in eliminated(happened))
        state = replace(
            self,
            play=play,
            history=(*self.history, entry),
            state_number=self.state_number + 1,
            tally=count_events(count_throws(self.tally, before), active, happened),
            eliminated=(*self.eliminated, batch) if batch else self.eliminated,
            race=_race_of(play),
            kept_piles={},
            due=self.due if _is_same_turn(before, play, happened) else None,
        )
        if play.state.is_over:
            state = replace(state, stage="over")
        stepped = step_told(before, entry, happened, state)
        return Applied(state, (_line(state, entry), stepped))

    def _raced_again(self, players: list[Player]) -> "TableState":
        heat = self.running_race().heat + 1
        race = race_between(players, self.running().state, heat)
        return replace(self, race=race, state_number=self.state_number + 1)


def _line(state: TableState, entry: log.GameEntry) -> LineAdded:
    """The newest line of the transcript, which everybody is told."""
    return LineAdded(len(state.history) - 1, log.entry_text(entry))


def _is_same_turn(before: Play, play: Play, happened: tuple[Happened, ...]) -> bool:
    """Whether the game still waits for a player in the same turn."""
    is_next = any(isinstance(one.event, NextTurn) for one in happened)
    return not is_next and play.on_move is not None and before.on_move == play.on_move


def _race_of(play: Play) -> Race | None:
    waits = play.awaited
    if not isinstance(waits, AwaitColumn):
        return None
    return race_between(waits.players, play.state)


def without_old_games(entries: Sequence[log.Entry]) -> list[log.Entry]:
    """Entries without those that only tell how games before the last one went."""
    last = max((n for n, e in enumerate(entries) if isinstance(e, log.GameStarted)), default=0)
    return [
        entry
        for number, entry in enumerate(entries)
        if number >= last - 1
        or (isinstance(entry, log.TableEntry) and not isinstance(entry, log.OF_A_GAME))
    ]
