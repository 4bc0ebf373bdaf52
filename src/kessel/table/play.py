"""One game as it is played: the rules' state, where every die lies, and the transcript.

Frozen and fed with log entries, so that the table, the record and the proof of fairness all go
through the same steps.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from kessel.errors import BadValue, IllegalMove, NotAwaited
from kessel.fairness import Transcript, bot_seed, throw_seed
from kessel.fairness.keys import key_bytes
from kessel.rules import events as e
from kessel.rules.awaits import (
    Await,
    AwaitAccio,
    AwaitChoice,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
    Over,
)
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import apply, awaited, new_game
from kessel.rules.faces import NULL, Face
from kessel.rules.moves import (
    ONE,
    OUT,
    ExtraThrow,
    Move,
    Player,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    Unit,
    WinColumn,
)
from kessel.rules.notation import move_text, read_move
from kessel.rules.options import Options, options_of, resolve_options
from kessel.rules.reasons import Reason, reasons
from kessel.rules.state import GameState
from kessel.table import log, signing
from kessel.table.chains import Chains
from kessel.table.terms import ActedBy, Seat
from kessel.throws import placing
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, dice_in, piece_of
from kessel.throws.dice import Handful, ThrowOrder, ThrowResult
from kessel.throws.following import aligned, dice_for, follow


@dataclass(frozen=True, slots=True)
class Happened:
    """An event with its reason and the dice it is about."""

    event: e.Event
    reason: Reason
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """What an entry led to; `move` is None where the rules had nothing to do with it."""

    play: "Play"
    move: Move | None = None
    happened: tuple[Happened, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A game at one moment."""

    started: log.GameStarted
    state: GameState
    transcript: Transcript
    chains: Chains
    at_rest: DiceAtRest = ()
    pool: tuple[int, ...] = ()
    """Numbers for dice that are thrown next; those of lost dice never come again."""
    thrown_by: Mapping[int, Player] = field(default_factory=dict)
    """Who threw each die last; the starting die is nobody's."""
    hands: tuple[log.HandShown, ...] = ()
    """Hands shown since the last move, waiting for the others or for the dice to lie."""
    throws: int = 0
    fixed: log.ThrowFixed | None = None
    """The throw for which links are shown now; the transcript ends with it."""
    attempt: int = 0
    """How often this throw was fixed before."""
    gave_up: bool = False
    """Whether an attempt at this throw was given up: nobody joins before it has landed."""
    begun: bytes = b""
    """The transcript's digest after its first line."""
    mark: bytes = b""
    """The transcript's digest after the newest move: what persons sign is for this position."""
    bots: frozenset[Player] = frozenset()
    """Persons for whom a bot plays on."""
    resigned: frozenset[Player] = frozenset()

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.state.edition

    @property
    def awaited(self) -> Await:
        """What the rules wait for."""
        return awaited(self.state)

    def seat_of(self, player: Player) -> Seat:
        """Where a player sits."""
        return self.started.seats[player]

    def key_of(self, player: Player) -> str:
        """The public key of a player; empty if nothing of theirs is signed."""
        return self.started.players[player].key

    def plays_itself(self, player: Player) -> bool:
        """Whether a person acts, for whom no bot plays on."""
        return not self.started.players[player].bot and player not in self.bots

    def check_player(self, player: Player) -> None:
        """Raise unless somebody plays under this number."""
        if player not in range(self.state.players):
            raise BadValue(f"players are 0 to {self.state.players - 1}, not {player}")

    @property
    def has_all_hands(self) -> bool:
        """Whether everybody who throws has shown a hand: only the dice are waited for."""
        return bool(self.hands) and not self.waited_for()

    @property
    def on_move(self) -> Player | None:
        """The player whom the game waits for, where it is only one."""
        match self.awaited:
            case AwaitExtra() | AwaitColumn() | Over():
                return None
            case alone:
                return alone.player

    def waited_for(self) -> tuple[Player, ...]:
        """Whose answer is missing; nobody's in a race, where everybody acts at will."""
        shown = {hand.player for hand in self.hands}
        alone, waits = self.on_move, self.awaited
        asked = list(waits.units) if isinstance(waits, AwaitExtra) else []
        asked += [] if alone is None else [alone]
        return tuple(player for player in asked if player not in shown)

    def units(self, player: Player) -> tuple[Unit, ...]:
        """What a player whom the game waits for may throw."""
        match self.awaited:
            case AwaitStartDie(how="thrown"):
                return (ONE,)
            case AwaitThrow(units=units) | AwaitChoice(units=units):
                return units
            case AwaitExtra(units=by_player):
                return by_player[player]
            case _:
                return ()

    def order(self, chance: bytes) -> ThrowOrder:
        """The throw that the hands shown ask for."""
        hands = tuple(
            Handful(hand.player, dice, Aim.from_json(hand.aim)) for hand, dice in self.handfuls()
        )
        return ThrowOrder(self.edition, self.state.options, self.at_rest, hands, chance)

    def handfuls(self) -> list[tuple[log.HandShown, tuple[int, ...]]]:
        """The hands shown, in order of players, each with the dice it throws."""
        pool, hands = self.pool, []
        for hand in sorted(self.hands, key=lambda hand: hand.player):
            count = self.state.unit_size(hand.player, hand.unit)
            hands.append((hand, pool[:count]))
            pool = pool[count:]
        return hands

    def chance(self, links: log.Links) -> bytes:
        """All chance of what is fixed now: a throw, or a tower stacked by chance."""
        server, devices = bytes.fromhex(links.server), map(bytes.fromhex, links.devices)
        table, transcript = self.started.table, self.transcript
        return throw_seed(server, table, self.throws, self.attempt, transcript, devices)

    def bot_chance(self, player: Player) -> bytes:
        """The chance of a bot that plays for a player now."""
        return bot_seed(self.transcript, player)

    @property
    def builds_by_chance(self) -> bool:
        """Whether a tower is due that nobody chooses (`tower_builder=random`)."""
        return isinstance(self.awaited, AwaitStack) and self.state.options.tower_builder == "random"

    @property
    def in_the_air(self) -> bool:
        """Whether what is thrown is fixed, so that no other dice may finish it."""
        return self.fixed is not None

    @property
    def needs_chance(self) -> bool:
        """Whether nothing but chance is missing: all hands are shown, or a tower is due."""
        return self.has_all_hands or self.builds_by_chance

    def random_tower(self, chance: bytes) -> list[int]:
        """The order of a tower that nobody chooses."""
        dice = sorted(die.die for die in dice_in(self.at_rest))
        draw = Random(int.from_bytes(chance, "big"))
        return sorted(dice, key=lambda _: draw.random())

    def to_fix(self, dice: str = "") -> log.ThrowFixed:
        """The entry that fixes what chance is needed for now; it says so if it is thrown with
        other dice than the game began with."""
        return log.ThrowFixed(
            throw=self.throws,
            attempt=self.attempt,
            hands=sorted(self.hands, key=lambda hand: hand.player),
            devices=self.chains.contributing,
            dice="" if dice == self.started.dice else dice,
        )

    @property
    def dice(self) -> str:
        """The name of the dice with which the fixed throw is made."""
        return (self.fixed.dice if self.fixed else "") or self.started.dice

    def accio_dice(self) -> tuple[int, ...]:
        """The dice an Accio may take: of each face those the rules would take first."""
        waits = self.awaited
        if not isinstance(waits, AwaitAccio):
            return ()
        return tuple(
            die
            for face in waits.faces
            for die in self._loose_with(face) or dice_for(self.at_rest, TakeAccio(face))
        )

    def _loose_with(self, face: Face) -> tuple[int, ...]:
        return tuple(spot[0].die for spot in self.at_rest if piece_of(spot) == face)

    def face_of(self, die: int) -> Face:
        """The face a lying die shows."""
        face = next((lying.face for lying in dice_in(self.at_rest) if lying.die == die), None)
        if face is None:
            raise IllegalMove(f"die {die} does not lie in the arena")
        return face


# --- feeding entries --------------------------------------------------------------------------


def begin(entry: log.GameStarted) -> Play:
    """A fresh game."""
    edition = find_edition(entry.edition)
    options = resolve_options(edition, entry.options)
    players = entry.players
    state = new_game(edition, len(players), options, elements=entry.elements, first=entry.first)
    transcript = Transcript().add(log.entry_text(entry))
    _check_line_up(entry)
    return Play(
        entry,
        state,
        transcript,
        Chains.begin(entry),
        pool=tuple(range(edition.dice)),
        begun=transcript.digest,
        mark=transcript.digest,
    )


def _check_line_up(entry: log.GameStarted) -> None:
    """Raise unless everybody is a person or a bot, and devices belong to persons."""
    if len(set(entry.seats)) < len(entry.seats):
        raise BadValue(f"each player has a seat of their own, not {entry.seats}")
    for one in entry.players:
        if one.key and one.bot:
            raise BadValue(f"{one.name!r} is a person or a bot, not both")
        if one.key:
            key_bytes(one.key)
    for device in entry.devices:
        signing.key_of_seats(entry.players, device.seats)


def spelled_out(edition: Edition, options: Options) -> log.Values:
    """Every option that means something in an edition, so that no default is needed later."""
    return {option.name: getattr(options, option.name) for option in options_of(edition)}


def feed(play: Play, entry: log.GameEntry) -> Settled:
    """The game after one more entry; raises without any change where it cannot be."""
    _check_not_between(play, entry)
    noted = replace(play, transcript=play.transcript.add(log.entry_text(entry)))
    match entry:
        case log.DicePushed(dice=dice):
            _check_push_signed(play, entry)
            at_rest = placing.pushed(play.edition, play.at_rest, dice)
            return Settled(replace(noted, at_rest=at_rest))
        case log.ThrowFixed():
            _check_nothing_fixed(play)
            chains = play.chains.called(entry.devices)
            fixed = replace(_with_hands(play, noted, entry), chains=chains, fixed=entry)
            return Settled(fixed)
        case log.DevicesLate():
            return Settled(_given_up(play, noted, entry))
        case log.DiceLanded():
            return _land(_show_links(play, noted, entry.links), entry)
        case log.Answered(move=text, dice=chosen, links=links):
            if play.builds_by_chance or links is not None:
                noted = _show_links(play, noted, links)
            else:
                _check_answer_signed(play, entry)
            return _answer(noted, read_move(text), tuple(chosen))
        case log.RaceWon(winner=winner, keep=keep):
            for player in (winner, *(owner for owner, _ in keep)):
                play.check_player(player)
            return _settle(noted, WinColumn(winner, tuple(keep)), play.at_rest)
        case log.GameStarted():
            raise BadValue(f"{log.entry_text(entry)} cannot come in the middle of a game")
        case _:
            _check_nothing_fixed(play)
            return Settled(_lined_up(play, noted, entry))


def with_hand(play: Play, hand: log.HandShown) -> Play:
    """The game with one more hand shown; it is no line of the transcript before its throw is
    fixed."""
    if play.fixed is not None:
        raise _to_land(play)
    _check_hand(play, hand)
    return replace(play, hands=(*play.hands, hand))


def _check_hand(play: Play, hand: log.HandShown) -> None:
    """Raise unless this player may throw this now."""
    player, unit = hand.player, hand.unit
    throwing = isinstance(play.awaited, AwaitStartDie | AwaitThrow | AwaitChoice | AwaitExtra)
    if not throwing or player not in play.waited_for():
        raise NotAwaited(f"the game waits for {play.awaited.kind}, not for player {player}")
    units = play.units(player)
    if unit not in units:
        accepted = " or ".join(units) or "nothing"
        raise IllegalMove(f"player {player} may throw {accepted}, not {unit}")
    _check_actor(play, player, hand.by)
    key = play.key_of(player) if hand.by == "person" else ""
    signing.check_said(key, signing.hand_message(play, hand) if key else b"", hand.sign)


def _check_actor(play: Play, player: Player, by: ActedBy) -> None:
    """Raise unless this player's moves are made like that now: a bot makes those of bots and of
    persons who are away; the table makes them for somebody who runs out of time."""
    itself = play.plays_itself(player)
    has_time = play.started.clock != "off" or isinstance(play.awaited, AwaitExtra)
    if by == "table" and itself and not has_time:
        raise BadValue(f"without a clock nobody acts for player {player}, who plays")
    if by != "table" and itself != (by == "person"):
        who = "a person" if itself else "a bot"
        raise BadValue(f"{who} acts for player {player} now, not {by}")


def _check_answer_signed(play: Play, entry: log.Answered) -> None:
    play.check_player(entry.player)
    _check_actor(play, entry.player, entry.by)
    key = play.key_of(entry.player) if entry.by == "person" else ""
    signing.check_said(key, signing.answer_message(play, entry), entry.sign)


def _check_push_signed(play: Play, entry: log.DicePushed) -> None:
    play.check_player(entry.player)
    _check_actor(play, entry.player, "person")
    signing.check_said(play.key_of(entry.player), signing.push_message(play, entry), entry.sign)
    agreed = [player for player, _ in entry.agreed]
    if agreed != sorted(set(agreed) - {entry.player}):
        raise BadValue(f"players other than {entry.player} agree once each, not {agreed}")
    for player, sign in entry.agreed:
        play.check_player(player)
        signing.check_said(play.key_of(player), signing.agree_message(play, entry, player), sign)


def check_kept_piles(play: Play, player: Player, piles: Sequence[int]) -> None:
    """Raise unless a player may say now to keep these piles after the race."""
    if not isinstance(play.awaited, AwaitColumn):
        raise NotAwaited(f"the game waits for {play.awaited.kind}, not for piles to be kept")
    if play.state.options.piles_after_column != "owner_choice":
        raise IllegalMove("piles dissolve after a column (piles_after_column=dissolve)")
    owned = range(len(play.state.piles[player]))
    if len(set(piles)) < len(piles) or not set(piles) <= set(owned):
        raise IllegalMove(f"this player's piles are {list(owned)}, not {list(piles)}")


def landed_entry(
    play: Play, thrown: ThrowResult, links: log.Links, dice: str = ""
) -> log.DiceLanded:
    """The entry for a throw with this result; `dice` if they were not the game's."""
    return log.DiceLanded(
        throw=play.throws,
        at_rest=thrown.at_rest,
        out=list(thrown.out),
        cocked=thrown.cocked,
        dice=dice,
        links=links,
    )


def _lined_up(play: Play, noted: Play, entry: log.LineUpEntry) -> Play:
    """The game after an entry about who plays, and whose chains count."""
    if play.gave_up and not isinstance(entry, log.ServerChainRenewed):
        # else a device could be dropped again and again, for as many tries of one throw
        raise BadValue(f"nobody comes or goes before throw {play.throws} has landed")
    match entry:
        case log.DeviceJoined(seats=seats, tip=tip, sign=sign):
            key = signing.key_of_seats(play.started.players, seats)
            signing.check_said(key, signing.join_message(play, tip), sign)
            return replace(noted, chains=play.chains.joined(entry))
        case log.DevicesAway(devices=devices, signs=signs):
            chains = play.chains.away(devices)
            _check_away_signed(play, devices, signs)
            return replace(noted, chains=chains)
        case log.ServerChainRenewed(tip=tip):
            return replace(noted, chains=play.chains.renewed(tip))
        case log.BotPlaysOn(player=player, for_good=for_good, sign=sign):
            play.check_player(player)
            if play.started.players[player].bot or player in (
                play.resigned if for_good else play.bots
            ):
                raise BadValue(f"a bot plays for player {player} already")
            key = play.key_of(player) if for_good else ""
            signing.check_said(key, signing.leave_message(play, player), sign)
            resigned = play.resigned | ({player} if for_good else set())
            return replace(noted, bots=play.bots | {player}, resigned=resigned)
        case _:
            if entry.player not in play.bots - play.resigned:
                raise BadValue(f"player {entry.player} is not away, or has resigned")
            return replace(noted, bots=play.bots - {entry.player})


def _check_away_signed(play: Play, devices: Sequence[int], signs: Sequence[str]) -> None:
    if len(signs) != len(devices):
        raise BadValue(f"devices {list(devices)} have a signature each, or an empty one")
    for number, sign in zip(devices, signs, strict=True):
        one = play.chains.devices[number]
        key = signing.key_of_seats(play.started.players, one.seats) if sign else ""
        signing.check_said(key, signing.away_message(one.tip), sign)


def _given_up(play: Play, noted: Play, late: log.DevicesLate) -> Play:
    """The game after an attempt at a throw for which devices did not answer."""
    fixed, devices = play.fixed, late.devices
    if fixed is None or (fixed.throw, fixed.attempt) != (late.throw, late.attempt):
        raise BadValue(f"throw {late.throw}, attempt {late.attempt} is not waited for")
    if not devices or not set(devices) <= set(fixed.devices):
        raise BadValue(f"devices {fixed.devices} are asked for a link, not {devices}")
    chains, attempt = play.chains.late(devices), play.attempt + 1
    return replace(noted, chains=chains, fixed=None, attempt=attempt, gave_up=True)


def _check_not_between(play: Play, entry: log.GameEntry) -> None:
    """Raise where an entry would come between the hands of a throw and its landing: by then the
    server may know how the dice fall, and no choice is left to anybody."""
    if play.fixed is None and not play.hands:
        return
    is_tower = isinstance(entry, log.Answered) and play.builds_by_chance
    if not (is_tower or isinstance(entry, log.ProofEntry | log.DiceLanded)):
        raise _to_land(play)


def _to_land(play: Play) -> BadValue:
    return BadValue(f"throw {play.throws} is to land, before anything else can happen")


def _check_nothing_fixed(play: Play) -> None:
    if play.fixed is not None:
        raise BadValue(f"throw {play.fixed.throw} is fixed; its links are waited for")


def _with_hands(play: Play, noted: Play, entry: log.ThrowFixed) -> Play:
    """The game with the hands that are fixed: those that were shown, or, read from a record,
    such as may be shown now."""
    if (entry.throw, entry.attempt) != (play.throws, play.attempt):
        raise BadValue(f"throw {play.throws}, attempt {play.attempt} is next, not {entry.throw}")
    shown = noted
    if not play.hands:
        for hand in entry.hands:
            shown = with_hand(shown, hand)
    if not shown.needs_chance or shown.to_fix().hands != entry.hands:
        raise BadValue(f"throw {entry.throw} is fixed with other hands than were shown")
    return shown


def _show_links(play: Play, noted: Play, links: log.Links | None) -> Play:
    """The game once the links of what is fixed are shown; each device signs its own, for the
    transcript as it stands."""
    fixed = play.fixed
    if fixed is None or links is None:
        raise BadValue(f"throw {play.throws} has no links, or was not fixed for them")
    chains = play.chains.shown(fixed.devices, links)
    if len(links.signs) != len(fixed.devices):
        raise BadValue(f"devices {fixed.devices} sign their links, each one")
    for number, link, sign in zip(fixed.devices, links.devices, links.signs, strict=True):
        key = signing.key_of_seats(play.started.players, play.chains.devices[number].seats)
        signing.check_said(key, signing.link_message(play, link), sign)
    return replace(noted, chains=chains, fixed=None, attempt=play.attempt + 1, gave_up=False)


def _land(play: Play, entry: log.DiceLanded) -> Settled:
    if not play.has_all_hands or entry.throw != play.throws:
        raise BadValue(f"throw {entry.throw} lands, but throw {play.throws} is not in the air")
    thrown = ThrowResult(entry.at_rest, tuple(entry.out), entry.cocked)
    throwers = {die: hand.player for hand, dice in play.handfuls() for die in dice}
    _check_dice(play, thrown, tuple(throwers))
    is_start = isinstance(play.awaited, AwaitStartDie)
    freed = replace(
        play,
        pool=play.pool[len(throwers) :],
        thrown_by=play.thrown_by if is_start else {**play.thrown_by, **throwers},
        throws=play.throws + 1,
        attempt=0,
    )
    return _settle(freed, _thrown_move(play, thrown), thrown.at_rest, thrown.out)


def _check_dice(play: Play, thrown: ThrowResult, flown: Sequence[int]) -> None:
    before = sorted([*(die.die for die in dice_in(play.at_rest)), *flown])
    after = sorted([*(die.die for die in dice_in(thrown.at_rest)), *thrown.out])
    if before != after or not all(thrown.at_rest):
        raise BadValue(f"dice {before} flew or lay there, but {after} lie there or are out")


def _thrown_move(play: Play, thrown: ThrowResult) -> Move:
    units: dict[int, Unit] = {hand.player: hand.unit for hand in play.hands}
    match play.awaited:
        case AwaitStartDie():
            return StartDie(OUT if thrown.out else thrown.at_rest[0][0].face)
        case AwaitExtra():
            return ExtraThrow(units, thrown.landing)
        case _:
            return Throw(play.hands[0].unit, thrown.landing)


def _answer(play: Play, move: Move, dice: tuple[int, ...]) -> Settled:
    """The game after a decision of one player, who means these dice."""
    if isinstance(move, Throw | ExtraThrow | WinColumn):
        raise IllegalMove(f"{move_text(move)} is not what one player answers")
    _check_meant(play, move, dice)
    if isinstance(move, StartDie):
        return _place(play, move.face)
    return _settle(play, move, play.at_rest, chosen=dice)


def _check_meant(play: Play, move: Move, dice: tuple[int, ...]) -> None:
    """Raise unless these dice show what the move names, each of them once."""
    match move:
        case TakeAccio(face=str(face)):
            named: tuple[Face, ...] = (face,)
        case StackTower(tower=tower):
            named = tower
        case _:
            named = ()
    if tuple(map(play.face_of, dice)) != named or len(set(dice)) < len(dice):
        raise IllegalMove(f"{move_text(move)} is not made with dice {list(dice)}")
    if isinstance(play.awaited, AwaitAccio) and not set(dice) <= set(play.accio_dice()):
        raise IllegalMove(f"Accio can take dice {list(play.accio_dice())}, not {list(dice)}")


def _place(play: Play, face: Face) -> Settled:
    waits = play.awaited
    if not isinstance(waits, AwaitStartDie) or not waits.may_choose:
        raise NotAwaited(f"the game waits for {waits.kind}, not for a die to be placed")
    play.edition.check_face(face)
    if face == NULL:
        raise IllegalMove(
            f"the start die shows one of {' '.join(play.edition.symbols)}, not {NULL}"
        )
    at_rest = placing.placed(play.edition, (), play.pool[0], face)
    return _settle(replace(play, pool=play.pool[1:]), StartDie(face), at_rest)


# --- a move of the rules -----------------------------------------------------------------------


def _settle(
    play: Play,
    move: Move,
    at_rest: DiceAtRest,
    out: tuple[int, ...] = (),
    chosen: tuple[int, ...] = (),
) -> Settled:
    step = apply(play.state, move)
    why = reasons(play.state, move, step)
    back: list[int] = []
    happened = []
    for event, reason in zip(step.events, why, strict=True):
        dice, at_rest = follow(play.edition, event, at_rest, out, chosen)
        if isinstance(event, e.Collected | e.AccioTaken | e.StartAgain):
            back += dice
        happened.append(Happened(event, reason, dice))
    settled = replace(
        play,
        state=step.state,
        at_rest=aligned(at_rest, step.state.arena),
        pool=(*play.pool, *back),
        hands=(),
        mark=play.transcript.digest,
    )
    return Settled(settled, move, tuple(happened))
