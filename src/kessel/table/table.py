"""Table: one game after another, joining the log, the clock, throws and bots; no network in it.

It is told what people do and what time it is, and says what to keep, what to tell whom, and which
throws and bots to run. Whatever it decides becomes an entry of the log first (`RunningTable`); made
from its log a table stands where it stood. What a game needs next is `Course`; what is known of
people's devices, `Devices`.
"""

import secrets
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import TypedDict, Unpack

from kessel.bots.bot import Answer, Bot
from kessel.errors import IllegalMove, KesselError, NotAwaited
from kessel.fairness.chain import check_tip, link_bytes
from kessel.fairness.keys import check_key
from kessel.names import clean_name, distinct_name
from kessel.rules.awaits import AwaitColumn, AwaitExtra
from kessel.rules.moves import Move, Player, Unit
from kessel.table import log, signing
from kessel.table.answers import answered, clamped_aim
from kessel.table.bots import PLAIN, for_open_seats, gentle_answer, usual_level
from kessel.table.clock import NO_TIME, TimeLeft, is_over
from kessel.table.course import Course
from kessel.table.devices import Devices
from kessel.table.feed import check_kept_piles, landed_entry
from kessel.table.notices import (
    NOTHING,
    BotJob,
    BoxChanged,
    DiceThrown,
    GameChanged,
    Outcome,
    SeatsChanged,
    ThrowJob,
    tell,
    thrown_casts,
)
from kessel.table.pace import PACE, Pace
from kessel.table.pending import People, TablePending
from kessel.table.play import Play
from kessel.table.push import PushRequest, check_patience, check_push, needs_consent
from kessel.table.running import RunningTable
from kessel.table.seats import FINISHES, MATS, known_look
from kessel.table.settings import check_level, check_settings, with_box
from kessel.table.state import TableState
from kessel.table.terms import OVER_DAYS, Seat, SeatIsTaken, Stale, WrongSeat
from kessel.throws.aim import AimValues
from kessel.throws.dice import ThrowResult
from kessel.throws.placing import Push

MIN_PLAYERS = 2


class Equipment(TypedDict, total=False):
    """What a table works with."""

    bots: Mapping[str, Bot]
    dice_name: str
    pace: Pace
    entropy: Callable[[int], bytes]
    date: Callable[[], float]


class Table:
    """One table, from the first guest to the last rematch."""

    def __init__(
        self,
        state: TableState,
        *,
        bots: Mapping[str, Bot] = PLAIN,
        dice_name: str = "ideal",
        pace: Pace = PACE,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        date: Callable[[], float] = lambda: time.time(),
    ) -> None:
        """`date` tells the seconds since 1970, for turns that have days."""
        self.pace = pace
        self.running = RunningTable(state)
        self._clock = self.running.clock
        self._devices = Devices()
        self.course = Course(
            self.running,
            self._devices,
            bots=bots,
            dice_name=dice_name,
            pace=pace,
            entropy=entropy,
            date=date,
        )

    # --- making and remaking ------------------------------------------------------------------

    @classmethod
    def make(
        cls, made: log.TableMade, now: float, tip: str | None = None, **equipment: Unpack[Equipment]
    ) -> tuple["Table", Outcome]:
        """A new table; with no open seat its game begins at once. `tip` is that of the device
        at which all its persons sit."""
        check_settings(made, equipment.get("bots", PLAIN))
        table = cls(TableState.of(made), **equipment)
        persons = [Seat(number) for number, plan in enumerate(made.seats) if plan.kind == "person"]
        table.offer(persons, tip)
        outcome = Outcome(entries=(made,))
        if table._begins_at_once:
            outcome += table.course.begin_game(now)
        return table, outcome

    @classmethod
    def from_log(cls, entries: Iterable[log.Entry], **equipment: Unpack[Equipment]) -> "Table":
        """The table that wrote these entries, asleep, standing where it stood."""
        return cls.asleep_at(TableState.from_log(entries), **equipment)

    @classmethod
    def asleep_at(cls, state: TableState, **equipment: Unpack[Equipment]) -> "Table":
        """The same, from what these entries lead to."""
        table = cls(state, **equipment)
        table.sleep()
        persons = (Seat(number) for number, one in enumerate(table.state.seats) if one.is_person)
        table._devices.gone.update(persons)
        return table

    # --- for those who look on ----------------------------------------------------------------

    @property
    def state(self) -> TableState:
        """What the log says."""
        return self.running.state

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The bots that play here, by their level."""
        return self.course.bots

    @property
    def present(self) -> Collection[Seat]:
        """Seats whose persons are there."""
        return self._devices.present

    @property
    def lapses(self) -> Mapping[Seat, int]:
        """How often in a row a person let the time pass."""
        return self.course.lapses

    @property
    def asleep(self) -> bool:
        """Whether nobody attends."""
        return self.course.asleep

    def level_of(self, seat: Seat) -> str:
        """Which bot plays for a seat: the one that was chosen, or one of middling strength."""
        return self.course.level_of(seat)

    def pending(self, now: float) -> TablePending:
        """What the table waits for now."""
        consent, heat = self._clock.consent, self.running.heat
        return TablePending(
            time=self.time_left(now),
            push=self.running.push,
            consent=NO_TIME if consent is None else consent.left(now),
            race_starts_in=0.0 if heat is None else max(0.0, heat.starts - now),
            is_stuck=self.course.is_stuck,
        )

    @property
    def host(self) -> Seat | None:
        """The seat that may start the game and free seats: the first person's who is there, so
        that nobody holds up a table by leaving it."""
        there = (Seat(n) for n, one in enumerate(self.state.seats) if one.is_person)
        return next((seat for seat in there if seat in self.present), self.state.host)

    def time_left(self, now: float) -> TimeLeft | None:
        """Seconds left and seconds given, where a clock is shown."""
        countdown, play = self._clock.answer, self.state.play
        if countdown is None or play is None:
            return None
        is_window = isinstance(play.awaited, AwaitExtra | AwaitColumn)
        if self.state.made.clock == "off" and not is_window:
            return None
        return countdown.left(now)

    def people(self, now: float, watchers: int = 0) -> People:
        """Who is there now, next to so many who watch."""
        absent = self._clock.absent if self.state.stage == "playing" else {}
        return People(
            host=self.host,
            present=self._devices.present,
            slow=self._devices.slow,
            bot_in={seat: max(0.0, at - now) for seat, at in absent.items()},
            usual=usual_level(list(self.bots)),
            watchers=watchers,
        )

    @property
    def plays_alone(self) -> bool:
        """Whether a game over days goes on with nobody there: it waits for bots alone, and for no
        device. A race is for those who are there."""
        play = self.state.play
        if play is None or self.state.stage != "playing" or not self.running.over_days:
            return False
        if play.fixed is not None:
            return not (play.fixed.devices or self.course.is_stuck)
        waits = [self.state.seats[play.seat_of(player)] for player in play.waited_for()]
        is_race = isinstance(play.awaited, AwaitColumn)
        return not is_race and not any(one.acts_itself for one in waits)

    def due(self) -> float | None:
        """When `tick` has something to do; None if never without anybody doing something."""
        runs = self.state.stage == "playing" and not self.asleep
        return self._clock.due() if runs else None

    # --- who sits where -----------------------------------------------------------------------

    def sit(
        self,
        name: str,
        token: str,
        seat: Seat | None = None,
        tip: str | None = None,
        key: str = "",
    ) -> tuple[Seat, Outcome]:
        """Sit down on an open seat; nothing begins before somebody starts it."""
        free = self.state.free_seats
        if self.state.stage == "playing" or self.state.series.is_under_way:
            raise SeatIsTaken("the game has begun; watch it, and sit down after it")
        if not free or (seat is not None and seat not in free):
            raise SeatIsTaken(_taken(seat, free))
        check_tip(tip)
        check_key(key)
        chosen = free[0] if seat is None else seat
        called = distinct_name(clean_name(name), self.state.names)
        outcome = self.running.keep(log.SeatTaken(seat=chosen, name=called, token=token, key=key))
        self.offer([chosen], tip)
        return chosen, outcome

    def arrive(self, seat: Seat, now: float) -> Outcome:
        """The person of a seat is there (again)."""
        occupant = self.state.occupant(seat)
        self._devices.arrive(seat)
        self._clock.absent.pop(seat, None)
        self._clock.cancel_bot(seat)
        outcome = self.course.give_back(seat) if occupant.is_person else NOTHING
        return outcome + tell(SeatsChanged()) + self.course.go_on(now)

    def depart(self, seat: Seat, now: float) -> Outcome:
        """The person of a seat is not there any more; a bot takes over if they stay away, but not
        where a turn has days."""
        occupant = self.state.occupant(seat)
        self._devices.depart(seat)
        if occupant.acts_itself and not self.running.over_days:
            self._clock.absent[seat] = now + self.pace.away
        return tell(SeatsChanged())

    def move(self, tokens: Mapping[Seat, str]) -> Outcome:
        """Seats go to another device: the secrets with these hashes hold them, and no others."""
        for seat in tokens:
            self.state.person(seat)
        with self.running.all_or_nothing():
            kept = (log.SeatMoved(seat=seat, token=token) for seat, token in tokens.items())
            return sum(map(self.running.keep, kept), NOTHING)

    def wear(self, seat: Seat, finish: str, mat: str) -> Outcome:
        """The person of a seat shows these dice and this mat; a look that nobody knows is plain."""
        person = self.state.person(seat)
        worn = log.SeatDressed(
            seat=seat,
            finish=known_look(finish, FINISHES),
            mat=known_look(mat, MATS),
        )
        is_same = (worn.finish, worn.mat) == (person.finish, person.mat)
        return NOTHING if is_same else self.running.keep(worn)

    def rename(self, seat: Seat, name: str) -> Outcome:
        """Before the first game: whoever has a seat is called otherwise."""
        person = self.state.person(seat)
        if self.state.stage != "gathering":
            raise NotAwaited("the game has begun; names stay as they are")
        others = [one.name for at, one in enumerate(self.state.seats) if at != seat and one.name]
        called = distinct_name(clean_name(name), others)
        if called == person.name:
            return NOTHING
        taken = log.SeatTaken(seat=seat, name=called, token=person.token, key=person.key)
        worn = log.SeatDressed(seat=seat, finish=person.finish, mat=person.mat)
        with self.running.all_or_nothing():
            return self.running.keep(taken) + self.running.keep(worn)

    def resign(self, seat: Seat, now: float, sign: str = "") -> Outcome:
        """Give a seat up for good: before the first game others may have it, later a bot plays
        on. Who plays in a game signs it."""
        self.state.person(seat)
        if self.state.stage == "gathering":
            departed = self.depart(seat, now)
            self._clock.absent.pop(seat, None)
            return departed + self.running.keep(log.SeatFreed(seat=seat))
        play = self.state.play
        if play is not None and self.state.stage == "playing" and seat in play.started.seats:
            player = self.state.player_at(seat)
            signing.check_said(play.key_of(player), signing.leave_message(play, player), sign)
        handed = self.course.hand_over(seat, for_good=True, sign=sign)
        return handed + self.course.go_on(now)

    def take_back(self, seat: Seat, now: float) -> Outcome:
        """Play again instead of the bot."""
        self.state.person(seat)
        return self.course.give_back(seat) + self.course.go_on(now)

    def sit_bot(self, seat: Seat | None, level: str) -> Outcome:
        """Before the first game: let a bot have a seat that no person has, or any open one."""
        if self.state.stage != "gathering":
            raise NotAwaited("the game has begun")
        free = self.state.free_seats
        chosen = free[0] if seat is None and free else seat
        if chosen is None or self.state.occupant(chosen).is_person:
            raise SeatIsTaken(_taken(chosen, free))
        check_level(level, self.bots)
        return self.running.keep(log.BotSeated(seat=chosen, level=level))

    def free(self, seat: Seat, now: float) -> Outcome:
        """Before the first game: let others have the seat of a bot, or of somebody who is not
        there."""
        if self.state.occupant(seat).kind == "open":
            raise WrongSeat(f"nobody has seat {seat}")
        if self.state.stage != "gathering":
            raise NotAwaited("the game has begun; a bot plays for whoever stays away")
        if seat in self.present:
            raise SeatIsTaken(f"whoever has seat {seat} is there")
        return self.running.keep(log.SeatFreed(seat=seat)) + self.course.go_on(now)

    def hurry(self, seat: Seat, fast: bool, now: float) -> Outcome:
        """Let bots answer at once, or take their time again; only where that rushes nobody else."""
        if fast and self.course.rushes_others(seat):
            raise NotAwaited("other persons still play, and would be rushed")
        self.course.hurried_by = seat if fast else None
        if fast and self.running.heat is None:
            self._clock.hurry_bots(now)
        return NOTHING

    def start(self, fill: bool, now: float, first: Seat | None = None) -> Outcome:
        """Begin with those who are there; open seats go to bots or stay empty. Of the first game
        `first` begins, or the next one clockwise who plays."""
        if self.state.stage != "gathering":
            raise NotAwaited("the first game has begun already")
        taken = len(self.state.regulars)
        if not fill and taken < MIN_PLAYERS:
            raise IllegalMove(f"a game needs {MIN_PLAYERS} players; {taken} are there")
        if first is not None:
            self.state.occupant(first)
        levels = self._fillers() if fill else []
        settled = self.running.keep(log.SeatsSettled(fill=fill, levels=levels, first=first))
        return settled + self.course.begin_game(now)

    def _fillers(self) -> list[str]:
        """Bots for the open seats."""
        regulars = self.state.regulars
        seated = {self.level_of(one) for one in regulars if self.state.seats[one].kind == "bot"}
        return for_open_seats(list(self.bots), seated, len(self.state.free_seats))

    def rematch(self, now: float) -> Outcome:
        """The next game with the same seats; in a tournament its next game."""
        if self.state.stage != "over":
            raise NotAwaited("a game is still being played")
        return self.course.begin_game(now)

    def choose_box(self, box: log.BoxChosen) -> Outcome:
        """What the next game is played with; a tournament keeps its box to its end."""
        if self.state.stage == "playing" or self.state.series.is_under_way:
            raise NotAwaited("another box is chosen before or after a game, not in a tournament")
        made = with_box(self.state.made, box)
        check_settings(made, self.bots)
        if made.clock in OVER_DAYS:
            self._clock.absent.clear()
        is_same = made == with_box(self.state.made, self.state.box)
        return tell(BoxChanged()) if is_same else self.running.keep(box)

    # --- devices that take part in the chance of throws ---------------------------------------

    def offer(self, seats: Collection[Seat], tip: str | None, sign: str = "") -> None:
        """A device has a fresh chain; it takes part from the next game on, or, if its key signed
        that, from the next throw. One that was used before does nothing: everybody may know its
        links."""
        self._devices.offer(self.state.play, seats, tip, sign)

    def away(self, seats: Collection[Seat], sign: str) -> None:
        """A device shows no more links of its chain: it takes no part from the next throw on."""
        self._devices.away(self.state.running(), seats, sign)

    def beat(self, seats: Collection[Seat], now: float, trip: float = 0.0) -> Outcome:
        """Devices at these seats give a sign of life, and will go on doing so; `trip` is what
        their line takes, there and back."""
        has_changed = self._devices.beat(seats, now, trip)
        if self.state.stage == "playing":
            self.course.give_grace()
        return tell(SeatsChanged()) if has_changed else NOTHING

    def show_link(
        self,
        seats: Collection[Seat],
        throw: int,
        attempt: int,
        link: str,
        now: float,
        game: str = "",
        sign: str = "",
    ) -> Outcome:
        """A device shows its link for the throw that is fixed; the last one starts the throw. A
        link of another throw or game comes too late and does nothing."""
        play = self.state.running()
        fixed = play.fixed
        link_bytes(link)
        if game not in ("", play.started.game):
            return NOTHING
        if fixed is None or (fixed.throw, fixed.attempt) != (throw, attempt):
            return NOTHING
        is_last = self._devices.show_link(play, fixed, seats, link, sign)
        return self.course.throw_fixed(now) if is_last else NOTHING

    # --- answers to what is awaited -----------------------------------------------------------

    def throw(
        self, seat: Seat, state: int, unit: Unit, aim: AimValues, now: float, sign: str = ""
    ) -> Outcome:
        """Show a cast; once everybody who throws has shown one, the throw is fixed."""
        player = self._answering(seat, state)
        cast = log.CastShown(player=player, unit=unit, aim=clamped_aim(aim), sign=sign)
        with self.running.all_or_nothing():
            outcome = self.course.person_acted(seat) + self.running.keep_cast(cast)
        if self.state.running().has_all_casts:
            return outcome + self.course.fix_throw(now)
        self.course.wait_for_answers(now)
        return outcome

    def throw_again(self, seat: Seat, now: float) -> Outcome:
        """Have the dice thrown that did not come: the same throw, fixed as it was."""
        self.state.person(seat)
        if not self.course.is_stuck:
            raise NotAwaited("no throw is stuck")
        return self.course.throw_again(now)

    def answer(
        self,
        seat: Seat,
        state: int,
        move: Move,
        dice: Sequence[int],
        now: float,
        sign: str = "",
    ) -> Outcome:
        """Decide something other than to throw; `dice` are those that the move means, if it names
        only faces."""
        player = self._on_move(seat, state)
        entry = answered(self.state.running(), player, move, dice, sign=sign)
        with self.running.all_or_nothing():
            outcome = self.course.person_acted(seat) + self.running.keep(entry)
        return outcome + self.course.go_on(now)

    # --- the race -----------------------------------------------------------------------------

    def keep_piles(self, seat: Seat, state: int, piles: Sequence[int], now: float) -> Outcome:
        """Say which piles to build up again after the race."""
        player = self._answering(seat, state)
        check_kept_piles(self.state.running(), player, piles)
        kept = log.PilesKept(player=player, piles=sorted(piles))
        is_same = self.state.kept_piles.get(player) == kept.piles
        return NOTHING if is_same else self.running.keep(kept)

    def tap(self, seat: Seat, state: int, done: int, now: float) -> Outcome:
        """Stack dice until that many are done, as far as a hand can have tapped since the start."""
        player = self._answering(seat, state)
        race, heat = self.state.race, self.running.heat
        if race is None or heat is None or player not in race.needed:
            raise NotAwaited("this seat builds no column of fire now")
        taps = heat.taps_that_count(race, player, done, now)
        return sum((self.running.keep_tap(heat, player, now) for _ in range(taps)), NOTHING)

    # --- pushing dice -------------------------------------------------------------------------

    def push(
        self, seat: Seat, state: int, pushes: Sequence[Push], now: float, sign: str = ""
    ) -> Outcome:
        """Push lying dice about before one's throw; where all must agree, ask them. The time to
        throw goes on running."""
        player = self._on_move(seat, state)
        if self.running.push is not None:
            raise NotAwaited("the others are asked for a push already")
        play = self.state.running()
        check_push(play, pushes)
        check_patience(self.state.history, self.running.pushes_refused)
        entry = log.DicePushed(player=player, dice=list(pushes), sign=sign)
        signing.check_said(play.key_of(player), signing.push_message(play, entry), sign)
        back = self.course.person_acted(seat)
        persons = frozenset(self._other_persons(play, player))
        if needs_consent(play.state.options) and persons:
            bots = frozenset(range(play.state.players)) - persons - {player}
            self.running.push = PushRequest(entry, asked=persons, agreed=bots)
            self._clock.consent = self._clock.start(self.pace.consent, now)
            return tell(GameChanged("push_asked")) + back
        return back + self.running.keep_push(entry) + self.course.go_on(now)

    def agree(
        self,
        seat: Seat,
        state: int,
        pushes: Sequence[Push],
        agree: bool,
        now: float,
        sign: str = "",
    ) -> Outcome:
        """Answer the push that is asked for, and no other: `pushes` is what was shown."""
        player = self._answering(seat, state)
        request, play = self.running.push, self.state.running()
        if request is None or player not in request.asked:
            raise NotAwaited("nobody asks this seat for consent")
        if not request.is_for(pushes):
            raise Stale(f"another push is asked for: {request.push.dice}")
        if not agree:
            return self.running.refuse_push() + self.course.person_acted(seat)
        message = signing.agree_message(play, request.push, player)
        signing.check_said(play.key_of(player), message, sign)
        back = self.course.person_acted(seat)
        self.running.push = request.agreed_by(player, sign)
        if self.running.push.asked:
            return tell(GameChanged("push_asked")) + back
        return back + self.running.keep_push(self.running.push.push) + self.course.go_on(now)

    # --- what others did for the table --------------------------------------------------------

    def landed(self, job: ThrowJob, thrown: ThrowResult, now: float, dice: str = "") -> Outcome:
        """The dice of a throw lie; the result of an old job is dropped. `dice` names those
        that were thrown instead if the game's own found no rest."""
        play = self.state.play
        if play is None or not self._is_awaited(play, job):
            return NOTHING
        self.course.flying = None
        self._clock.quiet_until = now + thrown.seconds
        outcome = tell(DiceThrown(job.game, job.throw, thrown_casts(play), thrown))
        entry = landed_entry(play, thrown, job.links, dice)
        return outcome + self.running.keep(entry) + self.course.go_on(now)

    def stuck(self, job: ThrowJob) -> Outcome:
        """Nobody could make a throw. It stays fixed, as everybody has shown their links for it."""
        play = self.state.play
        if play is None or not self._is_awaited(play, job):
            return NOTHING
        self.course.is_stuck = True
        return tell(GameChanged("stuck"))

    def decided(self, job: BotJob, answer: Answer, now: float) -> Outcome:
        """A bot has answered; if its answer is refused, the gentlest one is taken."""
        play = self.state.play
        if play is None or (play.started.game, self.state.state_number) != (job.game, job.state):
            return NOTHING
        self.running.asked.discard(job.seat)
        if self.state.occupant(job.seat).acts_itself:
            return NOTHING
        player = self.state.player_at(job.seat)
        try:
            outcome = self.running.keep_answer(player, answer, "bot")
        except KesselError:
            outcome = self.running.keep_answer(player, self.gentlest(job), "bot")
        return outcome + self.course.go_on(now)

    def gentlest(self, job: BotJob) -> Answer:
        """What to answer where a bot could not."""
        return gentle_answer(job.sight, Random(job.chance))

    # --- time -----------------------------------------------------------------------------------

    def wake(self, now: float) -> Outcome:
        """Somebody attends again: clocks start afresh but for a turn of days, and what was under
        way goes on."""
        if not self.asleep:
            return NOTHING
        self.course.asleep = self.course.is_stuck = False
        self.course.flying = None
        self._devices.drop_links()
        self.running.drop_state()
        self._clock.quiet_until = now
        self._clock.absent = {
            Seat(number): now + self.pace.away
            for number, occupant in enumerate(self.state.seats)
            if occupant.acts_itself and number not in self.present and not self.running.over_days
        }
        if self._begins_at_once:  # but the beginning of its game was not kept
            return self.course.begin_game(now)
        return self.running.count_game() + self.course.go_on(now)

    def sleep(self) -> None:
        """Nobody attends: no clock runs, no bot plays."""
        self.course.asleep = True

    def tick(self, now: float) -> Outcome:
        """Do what has become due."""
        if self.asleep or self.state.stage != "playing":
            return NOTHING
        outcome = NOTHING
        for seat in self._clock.absences_due(now):
            outcome += self.course.hand_over(seat, for_good=False) + self.course.go_on(now)
        if is_over(self._clock.consent, now):
            outcome += self.running.refuse_push()
        fixed, deadline = self.state.running().fixed, self._clock.links
        if fixed is not None and deadline is not None and now >= deadline:
            return outcome + self.course.fix_without_the_late(fixed, now)
        if self.running.heat is not None:
            return outcome + self.course.run_race(self.running.heat, now)
        if self._clock.answer_is_over(now):
            return outcome + self.course.lapse(now)
        return outcome + self.course.ask_bots(now)

    # --- inside --------------------------------------------------------------------------------

    def _answering(self, seat: Seat, state: int) -> Player:
        """The player of a person who answers this very state."""
        self.state.person(seat)
        player = self.state.player_at(seat)
        if state != self.state.state_number:
            raise Stale(f"this answers state {state}; the game is at {self.state.state_number}")
        return player

    def _on_move(self, seat: Seat, state: int) -> Player:
        player = self._answering(seat, state)
        play = self.state.running()
        if play.casts or player != play.on_move:
            raise NotAwaited(f"the game does not wait for seat {seat}")
        return player

    def _other_persons(self, play: Play, player: Player) -> list[Player]:
        others = [n for n in range(play.state.players) if n != player]
        return [p for p in others if self.state.seats[play.seat_of(p)].acts_itself]

    @staticmethod
    def _is_awaited(play: Play, job: ThrowJob) -> bool:
        is_this = (play.started.game, play.throws, play.attempt) == (
            job.game,
            job.throw,
            job.attempt,
        )
        return is_this and play.has_all_casts

    @property
    def _begins_at_once(self) -> bool:
        """Whether it was made without a seat to wait for, and its first game has not begun."""
        waits = any(plan.kind == "open" for plan in self.state.made.seats)
        return self.state.stage == "gathering" and not waits


def _taken(wanted: Seat | None, free: Sequence[Seat]) -> str:
    if not free:
        return "all seats at this table are taken"
    return f"seat {wanted} is not free; free seats: {', '.join(map(str, free))}"
