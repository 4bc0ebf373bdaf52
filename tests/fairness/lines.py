"""A table, its devices, and bad lines between them, all by a clock that only counts: delay, jitter,
stalls, lost connections and reloads. The server is honest; so is every device."""

import heapq
import math
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random

from fairness.key import Key
from fairness.offering import needs_offer
from proof.device import Device, LinkShown

from kessel.bots.bot import Answer
from kessel.errors import KesselError
from kessel.fairness import Chain
from kessel.rules.awaits import AwaitChoice
from kessel.rules.moves import Throw
from kessel.table import Pace, Seat, Table, log
from kessel.table.answers import answered, sight
from kessel.table.bots import gentle_answer
from kessel.table.dice import dice_named
from kessel.table.notices import Job, LineAdded, Outcome, ThrowJob
from kessel.table.play import Play
from kessel.table.table import Equipment
from kessel.throws.aim import Aim
from kessel.throws.dice import Simulator
from kessel.throws.ideal import IdealDice

PING_EVERY = 1.5
NEWEST_TRIP = 0.3
"""The share of the newest trip in what a page takes for the usual one."""
ROUND_A_LINE = 100
"""Bytes of a message beside its lines; of a short one all."""
ROUND_A_LANDING = 10_000
"""Bytes that come with a landing: the flight, and the game after it."""
NOTICED = 1.0
"""Seconds after which a page notices that its connection is lost, and comes back."""


@dataclass(frozen=True, slots=True)
class Weather:
    """How a line is: seconds, each way."""

    delay: float = 0.02
    jitter: float = 0.0
    bits: float = math.inf
    """A second, each way."""
    stall_every: float = 0.0
    stall: tuple[float, float] = (0.0, 0.0)
    """Shortest and longest time in which nothing comes through; then all of it does."""
    cut_every: float = 0.0
    reload: bool = False
    """Whether a page that comes back has forgotten everything but its key and its chains."""
    hides_every: float = 0.0
    """Whether the page is hidden now and then, and says so."""
    dies_every: float = 0.0
    """Whether the server is killed now and then, and the table goes on from its log, there or on
    another server."""


LAN = Weather()
FOUR_G = Weather(0.05, 0.04)
FAR = Weather(0.15)
BAD_3G = Weather(0.3, 0.3)
VERY_FAR = Weather(1.1)
TOO_FAR = Weather(2.2)
NARROW = Weather(0.15, bits=64_000.0)
TUNNEL = Weather(0.05, 0.02, stall_every=20.0, stall=(2.0, 15.0))
LONG_STALLS = Weather(0.05, stall_every=100.0, stall=(60.0, 60.0))
FLAKY = Weather(0.05, 0.02, cut_every=10.0)
RELOADS = Weather(0.05, 0.02, cut_every=25.0, reload=True)
LOCKED = Weather(0.05, 0.02, hides_every=30.0)
KILLED = Weather(0.05, 0.02, dies_every=5.0)


@dataclass
class Page:
    """A page at one seat: its device, and the line it is on."""

    seat: Seat
    weather: Weather
    device: Device
    generation: int = 0
    """Of its connection: what was sent on an older one never comes."""
    online: bool = True
    attends: bool = True
    """Whether the server tells it what happens."""
    up: float = 0.0
    """When the newest message to the server comes: none overtakes it."""
    down: float = 0.0
    up_free: float = 0.0
    """When the line has taken everything that was said."""
    down_free: float = 0.0
    trip: float = 0.0
    """Seconds from a ping to its pong, as it was lately: the server is told."""
    stalled: float = 0.0
    hidden: bool = False
    pings: int = 0


class World:
    """Everything that happens, in order of time."""

    def __init__(
        self,
        chance: Random,
        edition: str,
        weathers: list[Weather],
        bots: int = 0,
        dice: Simulator | None = None,
        aim: Callable[[Random], Aim] = lambda _: Aim(),
    ) -> None:
        self.chance, self.now = chance, 0.0
        self._dice, self._aim = dice or IdealDice(), aim
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()
        self._due: float | None = None
        self.kept: list[log.Entry] = []
        """What the servers have kept."""
        self.deaths = 0
        self._doomed = False
        """Whether the server dies at its next step, before that is kept."""
        self.pages = [Page(Seat(n), weather, self._device(n)) for n, weather in enumerate(weathers)]
        first, *others = self.pages
        plan = log.SeatPlan(kind="person", name="P0", key=first.device.key.public)
        seats = [plan, *[log.SeatPlan(kind="open")] * len(others)]
        seats += [log.SeatPlan(kind="bot")] * bots
        self._equipment = Equipment(
            dice_name=self._dice.name,
            pace=Pace(race_countdown=0.0, race_limit=2.0),
            entropy=chance.randbytes,
        )
        made = log.TableMade(code="abcdefghijkl", edition=edition, seats=seats)
        self.table, outcome = Table.make(made, 0.0, first.device.chain.tip, **self._equipment)
        self.take(outcome)
        for page in others:
            device = page.device
            name, token = f"P{page.seat}", str(page.seat)
            tip, key = device.chain.tip, device.key.public
            self.take(self.table.sit(name, token, page.seat, tip, key)[1])
        if others:
            self.take(self.table.start(False, 0.0))
        for page in self.pages:
            self.take(self.table.arrive(page.seat, 0.0))
            self._begin(page)
        if first.weather.dies_every:
            self._again(first, first.weather.dies_every, self._is_killed)

    def _device(self, number: int) -> Device:
        key, chain = Key(self.chance.randbytes(32)), Chain(self.chance.randbytes(32))
        return Device(chain, key, frozenset({Seat(number)}), named=dice_named)

    def run(self, most: float = 3000.0) -> None:
        """Until the game is over and everybody has heard so, or nothing happens any more."""
        while self._queue and self.now < most:
            self.now, _, what = heapq.heappop(self._queue)
            what()
            if self.table.ledger.stage == "over" and all(map(self._has_heard, self.pages)):
                return

    def _has_heard(self, page: Page) -> bool:
        return page.device.lines == len(self.table.ledger.history)

    def at(self, when: float, what: Callable[[], None]) -> None:
        heapq.heappush(self._queue, (when, next(self._number), what))

    # --- the server -----------------------------------------------------------------------------

    def take(self, outcome: Outcome) -> None:
        """Keep it, tell lines to everybody, do the work, and look at the clock again."""
        if self._doomed:
            self.die()
            return
        self.kept += outcome.entries
        for notice in outcome.notices:
            if isinstance(notice, LineAdded):
                for page in self.pages:
                    self.tell(page, notice.number, [notice.text])
        for job in outcome.jobs:
            self.at(self.now + 0.01, partial(self._work, job, self.deaths))
        due = self.table.due()
        if due is not None and due != self._due:
            self._due = due
            self.at(max(self.now, due), self._tick)

    def _tick(self) -> None:
        self._due = None
        self.take(self.table.tick(self.now))

    def _work(self, job: Job, deaths: int) -> None:
        if deaths < self.deaths:
            return
        if isinstance(job, ThrowJob):
            self.take(self.table.landed(job, self._dice.throw(job.order), self.now))
        else:
            bot = next(iter(self.table.bots.values()))
            answer = bot.answer(job.sight, Random(job.chance))
            self.take(self.table.decided(job, answer, self.now))

    def _is_killed(self, _: Page) -> None:
        """Now, or in the middle of its next step."""
        if self.chance.random() < 0.5:
            self.die()
        else:
            self._doomed = True

    def die(self) -> None:
        """What was kept is all that is left; every page dials again."""
        self._doomed, self._due = False, None
        self.deaths += 1
        self.table = Table.from_log(self.kept, **self._equipment)
        for page in self.pages:
            page.generation += 1
            if page.online:
                self.at(self.now + NOTICED, partial(self._dials, page))
            page.online = page.attends = False

    # --- the lines ------------------------------------------------------------------------------

    def tell(self, page: Page, first: int, lines: list[str]) -> None:
        """The server says lines to a page that attends."""
        if page.attends:
            landings = sum(line.startswith('{"type":"land"') for line in lines)
            size = ROUND_A_LINE + sum(map(len, lines)) + ROUND_A_LANDING * landings
            self.down(page, lambda: self._hears(page, first, lines), size)

    def down(self, page: Page, what: Callable[[], None], size: int = ROUND_A_LINE) -> None:
        page.down_free = max(self.now, page.down_free) + 8 * size / page.weather.bits
        page.down = max(page.down_free + self._delay(page), page.down)
        self._carry(page, page.down, what)

    def up(self, page: Page, what: Callable[[], None], size: int = 4 * ROUND_A_LINE) -> None:
        page.up_free = max(self.now, page.up_free) + 8 * size / page.weather.bits
        page.up = max(page.up_free + self._delay(page), page.up)
        self._carry(page, page.up, what)

    def _delay(self, page: Page) -> float:
        return page.weather.delay + page.weather.jitter * self.chance.random()

    def _carry(self, page: Page, when: float, what: Callable[[], None]) -> None:
        if not page.online:
            return
        number, generation = next(self._number), page.generation

        def arrives() -> None:
            if page.generation != generation:
                return
            if self.now < page.stalled:
                heapq.heappush(self._queue, (page.stalled, number, arrives))
            else:
                with suppress(KesselError):  # refused; the page sees what came of it
                    what()

        heapq.heappush(self._queue, (when, number, arrives))

    # --- a page ---------------------------------------------------------------------------------

    def _begin(self, page: Page) -> None:
        weather = page.weather
        self.at(self.now + PING_EVERY, lambda: self._beats(page))
        for every, what in (
            (weather.stall_every, self._stalls),
            (weather.cut_every, self._is_cut),
            (weather.hides_every, self._hides),
        ):
            if every:
                self._again(page, every, what)

    def _again(self, page: Page, every: float, what: Callable[[Page], None]) -> None:
        def happens() -> None:
            what(page)
            self._again(page, every, what)

        self.at(self.now + every * (0.5 + self.chance.random()), happens)

    def _beats(self, page: Page) -> None:
        if not page.hidden:
            self._pings(page)
            self._acts(page)
        self.at(self.now + PING_EVERY, lambda: self._beats(page))

    def _pings(self, page: Page) -> None:
        page.pings += 1
        number = page.pings
        page.device.ping(number, self.now)
        sent, told = self.now, page.trip

        def pongs() -> None:
            page.device.pong(number)
            took = self.now - sent
            page.trip += NEWEST_TRIP * (took - page.trip) if page.trip else took

        def comes() -> None:
            self.table.beat([page.seat], self.now, told)
            self.down(page, pongs)

        self.up(page, comes, ROUND_A_LINE)

    def _stalls(self, page: Page) -> None:
        page.stalled = self.now + self.chance.uniform(*page.weather.stall)

    def _is_cut(self, page: Page) -> None:
        """The connection is lost; the server notices at once, or not before the page is back."""
        if not page.online:
            return
        page.generation += 1
        page.online = page.attends = False
        if self.chance.random() < 0.5:
            self.take(self.table.depart(page.seat, self.now))
        if page.weather.reload:
            old = page.device
            page.device = Device(old.chain, old.key, old.seats, named=dice_named)
            page.device._chains, page.device._said_away = old._chains, old._said_away
        self.at(self.now + NOTICED, lambda: self._dials(page))

    def _dials(self, page: Page) -> None:
        page.online, page.up, page.down = True, self.now, self.now
        page.up_free = page.down_free = self.now
        self.up(page, lambda: self._comes_back(page))

    def _comes_back(self, page: Page) -> None:
        self.take(self.table.depart(page.seat, self.now))
        self.take(self.table.arrive(page.seat, self.now))
        self.take(self.table.wake(self.now))
        history = self.table.ledger.history
        game, lines = self.table.ledger.running().started.game, len(history)
        texts = [log.entry_text(entry) for entry in history]

        def shown() -> None:
            page.device.connected(game, lines, self.now)
            first = max(0, page.device.lines - 1)
            self._hears(page, first, texts[first:])

        lacking = texts[max(0, page.device.lines - 1) :]
        self.down(page, shown, ROUND_A_LINE + sum(map(len, lacking)) // 2)  # packed
        page.attends = True

    def _hides(self, page: Page) -> None:
        if page.hidden or page.device.play is None:
            return
        page.hidden, sign = True, page.device.away()
        self.up(page, lambda: self.table.away([page.seat], sign))

        def back() -> None:
            page.hidden = False
            page.device.renew(Chain(self.chance.randbytes(32)))
            self._offers(page)
            self._acts(page)

        self.at(self.now + self.chance.uniform(2.0, 20.0), back)

    def _hears(self, page: Page, first: int, lines: list[str]) -> None:
        for shown in page.device.hear(first, lines, at=self.now):
            self._shows(page, shown)
        if needs_offer(page.device) and not page.hidden:
            if page.device.needs_chain:
                page.device.renew(Chain(self.chance.randbytes(32)))
            self._offers(page)
        self.at(self.now + self.chance.uniform(0.3, 1.5), lambda: self._acts(page))

    def _shows(self, page: Page, shown: LinkShown) -> None:
        where = (shown.throw, shown.attempt, shown.link)

        def comes() -> None:
            self.take(self.table.show_link([page.seat], *where, self.now, sign=shown.sign))

        self.up(page, comes)
        self._pings(page)

    def _offers(self, page: Page) -> None:
        if page.device.findings:
            return
        tip, sign = page.device.chain.tip, page.device.offer(self.now)
        self.up(page, lambda: self.table.offer([page.seat], tip, sign))
        self._pings(page)

    def _acts(self, page: Page) -> None:
        """Answer what the game waits for; once more if nothing came of it."""
        play, device = page.device.play, page.device
        if play is None or page.hidden or device.findings or play.in_the_air:
            return
        for player in set(device.players) & set(play.waited_for()):
            said = gentle_answer(sight(play, player), self.chance)
            if isinstance(play.awaited, AwaitChoice) and self.chance.random() < 0.5:
                said = Answer(Throw(play.units(player)[0]))
            self.up(page, self._said(page, play, player, said))

    def _said(self, page: Page, play: Play, player: int, said: Answer) -> Callable[[], None]:
        seat = page.seat
        if isinstance(said.move, Throw):
            cast = page.device.cast(player, said.move.unit, self._aim(self.chance).to_json())
            return lambda: self.take(
                self.table.throw(seat, self._state(play), cast.unit, cast.aim, self.now, cast.sign)
            )
        entry = answered(play, player, said.move)
        signed = page.device.answer(player, entry.move, entry.dice)
        return lambda: self.take(
            self.table.answer(
                seat, self._state(play), said.move, signed.dice, self.now, signed.sign
            )
        )

    def _state(self, play: Play) -> int:
        """The number of the state a page answers, if it is still the one."""
        now = self.table.ledger
        return now.state_number if now.running().mark == play.mark else 0
