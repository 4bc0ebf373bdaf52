"""Table: one running game after another, joining rules, throws, seats and clock; no network in it.

It is told what people do and what time it is, and says what to keep, what to tell whom, and which
throws to simulate. Whatever it decides first becomes a log entry; fed with its log a table stands
again where it stood.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from kessel.bots.bot import Answer, Bot
from kessel.errors import BadValue, IllegalMove, KesselError, NoGame, NotAwaited
from kessel.fairness import NONCE_BYTES, SEED_BYTES, commitment
from kessel.rules.awaits import AwaitChoice, AwaitColumn, AwaitStack, AwaitThrow
from kessel.rules.edition import find_edition
from kessel.rules.engine import column_tie
from kessel.rules.moves import (
    Unit,
)
from kessel.rules.premove import PremoveKind, may_premove
from kessel.rules.state import GameState
from kessel.rules.tournament import Standing
from kessel.table import log, placing
from kessel.table.answers import drawn_back, entry_of, sight
from kessel.table.bots import PLAIN, gentle_answer
from kessel.table.notices import (
    BotJob,
    Changed,
    DiceThrown,
    GameBegan,
    Job,
    Notice,
    Outcome,
    Scored,
    SeatsChanged,
    Stepped,
    ThrowJob,
)
from kessel.table.pace import Pace
from kessel.table.play import Happened, Play, begin, feed, landed_entry, spelled_out
from kessel.table.push import PushWish
from kessel.table.race import Race, taps_needed
from kessel.table.seats import BOT_NAMES, Seat, clean_name
from kessel.table.series import Series
from kessel.table.settings import (
    agreed_elements,
    check_settings,
    options_of_table,
    public_name,
    readable,
    seated,
)
from kessel.table.stats import Tally, count
from kessel.throws.thrower import AimValues, Thrown

GAME_CODE_BYTES = 10
MIN_PLAYERS = 2


class Stale(KesselError):
    """An action that answers a state which is no more."""

    code = "stale"


class WrongSeat(KesselError):
    """Something was asked for a seat that cannot do it."""

    code = "wrong_seat"


class SeatIsTaken(KesselError):
    """Somebody sits there already."""

    code = "seat_taken"


class Table:
    """One table, from the first guest to the last rematch."""

    def __init__(
        self,
        made: log.TableMade,
        *,
        bots: Mapping[str, Bot] = PLAIN,
        thrower_name: str = "ideal",
        pace: Pace | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.made = made
        self.seats = [seated(plan, number) for number, plan in enumerate(made.seats)]
        self.bots = bots
        self.pace = pace or Pace()
        self.play: Play | None = None
        self.stage = "gathering"
        self.state_number = 0
        self.series = Series(made.tournament)
        self.tally: list[Tally] = []
        self.race: Race | None = None
        self.wish: PushWish | None = None
        self.asleep = False
        self.revealed: bytes | None = None
        self.history: list[log.GameEntry] = []
        """The entries of the game that runs or ran last."""
        self._thrower_name = thrower_name
        self._entropy = entropy
        self._seed = b""
        self._kept: dict[int, list[int]] = {}
        self._deadline: tuple[float, float] | None = None
        self._quiet_until = 0.0
        self._bot_due: dict[int, float] = {}
        self._asked: set[int] = set()
        self._flying: int | None = None
        self._entries: list[log.Entry] = []
        self._notices: list[Notice] = []
        self._jobs: list[Job] = []

    # --- making and remaking ------------------------------------------------------------------

    @classmethod
    def make(
        cls,
        made: log.TableMade,
        now: float,
        *,
        bots: Mapping[str, Bot] = PLAIN,
        thrower_name: str = "ideal",
        pace: Pace | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> tuple["Table", Outcome]:
        """A new table; with no open seat its game begins at once."""
        check_settings(made, bots)
        table = cls(made, bots=bots, thrower_name=thrower_name, pace=pace, entropy=entropy)
        table._entries.append(made)
        if all(seat.kind != "open" for seat in table.seats):
            table._begin_game(now)
        return table, table._outcome(now)

    @classmethod
    def from_log(
        cls,
        entries: Iterable[log.Entry],
        *,
        bots: Mapping[str, Bot] = PLAIN,
        thrower_name: str = "ideal",
        pace: Pace | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> "Table":
        """The table that wrote these entries, asleep, standing where it stood."""
        first, *rest = entries
        if not isinstance(first, log.TableMade):
            raise BadValue(f"a log begins with a table, not with {log.entry_text(first)}")
        table = cls(first, bots=bots, thrower_name=thrower_name, pace=pace, entropy=entropy)
        for entry in rest:
            table.feed(entry)
        table.asleep = True
        return table

    def feed(self, entry: log.Entry) -> tuple[Notice, ...]:
        """Follow an entry of a log that is replayed; what it had to tell."""
        self._reduce(entry)
        told, self._notices = tuple(self._notices), []
        return told

    def wake(self, now: float) -> Outcome:
        """Somebody attends again: clocks run, and what was under way goes on."""
        if self.asleep:
            self.asleep = False
            self._flying = None
            self._asked.clear()
            self._quiet_until = now
            for seat in self.seats:
                seat.away_since = None if seat.present else now
            self._arm(now)
        return self._outcome(now)

    def sleep(self) -> None:
        """Nobody attends: no clock runs, no bot plays."""
        self.asleep = True

    # --- who sits where -----------------------------------------------------------------------

    def sit(
        self, name: str, token: str, now: float, seat: int | None = None
    ) -> tuple[int, Outcome]:
        """Sit down on an open seat; with the last one taken the first game begins."""
        free = [number for number, one in enumerate(self.seats) if one.kind == "open"]
        if self.stage == "playing" or self.series.is_under_way:
            raise SeatIsTaken("the game has begun; watch it, and sit down after it")
        if not free or (seat is not None and seat not in free):
            raise SeatIsTaken(f"free seats are {free or 'none'}, not {seat}")
        chosen = free[0] if seat is None else seat
        self._commit(log.SeatTaken(seat=chosen, name=clean_name(name), token=token))
        if self.stage == "gathering" and free == [chosen]:
            self._begin_game(now)
        return chosen, self._outcome(now)

    def arrive(self, seat: int, now: float) -> Outcome:
        """The person of a seat is there (again)."""
        one = self._seat(seat)
        one.present, one.away_since = True, None
        if one.is_person and one.bot_plays:
            self._commit(log.PersonCameBack(seat=seat))
        self._notices.append(SeatsChanged())
        self._arm(now)
        return self._outcome(now)

    def depart(self, seat: int, now: float) -> Outcome:
        """The person of a seat is not there any more."""
        one = self._seat(seat)
        one.present, one.away_since = False, now
        self._notices.append(SeatsChanged())
        return self._outcome(now)

    def resign(self, seat: int, now: float) -> Outcome:
        """Give a seat up for good; a bot plays on."""
        self._person(seat)
        self._commit(log.BotTookOver(seat=seat, for_good=True))
        self._arm(now)
        return self._outcome(now)

    def take_back(self, seat: int, now: float) -> Outcome:
        """Play again oneself."""
        one = self._person(seat)
        if one.bot_plays:
            self._commit(log.PersonCameBack(seat=seat))
            self._arm(now)
        return self._outcome(now)

    def start(self, fill: bool, now: float) -> Outcome:
        """Begin with those who are there; open seats go to bots or stay empty."""
        if self.stage != "gathering":
            raise NotAwaited("the first game has begun already")
        taken = sum(seat.kind != "open" for seat in self.seats)
        if not fill and taken < MIN_PLAYERS:
            raise IllegalMove(f"a game needs {MIN_PLAYERS} players; {taken} are there")
        self._commit(log.SeatsSettled(fill=fill))
        self._begin_game(now)
        return self._outcome(now)

    def rematch(self, now: float) -> Outcome:
        """The next game with the same seats; in a tournament its next game."""
        if self.stage != "over":
            raise NotAwaited("a game is still being played")
        self._begin_game(now)
        return self._outcome(now)

    # --- answers to what is awaited -----------------------------------------------------------

    def throw(
        self, seat: int, state: int, unit: Unit, aim: AimValues, nonce: bytes, now: float
    ) -> Outcome:
        """Throw: the start die, an own throw, or one's part of a simultaneous one."""
        if len(nonce) != NONCE_BYTES:
            raise BadValue(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
        player = self._acting(seat, state)
        hand = log.HandShown(seat=player, unit=unit, aim=drawn_back(aim), nonce=nonce.hex())
        self._show(hand)
        return self._moved(seat, now)

    def place(self, seat: int, state: int, face: str, now: float) -> Outcome:
        """Place the start die, or turn it to another face."""
        player = self._on_move(seat, state)
        self._commit(log.DiePlaced(seat=player, face=face))
        return self._moved(seat, now)

    def end(self, seat: int, state: int, now: float) -> Outcome:
        """Stop throwing."""
        player = self._on_move(seat, state)
        self._commit(log.TurnEnded(seat=player))
        return self._moved(seat, now)

    def collect(self, seat: int, state: int, faces: Sequence[str], now: float) -> Outcome:
        """Take some of the sets."""
        player = self._on_move(seat, state)
        self._commit(log.SetsCollected(seat=player, faces=list(faces)))
        return self._moved(seat, now)

    def accio(self, seat: int, state: int, die: int | None, now: float) -> Outcome:
        """Take the further die of an Accio, or none."""
        player = self._on_move(seat, state)
        self._commit(log.AccioTaken(seat=player, die=die))
        return self._moved(seat, now)

    def stack(self, seat: int, state: int, dice: Sequence[int], now: float) -> Outcome:
        """Stack all dice left, bottom to top."""
        player = self._on_move(seat, state)
        self._commit(log.TowerStacked(seat=player, dice=list(dice)))
        return self._moved(seat, now)

    # --- the race -----------------------------------------------------------------------------

    def keep(self, seat: int, state: int, piles: Sequence[int], now: float) -> Outcome:
        """Say which piles to build up again after the race."""
        player = self._acting(seat, state)
        play = self._running()
        if not isinstance(play.awaited, AwaitColumn):
            raise NotAwaited(f"the game waits for {play.awaited.kind}, not for piles to be kept")
        if play.state.options.piles_after_column != "owner_choice":
            raise IllegalMove("piles dissolve after a column (piles_after_column=dissolve)")
        there = range(len(play.state.piles[player]))
        if len(set(piles)) < len(piles) or not set(piles) <= set(there):
            raise IllegalMove(f"the piles of this seat are {list(there)}, not {list(piles)}")
        self._commit(log.PilesKept(seat=player, piles=sorted(piles)))
        return self._outcome(now)

    def tap(self, seat: int, state: int, now: float) -> Outcome:
        """Stack one more die; a tap too soon after the last one does not count."""
        player = self._acting(seat, state)
        if self.race is None or player not in self.race.needed:
            raise NotAwaited("this seat builds no column of fire now")
        if self.race.can_tap(player, now, self.pace.race_tap_gap):
            self._tap(player, now)
        return self._outcome(now)

    # --- pushing dice -------------------------------------------------------------------------

    def push(self, seat: int, state: int, pushes: Sequence[placing.Push], now: float) -> Outcome:
        """Push lying dice about before one's throw; where all must agree, ask them."""
        player = self._on_move(seat, state)
        play = self._running()
        if not isinstance(play.awaited, AwaitThrow | AwaitChoice):
            raise NotAwaited(f"the game waits for {play.awaited.kind}; dice lie still")
        placing.pushed(play.edition, play.lay, pushes)
        if may_premove(play.state.options, PremoveKind.GROUP, everybody_agrees=False):
            self._push(player, pushes)
        else:
            self._ask_for_push(player, pushes, now)
        return self._moved(seat, now)

    def agree(self, seat: int, state: int, agree: bool, now: float) -> Outcome:
        """Answer a push that is asked for."""
        player = self._acting(seat, state)
        if self.wish is None or player not in self.wish.asked:
            raise NotAwaited("nobody asks this seat for consent")
        self._answer_push(player, agree)
        return self._moved(seat, now)

    # --- what others did for the table --------------------------------------------------------

    def landed(self, job: ThrowJob, thrown: Thrown, now: float, thrower: str = "") -> Outcome:
        """The dice of a throw lie; an answer to an old job is dropped. `thrower` is told where
        the game's own failed."""
        play = self.play
        if play is None or play.started.game != job.game or play.throws != job.throw:
            return Outcome()
        if not play.is_flying:
            return Outcome()
        self._quiet_until = now + thrown.seconds
        self._flying = None
        hands = tuple(self._with_table_seat(hand) for hand in play.hands)
        self._notices.append(DiceThrown(job.game, job.throw, hands, thrown))
        self._commit(landed_entry(play, thrown, thrower))
        self._arm(now)
        return self._outcome(now)

    def decided(self, job: BotJob, answer: Answer, now: float) -> Outcome:
        """A bot has answered; if its answer will not do, the gentlest one is taken."""
        play = self.play
        self._asked.discard(job.seat)
        if play is None or play.started.game != job.game or self.state_number != job.state:
            return Outcome()
        if self._seat(job.seat).acts_itself:
            return Outcome()
        player = self._player(job.seat)
        try:
            self._commit_answer(player, answer, "bot")
        except KesselError:
            self._commit_answer(player, self.gentlest(job), "bot")
        self._arm(now)
        return self._outcome(now)

    def gentlest(self, job: BotJob) -> Answer:
        """What to answer where a bot could not."""
        return gentle_answer(job.sight, Random(job.chance))

    # --- time ---------------------------------------------------------------------------------

    def due(self) -> float | None:
        """When `tick` has something to do; None if never without anybody doing something."""
        if self.asleep or self.stage != "playing":
            return None
        times = [self._deadline[0]] if self._deadline else []
        times += [at for seat, at in self._bot_due.items() if seat not in self._asked]
        times += [
            since + self.pace.away for since in map(_missed_since, self.seats) if since is not None
        ]
        if self.race is not None:
            decided = self.race.decided_at(self.pace.race_tie)
            times += [] if decided is None else [decided]
        if self.wish is not None:
            times.append(self.wish.until)
        return min(times, default=None)

    def tick(self, now: float) -> Outcome:
        """Do what has become due."""
        if self.asleep or self.stage != "playing" or self.play is None:
            return Outcome()
        self._replace_missing(now)
        if self.wish is not None and now >= self.wish.until:
            self._refuse_push()
        if self.race is not None:
            self._run_race(now)
        elif self._deadline is not None and now >= self._deadline[0]:
            self._lapse(now)
        else:
            self._ask_bots(now)
        return self._outcome(now)

    def time_left(self, now: float) -> tuple[float, float] | None:
        """Seconds left and seconds given, where a clock is shown."""
        if self._deadline is None or (self.made.clock == "off" and not self._has_window()):
            return None
        until, total = self._deadline
        return max(0.0, until - now), total

    # --- for those who look on ----------------------------------------------------------------

    @property
    def host(self) -> int | None:
        """The seat that may start the game: the first person's."""
        return next((n for n, seat in enumerate(self.seats) if seat.is_person), None)

    def standing(self) -> Standing | None:
        """The score of the tournament, where one is played; names are seat numbers."""
        if not self.made.tournament or self.play is None:
            return None
        return self.series.standing(self._regulars(), self.play.state.options)

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

    def _outcome(self, now: float) -> Outcome:
        del now
        outcome = Outcome(tuple(self._entries), tuple(self._notices), tuple(self._jobs))
        self._entries.clear()
        self._notices.clear()
        self._jobs.clear()
        return outcome

    def _commit(self, entry: log.Entry) -> None:
        self._reduce(entry)
        self._entries.append(entry)

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
                self._bot_due.pop(seat, None)
                self._notices.append(SeatsChanged())
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
        self._kept = {}
        self.race, self.wish = None, None
        self._changed_state()
        self._notices.append(GameBegan())

    def _reduce_game(self, entry: log.GameEntry) -> None:
        play = self._running()
        settled = feed(play, entry)
        self.play = settled.play
        self.history.append(entry)
        if isinstance(entry, log.HandShown):
            self._bot_due.pop(play.started.players[entry.seat], None)
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
        self.state_number += 1
        self._deadline = None
        self._bot_due.clear()
        self._asked.clear()

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
            self.tally[hand.seat].threw(before.dice_of(hand.seat, hand.unit))
        batch = count(before.state.active, happened, self.tally)
        if batch:
            self.series.eliminated([before.started.players[seat] for seat in batch])

    def _finish(self) -> None:
        play = self._running()
        self.stage = "over"
        self.revealed = self._seed
        winners = [play.started.players[seat] for seat in play.state.winners]
        self.series.finish(winners, self._regulars(), play.state.options)
        if self.made.tournament:
            self._notices.append(Scored())

    # --- inside: games ------------------------------------------------------------------------

    def _regulars(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind != "open"]

    def _begin_game(self, now: float) -> None:
        edition, options = find_edition(self.made.edition), options_of_table(self.made)
        players, first = self.series.next_players(self._regulars(), options)
        seed = self._entropy(SEED_BYTES)
        self._commit(log.SeedDrawn(seed=seed.hex()))
        self._commit(
            log.GameStarted(
                table=public_name(self.made.code),
                game=readable(self._entropy(GAME_CODE_BYTES)),
                number=self.series.games + 1,
                edition=edition.id,
                options=spelled_out(edition, options),
                players=players,
                names=[self.seats[seat].name for seat in players],
                first=first,
                commitment=commitment(seed),
                thrower=self._thrower_name,
                elements=agreed_elements(edition, self.made.elements),
            )
        )
        self._quiet_until = now
        self._arm(now)

    def _running(self) -> Play:
        if self.play is None:
            raise NoGame("no game has begun at this table")
        return self.play

    # --- inside: seats ------------------------------------------------------------------------

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

    def _acting(self, seat: int, state: int) -> int:
        """The game's number of a seat that answers this very state."""
        self._person(seat)
        player = self._player(seat)
        if state != self.state_number:
            raise Stale(f"this answers state {state}; the game is at {self.state_number}")
        return player

    def _on_move(self, seat: int, state: int) -> int:
        player = self._acting(seat, state)
        play = self._running()
        if play.hands or player != getattr(play.awaited, "player", None):
            raise NotAwaited(f"the game does not wait for seat {seat}")
        return player

    def _moved(self, seat: int, now: float) -> Outcome:
        """A person acted: they are there, whatever the clocks say."""
        one = self._seat(seat)
        if one.bot_plays:
            self._commit(log.PersonCameBack(seat=seat))
        one.lapses = 0
        self._arm(now)
        return self._outcome(now)

    def _with_table_seat(self, hand: log.HandShown) -> log.HandShown:
        return log.HandShown(
            seat=self._running().started.players[hand.seat],
            unit=hand.unit,
            aim=hand.aim,
            nonce=hand.nonce,
            by=hand.by,
        )

    def _replace_missing(self, now: float) -> None:
        for number, seat in enumerate(self.seats):
            since = _missed_since(seat)
            if since is not None and now >= since + self.pace.away:
                self._commit(log.BotTookOver(seat=number, for_good=False))
                self._arm(now)

    # --- inside: throws and answers -----------------------------------------------------------

    def _show(self, hand: log.HandShown) -> None:
        self._commit(hand)
        if not self._running().is_flying:
            self._notices.append(Changed("ready"))

    def _commit_answer(self, player: int, answer: Answer, by: str) -> None:
        """An answer of a bot or of the table for a seat, as an entry."""
        entry = entry_of(self._running(), player, answer, by)
        if isinstance(entry, log.HandShown):
            self._show(entry)
        else:
            self._commit(entry)

    def _chance(self, player: int) -> bytes:
        return self._running().transcript.add("bot").nonce(player)

    # --- inside: clocks -----------------------------------------------------------------------

    def _has_window(self) -> bool:
        play = self.play
        return play is not None and play.awaited.kind in ("extra", "column")

    def _arm(self, now: float) -> None:
        """Set the clocks and ask for what is needed, for the state that is reached."""
        play = self.play
        if play is None or self.stage != "playing" or self.asleep:
            return
        if play.is_flying:
            self._fly(play)
        elif isinstance(play.awaited, AwaitStack) and self._stacks_by_chance(play):
            self._arm(now)
        elif isinstance(play.awaited, AwaitColumn):
            self._arm_race(play, now)
        else:
            self._arm_seats(play, now)

    def _fly(self, play: Play) -> None:
        if self._flying != play.throws:
            self._flying = play.throws
            self._jobs.append(ThrowJob(play.started.game, play.throws, play.order(self._seed)))

    def _stacks_by_chance(self, play: Play) -> bool:
        if play.state.options.tower_builder != "random":
            return False
        order = play.chance_tower(self._seed)
        self._commit(log.TowerStacked(seat=play.state.active, dice=order, by="table"))
        return True

    def _arm_seats(self, play: Play, now: float) -> None:
        base = max(now, self._quiet_until)
        if self._deadline is None:
            times = self.pace.extra_window if self._has_window() else self.pace.decision
            total = times[self.made.clock]
            self._deadline = (base + total, total)
        for player in self._waited_for(play):
            seat = play.started.players[player]
            if not self.seats[seat].acts_itself and seat not in self._bot_due:
                self._bot_due[seat] = base + self._pause(player)

    def _pause(self, player: int) -> float:
        shortest, longest = self.pace.think
        return shortest + (longest - shortest) * Random(self._chance(player)).random()

    def _waited_for(self, play: Play) -> tuple[int, ...]:
        shown = {hand.seat for hand in play.hands}
        throwers = tuple(seat for seat in play.throwers() if seat not in shown)
        player = getattr(play.awaited, "player", None)
        return throwers or (() if player is None else (player,))

    def _ask_bots(self, now: float) -> None:
        play = self._running()
        if play.is_flying:
            return
        waiting = [play.started.players[player] for player in self._waited_for(play)]
        for seat in waiting:
            if now >= self._bot_due.get(seat, now + 1) and seat not in self._asked:
                self._asked.add(seat)
                self._jobs.append(self._bot_job(seat))

    def _bot_job(self, seat: int) -> BotJob:
        player = self._player(seat)
        return BotJob(
            game=self._running().started.game,
            state=self.state_number,
            seat=seat,
            level=self.level_of(seat),
            sight=sight(self._running(), player),
            chance=self._chance(player),
        )

    def _lapse(self, now: float) -> None:
        """The time is over: the table does the least for everybody who is waited for."""
        play = self._running()
        for player in self._waited_for(play):
            seat = play.started.players[player]
            one = self.seats[seat]
            if one.acts_itself:
                one.lapses += 1
                if one.lapses >= self.pace.patience:
                    self._commit(log.BotTookOver(seat=seat, for_good=False))
            answer = gentle_answer(sight(self._running(), player), Random(self._chance(player)))
            self._commit_answer(player, answer, "table")
        self._arm(now)

    # --- inside: the race ---------------------------------------------------------------------

    def _arm_race(self, play: Play, now: float) -> None:
        if self.race is None:
            self.race = self._new_race(play)
        race = self.race
        if race.starts == 0.0:
            race.starts = max(now, self._quiet_until) + self.pace.race_countdown
            race.limit = race.starts + self.pace.race_limit
            self._deadline = (race.limit, self.pace.race_limit)
        for player in race.needed:
            seat = play.started.players[player]
            if not self.seats[seat].acts_itself and seat not in self._bot_due:
                self._bot_due[seat] = race.starts + self._bot_tap(player)

    def _new_race(self, play: Play, builders: Sequence[int] = (), heat: int = 1) -> Race:
        waits = play.awaited
        players = builders or (waits.players if isinstance(waits, AwaitColumn) else ())
        needed = {player: taps_needed(play.state, player) for player in players}
        return Race(needed, 0.0, 0.0, heat)

    def _bot_tap(self, player: int) -> float:
        quick, slow = self.pace.race_bot_tap
        assert self.race is not None
        heat, done = self.race.heat, self.race.done[player]
        chance = Random(f"{self._chance(player).hex()} {heat} {done}")
        return quick + (slow - quick) * chance.random()

    def _tap(self, player: int, now: float) -> None:
        self._entries.append(log.Tapped(seat=player))
        self._reduce_tap(player, now)

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

    def _run_race(self, now: float) -> None:
        race, play = self.race, self._running()
        assert race is not None
        for player in race.needed:
            seat = play.started.players[player]
            while self._bot_due.get(seat, now + 1) <= now and race.can_tap(player, now, 0.0):
                self._tap(player, self._bot_due[seat])
                self._bot_due[seat] += self._bot_tap(player)
            if race.done[player] >= race.needed[player]:
                self._bot_due.pop(seat, None)
        decided = race.decided_at(self.pace.race_tie)
        if decided is not None and now >= decided:
            self._decide_race(race.finishers(self.pace.race_tie), now)
        elif now >= race.limit:
            self._decide_race(race.furthest()[:1], now)

    def _decide_race(self, best: list[int], now: float) -> None:
        play = self._running()
        winner = best[0] if len(best) == 1 else column_tie(play.state, best)
        if winner is None:
            self._commit(log.RaceRunAgain(seats=best))
        else:
            keep = [(seat, pile) for seat, piles in sorted(self._kept.items()) for pile in piles]
            self._kept = {}
            self._commit(log.ColumnWon(winner=winner, keep=keep))
        self._arm(now)

    # --- inside: pushing dice -----------------------------------------------------------------

    def _push(self, player: int, pushes: Sequence[placing.Push]) -> None:
        self.wish = None
        self._commit(log.DicePushed(seat=player, dice=[(d, x, y) for d, x, y in pushes]))
        self._notices.append(Changed("pushed"))

    def _ask_for_push(self, player: int, pushes: Sequence[placing.Push], now: float) -> None:
        play = self._running()
        options = play.state.options
        if not may_premove(options, PremoveKind.AWAY_FROM_WALL, everybody_agrees=True):
            raise IllegalMove(f"dice are not moved here (premove={options.premove})")
        if not placing.away_from_wall(play.edition, play.lay, pushes):
            raise IllegalMove("only dice near the wall may be moved, and only away from it")
        others = [seat for seat in range(play.state.players) if seat != player]
        asked = [seat for seat in others if self.seats[play.started.players[seat]].acts_itself]
        until = max(now, self._quiet_until) + self.pace.consent
        agreed = frozenset(others) - frozenset(asked)
        self.wish = PushWish(player, tuple(pushes), frozenset(asked), agreed, until)
        if asked:
            self._notices.append(Changed("push_asked"))
        else:
            self._push(player, pushes)

    def _answer_push(self, player: int, agree: bool) -> None:
        wish = self.wish
        assert wish is not None
        if not agree:
            self._refuse_push()
            return
        self.wish = replace(wish, asked=wish.asked - {player}, agreed=wish.agreed | {player})
        if self.wish.asked:
            self._notices.append(Changed("push_asked"))
        else:
            self._push(wish.seat, wish.pushes)

    def _refuse_push(self) -> None:
        self.wish = None
        self._notices.append(Changed("push_refused"))


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


def _missed_since(seat: Seat) -> float | None:
    return seat.away_since if seat.acts_itself and not seat.present else None
