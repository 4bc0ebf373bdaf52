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
from kessel.errors import BadValue, IllegalMove, KesselError, NotAwaited
from kessel.fairness import NONCE_BYTES, SEED_BYTES, commitment
from kessel.rules.awaits import AwaitChoice, AwaitColumn, AwaitThrow
from kessel.rules.edition import find_edition
from kessel.rules.moves import (
    Unit,
)
from kessel.rules.premove import PremoveKind, may_premove
from kessel.table import log
from kessel.table.answers import drawn_back
from kessel.table.bots import PLAIN, gentle_answer
from kessel.table.notices import (
    BotJob,
    Changed,
    DiceThrown,
    Outcome,
    SeatsChanged,
    ThrowJob,
)
from kessel.table.pace import Pace
from kessel.table.play import landed_entry, spelled_out
from kessel.table.push import PushWish
from kessel.table.seats import clean_name
from kessel.table.settings import (
    agreed_elements,
    check_settings,
    options_of_table,
    public_name,
    readable,
)
from kessel.table.timekeeper import Timekeeper
from kessel.throws import placing
from kessel.throws.aim import AimValues
from kessel.throws.thrower import ThrowResult

GAME_CODE_BYTES = 10
MIN_PLAYERS = 2


class Stale(KesselError):
    """An action that answers a state which is no more."""

    code = "stale"


class SeatIsTaken(KesselError):
    """Somebody sits there already."""

    code = "seat_taken"


class Table(Timekeeper):
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
        super().__init__(made, bots, pace or Pace(), entropy)
        self._thrower_name = thrower_name

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
        return table, table._outcome()

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
        first, *rest = log.without_old_games(list(entries))
        if not isinstance(first, log.TableMade):
            raise BadValue(f"a log begins with a table, not with {log.entry_text(first)}")
        table = cls(first, bots=bots, thrower_name=thrower_name, pace=pace, entropy=entropy)
        for entry in rest:
            table.feed(entry)
        table.asleep = True
        return table

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
        return chosen, self._outcome()

    def arrive(self, seat: int, now: float) -> Outcome:
        """The person of a seat is there (again)."""
        one = self._seat(seat)
        one.present, one.away_since = True, None
        if one.is_person and one.bot_plays:
            self._commit(log.PersonCameBack(seat=seat))
        self._notices.append(SeatsChanged())
        self._arm(now)
        return self._outcome()

    def depart(self, seat: int, now: float) -> Outcome:
        """The person of a seat is not there any more."""
        one = self._seat(seat)
        one.present, one.away_since = False, now
        self._notices.append(SeatsChanged())
        return self._outcome()

    def resign(self, seat: int, now: float) -> Outcome:
        """Give a seat up for good; a bot plays on."""
        self._person(seat)
        self._commit(log.BotTookOver(seat=seat, for_good=True))
        self._arm(now)
        return self._outcome()

    def take_back(self, seat: int, now: float) -> Outcome:
        """Play again oneself."""
        one = self._person(seat)
        if one.bot_plays:
            self._commit(log.PersonCameBack(seat=seat))
            self._arm(now)
        return self._outcome()

    def start(self, fill: bool, now: float) -> Outcome:
        """Begin with those who are there; open seats go to bots or stay empty."""
        if self.stage != "gathering":
            raise NotAwaited("the first game has begun already")
        taken = sum(seat.kind != "open" for seat in self.seats)
        if not fill and taken < MIN_PLAYERS:
            raise IllegalMove(f"a game needs {MIN_PLAYERS} players; {taken} are there")
        self._commit(log.SeatsSettled(fill=fill))
        self._begin_game(now)
        return self._outcome()

    def rematch(self, now: float) -> Outcome:
        """The next game with the same seats; in a tournament its next game."""
        if self.stage != "over":
            raise NotAwaited("a game is still being played")
        self._begin_game(now)
        return self._outcome()

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
        return self._outcome()

    def tap(self, seat: int, state: int, now: float) -> Outcome:
        """Stack one more die; a tap too soon after the last one does not count."""
        player = self._acting(seat, state)
        if self.race is None or player not in self.race.needed:
            raise NotAwaited("this seat builds no column of fire now")
        if self.race.can_tap(player, now, self.pace.race_tap_gap):
            self._tap(player, now)
        return self._outcome()

    # --- pushing dice -------------------------------------------------------------------------

    def push(self, seat: int, state: int, pushes: Sequence[placing.Push], now: float) -> Outcome:
        """Push lying dice about before one's throw; where all must agree, ask them."""
        player = self._on_move(seat, state)
        play = self._running()
        if not isinstance(play.awaited, AwaitThrow | AwaitChoice):
            raise NotAwaited(f"the game waits for {play.awaited.kind}; dice lie still")
        placing.pushed(play.edition, play.at_rest, pushes)
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

    def landed(self, job: ThrowJob, thrown: ThrowResult, now: float, thrower: str = "") -> Outcome:
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
        return self._outcome()

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
        return self._outcome()

    def gentlest(self, job: BotJob) -> Answer:
        """What to answer where a bot could not."""
        return gentle_answer(job.sight, Random(job.chance))

    # --- inside -------------------------------------------------------------------------------

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
        return self._outcome()

    def _with_table_seat(self, hand: log.HandShown) -> log.HandShown:
        return log.HandShown(
            seat=self._running().started.players[hand.seat],
            unit=hand.unit,
            aim=hand.aim,
            nonce=hand.nonce,
            by=hand.by,
        )

    def _push(self, player: int, pushes: Sequence[placing.Push]) -> None:
        self.wish = None
        self._commit(log.DicePushed(seat=player, dice=[(d, x, y) for d, x, y in pushes]))
        self._notices.append(Changed("pushed"))

    def _ask_for_push(self, player: int, pushes: Sequence[placing.Push], now: float) -> None:
        play = self._running()
        options = play.state.options
        if not may_premove(options, PremoveKind.AWAY_FROM_WALL, everybody_agrees=True):
            raise IllegalMove(f"dice are not moved here (premove={options.premove})")
        if not placing.away_from_wall(play.edition, play.at_rest, pushes):
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
