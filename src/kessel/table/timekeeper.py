"""A ledger in time: whom it waits for and how long, when bots are asked, what it does itself.

It is told what time it is. Whatever it decides first becomes a log entry.
"""

import secrets
from collections.abc import Callable, Mapping
from random import Random

from kessel.bots.bot import Answer, Bot
from kessel.rules.awaits import AwaitColumn, AwaitStack
from kessel.rules.engine import column_tie
from kessel.table import log
from kessel.table.answers import entry_of, sight
from kessel.table.bots import gentle_answer
from kessel.table.ledger import Ledger
from kessel.table.notices import BotJob, Changed, Job, Outcome, ThrowJob
from kessel.table.pace import Pace
from kessel.table.play import Play
from kessel.table.seats import Seat


class Timekeeper(Ledger):
    """The table's own part in what happens: clocks, bots, dice to be thrown."""

    def __init__(
        self,
        made: log.TableMade,
        bots: Mapping[str, Bot],
        pace: Pace,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        super().__init__(made, bots)
        self.pace = pace
        self.asleep = False
        self._entropy = entropy
        self._deadline: tuple[float, float] | None = None
        """When the time is over, and how long it was."""
        self._quiet_until = 0.0
        """Until then dice are still seen flying."""
        self._bot_due: dict[int, float] = {}
        self._asked: set[int] = set()
        """Bots that have been asked and not answered."""
        self._flying: int | None = None
        self._entries: list[log.Entry] = []
        self._jobs: list[Job] = []

    def wake(self, now: float) -> Outcome:
        """Somebody attends again: clocks run, and what was under way goes on."""
        if self.asleep:
            self.asleep = False
            self._flying = None
            self._asked.clear()
            self._quiet_until = now
            for seat in self.seats:
                seat.away_since = None if seat.present else now
            if self.stage == "over" and not self._is_counted:
                self._commit(self._counted())
            self._arm(now)
        return self._outcome()

    def sleep(self) -> None:
        """Nobody attends: no clock runs, no bot plays."""
        self.asleep = True

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
        return self._outcome()

    def time_left(self, now: float) -> tuple[float, float] | None:
        """Seconds left and seconds given, where a clock is shown."""
        if self._deadline is None or (self.made.clock == "off" and not self._has_window()):
            return None
        until, total = self._deadline
        return max(0.0, until - now), total

    # --- inside: deciding ---------------------------------------------------------------------

    def _outcome(self) -> Outcome:
        """All that came of it since the last time."""
        outcome = Outcome(tuple(self._entries), tuple(self._notices), tuple(self._jobs))
        self._entries.clear()
        self._notices.clear()
        self._jobs.clear()
        return outcome

    def _commit(self, entry: log.Entry) -> None:
        was_playing = self.stage == "playing"
        self._reduce(entry)
        self._entries.append(entry)
        if was_playing and self.stage == "over":
            self._commit(self._counted())

    def _counted(self) -> log.GameCounted:
        play = self._running()
        winners = [play.started.players[seat] for seat in play.state.winners]
        return log.GameCounted(number=play.started.number, winners=winners, out=list(self._batches))

    def _changed_state(self) -> None:
        super()._changed_state()
        self._deadline = None
        self._bot_due.clear()
        self._asked.clear()

    def _answered(self, seat: int) -> None:
        self._bot_due.pop(seat, None)

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

    def _replace_missing(self, now: float) -> None:
        for number, seat in enumerate(self.seats):
            since = _missed_since(seat)
            if since is not None and now >= since + self.pace.away:
                self._commit(log.BotTookOver(seat=number, for_good=False))
                self._arm(now)

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

    def _bot_tap(self, player: int) -> float:
        quick, slow = self.pace.race_bot_tap
        assert self.race is not None
        heat, done = self.race.heat, self.race.done[player]
        chance = Random(f"{self._chance(player).hex()} {heat} {done}")
        return quick + (slow - quick) * chance.random()

    def _tap(self, player: int, now: float) -> None:
        self._entries.append(log.Tapped(seat=player))
        self._reduce_tap(player, now)

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

    def _refuse_push(self) -> None:
        self.wish = None
        self._notices.append(Changed("push_refused"))


def _missed_since(seat: Seat) -> float | None:
    return seat.away_since if seat.acts_itself and not seat.present else None
