"""The log of a story, line by line: with a state of its own, every signature, link and throw is
checked, and what this device said is held against it. Knows no views."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from kessel.errors import KesselError
from kessel.proof import agreed
from kessel.proof.audit import check_kept
from kessel.proof.counts import UnprovenCounts
from kessel.proof.rethrow import Named, Rethrows
from kessel.proof.spoken import Spoken
from kessel.proof.verdict import Contradiction, Unproven
from kessel.rules.moves import Player
from kessel.table import TableState, log
from kessel.table.dice import PHYSICS, is_physics
from kessel.table.play import Play
from kessel.table.settings import public_name
from kessel.table.state import Applied
from kessel.table.terms import Seat

if TYPE_CHECKING:
    from kessel.messages.server import Snapshot


class Follower:
    """Follows the games of one table."""

    def __init__(self, named: Named | None) -> None:
        self.state: TableState | None = None
        """The table, once it was shown."""
        self.own = agreed.Own("", frozenset(), "")
        self.spoken = Spoken()
        self.counts = UnprovenCounts()
        self.since = ("", 0)
        """A game and how many lines it had when this connection began."""
        self.arrived: Snapshot | None = None
        """What was shown as it began."""
        self.first = Seat(0)
        """Who is shown to begin the first game."""
        self.ended: set[str] = set()
        """The games before this one."""
        self.knows_series = True
        """Whether all games of the tournament were heard."""
        self._rethrows = Rethrows(named)
        self._heard: list[int] = []
        """Hashes of the lines of this game."""
        self._is_whole = True
        """Whether everything that this device said in this game is in the story."""
        self._games = self._lines = self._throws = 0
        self._tips: set[str] = set()

    @property
    def play(self) -> Play | None:
        """The game that runs or ran last."""
        return None if self.state is None else self.state.play

    @property
    def started(self) -> log.GameStarted | None:
        """Its first line."""
        return None if self.play is None else self.play.started

    @property
    def game(self) -> str:
        """Its code."""
        return "" if self.started is None else self.started.game

    @property
    def lines(self) -> int:
        """How many of its lines were heard."""
        return len(self._heard)

    @property
    def lacks_lines(self) -> bool:
        """Whether lines are missing that were there before this connection."""
        game, lines = self.since
        return bool(game) and game not in self.ended and (game != self.game or self.lines < lines)

    @property
    def checked(self) -> Mapping[str, int]:
        """How much was checked."""
        again = self._rethrows.again
        return {"games": self._games, "lines": self._lines, "throws": self._throws, "again": again}

    def unproven(self, unheard: int) -> tuple[Unproven, ...]:
        """What nothing proves; so many views tell of lines that were not heard."""
        found = [*self.counts.all(), *self._rethrows.unproven()]
        found += [Unproven("unheard", unheard)] if unheard else []
        return tuple(found)

    def visit(self, own: agreed.Own, tip: str | None) -> None:
        """A connection begins."""
        self.own = own
        self.spoken.visit(tip)
        self._is_whole = False
        self.since = ("", 0)

    # --- lines ----------------------------------------------------------------------------------

    def hear(self, game: str, number: int, text: str) -> Applied | None:
        """A line, which may have been heard before; None where nothing is new."""
        if game != self.game:
            if number == 0:
                return self._begin(game, text)
            if game == self.since[0]:
                return None
            raise Contradiction("line", "a line of a game that has not begun")
        if number < self.lines:
            if self._heard[number] != hash(text):
                raise Contradiction("told_twice", str(number))
            return None
        if number > self.lines:
            if self.lacks_lines:
                return None
            raise Contradiction("not_shown", f"line {self.lines}")
        return self._go_on(text)

    def _begin(self, game: str, text: str) -> Applied:
        entry = log.read_line(text)
        state = self.state
        if state is None or not isinstance(entry, log.GameStarted) or entry.game != game:
            raise Contradiction("begins", "game")
        is_old = game == self.since[0]
        if state.stage == "playing" and not is_old:
            raise Contradiction("begins", "the last game is not over")
        if entry.table != public_name(state.made.code):
            raise Contradiction("begins", "table")
        if self.play is not None:
            self.ended.add(self.game)
        if not state.series.games and not agreed.is_started(
            state, entry, self.own, self.spoken.start, self.first
        ):
            if not is_old:
                raise Contradiction("begins", "start")
            self.counts.add("unseen")
        if state.stage == "playing" or entry.number != state.series.games + 1:
            self.knows_series = not state.made.tournament
        started = self._agreed(state, entry, is_old)
        applied = started.apply(entry)
        self.state, self._heard = applied.state, [hash(text)]
        self._is_whole = not is_old
        self.spoken.begin_game()
        self._check_chains(entry)
        if state.made.dice == PHYSICS and not is_physics(entry.dice):
            self.counts.add("other_dice")
        self._games += 1
        self._lines += 1
        return applied

    def _agreed(self, state: TableState, entry: log.GameStarted, is_old: bool) -> TableState:
        """The table as a game begins, as it was agreed; what nobody saw here is counted."""
        is_host_there = agreed.invites(entry, self.own) or self._games
        if not (is_host_there and self.knows_series):
            self.counts.add("unseen")
        shown, knows = self.arrived, self.knows_series
        try:
            return agreed.begun(state, entry, self.own, self.first, knows_series=knows)
        except Contradiction:
            if not is_old or shown is None:
                raise
        self.counts.add("unseen")
        box = log.BoxChosen(
            edition=shown.edition,
            preset=shown.preset,
            options=shown.options,
            elements=shown.elements,
            clock=shown.clock,
        )
        state = replace(state, box=box)
        return agreed.begun(state, entry, self.own, self.first, unseen=True)

    def _check_chains(self, entry: log.GameStarted) -> None:
        """The server's chain is a fresh one, and ours one that we offered."""
        if entry.server in self._tips:
            raise Contradiction("chain", "server")
        for device in entry.devices:
            mine = set(device.seats) & self.own.seats
            if mine and self._is_whole and device.tip not in self.spoken.tips:
                raise Contradiction("not_said", "tip")
            if device.tip in self._tips:
                if mine:
                    raise Contradiction("chain", "tip")
                self._count_used(entry, device)
        self._tips |= {entry.server, *(device.tip for device in entry.devices)}

    def _count_used(self, entry: log.GameStarted, device: log.DeviceTip) -> None:
        names = [one.name for one in entry.players if one.seat in device.seats]
        self.counts.add("used_chain", names[0] if names else "")

    @property
    def _players(self) -> frozenset[Player]:
        """Our own players, whom we know by our key and by nobody's word."""
        started = self.started
        if started is None or not self.own.key:
            return frozenset()
        return frozenset(p for p, one in enumerate(started.players) if one.key == self.own.key)

    def _go_on(self, text: str) -> Applied:
        entry = log.read_line(text)
        state, play = self.state, self.play
        assert state is not None
        assert play is not None
        try:
            if isinstance(entry, log.ThrowFixed) and not play.casts:
                for cast in entry.casts:
                    state = state.apply(cast).state
            elif isinstance(entry, log.GameStarted):
                raise Contradiction("begins", "twice")
            elif isinstance(entry, log.RaceWon) and entry.winner not in _racing(state):
                raise Contradiction("line", "the winner did not race")
            applied = state.apply(entry)
            check_kept(play, entry)
        except Contradiction:
            raise
        except KesselError as error:
            raise Contradiction("line", str(error)) from None
        self._said(play, entry)
        self.counts.enter(play, entry)
        if isinstance(entry, log.DiceLanded):
            self._rethrows.check(play, entry)
            self._throws += 1
        self._heard.append(hash(text))
        self._lines += 1
        if isinstance(entry, log.DeviceJoined | log.ServerChainRenewed):
            self._joins(play, entry)
        result = applied.state.result
        after = applied.state if result is None else applied.state.apply(result).state
        self.state = after
        return Applied(after, applied.notices)

    def _said(self, play: Play, entry: log.GameEntry) -> None:
        unknown = self.spoken.entered(play, entry, self._players)
        if unknown and self._is_whole:
            raise Contradiction("not_said", str(entry.__struct_config__.tag))
        if unknown:
            self.counts.add("elsewhere", count=unknown)
        is_resolved = isinstance(entry, log.DiceLanded) or (
            isinstance(entry, log.Answered) and entry.links is not None
        )
        if is_resolved and play.fixed is not None:
            mine = {play.seat_of(player) for player in self._players - play.resigned}
            asked = (play.chains.devices[number].seats for number in play.fixed.devices)
            if unknown or not any(seats & mine for seats in asked):
                self.counts.add("not_there")

    def _joins(self, play: Play, entry: log.DeviceJoined | log.ServerChainRenewed) -> None:
        mine = isinstance(entry, log.DeviceJoined) and set(entry.seats) & self.own.seats
        if entry.tip in self._tips:
            if mine or not isinstance(entry, log.DeviceJoined):
                raise Contradiction("chain", "tip")
            device = log.DeviceTip(seats=entry.seats, tip=entry.tip)
            self._count_used(play.started, device)
        self._tips.add(entry.tip)


def _racing(state: TableState) -> Collection[Player]:
    return () if state.race is None else state.race.needed
