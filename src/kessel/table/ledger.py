"""What a table's log says: fed entry by entry, it knows who sits where and how the game stands.

Nothing here decides anything or knows what time it is; the same log always gives the same ledger.
"""

from collections.abc import Mapping, Sequence

from kessel.bots.bot import Bot
from kessel.errors import BadValue, KesselError, NoGame
from kessel.rules.awaits import AwaitChoice, AwaitColumn, AwaitThrow
from kessel.rules.state import GameState
from kessel.rules.tournament import Standing
from kessel.table import log
from kessel.table.answers import sight
from kessel.table.notices import Changed, GameBegan, Notice, Scored, SeatsChanged, Stepped
from kessel.table.play import Happened, Play, begin, feed
from kessel.table.push import PushWish
from kessel.table.race import Race, taps_needed
from kessel.table.seats import BOT_NAMES, Seat
from kessel.table.series import Series
from kessel.table.settings import options_of_table, seated
from kessel.table.stats import Tally, count

STATES_PER_GAME = 100_000
"""State numbers of a game begin with its own number, whatever is known of those before."""


class WrongSeat(KesselError):
    """Something was asked for a seat that cannot do it."""

    code = "wrong_seat"


class Ledger:
    """A table as its log tells it."""

    def __init__(self, made: log.TableMade, bots: Mapping[str, Bot]) -> None:
        self.made = made
        self.seats = [seated(plan, number) for number, plan in enumerate(made.seats)]
        self.bots = bots
        self.play: Play | None = None
        self.stage = "gathering"
        self.state_number = 0
        self.series = Series(made.tournament)
        self.tally: list[Tally] = []
        self.race: Race | None = None
        self.wish: PushWish | None = None
        self.revealed: bytes | None = None
        self.history: list[log.GameEntry] = []
        """The entries of the game that runs or ran last."""
        self._seed = b""
        self._kept: dict[int, list[int]] = {}
        self._batches: list[list[int]] = []
        """Seats that were eliminated in this game, batch by batch."""
        self._is_counted = False
        self._notices: list[Notice] = []

    def feed(self, entry: log.Entry) -> tuple[Notice, ...]:
        """Follow an entry of a log that is replayed; what it had to tell."""
        self._reduce(entry)
        told, self._notices = tuple(self._notices), []
        return told

    # --- for those who look on ----------------------------------------------------------------

    @property
    def host(self) -> int | None:
        """The seat that may start the game: the first person's."""
        return next((n for n, seat in enumerate(self.seats) if seat.is_person), None)

    def standing(self) -> Standing | None:
        """The score of the tournament, where one is played; names are seat numbers."""
        if not self.made.tournament or self.play is None:
            return None
        return self.series.standing(self._regulars(), options_of_table(self.made))

    def level_of(self, seat: int) -> str:
        """Which bot plays for a seat: its own, or one of middling strength."""
        levels = list(self.bots)
        return self.seats[seat].level or levels[len(levels) // 2]

    def is_to_choose(self, seat: int) -> bool:
        """Whether a seat has to throw, or to choose between throwing and stopping."""
        play = self.play
        waits = None if play is None or play.hands else play.awaited
        return isinstance(waits, AwaitThrow | AwaitChoice) and waits.player == self._player(seat)

    def sight_of(self, seat: int) -> GameState:
        """The game as a seat sees it."""
        return sight(self._running(), self._player(seat)).state

    def holder(self, token: str) -> int | None:
        """The seat held by the secret with that hash."""
        held = (n for n, s in enumerate(self.seats) if s.is_person and token and s.token == token)
        return next(held, None)

    # --- inside: entries ----------------------------------------------------------------------

    def _reduce(self, entry: log.Entry) -> None:
        match entry:
            case log.SeatTaken(seat=seat, name=name, token=token):
                self.seats[seat] = Seat("person", name, token=token)
                self._notices.append(SeatsChanged())
            case log.SeatsSettled(fill=fill):
                self._settle_seats(fill)
            case log.BotTookOver(seat=seat, for_good=for_good):
                self.seats[seat].bot_plays = True
                self.seats[seat].resigned |= for_good
                self._notices.append(SeatsChanged())
            case log.PersonCameBack(seat=seat):
                self.seats[seat].bot_plays = False
                self.seats[seat].lapses = 0
                self._answered(seat)
                self._notices.append(SeatsChanged())
            case log.GameCounted():
                self._reduce_counted(entry)
            case log.SeedDrawn(seed=seed):
                self._seed, self.revealed = bytes.fromhex(seed), None
            case log.Tapped(seat=seat):
                self._reduce_tap(seat, 0.0)
            case log.RaceRunAgain(seats=seats):
                self._race_again(seats)
            case log.PilesKept(seat=seat, piles=piles):
                self._kept[seat] = piles
            case log.GameStarted():
                self._reduce_start(entry)
            case log.TableMade():
                raise BadValue("a log has one table")
            case _:
                self._reduce_game(entry)

    def _settle_seats(self, fill: bool) -> None:
        for number, seat in enumerate(self.seats):
            if fill and seat.kind == "open":
                level = self.level_of(number)
                self.seats[number] = Seat("bot", BOT_NAMES[number], level, bot_plays=True)

    def _reduce_start(self, entry: log.GameStarted) -> None:
        self.play = begin(entry)
        self.stage = "playing"
        self.series.begin(entry.number)
        self.history = [entry]
        self.tally = [Tally() for _ in entry.players]
        self._kept, self._batches, self._is_counted = {}, [], False
        self.state_number = entry.number * STATES_PER_GAME
        self.race, self.wish = None, None
        self._changed_state()
        self._notices.append(GameBegan())

    def _reduce_game(self, entry: log.GameEntry) -> None:
        play = self._running()
        settled = feed(play, entry)
        self.play = settled.play
        self.history.append(entry)
        if isinstance(entry, log.HandShown):
            self._answered(play.started.players[entry.seat])
            if settled.play.is_flying:
                self._changed_state()
            return
        self._changed_state()
        if settled.move is None:
            return
        self._count(play, settled.happened)
        self.race, self.wish = None, None
        self._notices.append(self._stepped(play, entry, settled.happened))
        if settled.play.state.is_over:
            self._finish()

    def _changed_state(self) -> None:
        """The game waits for something else now."""
        self.state_number += 1

    def _answered(self, seat: int) -> None:
        """A seat needs not be asked any more in this state."""

    def _stepped(
        self, before: Play, entry: log.GameEntry, happened: tuple[Happened, ...]
    ) -> Stepped:
        landed = isinstance(entry, log.DiceLanded)
        seats = [hand.seat for hand in before.hands] if landed else [getattr(entry, "seat", None)]
        alone = seats[0] if len(seats) == 1 else None
        return Stepped(
            seat=None if alone is None else before.started.players[alone],
            move=_THROW_NAMES.get(before.awaited.kind, "throw") if landed else _name_of(entry),
            by=before.hands[0].by if landed else getattr(entry, "by", "person"),
            throw=before.throws if landed else None,
            happened=happened,
        )

    def _count(self, before: Play, happened: Sequence[Happened]) -> None:
        for hand in before.hands:
            self.tally[hand.seat].threw(before.state.unit_size(hand.seat, hand.unit))
        batch = count(before.state.active, happened, self.tally)
        if batch:
            self._batches.append([before.started.players[seat] for seat in batch])

    def _finish(self) -> None:
        self.stage = "over"
        self.revealed = self._seed

    def _reduce_counted(self, entry: log.GameCounted) -> None:
        self._is_counted = True
        self.series.finish(entry, self._regulars(), options_of_table(self.made))
        if self.made.tournament:
            self._notices.append(Scored())

    def _reduce_tap(self, player: int, now: float) -> None:
        if self.race is None:
            self.race = self._new_race(self._running())
        self.race.tap(player, now)
        self._notices.append(Changed("tapped"))

    def _race_again(self, players: Sequence[int]) -> None:
        heat = self.race.heat + 1 if self.race else 2
        self.race = self._new_race(self._running(), players, heat)
        self._changed_state()
        self._notices.append(Changed("again"))

    def _new_race(self, play: Play, builders: Sequence[int] = (), heat: int = 1) -> Race:
        waits = play.awaited
        players = builders or (waits.players if isinstance(waits, AwaitColumn) else ())
        needed = {player: taps_needed(play.state, player) for player in players}
        return Race(needed, 0.0, 0.0, heat)

    # --- inside: looking up -------------------------------------------------------------------

    def _regulars(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind != "open"]

    def _running(self) -> Play:
        if self.play is None:
            raise NoGame("no game has begun at this table")
        return self.play

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise WrongSeat(f"there is no seat {seat}; seats are 0 to {len(self.seats) - 1}")
        return self.seats[seat]

    def _person(self, seat: int) -> Seat:
        one = self._seat(seat)
        if not one.is_person:
            raise WrongSeat(f"nobody holds seat {seat}")
        return one

    def _player(self, seat: int) -> int:
        """The game's number of a table's seat."""
        players = self._running().started.players
        if seat not in players:
            raise WrongSeat(f"seat {seat} does not play in this game; {players} do")
        return players.index(seat)


_THROW_NAMES: Mapping[str, str] = {"start_die": "start_die", "extra": "extra"}
_MOVE_NAMES: Mapping[type, str] = {
    log.DiePlaced: "start_die",
    log.TurnEnded: "end",
    log.SetsCollected: "collect",
    log.AccioTaken: "accio",
    log.TowerStacked: "stack",
    log.ColumnWon: "column",
}


def _name_of(entry: log.GameEntry) -> str:
    return _MOVE_NAMES[type(entry)]
