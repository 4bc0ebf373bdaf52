"""Table: one game after another, joining the log, the clock, throws and bots; no network in it.

It is told what people do and what time it is, and says what to keep, what to tell whom, and which
throws and bots to run. Whatever it decides becomes an entry of the log first; made from its log a
table stands where it stood.
"""

import secrets
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from random import Random
from typing import NamedTuple, TypedDict, Unpack

from msgspec import structs

from kessel.bots.bot import Answer, Bot
from kessel.bots.levels import USUAL_LEVEL
from kessel.errors import IllegalMove, KesselError, NotAwaited
from kessel.fairness import LINK_BYTES, Chain
from kessel.fairness.chain import check_tip, link_bytes
from kessel.fairness.keys import check_key
from kessel.names import clean_name, distinct_name
from kessel.rules.awaits import AwaitColumn, AwaitExtra
from kessel.rules.engine import column_tie
from kessel.rules.moves import Move, Player, StackTower, Unit
from kessel.table import log, looks, signing
from kessel.table.answers import answered, clamped_aim, entry_of, sight
from kessel.table.bots import PLAIN, gentle_answer
from kessel.table.chains import ShownDevice
from kessel.table.clock import NO_TIME, Clock, Countdown, TimeLeft, is_over
from kessel.table.ledger import Ledger
from kessel.table.notices import (
    NOTHING,
    BotJob,
    Changed,
    DiceThrown,
    Outcome,
    SeatsChanged,
    ThrowJob,
    tell,
    thrown_hands,
)
from kessel.table.pace import PACE, Pace
from kessel.table.pending import Pending
from kessel.table.play import Play, check_kept_piles, landed_entry
from kessel.table.push import PushRequest, check_patience, check_push, needs_consent
from kessel.table.race import Heat
from kessel.table.refusals import SeatIsTaken, Stale
from kessel.table.settings import check_settings, readable, with_box
from kessel.table.terms import OVER_DAYS, ActedBy, Seat
from kessel.throws.aim import AimValues
from kessel.throws.dice import ThrowResult
from kessel.throws.placing import Push

GAME_CODE_BYTES = 10
MIN_PLAYERS = 2
LINK_TRIPS, LINK_MARGIN = 1.25, 0.5
"""A link over a slow line is waited for that many times its way there and back, and s more."""
SLOW_LINE, QUICK_LINE = 0.6, 0.4
"""s there and back from which a line is called slow, and below which it is no more."""


class Offer(NamedTuple):
    """A fresh chain: of which seats, and signed for the game that runs."""

    seats: frozenset[Seat]
    sign: str


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
        ledger: Ledger,
        *,
        bots: Mapping[str, Bot] = PLAIN,
        dice_name: str = "ideal",
        pace: Pace = PACE,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        date: Callable[[], float] = lambda: time.time(),
    ) -> None:
        """`date` tells the seconds since 1970, for turns that have days."""
        self.ledger = ledger
        self.bots = bots
        self.pace = pace
        self.asleep = False
        self.present: set[Seat] = set()
        """Seats whose persons are there."""
        self.lapses: dict[Seat, int] = {}
        """How often in a row a person let the time pass."""
        self._clock = Clock()
        self._dice_name = dice_name
        self._entropy = entropy
        self._date = date
        self._flying: int | None = None
        """The throw that is being made."""
        self._offers: dict[str, Offer] = {}
        """Chains that devices offer, by their tips, until a game or a throw begins with them."""
        self._aways: dict[str, str] = {}
        """Signatures of devices that show no more links, by the tips of their chains."""
        self._gone: set[Seat] = set()
        """Seats whose persons were there and are not any more."""
        self._beats: dict[Seat, float] = {}
        """When devices that give signs of life last gave one."""
        self._trips: dict[Seat, float] = {}
        """Seconds that these devices' lines take, there and back."""
        self.slow: set[Seat] = set()
        """Seats whose devices are on slow lines."""
        self._links: dict[int, tuple[str, str]] = {}
        """What devices have shown for the throw that is fixed, and their signatures."""
        self._asked: set[Seat] = set()
        """Bots that have been asked and have not answered."""
        self._push: PushRequest | None = None
        self._pushes_refused = 0
        """In this state of the game."""
        self._heat: Heat | None = None
        self._hurried_by: Seat | None = None
        """Whose bots answer at once."""

    # --- making and remaking ------------------------------------------------------------------

    @classmethod
    def make(
        cls, made: log.TableMade, now: float, tip: str | None = None, **equipment: Unpack[Equipment]
    ) -> tuple["Table", Outcome]:
        """A new table; with no open seat its game begins at once. `tip` is that of the device
        at which all its persons sit."""
        check_settings(made, equipment.get("bots", PLAIN))
        table = cls(Ledger.of(made), **equipment)
        persons = [Seat(number) for number, plan in enumerate(made.seats) if plan.kind == "person"]
        table.offer(persons, tip)
        outcome = Outcome(entries=(made,))
        if table._has_all:
            outcome += table._begin_game(now)
        return table, outcome

    @classmethod
    def from_log(cls, entries: Iterable[log.Entry], **equipment: Unpack[Equipment]) -> "Table":
        """The table that wrote these entries, asleep, standing where it stood."""
        table = cls(Ledger.from_log(entries), **equipment)
        table.asleep = True
        table._gone = {
            Seat(number) for number, one in enumerate(table.ledger.seats) if one.is_person
        }
        return table

    # --- for those who look on ----------------------------------------------------------------

    def level_of(self, seat: Seat) -> str:
        """Which bot plays for a seat: the one that was chosen, or one of middling strength."""
        return self.ledger.seats[seat].level or self._usual_level

    @property
    def _usual_level(self) -> str:
        levels = list(self.bots)
        return USUAL_LEVEL if USUAL_LEVEL in levels else levels[len(levels) // 2]

    def pending(self, now: float) -> Pending:
        """What the table waits for now."""
        consent, heat = self._clock.consent, self._heat
        return Pending(
            time=self.time_left(now),
            push=self._push,
            consent=NO_TIME if consent is None else consent.left(now),
            race_starts_in=0.0 if heat is None else max(0.0, heat.starts - now),
        )

    @property
    def host(self) -> Seat | None:
        """The seat that may start the game and free seats: the first person's who is there, so
        that nobody holds up a table by leaving it."""
        there = (Seat(n) for n, one in enumerate(self.ledger.seats) if one.is_person)
        return next((seat for seat in there if seat in self.present), self.ledger.host)

    def time_left(self, now: float) -> TimeLeft | None:
        """Seconds left and seconds given, where a clock is shown."""
        countdown, play = self._clock.answer, self.ledger.play
        if countdown is None or play is None:
            return None
        is_window = isinstance(play.awaited, AwaitExtra | AwaitColumn)
        if self.ledger.made.clock == "off" and not is_window:
            return None
        return countdown.left(now)

    def bot_in(self, seat: Seat, now: float) -> float | None:
        """Seconds until a bot plays on for somebody who is away; None if nobody is missed."""
        at = self._clock.absent.get(seat)
        if at is None or self.ledger.stage != "playing":
            return None
        return max(0.0, at - now)

    @property
    def plays_alone(self) -> bool:
        """Whether a game over days goes on with nobody there: it waits for bots alone, and for no
        device. A race is for those who are there."""
        play = self.ledger.play
        if play is None or self.ledger.stage != "playing" or not self._over_days:
            return False
        if play.fixed is not None:
            return not play.fixed.devices
        waits = [self.ledger.seats[play.seat_of(player)] for player in play.waited_for()]
        is_race = isinstance(play.awaited, AwaitColumn)
        return not is_race and not any(one.acts_itself for one in waits)

    def due(self) -> float | None:
        """When `tick` has something to do; None if never without anybody doing something."""
        runs = self.ledger.stage == "playing" and not self.asleep
        return self._clock.due() if runs else None

    # --- who sits where -----------------------------------------------------------------------

    def sit(
        self,
        name: str,
        token: str,
        now: float,
        seat: Seat | None = None,
        tip: str | None = None,
        key: str = "",
    ) -> tuple[Seat, Outcome]:
        """Sit down on an open seat; with the last one taken the first game begins."""
        free = self.ledger.free_seats
        if self.ledger.stage == "playing" or self.ledger.series.is_under_way:
            raise SeatIsTaken("the game has begun; watch it, and sit down after it")
        if not free or (seat is not None and seat not in free):
            raise SeatIsTaken(_taken(seat, free))
        check_tip(tip)
        check_key(key)
        chosen = free[0] if seat is None else seat
        called = distinct_name(clean_name(name), self.ledger.names)
        outcome = self._keep(log.SeatTaken(seat=chosen, name=called, token=token, key=key))
        self.offer([chosen], tip)
        if self._has_all:
            outcome += self._begin_game(now)
        return chosen, outcome

    def arrive(self, seat: Seat, now: float) -> Outcome:
        """The person of a seat is there (again)."""
        occupant = self.ledger.occupant(seat)
        self.present.add(seat)
        self._gone.discard(seat)
        self._clock.absent.pop(seat, None)
        self._clock.cancel_bot(seat)
        outcome = self._give_back(seat) if occupant.is_person else NOTHING
        return outcome + tell(SeatsChanged()) + self._go_on(now)

    def depart(self, seat: Seat, now: float) -> Outcome:
        """The person of a seat is not there any more; a bot takes over if they stay away, but not
        where a turn has days."""
        occupant = self.ledger.occupant(seat)
        self.present.discard(seat)
        self._gone.add(seat)
        self._beats.pop(seat, None)
        self._trips.pop(seat, None)
        self.slow.discard(seat)
        self._offers = {tip: one for tip, one in self._offers.items() if seat not in one.seats}
        if occupant.acts_itself and not self._over_days:
            self._clock.absent[seat] = now + self.pace.away
        return tell(SeatsChanged())

    def move(self, seat: Seat, token: str) -> Outcome:
        """The seat goes to another device: the secret with that hash holds it, and no other."""
        self.ledger.person(seat)
        return self._keep(log.SeatMoved(seat=seat, token=token))

    def wear(self, seat: Seat, finish: str, mat: str) -> Outcome:
        """The person of a seat shows these dice and this mat; a look that nobody knows is plain."""
        person = self.ledger.person(seat)
        worn = log.SeatDressed(
            seat=seat,
            finish=looks.known(finish, looks.FINISHES),
            mat=looks.known(mat, looks.MATS),
        )
        is_same = (worn.finish, worn.mat) == (person.finish, person.mat)
        return NOTHING if is_same else self._keep(worn)

    def resign(self, seat: Seat, now: float, sign: str = "") -> Outcome:
        """Give a seat up for good: before the first game others may have it, later a bot plays
        on. Who plays in a game signs it."""
        self.ledger.person(seat)
        if self.ledger.stage == "gathering":
            departed = self.depart(seat, now)
            self._clock.absent.pop(seat, None)
            return departed + self._keep(log.SeatFreed(seat=seat))
        play = self.ledger.play
        if play is not None and self.ledger.stage == "playing" and seat in play.started.seats:
            player = self.ledger.player_at(seat)
            signing.check_said(play.key_of(player), signing.leave_message(play, player), sign)
        handed = self._hand_over(seat, for_good=True, sign=sign)
        return handed + self._go_on(now)

    def take_back(self, seat: Seat, now: float) -> Outcome:
        """Play again instead of the bot."""
        self.ledger.person(seat)
        return self._give_back(seat) + self._go_on(now)

    def free(self, seat: Seat, now: float) -> Outcome:
        """Before the first game: let others have the seat of somebody who is not there."""
        self.ledger.person(seat)
        if self.ledger.stage != "gathering":
            raise NotAwaited("the game has begun; a bot plays for whoever stays away")
        if seat in self.present:
            raise SeatIsTaken(f"whoever has seat {seat} is there")
        return self._keep(log.SeatFreed(seat=seat)) + self._go_on(now)

    def hurry(self, seat: Seat, fast: bool, now: float) -> Outcome:
        """Let bots answer at once, or take their time again; only where that rushes nobody else."""
        if fast and self._rushes_others(seat):
            raise NotAwaited("other persons still play, and would be rushed")
        self._hurried_by = seat if fast else None
        if fast and self._heat is None:
            self._clock.hurry_bots(now)
        return NOTHING

    def start(self, fill: bool, now: float) -> Outcome:
        """Begin with those who are there; open seats go to bots or stay empty."""
        if self.ledger.stage != "gathering":
            raise NotAwaited("the first game has begun already")
        taken = len(self.ledger.regulars)
        if not fill and taken < MIN_PLAYERS:
            raise IllegalMove(f"a game needs {MIN_PLAYERS} players; {taken} are there")
        levels = self._others(len(self.ledger.free_seats)) if fill else []
        return self._keep(log.SeatsSettled(fill=fill, levels=levels)) + self._begin_game(now)

    def _others(self, count: int) -> list[str]:
        """Bots for open seats: the usual one and those nearest in strength, the easier first; none
        sits there twice as long as there are others."""
        levels = list(self.bots)
        usual = levels.index(self._usual_level)
        seated = {self.level_of(seat) for seat in self.ledger.regulars if self._is_bot(seat)}
        near = sorted(levels, key=lambda one: abs(levels.index(one) - usual))
        fresh = [one for one in near if one not in seated] or near
        return list(islice(cycle(fresh), count))

    def _is_bot(self, seat: Seat) -> bool:
        return self.ledger.seats[seat].kind == "bot"

    def rematch(self, now: float) -> Outcome:
        """The next game with the same seats; in a tournament its next game."""
        if self.ledger.stage != "over":
            raise NotAwaited("a game is still being played")
        return self._begin_game(now)

    def choose_box(self, box: log.BoxChosen) -> Outcome:
        """What the next game is played with; a tournament keeps its box to its end."""
        if self.ledger.stage != "over" or self.ledger.series.is_under_way:
            raise NotAwaited("another box is chosen after a game, and not within a tournament")
        check_settings(with_box(self.ledger.made, box), self.bots)
        return self._keep(box)

    # --- devices that take part in the chance of throws ---------------------------------------

    def offer(self, seats: Collection[Seat], tip: str | None, sign: str = "") -> None:
        """A device has a fresh chain; it takes part from the next game on, or, if its key signed
        that, from the next throw. One that was used before does nothing: everybody may know its
        links."""
        check_tip(tip)
        if tip is None:
            return
        held, play = frozenset(seats), self.ledger.play
        if play is not None and tip in play.chains.tips:
            return
        if play is not None and sign:
            playing = held & set(play.started.seats)
            key = signing.key_of_seats(play.started.players, playing)
            signing.check_said(key, signing.join_message(play, tip), sign)
        others = {one: left for one, left in self._offers.items() if not left.seats & held}
        self._offers = others | ({tip: Offer(held, sign)} if held else {})

    def away(self, seats: Collection[Seat], sign: str) -> None:
        """A device shows no more links of its chain: it takes no part from the next throw on."""
        play, held = self.ledger.running(), set(seats)
        for device in play.chains.devices:
            if device.contributes and device.seats <= held:
                key = signing.key_of_seats(play.started.players, device.seats)
                signing.check_said(key, signing.away_message(device.tip), sign)
                self._aways[device.tip] = sign

    def beat(self, seats: Collection[Seat], now: float, trip: float = 0.0) -> Outcome:
        """Devices at these seats give a sign of life, and will go on doing so; `trip` is what
        their line takes, there and back."""
        self._beats |= dict.fromkeys(seats, now)
        self._trips |= dict.fromkeys(seats, trip)
        if self.ledger.stage == "playing":
            self._give_grace()
        before = set(self.slow)
        if trip >= SLOW_LINE:
            self.slow |= set(seats)
        elif trip < QUICK_LINE:
            self.slow -= set(seats)
        return NOTHING if self.slow == before else tell(SeatsChanged())

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
        play = self.ledger.running()
        fixed, shown = play.fixed, link_bytes(link)
        if game not in ("", play.started.game):
            return NOTHING
        if fixed is None or (fixed.throw, fixed.attempt) != (throw, attempt):
            return NOTHING
        device = play.chains.showing(seats, fixed.devices, shown)
        if device is None:
            raise NotAwaited(f"devices {fixed.devices} are asked for a link, not this one")
        key = signing.key_of_seats(play.started.players, play.chains.devices[device].seats)
        signing.check_said(key, signing.link_message(play, link), sign)
        self._links[device] = (link, sign)
        return self._throw_fixed(now) if len(self._links) == len(fixed.devices) else NOTHING

    # --- answers to what is awaited -----------------------------------------------------------

    def throw(
        self, seat: Seat, state: int, unit: Unit, aim: AimValues, now: float, sign: str = ""
    ) -> Outcome:
        """Show a hand; once everybody who throws has shown one, the throw is fixed."""
        player = self._answering(seat, state)
        hand = log.HandShown(player=player, unit=unit, aim=clamped_aim(aim), sign=sign)
        with self._all_or_nothing():
            outcome = self._person_acted(seat) + self._keep_hand(hand)
        if self.ledger.running().has_all_hands:
            return outcome + self._fix_throw(now)
        self._wait_for_answers(now)
        return outcome

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
        entry = answered(self.ledger.running(), player, move, dice, sign=sign)
        with self._all_or_nothing():
            outcome = self._person_acted(seat) + self._keep(entry)
        return outcome + self._go_on(now)

    # --- the race -----------------------------------------------------------------------------

    def keep_piles(self, seat: Seat, state: int, piles: Sequence[int], now: float) -> Outcome:
        """Say which piles to build up again after the race."""
        player = self._answering(seat, state)
        check_kept_piles(self.ledger.running(), player, piles)
        return self._keep(log.PilesKept(player=player, piles=sorted(piles)))

    def tap(self, seat: Seat, state: int, done: int, now: float) -> Outcome:
        """Stack dice until that many are done, as far as a hand can have tapped since the start."""
        player = self._answering(seat, state)
        race, heat = self.ledger.race, self._heat
        if race is None or heat is None or player not in race.needed:
            raise NotAwaited("this seat builds no column of fire now")
        taps = heat.taps_that_count(race, player, done, now)
        return sum((self._keep_tap(heat, player, now) for _ in range(taps)), NOTHING)

    # --- pushing dice -------------------------------------------------------------------------

    def push(
        self, seat: Seat, state: int, pushes: Sequence[Push], now: float, sign: str = ""
    ) -> Outcome:
        """Push lying dice about before one's throw; where all must agree, ask them. The time to
        throw goes on running."""
        player = self._on_move(seat, state)
        if self._push is not None:
            raise NotAwaited("the others are asked for a push already")
        play = self.ledger.running()
        check_push(play, pushes)
        check_patience(self.ledger.history, self._pushes_refused)
        entry = log.DicePushed(player=player, dice=list(pushes), sign=sign)
        signing.check_said(play.key_of(player), signing.push_message(play, entry), sign)
        back = self._person_acted(seat)
        persons = frozenset(self._other_persons(play, player))
        if needs_consent(play.state.options) and persons:
            bots = frozenset(range(play.state.players)) - persons - {player}
            self._push = PushRequest(entry, asked=persons, agreed=bots)
            self._clock.consent = self._clock.start(self.pace.consent, now)
            return tell(Changed("push_asked")) + back
        return back + self._keep_push(entry) + self._go_on(now)

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
        request, play = self._push, self.ledger.running()
        if request is None or player not in request.asked:
            raise NotAwaited("nobody asks this seat for consent")
        if not request.is_for(pushes):
            raise Stale(f"another push is asked for: {request.push.dice}")
        if not agree:
            return self._refuse_push() + self._person_acted(seat)
        message = signing.agree_message(play, request.push, player)
        signing.check_said(play.key_of(player), message, sign)
        back = self._person_acted(seat)
        self._push = request.agreed_by(player, sign)
        if self._push.asked:
            return tell(Changed("push_asked")) + back
        return back + self._keep_push(self._push.push) + self._go_on(now)

    # --- what others did for the table --------------------------------------------------------

    def landed(self, job: ThrowJob, thrown: ThrowResult, now: float, dice: str = "") -> Outcome:
        """The dice of a throw lie; the result of an old job is dropped. `dice` names those
        that were thrown instead if the game's own found no rest."""
        play = self.ledger.play
        if play is None or (play.started.game, play.throws) != (job.game, job.throw):
            return NOTHING
        if not play.has_all_hands or play.attempt != job.attempt:
            return NOTHING
        self._flying = None
        self._clock.quiet_until = now + thrown.seconds
        outcome = tell(DiceThrown(job.game, job.throw, thrown_hands(play), thrown))
        entry = landed_entry(play, thrown, job.links, dice)
        return outcome + self._keep(entry) + self._go_on(now)

    def decided(self, job: BotJob, answer: Answer, now: float) -> Outcome:
        """A bot has answered; if its answer is refused, the gentlest one is taken."""
        play = self.ledger.play
        if play is None or (play.started.game, self.ledger.state_number) != (job.game, job.state):
            return NOTHING
        self._asked.discard(job.seat)
        if self.ledger.occupant(job.seat).acts_itself:
            return NOTHING
        player = self.ledger.player_at(job.seat)
        try:
            outcome = self._keep_answer(player, answer, "bot")
        except KesselError:
            outcome = self._keep_answer(player, self.gentlest(job), "bot")
        return outcome + self._go_on(now)

    def gentlest(self, job: BotJob) -> Answer:
        """What to answer where a bot could not."""
        return gentle_answer(job.sight, Random(job.chance))

    # --- time -----------------------------------------------------------------------------------

    def wake(self, now: float) -> Outcome:
        """Somebody attends again: clocks start afresh but for a turn of days, and what was under
        way goes on."""
        if not self.asleep:
            return NOTHING
        self.asleep = False
        self._flying = None
        self._links.clear()
        self._drop_state()
        self._clock.quiet_until = now
        self._clock.absent = {
            Seat(number): now + self.pace.away
            for number, occupant in enumerate(self.ledger.seats)
            if occupant.acts_itself and number not in self.present and not self._over_days
        }
        if self._has_all:  # but the beginning of its game was not kept
            return self._begin_game(now)
        return self._count_game() + self._go_on(now)

    def sleep(self) -> None:
        """Nobody attends: no clock runs, no bot plays."""
        self.asleep = True

    def tick(self, now: float) -> Outcome:
        """Do what has become due."""
        if self.asleep or self.ledger.stage != "playing":
            return NOTHING
        outcome = NOTHING
        for seat in self._clock.absences_due(now):
            outcome += self._hand_over(seat, for_good=False) + self._go_on(now)
        if is_over(self._clock.consent, now):
            outcome += self._refuse_push()
        fixed, deadline = self.ledger.running().fixed, self._clock.links
        if fixed is not None and deadline is not None and now >= deadline:
            return outcome + self._fix_without_the_late(fixed, now)
        if self._heat is not None:
            return outcome + self._run_race(self._heat, now)
        if self._clock.answer_is_over(now):
            return outcome + self._lapse(now)
        return outcome + self._ask_bots(now)

    # --- inside: keeping --------------------------------------------------------------------------

    def _keep(self, entry: log.Entry) -> Outcome:
        """Enter something in the log; what waited for an earlier state of the game is dropped."""
        applied = self.ledger.apply(entry)
        has_gone_on = applied.ledger.state_number != self.ledger.state_number
        self.ledger = applied.ledger
        if has_gone_on:
            self._drop_state()
        return Outcome((entry,), applied.notices) + self._count_game()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Enter nothing if the last of several entries is refused."""
        before = self.ledger
        try:
            yield
        except KesselError:
            self.ledger = before
            raise

    def _drop_state(self) -> None:
        self._clock.drop_state()
        self._asked.clear()
        self._push, self._pushes_refused, self._heat = None, 0, None

    def _count_game(self) -> Outcome:
        """Enter the result of a game that is over."""
        result = self.ledger.result
        return NOTHING if result is None else self._keep(result)

    def _keep_hand(self, hand: log.HandShown) -> Outcome:
        outcome = self._keep(hand)
        play = self.ledger.running()
        self._clock.cancel_bot(play.seat_of(hand.player))
        return outcome if play.has_all_hands else outcome + tell(Changed("ready"))

    def _keep_answer(self, player: Player, answer: Answer, by: ActedBy) -> Outcome:
        """Enter what a bot answers, or the table for a person."""
        entry = entry_of(self.ledger.running(), player, answer, by)
        return self._keep_hand(entry) if isinstance(entry, log.HandShown) else self._keep(entry)

    def _keep_tap(self, heat: Heat, player: Player, at: float) -> Outcome:
        outcome = self._keep(log.Tapped(player=player))
        heat.last_tap[player] = at
        self._clock.race = heat.decided_at(self.ledger.running_race())
        return outcome

    def _keep_push(self, entry: log.DicePushed) -> Outcome:
        time_to_throw = self._clock.answer
        outcome = self._keep(entry) + tell(Changed("pushed"))
        self._clock.answer = time_to_throw
        return outcome

    def _refuse_push(self) -> Outcome:
        self._push, self._clock.consent = None, None
        self._pushes_refused += 1
        return tell(Changed("push_refused"))

    # --- inside: persons --------------------------------------------------------------------------

    def _answering(self, seat: Seat, state: int) -> Player:
        """The player of a person who answers this very state."""
        self.ledger.person(seat)
        player = self.ledger.player_at(seat)
        if state != self.ledger.state_number:
            raise Stale(f"this answers state {state}; the game is at {self.ledger.state_number}")
        return player

    def _on_move(self, seat: Seat, state: int) -> Player:
        player = self._answering(seat, state)
        play = self.ledger.running()
        if play.hands or player != play.on_move:
            raise NotAwaited(f"the game does not wait for seat {seat}")
        return player

    def _person_acted(self, seat: Seat) -> Outcome:
        """Whoever acts is there, whatever the clocks say."""
        self.lapses.pop(seat, None)
        return self._give_back(seat)

    def _give_back(self, seat: Seat) -> Outcome:
        """A person plays again, where a bot had taken over."""
        if not self.ledger.occupant(seat).bot_plays:
            return NOTHING
        self.lapses.pop(seat, None)
        self._clock.cancel_bot(seat)
        return self._keep(log.SeatTakenBack(seat=seat)) + self._line_up()

    def _hand_over(self, seat: Seat, *, for_good: bool, sign: str = "") -> Outcome:
        """A bot plays for a person."""
        self._clock.absent.pop(seat, None)
        handed = log.SeatHandedOver(seat=seat, for_good=for_good, sign=sign)
        return self._keep(handed) + self._line_up()

    def _line_up(self) -> Outcome:
        """Write into the game for whom a bot plays, as soon as no throw is under way."""
        outcome, play = NOTHING, self.ledger.play
        if play is None or play.fixed is not None or play.gave_up or self.ledger.stage != "playing":
            return outcome
        shown = {hand.player for hand in play.hands}
        for player, seat in enumerate(play.started.seats):
            one = self.ledger.seats[seat]
            if one.kind == "bot" or player in shown or play.started.players[player].bot:
                continue
            if one.resigned and player not in play.resigned:
                outcome += self._keep(log.BotPlaysOn(player=player, for_good=True, sign=one.left))
            elif one.bot_plays and player not in play.bots:
                outcome += self._keep(log.BotPlaysOn(player=player))
            elif not one.bot_plays and player in play.bots:
                outcome += self._keep(log.PersonIsBack(player=player))
        return outcome

    def _other_persons(self, play: Play, player: Player) -> list[Player]:
        others = [n for n in range(play.state.players) if n != player]
        return [p for p in others if self.ledger.seats[play.seat_of(p)].acts_itself]

    # --- inside: the course of a game -----------------------------------------------------------

    @property
    def _has_all(self) -> bool:
        """Whether everybody sits, and the first game can begin."""
        return self.ledger.stage == "gathering" and not self.ledger.free_seats

    def _begin_game(self, now: float) -> Outcome:
        """Draw the server's chain, publish its tip with those of the devices, and start. What is
        worn is said again, so that it is found among the entries of this game."""
        chain = Chain(self._entropy(LINK_BYTES))
        code = readable(self._entropy(GAME_CODE_BYTES))
        offers = {tip: one.seats for tip, one in self._offers.items()}
        started = self.ledger.next_game(code, chain.tip, offers, self._dice_name, self.level_of)
        self._offers.clear()
        self._aways.clear()
        self._clock.quiet_until = now
        outcome = self._keep(log.ChainDrawn(secret=chain.secret.hex())) + self._keep(started)
        for seat, one in enumerate(self.ledger.seats):
            if one.finish or one.mat:
                worn = log.SeatDressed(seat=Seat(seat), finish=one.finish, mat=one.mat)
                outcome += self._keep(worn)
        return outcome + self._go_on(now)

    def _go_on(self, now: float) -> Outcome:
        """Do what the game needs next: throw, stack by chance, race, or wait for answers."""
        if self.ledger.stage != "playing":
            return NOTHING
        if self.asleep:
            return self._give_days()
        outcome = self._line_up() + self._give_days()
        play = self.ledger.running()
        if play.needs_chance:
            return outcome + self._fix_throw(now)
        if isinstance(play.awaited, AwaitColumn):
            self._start_heat(now)
        else:
            self._wait_for_answers(now)
        return outcome

    def _fix_throw(self, now: float) -> Outcome:
        """Fix in public what is thrown, once; then wait for the links of the devices."""
        play = self.ledger.running()
        if self.asleep or self._flying == play.throws:
            return NOTHING
        outcome = NOTHING
        if play.fixed is None:
            self._links.clear()
            outcome = self._renew_chains(play) + self._leave_out_the_absent(now)
            fixing = self.ledger.running().to_fix(self._dice_name)
            outcome += self._keep(fixing)
            self._clock.links = now + self._time_for_links(fixing.devices)
        elif self._clock.links is None:
            self._clock.links = now + self.pace.links_awake
        fixed = self.ledger.running().fixed
        return outcome if fixed is None or fixed.devices else outcome + self._throw_fixed(now)

    def _time_for_links(self, devices: Sequence[int]) -> float:
        """Longer if a line is slow: nobody is late again and again for the way alone."""
        chains = self.ledger.running().chains
        seats = {seat for number in devices for seat in chains.devices[number].seats}
        slowest = max((self._trips.get(seat, 0.0) for seat in seats), default=0.0)
        needed = LINK_MARGIN + LINK_TRIPS * slowest
        return max(self.pace.links, min(self.pace.links_most, needed))

    def _give_grace(self) -> None:
        """What the line takes is given back to those whom the game waits for."""
        play = self.ledger.running()
        trips = [self._trips.get(play.seat_of(player), 0.0) for player in play.waited_for()]
        self._clock.grace = min(self.pace.grace, max(trips, default=0.0))

    def _renew_chains(self, play: Play) -> Outcome:
        """Let devices join that offer a chain, and give the server a new one if it needs it."""
        outcome = NOTHING
        for tip, (held, sign) in [] if play.gave_up else list(self._offers.items()):
            seats = sorted(seat for seat in held if self._may_join(play, seat, sign))
            if seats:
                outcome += self._keep(self.ledger.running().chains.to_join(seats, tip, sign))
                del self._offers[tip]
        if play.chains.server_is_used_up:
            chain = Chain(self._entropy(LINK_BYTES))
            outcome += self._keep(log.ChainDrawn(secret=chain.secret.hex()))
            outcome += self._keep(log.ServerChainRenewed(tip=chain.tip))
        return outcome

    def _may_join(self, play: Play, seat: Seat, sign: str) -> bool:
        """Whether a person of this game is at the seat, whose device signed if it has a key."""
        mine = [one for one in play.started.players if one.seat == seat and not one.bot]
        return any(bool(one.key) == bool(sign) for one in mine)

    def _leave_out_the_absent(self, now: float) -> Outcome:
        """Before a throw is fixed, and so before anybody knows how it falls: devices that said
        that they go, or were not heard any more, take no part in it."""
        play = self.ledger.running()
        chains = play.chains
        absent = [n for n in chains.contributing if self._is_absent(chains.devices[n], now)]
        if play.gave_up or not absent:
            return NOTHING
        signs = [self._aways.get(chains.devices[number].tip, "") for number in absent]
        return self._keep(log.DevicesAway(devices=absent, signs=signs))

    def _is_absent(self, device: ShownDevice, now: float) -> bool:
        beats = [self._beats[seat] for seat in device.seats if seat in self._beats]
        is_silent = bool(beats) and now - max(beats) > self.pace.silence
        return device.tip in self._aways or device.seats <= self._gone or is_silent

    def _fix_without_the_late(self, fixed: log.ThrowFixed, now: float) -> Outcome:
        """Devices that have not shown their link take no part any more; the throw is fixed
        again, with fresh links of all others."""
        self._clock.links = None
        missing = [number for number in fixed.devices if number not in self._links]
        late = log.DevicesLate(throw=fixed.throw, attempt=fixed.attempt, devices=missing)
        return self._keep(late) + self._fix_throw(now)

    def _throw_fixed(self, now: float) -> Outcome:
        """All links are there: throw, or stack the tower that chance builds."""
        play, chain = self.ledger.running(), self.ledger.chain
        if play.fixed is None or chain is None or self._flying == play.throws:
            return NOTHING
        self._clock.links = None
        links = log.Links(
            server=chain.link(play.chains.asked).hex(),
            devices=[self._links[number][0] for number in play.fixed.devices],
            signs=[self._links[number][1] for number in play.fixed.devices],
        )
        chance = play.chance(links)
        if play.builds_by_chance:
            return self._stack_by_chance(play, chance, links) + self._go_on(now)
        return self._start_throw(play, chance, links)

    def _start_throw(self, play: Play, chance: bytes, links: log.Links) -> Outcome:
        self._flying = play.throws
        order = play.order(chance)
        job = ThrowJob(play.started.game, play.throws, play.attempt, order, links)
        return Outcome(jobs=(job,))

    def _stack_by_chance(self, play: Play, chance: bytes, links: log.Links) -> Outcome:
        dice = play.random_tower(chance)
        tower = StackTower(tuple(map(play.face_of, dice)))
        entry = answered(play, play.state.active, tower, dice, by="table")
        return self._keep(structs.replace(entry, links=links))

    def _wait_for_answers(self, now: float) -> None:
        """Give everybody who is waited for their time; a bot's is as long as it thinks."""
        play, clock = self.ledger.running(), self._clock
        if clock.answer is None:
            is_window = isinstance(play.awaited, AwaitExtra)
            times = self.pace.extra_window if is_window else self.pace.decision
            clock.answer = clock.start(times[self.ledger.made.clock], now)
            if self.ledger.due is not None:
                left = self.ledger.due - self._date()
                clock.answer = Countdown(now + left, clock.answer.seconds)
        self._give_grace()
        for player in play.waited_for():
            seat = play.seat_of(player)
            if not self.ledger.seats[seat].acts_itself and seat not in self._asked:
                pause = self.pace.thinking_time(Random(play.bot_chance(player)))
                due = now if self._hurries else clock.start(pause, now).ends
                clock.schedule_bot(seat, due)

    @property
    def _over_days(self) -> bool:
        return self.ledger.made.clock in OVER_DAYS

    def _give_days(self) -> Outcome:
        """Where a turn has days, enter until when: it runs on while nobody attends."""
        ledger, play = self.ledger, self.ledger.running()
        persons = [p for p in play.waited_for() if ledger.seats[play.seat_of(p)].acts_itself]
        if not self._over_days or ledger.due is not None or not persons:
            return NOTHING
        self._clock.answer = None
        until = self._date() + self.pace.decision[ledger.made.clock]
        return self._keep(log.TurnDue(until=round(until, 3)))

    @property
    def _hurries(self) -> bool:
        return self._hurried_by is not None and not self._rushes_others(self._hurried_by)

    def _rushes_others(self, seat: Seat) -> bool:
        """Whether persons at other seats are still in the game."""
        play = self.ledger.play
        return play is not None and any(
            self.ledger.seats[other].acts_itself and other != seat and play.state.in_game(player)
            for player, other in enumerate(play.started.seats)
        )

    def _ask_bots(self, now: float) -> Outcome:
        jobs = []
        for seat in self._clock.bots_due(now):
            self._clock.cancel_bot(seat)
            self._asked.add(seat)
            jobs.append(self._bot_job(seat))
        return Outcome(jobs=tuple(jobs))

    def _bot_job(self, seat: Seat) -> BotJob:
        play, player = self.ledger.running(), self.ledger.player_at(seat)
        return BotJob(
            game=play.started.game,
            state=self.ledger.state_number,
            seat=seat,
            level=self.level_of(seat),
            sight=sight(play, player),
            chance=play.bot_chance(player),
        )

    def _lapse(self, now: float) -> Outcome:
        """The time is over: the table does the least for everybody who is waited for."""
        outcome = NOTHING
        for player in self.ledger.running().waited_for():
            play = self.ledger.running()
            seat = play.seat_of(player)
            outcome += self._note_lapse(seat)
            play = self.ledger.running()
            if play.plays_itself(player) and not self._may_act_for_persons(play):
                outcome += self._hand_over(seat, for_good=False)
                self._clock.answer = None
                continue
            chance = Random(play.bot_chance(player))
            answer = gentle_answer(sight(play, player), chance)
            outcome += self._keep_answer(player, answer, "table")
        return outcome + self._go_on(now)

    def _may_act_for_persons(self, play: Play) -> bool:
        has_clock = self.ledger.made.clock != "off" and not self._over_days
        return has_clock or isinstance(play.awaited, AwaitExtra)

    def _note_lapse(self, seat: Seat) -> Outcome:
        """A person who lets the time pass too often is replaced."""
        if not self.ledger.seats[seat].acts_itself:
            return NOTHING
        self.lapses[seat] = self.lapses.get(seat, 0) + 1
        has_patience = self.lapses[seat] < self.pace.patience
        return NOTHING if has_patience else self._hand_over(seat, for_good=False)

    # --- inside: the race ----------------------------------------------------------------------

    def _start_heat(self, now: float) -> None:
        """Count down to a heat, unless one is on, and let bots build in it."""
        play, race, clock = self.ledger.running(), self.ledger.running_race(), self._clock
        if self._heat is None:
            self._heat = Heat(self.pace, clock.start(self.pace.race_countdown, now).ends, race.done)
            clock.answer = self._heat.countdown
            clock.race = self._heat.decided_at(race)
        for player in race.builders():
            seat = play.seat_of(player)
            is_away = self._over_days and seat not in self.present
            if is_away or not self.ledger.seats[seat].acts_itself:
                chance = play.bot_chance(player)
                at = self._heat.bot_tap(race, player, chance, after=self._heat.starts)
                clock.schedule_bot(seat, at)

    def _run_race(self, heat: Heat, now: float) -> Outcome:
        outcome = NOTHING
        for seat in self._clock.bots_due(now):
            outcome += self._tap_for_bot(heat, seat, now)
        best = heat.best(self.ledger.running_race(), now)
        return outcome + self._decide_race(best, now) if best else outcome

    def _tap_for_bot(self, heat: Heat, seat: Seat, now: float) -> Outcome:
        """All dice that a bot has stacked by now, each at its time."""
        outcome, player = NOTHING, self.ledger.player_at(seat)
        chance = self.ledger.running().bot_chance(player)
        at = self._clock.bots.pop(seat)
        while at <= now:
            outcome += self._keep_tap(heat, player, at)
            race = self.ledger.running_race()
            if race.has_finished(player):
                return outcome
            at = heat.bot_tap(race, player, chance, after=at)
        self._clock.schedule_bot(seat, at)
        return outcome

    def _decide_race(self, best: list[Player], now: float) -> Outcome:
        winner = best[0] if len(best) == 1 else column_tie(self.ledger.running().state, best)
        if winner is None:
            return self._keep(log.RaceRunAgain(players=best)) + self._go_on(now)
        kept = sorted(self.ledger.kept_piles.items())
        keep = [(player, pile) for player, piles in kept for pile in piles]
        return self._keep(log.RaceWon(winner=winner, keep=keep)) + self._go_on(now)


def _taken(wanted: Seat | None, free: Sequence[Seat]) -> str:
    if not free:
        return "all seats at this table are taken"
    return f"seat {wanted} is not free; free seats: {', '.join(map(str, free))}"
