"""Who sits where, and what is set up before a game and between games."""

from collections.abc import Mapping, Sequence

from kessel.errors import IllegalMove, NotAwaited
from kessel.fairness.chain import check_tip
from kessel.fairness.keys import check_key
from kessel.names import clean_name, distinct_name
from kessel.table import log, signing
from kessel.table.bots import for_open_seats
from kessel.table.course import Course
from kessel.table.notices import NOTHING, BoxChanged, Outcome, SeatsChanged, tell
from kessel.table.seats import FINISHES, MATS, known_look
from kessel.table.settings import check_level, check_settings, with_box
from kessel.table.state import TableState
from kessel.table.terms import OVER_DAYS, Seat, SeatIsTaken, WrongSeat

MIN_PLAYERS = 2


class Seating:
    """The seats of one table."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._running, self._devices = course.table, course.devices
        self._clock = course.table.clock

    @property
    def _state(self) -> TableState:
        return self._running.state

    def sit(
        self,
        name: str,
        token: str,
        seat: Seat | None = None,
        tip: str | None = None,
        key: str = "",
    ) -> tuple[Seat, Outcome]:
        """Sit down on an open seat; nothing begins before somebody starts it."""
        free = self._state.free_seats
        if self._state.stage == "playing" or self._state.series.is_under_way:
            raise SeatIsTaken("the game has begun; watch it, and sit down after it")
        if not free or (seat is not None and seat not in free):
            raise SeatIsTaken(_taken(seat, free))
        check_tip(tip)
        check_key(key)
        chosen = free[0] if seat is None else seat
        called = distinct_name(clean_name(name), self._state.names)
        outcome = self._running.keep(log.SeatTaken(seat=chosen, name=called, token=token, key=key))
        self._devices.offer(self._state.play, [chosen], tip, "")
        return chosen, outcome

    def arrive(self, seat: Seat, now: float) -> Outcome:
        """The person of a seat is there (again)."""
        occupant = self._state.occupant(seat)
        self._devices.arrive(seat)
        self._clock.absent.pop(seat, None)
        self._clock.cancel_bot(seat)
        outcome = self._course.give_back(seat) if occupant.is_person else NOTHING
        return outcome + tell(SeatsChanged()) + self._course.go_on(now)

    def depart(self, seat: Seat, now: float) -> Outcome:
        """The person of a seat is not there any more; a bot takes over if they stay away, but not
        where a turn has days."""
        occupant = self._state.occupant(seat)
        self._devices.depart(seat)
        if occupant.acts_itself and not self._running.over_days:
            self._clock.absent[seat] = now + self._course.pace.away
        return tell(SeatsChanged())

    def move(self, tokens: Mapping[Seat, str]) -> Outcome:
        """Seats go to another device: the secrets with these hashes hold them, and no others."""
        for seat in tokens:
            self._state.person(seat)
        with self._running.all_or_nothing():
            kept = (log.SeatMoved(seat=seat, token=token) for seat, token in tokens.items())
            return sum(map(self._running.keep, kept), NOTHING)

    def wear(self, seat: Seat, finish: str, mat: str) -> Outcome:
        """The person of a seat shows these dice and this mat; a look that nobody knows is plain."""
        person = self._state.person(seat)
        worn = log.SeatDressed(
            seat=seat,
            finish=known_look(finish, FINISHES),
            mat=known_look(mat, MATS),
        )
        is_same = (worn.finish, worn.mat) == (person.finish, person.mat)
        return NOTHING if is_same else self._running.keep(worn)

    def rename(self, seat: Seat, name: str) -> Outcome:
        """Before the first game: whoever has a seat is called otherwise."""
        person = self._state.person(seat)
        if self._state.stage != "gathering":
            raise NotAwaited("the game has begun; names stay as they are")
        others = [one.name for at, one in enumerate(self._state.seats) if at != seat and one.name]
        called = distinct_name(clean_name(name), others)
        if called == person.name:
            return NOTHING
        taken = log.SeatTaken(seat=seat, name=called, token=person.token, key=person.key)
        worn = log.SeatDressed(seat=seat, finish=person.finish, mat=person.mat)
        with self._running.all_or_nothing():
            return self._running.keep(taken) + self._running.keep(worn)

    def resign(self, seat: Seat, now: float, sign: str = "") -> Outcome:
        """Give a seat up for good: before the first game others may have it, later a bot plays
        on. Who plays in a game signs it."""
        self._state.person(seat)
        if self._state.stage == "gathering":
            departed = self.depart(seat, now)
            self._clock.absent.pop(seat, None)
            return departed + self._running.keep(log.SeatFreed(seat=seat))
        play = self._state.play
        if play is not None and self._state.stage == "playing" and seat in play.started.seats:
            player = self._state.player_at(seat)
            signing.check_said(play.key_of(player), signing.leave_message(play, player), sign)
        handed = self._course.hand_over(seat, for_good=True, sign=sign)
        return handed + self._course.go_on(now)

    def take_back(self, seat: Seat, now: float) -> Outcome:
        """Play again instead of the bot."""
        self._state.person(seat)
        return self._course.give_back(seat) + self._course.go_on(now)

    def sit_bot(self, seat: Seat | None, level: str) -> Outcome:
        """Before the first game: let a bot have a seat that no person has, or any open one."""
        if self._state.stage != "gathering":
            raise NotAwaited("the game has begun")
        free = self._state.free_seats
        chosen = free[0] if seat is None and free else seat
        if chosen is None or self._state.occupant(chosen).is_person:
            raise SeatIsTaken(_taken(chosen, free))
        check_level(level, self._course.bots)
        return self._running.keep(log.BotSeated(seat=chosen, level=level))

    def free(self, seat: Seat, now: float) -> Outcome:
        """Before the first game: let others have the seat of a bot, or of somebody who is not
        there."""
        if self._state.occupant(seat).kind == "open":
            raise WrongSeat(f"nobody has seat {seat}")
        if self._state.stage != "gathering":
            raise NotAwaited("the game has begun; a bot plays for whoever stays away")
        if seat in self._devices.present:
            raise SeatIsTaken(f"whoever has seat {seat} is there")
        return self._running.keep(log.SeatFreed(seat=seat)) + self._course.go_on(now)

    def start(self, fill: bool, now: float, first: Seat | None = None) -> Outcome:
        """Begin with those who are there; open seats go to bots or stay empty. Of the first game
        `first` begins, or the next one clockwise who plays."""
        if self._state.stage != "gathering":
            raise NotAwaited("the first game has begun already")
        taken = len(self._state.regulars)
        if not fill and taken < MIN_PLAYERS:
            raise IllegalMove(f"a game needs {MIN_PLAYERS} players; {taken} are there")
        if first is not None:
            self._state.occupant(first)
        levels = self._fillers() if fill else []
        settled = self._running.keep(log.SeatsSettled(fill=fill, levels=levels, first=first))
        return settled + self._course.begin_game(now)

    def _fillers(self) -> list[str]:
        """Bots for the open seats."""
        regulars = self._state.regulars
        seated = {
            self._course.level_of(one) for one in regulars if self._state.seats[one].kind == "bot"
        }
        return for_open_seats(list(self._course.bots), seated, len(self._state.free_seats))

    def rematch(self, now: float) -> Outcome:
        """The next game with the same seats; in a tournament its next game."""
        if self._state.stage != "over":
            raise NotAwaited("a game is still being played")
        return self._course.begin_game(now)

    def choose_box(self, box: log.BoxChosen) -> Outcome:
        """What the next game is played with; a tournament keeps its box to its end."""
        if self._state.stage == "playing" or self._state.series.is_under_way:
            raise NotAwaited("another box is chosen before or after a game, not in a tournament")
        made = with_box(self._state.made, box)
        check_settings(made, self._course.bots)
        if made.clock in OVER_DAYS:
            self._clock.absent.clear()
        is_same = made == with_box(self._state.made, self._state.box)
        return tell(BoxChanged()) if is_same else self._running.keep(box)


def _taken(wanted: Seat | None, free: Sequence[Seat]) -> str:
    if not free:
        return "all seats at this table are taken"
    return f"seat {wanted} is not free; free seats: {', '.join(map(str, free))}"
