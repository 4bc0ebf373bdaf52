"""What persons do in a game: throw, decide, build a column of fire, push dice about."""

from collections.abc import Sequence

from kessel.errors import NotAwaited
from kessel.rules.moves import Move, Player, Unit
from kessel.table import log, signing
from kessel.table.answers import answered, clamped_aim
from kessel.table.course import Course
from kessel.table.feed import check_kept_piles
from kessel.table.notices import NOTHING, GameChanged, Outcome, tell
from kessel.table.play import Play
from kessel.table.push import PushRequest, check_patience, check_push, needs_consent
from kessel.table.state import TableState
from kessel.table.terms import Seat, Stale
from kessel.throws.aim import AimValues
from kessel.throws.placing import Push


class Acts:
    """What is done in the games of one table by those who sit there."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._running, self._devices = course.table, course.devices
        self._clock = course.table.clock

    @property
    def _state(self) -> TableState:
        return self._running.state

    def hurry(self, seat: Seat, fast: bool, now: float) -> Outcome:
        """Let bots answer at once, or take their time again; only where that rushes nobody else."""
        if fast and self._course.rushes_others(seat):
            raise NotAwaited("other persons still play, and would be rushed")
        self._course.hurried_by = seat if fast else None
        if fast and self._running.heat is None:
            self._clock.hurry_bots(now)
        return NOTHING

    def throw(
        self, seat: Seat, state: int, unit: Unit, aim: AimValues, now: float, sign: str = ""
    ) -> Outcome:
        """Show a cast; once everybody who throws has shown one, the throw is fixed."""
        player = self._answering(seat, state)
        cast = log.CastShown(player=player, unit=unit, aim=clamped_aim(aim), sign=sign)
        with self._running.all_or_nothing():
            outcome = self._course.person_acted(seat) + self._running.keep_cast(cast)
        if self._state.running().has_all_casts:
            return outcome + self._course.fix_throw(now)
        self._course.wait_for_answers(now)
        return outcome

    def throw_again(self, seat: Seat, now: float) -> Outcome:
        """Have the dice thrown that did not come: the same throw, fixed as it was."""
        self._state.person(seat)
        if not self._course.is_stuck:
            raise NotAwaited("no throw is stuck")
        return self._course.throw_again(now)

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
        entry = answered(self._state.running(), player, move, dice, sign=sign)
        with self._running.all_or_nothing():
            outcome = self._course.person_acted(seat) + self._running.keep(entry)
        return outcome + self._course.go_on(now)

    def keep_piles(self, seat: Seat, state: int, piles: Sequence[int], now: float) -> Outcome:
        """Say which piles to build up again after the race."""
        player = self._answering(seat, state)
        check_kept_piles(self._state.running(), player, piles)
        kept = log.PilesKept(player=player, piles=sorted(piles))
        is_same = self._state.kept_piles.get(player) == kept.piles
        return NOTHING if is_same else self._running.keep(kept)

    def tap(self, seat: Seat, state: int, done: int, now: float) -> Outcome:
        """Stack dice until that many are done, as far as a hand can have tapped since the start."""
        player = self._answering(seat, state)
        race, heat = self._state.race, self._running.heat
        if race is None or heat is None or player not in race.needed:
            raise NotAwaited("this seat builds no column of fire now")
        taps = heat.taps_that_count(race, player, done, now)
        return sum((self._running.keep_tap(heat, player, now) for _ in range(taps)), NOTHING)

    def push(
        self, seat: Seat, state: int, pushes: Sequence[Push], now: float, sign: str = ""
    ) -> Outcome:
        """Push lying dice about before one's throw; where all must agree, ask them. The time to
        throw goes on running."""
        player = self._on_move(seat, state)
        if self._running.push is not None:
            raise NotAwaited("the others are asked for a push already")
        play = self._state.running()
        check_push(play, pushes)
        check_patience(self._state.history, self._running.pushes_refused)
        entry = log.DicePushed(player=player, dice=list(pushes), sign=sign)
        signing.check_said(play.key_of(player), signing.push_message(play, entry), sign)
        back = self._course.person_acted(seat)
        persons = frozenset(self._other_persons(play, player))
        if needs_consent(play.state.options) and persons:
            bots = frozenset(range(play.state.players)) - persons - {player}
            self._running.push = PushRequest(entry, asked=persons, agreed=bots)
            self._clock.consent = self._clock.start(self._course.pace.consent, now)
            return tell(GameChanged("push_asked")) + back
        return back + self._running.keep_push(entry) + self._course.go_on(now)

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
        request, play = self._running.push, self._state.running()
        if request is None or player not in request.asked:
            raise NotAwaited("nobody asks this seat for consent")
        if not request.is_for(pushes):
            raise Stale(f"another push is asked for: {request.push.dice}")
        if not agree:
            return self._running.refuse_push() + self._course.person_acted(seat)
        message = signing.agree_message(play, request.push, player)
        signing.check_said(play.key_of(player), message, sign)
        back = self._course.person_acted(seat)
        self._running.push = request.agreed_by(player, sign)
        if self._running.push.asked:
            return tell(GameChanged("push_asked")) + back
        return back + self._running.keep_push(self._running.push.push) + self._course.go_on(now)

    def _answering(self, seat: Seat, state: int) -> Player:
        """The player of a person who answers this very state."""
        self._state.person(seat)
        player = self._state.player_at(seat)
        if state != self._state.state_number:
            raise Stale(f"this answers state {state}; the game is at {self._state.state_number}")
        return player

    def _on_move(self, seat: Seat, state: int) -> Player:
        player = self._answering(seat, state)
        play = self._state.running()
        if play.casts or player != play.on_move:
            raise NotAwaited(f"the game does not wait for seat {seat}")
        return player

    def _other_persons(self, play: Play, player: Player) -> list[Player]:
        others = [n for n in range(play.state.players) if n != player]
        return [p for p in others if self._state.seats[play.seat_of(p)].acts_itself]
