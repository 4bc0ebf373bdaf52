"""Course: what a running game needs next, and doing it: throws, bots, races, and bots in place of
persons who stay away.

`Course.go_on` is called after whatever happened and may be called at any time. What persons say
comes to it through `Table`.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from msgspec import structs

from kessel.bots.bot import Bot
from kessel.fairness import LINK_BYTES, Chain
from kessel.rules.awaits import AwaitColumn, AwaitExtra, AwaitStack
from kessel.rules.engine import column_tie
from kessel.rules.moves import Player
from kessel.table import log
from kessel.table.answers import answered, sight
from kessel.table.beginning import next_game
from kessel.table.bots import gentle_answer, usual_level
from kessel.table.clock import Countdown
from kessel.table.devices import Devices
from kessel.table.notices import NOTHING, BotJob, GameChanged, Outcome, ThrowJob, tell
from kessel.table.pace import Pace
from kessel.table.play import Play
from kessel.table.race import Heat
from kessel.table.running import RunningTable
from kessel.table.settings import readable
from kessel.table.terms import Seat

GAME_CODE_BYTES = 10
LINK_TRIPS, LINK_MARGIN = 1.25, 0.5
"""A link over a slow line is waited for that many times its way there and back, and s more."""


class Course:
    """The games of one table, one after another."""

    def __init__(
        self,
        table: RunningTable,
        devices: Devices,
        *,
        bots: Mapping[str, Bot],
        dice_name: str,
        pace: Pace,
        entropy: Callable[[int], bytes],
        date: Callable[[], float],
    ) -> None:
        self.table = table
        self.devices = devices
        self.bots = bots
        self.pace = pace
        self.asleep = False
        self.lapses: dict[Seat, int] = {}
        """How often in a row a person let the time pass."""
        self.hurried_by: Seat | None = None
        """Whose bots answer at once."""
        self.flying: int | None = None
        """The throw that is being made, or stuck."""
        self.is_stuck = False
        """Whether nobody could make it: it stays fixed, and waits to be asked for again."""
        self._dice_name = dice_name
        self._entropy = entropy
        self._date = date

    def begin_game(self, now: float) -> Outcome:
        """Draw the server's chain, publish its tip with those of the devices, and start. What is
        worn is said again, so that it is found among the entries of this game."""
        table, devices = self.table, self.devices
        chain = Chain(self._entropy(LINK_BYTES))
        code = readable(self._entropy(GAME_CODE_BYTES))
        started = next_game(
            table.state, code, chain.tip, devices.offered, self._dice_name, self.level_of
        )
        devices.begin_game()
        table.clock.quiet_until = now
        outcome = table.keep(log.ChainDrawn(secret=chain.secret.hex())) + table.keep(started)
        for seat, one in enumerate(table.state.seats):
            if one.finish or one.mat:
                worn = log.SeatDressed(seat=Seat(seat), finish=one.finish, mat=one.mat)
                outcome += table.keep(worn)
        return outcome + self.go_on(now)

    def go_on(self, now: float) -> Outcome:
        """Do what the game needs next: throw, stack by chance, race, or wait for answers."""
        if self.table.state.stage != "playing":
            return NOTHING
        if self.asleep:
            return self._give_days()
        outcome = self._line_up() + self._give_days()
        play = self.table.state.running()
        if play.needs_chance:
            return outcome + self.fix_throw(now)
        if isinstance(play.awaited, AwaitColumn):
            self._start_heat(now)
        else:
            self.wait_for_answers(now)
        return outcome

    # --- throws -------------------------------------------------------------------------------

    def fix_throw(self, now: float) -> Outcome:
        """Fix in public what is thrown, once; then wait for the links of the devices."""
        table = self.table
        play = table.state.running()
        if self.asleep or self.flying == play.throws:
            return NOTHING
        outcome = NOTHING
        if play.fixed is None:
            self.devices.drop_links()
            outcome = self._renew_chains(play) + self._leave_out_the_absent(now)
            fixing = table.state.running().to_fix(self._dice_name)
            outcome += table.keep(fixing)
            table.clock.links = now + self._time_for_links(fixing.devices)
        elif table.clock.links is None:
            table.clock.links = now + self.pace.links_awake
        fixed = table.state.running().fixed
        return outcome if fixed is None or fixed.devices else outcome + self.throw_fixed(now)

    def fix_without_the_late(self, fixed: log.ThrowFixed, now: float) -> Outcome:
        """Devices that have not shown their link take no part any more; the throw is fixed
        again, with fresh links of all others."""
        self.table.clock.links = None
        missing = self.devices.missing(fixed)
        late = log.DevicesLate(throw=fixed.throw, attempt=fixed.attempt, devices=missing)
        return self.table.keep(late) + self.fix_throw(now)

    def throw_fixed(self, now: float) -> Outcome:
        """All links are there: throw, or stack the tower that chance builds."""
        play, chain = self.table.state.running(), self.table.state.chain
        if play.fixed is None or chain is None or self.flying == play.throws:
            return NOTHING
        self.table.clock.links = None
        links = self.devices.links(chain.link(play.chains.asked), play.fixed.devices)
        chance = play.chance(links)
        if play.builds_by_chance:
            return self._stack_by_chance(play, chance, links) + self.go_on(now)
        return self._start_throw(play, chance, links)

    def throw_again(self, now: float) -> Outcome:
        """The throw that is stuck, from the links that were shown for it: it lands as it would
        have."""
        self.is_stuck, self.flying = False, None
        return tell(GameChanged("flying")) + self.throw_fixed(now)

    def _time_for_links(self, numbers: Sequence[int]) -> float:
        """Longer if a line is slow: nobody is late again and again for the way alone."""
        chains = self.table.state.running().chains
        seats = {seat for number in numbers for seat in chains.devices[number].seats}
        needed = LINK_MARGIN + LINK_TRIPS * self.devices.slowest(seats)
        return max(self.pace.links, min(self.pace.links_most, needed))

    def _renew_chains(self, play: Play) -> Outcome:
        """Let devices join that offer a chain, and give the server a new one if it needs it."""
        table, outcome = self.table, NOTHING
        for tip, seats, sign in [] if play.gave_up else self.devices.joining(play):
            outcome += table.keep(table.state.running().chains.to_join(seats, tip, sign))
        if play.chains.server_is_used_up:
            chain = Chain(self._entropy(LINK_BYTES))
            outcome += table.keep(log.ChainDrawn(secret=chain.secret.hex()))
            outcome += table.keep(log.ServerChainRenewed(tip=chain.tip))
        return outcome

    def _leave_out_the_absent(self, now: float) -> Outcome:
        """Before a throw is fixed, and so before anybody knows how it falls: devices that are not
        there take no part in it."""
        play = self.table.state.running()
        absent = self.devices.absent(play.chains, self.pace.silence, now)
        return NOTHING if play.gave_up or absent is None else self.table.keep(absent)

    def _start_throw(self, play: Play, chance: bytes, links: log.Links) -> Outcome:
        self.flying = play.throws
        order = play.order(chance)
        job = ThrowJob(play.started.game, play.throws, play.attempt, order, links)
        return Outcome(jobs=(job,))

    def _stack_by_chance(self, play: Play, chance: bytes, links: log.Links) -> Outcome:
        dice = play.random_tower(chance)
        assert isinstance(play.awaited, AwaitStack)
        tower = play.awaited.answer(tuple(map(play.face_of, dice)))
        entry = answered(play, play.state.active, tower, dice, by="table")
        return self.table.keep(structs.replace(entry, links=links))

    # --- waiting for answers --------------------------------------------------------------------

    def wait_for_answers(self, now: float) -> None:
        """Give everybody who is waited for their time; a bot's is as long as it thinks."""
        state, clock = self.table.state, self.table.clock
        play = state.running()
        if clock.answer is None:
            is_window = isinstance(play.awaited, AwaitExtra)
            times = self.pace.extra_window if is_window else self.pace.decision
            clock.answer = clock.start(times[state.made.clock], now)
            if state.due is not None:
                left = state.due - self._date()
                clock.answer = Countdown(now + left, clock.answer.seconds)
        self.give_grace()
        for player in play.waited_for():
            seat = play.seat_of(player)
            if not state.seats[seat].acts_itself and seat not in self.table.asked:
                pause = self.pace.thinking_time(Random(play.bot_chance(player)))
                due = now if self._hurries else clock.start(pause, now).ends
                clock.schedule_bot(seat, due)

    def give_grace(self) -> None:
        """What the line takes is given back to those whom the game waits for."""
        play = self.table.state.running()
        trip = self.devices.slowest([play.seat_of(player) for player in play.waited_for()])
        self.table.clock.grace = min(self.pace.grace, trip)

    def _give_days(self) -> Outcome:
        """Where a turn has days, enter until when: it runs on while nobody attends."""
        state = self.table.state
        play = state.running()
        persons = [p for p in play.waited_for() if state.seats[play.seat_of(p)].acts_itself]
        if not self.table.over_days or state.due is not None or not persons:
            return NOTHING
        self.table.clock.answer = None
        until = self._date() + self.pace.decision[state.made.clock]
        return self.table.keep(log.TurnDue(until=round(until, 3)))

    def lapse(self, now: float) -> Outcome:
        """The time is over: the table does the least for everybody who is waited for."""
        table, outcome = self.table, NOTHING
        for player in table.state.running().waited_for():
            seat = table.state.running().seat_of(player)
            outcome += self._note_lapse(seat)
            play = table.state.running()
            if play.plays_itself(player) and not self._may_act_for_persons(play):
                outcome += self.hand_over(seat, for_good=False)
                table.clock.answer = None
                continue
            chance = Random(play.bot_chance(player))
            answer = gentle_answer(sight(play, player), chance)
            outcome += table.keep_answer(player, answer, "table")
        return outcome + self.go_on(now)

    def _may_act_for_persons(self, play: Play) -> bool:
        has_clock = self.table.state.made.clock != "off" and not self.table.over_days
        return has_clock or isinstance(play.awaited, AwaitExtra)

    def _note_lapse(self, seat: Seat) -> Outcome:
        """A person who lets the time pass too often is replaced."""
        if not self.table.state.seats[seat].acts_itself:
            return NOTHING
        self.lapses[seat] = self.lapses.get(seat, 0) + 1
        has_patience = self.lapses[seat] < self.pace.patience
        return NOTHING if has_patience else self.hand_over(seat, for_good=False)

    # --- bots, and persons for whom they play -----------------------------------------------------

    def level_of(self, seat: Seat) -> str:
        """Which bot plays for a seat: the one that was chosen, or one of middling strength."""
        return self.table.state.seats[seat].level or usual_level(list(self.bots))

    def ask_bots(self, now: float) -> Outcome:
        """Let those bots think whose time has come."""
        jobs = []
        for seat in self.table.clock.bots_due(now):
            self.table.clock.cancel_bot(seat)
            self.table.asked.add(seat)
            jobs.append(self._bot_job(seat))
        return Outcome(jobs=tuple(jobs))

    def _bot_job(self, seat: Seat) -> BotJob:
        state = self.table.state
        play, player = state.running(), state.player_at(seat)
        return BotJob(
            game=play.started.game,
            state=state.state_number,
            seat=seat,
            level=self.level_of(seat),
            sight=sight(play, player),
            chance=play.bot_chance(player),
        )

    @property
    def _hurries(self) -> bool:
        return self.hurried_by is not None and not self.rushes_others(self.hurried_by)

    def rushes_others(self, seat: Seat) -> bool:
        """Whether persons at other seats are still in the game."""
        state = self.table.state
        play = state.play
        return play is not None and any(
            state.seats[other].acts_itself and other != seat and play.state.in_game(player)
            for player, other in enumerate(play.started.seats)
        )

    def person_acted(self, seat: Seat) -> Outcome:
        """Whoever acts is there, whatever the clocks say."""
        self.lapses.pop(seat, None)
        return self.give_back(seat)

    def give_back(self, seat: Seat) -> Outcome:
        """A person plays again, where a bot had taken over."""
        if not self.table.state.occupant(seat).bot_plays:
            return NOTHING
        self.lapses.pop(seat, None)
        self.table.clock.cancel_bot(seat)
        return self.table.keep(log.SeatTakenBack(seat=seat)) + self._line_up()

    def hand_over(self, seat: Seat, *, for_good: bool, sign: str = "") -> Outcome:
        """A bot plays for a person."""
        self.table.clock.absent.pop(seat, None)
        handed = log.SeatHandedOver(seat=seat, for_good=for_good, sign=sign)
        return self.table.keep(handed) + self._line_up()

    def _line_up(self) -> Outcome:
        """Write into the game for whom a bot plays, as soon as no throw is under way."""
        outcome, state = NOTHING, self.table.state
        play = state.play
        if play is None or play.fixed is not None or play.gave_up or state.stage != "playing":
            return outcome
        shown = {cast.player for cast in play.casts}
        for player, seat in enumerate(play.started.seats):
            one = self.table.state.seats[seat]
            if one.kind == "bot" or player in shown or play.started.players[player].bot:
                continue
            if one.resigned and player not in play.resigned:
                plays_on = log.BotPlaysOn(player=player, for_good=True, sign=one.left)
                outcome += self.table.keep(plays_on)
            elif one.bot_plays and player not in play.bots:
                outcome += self.table.keep(log.BotPlaysOn(player=player))
            elif not one.bot_plays and player in play.bots:
                outcome += self.table.keep(log.PersonIsBack(player=player))
        return outcome

    # --- the race -------------------------------------------------------------------------------

    def _start_heat(self, now: float) -> None:
        """Count down to a heat, unless one is on, and let bots build in it."""
        table, state = self.table, self.table.state
        play, race, clock = state.running(), state.running_race(), table.clock
        if table.heat is None:
            table.heat = Heat(self.pace, clock.start(self.pace.race_countdown, now).ends, race.done)
            clock.answer = table.heat.countdown
            clock.race = table.heat.decided_at(race)
        for player in race.builders():
            seat = play.seat_of(player)
            is_away = table.over_days and seat not in self.devices.present
            if is_away or not state.seats[seat].acts_itself:
                chance = play.bot_chance(player)
                at = table.heat.bot_tap(race, player, chance, after=table.heat.starts)
                clock.schedule_bot(seat, at)

    def run_race(self, heat: Heat, now: float) -> Outcome:
        """Let bots tap, and say who won once that is decided."""
        outcome = NOTHING
        for seat in self.table.clock.bots_due(now):
            outcome += self._tap_for_bot(heat, seat, now)
        best = heat.best(self.table.state.running_race(), now)
        return outcome + self._decide_race(best, now) if best else outcome

    def _tap_for_bot(self, heat: Heat, seat: Seat, now: float) -> Outcome:
        """All dice that a bot has stacked by now, each at its time."""
        table, outcome = self.table, NOTHING
        player = table.state.player_at(seat)
        chance = table.state.running().bot_chance(player)
        at = table.clock.bots.pop(seat)
        while at <= now:
            outcome += table.keep_tap(heat, player, at)
            race = table.state.running_race()
            if race.has_finished(player):
                return outcome
            at = heat.bot_tap(race, player, chance, after=at)
        table.clock.schedule_bot(seat, at)
        return outcome

    def _decide_race(self, best: list[Player], now: float) -> Outcome:
        state = self.table.state
        winner = best[0] if len(best) == 1 else column_tie(state.running().state, best)
        if winner is None:
            return self.table.keep(log.RaceRunAgain(players=best)) + self.go_on(now)
        kept = sorted(state.kept_piles.items())
        keep = [(player, pile) for player, piles in kept for pile in piles]
        return self.table.keep(log.RaceWon(winner=winner, keep=keep)) + self.go_on(now)
