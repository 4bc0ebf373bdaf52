"""Table: one game after another, joining the log, the clock, throws and bots; no network in it.

It is told what people do and what time it is, and says what to keep, what to tell whom, and which
throws and bots to run. Whatever it decides becomes an entry of the log first (`RunningTable`); made
from its log a table stands where it stood. What a game needs next is `Course`; what is known of
people's devices, `Devices`.
"""

import secrets
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import TypedDict, Unpack

from kessel.bots.bot import Answer, Bot
from kessel.errors import KesselError
from kessel.fairness.chain import link_bytes
from kessel.rules.awaits import AwaitColumn, AwaitExtra
from kessel.table import log
from kessel.table.acts import Acts
from kessel.table.bots import PLAIN, gentle_answer, usual_level
from kessel.table.clock import NO_TIME, TimeLeft, is_over
from kessel.table.course import Course
from kessel.table.devices import Devices
from kessel.table.feed import landed_entry
from kessel.table.notices import (
    NOTHING,
    BotJob,
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
from kessel.table.running import RunningTable
from kessel.table.seating import Seating
from kessel.table.settings import check_settings
from kessel.table.state import TableState
from kessel.table.terms import Seat
from kessel.throws.dice import ThrowResult

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
        self.seating = Seating(self.course)
        self.acts = Acts(self.course)

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
