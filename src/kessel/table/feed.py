"""A game after one more entry of its log: what may come now, and what it leads to.

Changes nothing: a game that cannot take an entry raises, and stands as before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kessel.errors import BadValue, IllegalMove, NotAwaited
from kessel.rules import events as e
from kessel.rules.awaits import (
    AwaitAccio,
    AwaitChoice,
    AwaitColumn,
    AwaitExtra,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.engine import apply, check_awaited
from kessel.rules.faces import NULL, Face
from kessel.rules.moves import (
    OUT,
    ExtraThrow,
    Move,
    Player,
    StartDie,
    Throw,
    Unit,
    WinColumn,
    faces_meant,
)
from kessel.rules.notation import move_text, read_move
from kessel.rules.reasons import reasons
from kessel.table import log, signing
from kessel.table.chains import key_of_seats
from kessel.table.play import Happened, Play
from kessel.table.terms import ActedBy
from kessel.throws import placing
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import ThrowResult
from kessel.throws.following import aligned, follow


@dataclass(frozen=True, slots=True)
class Settled:
    """What an entry led to; `move` is None where the rules had nothing to do with it."""

    play: Play
    move: Move | None = None
    happened: tuple[Happened, ...] = ()


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
            fixed = replace(_with_casts(play, noted, entry), chains=chains, fixed=entry)
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


def with_cast(play: Play, cast: log.CastShown) -> Play:
    """The game with one more cast shown, in order of players, whoever was quicker; it is no line of
    the transcript before its throw is fixed."""
    if play.fixed is not None:
        raise _to_land(play)
    _check_cast(play, cast)
    casts = sorted((*play.casts, cast), key=lambda one: one.player)
    return replace(play, casts=tuple(casts))


def _check_cast(play: Play, cast: log.CastShown) -> None:
    """Raise unless this player may throw this now."""
    player, unit = cast.player, cast.unit
    throwing = isinstance(play.awaited, AwaitStartDie | AwaitThrow | AwaitChoice | AwaitExtra)
    if not throwing or player not in play.waited_for():
        raise NotAwaited(f"the game waits for {play.awaited.kind}, not for player {player}")
    units = play.units(player)
    if unit not in units:
        accepted = " or ".join(units) or "nothing"
        raise IllegalMove(f"player {player} may throw {accepted}, not {unit}")
    _check_actor(play, player, cast.by)
    key = play.key_of(player) if cast.by == "person" else ""
    signing.check_said(key, signing.cast_message(play, cast) if key else b"", cast.sign)


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
            key = key_of_seats(play.started.players, seats)
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
        key = key_of_seats(play.started.players, one.seats) if sign else ""
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
    """Raise where an entry would come between the casts of a throw and its landing: by then the
    server may know how the dice fall, and no choice is left to anybody."""
    if play.fixed is None and not play.casts:
        return
    is_tower = isinstance(entry, log.Answered) and play.builds_by_chance
    if not (is_tower or isinstance(entry, log.ProofEntry | log.DiceLanded)):
        raise _to_land(play)


def _to_land(play: Play) -> BadValue:
    return BadValue(f"throw {play.throws} is to land, before anything else can happen")


def _check_nothing_fixed(play: Play) -> None:
    if play.fixed is not None:
        raise BadValue(f"throw {play.fixed.throw} is fixed; its links are waited for")


def _with_casts(play: Play, noted: Play, entry: log.ThrowFixed) -> Play:
    """The game with the casts that are fixed: those that were shown, or, read from a record,
    such as may be shown now."""
    if (entry.throw, entry.attempt) != (play.throws, play.attempt):
        raise BadValue(f"throw {play.throws}, attempt {play.attempt} is next, not {entry.throw}")
    shown = noted
    if not play.casts:
        for cast in entry.casts:
            shown = with_cast(shown, cast)
    if not shown.needs_chance or shown.to_fix().casts != entry.casts:
        raise BadValue(f"throw {entry.throw} is fixed with other casts than were shown")
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
        key = key_of_seats(play.started.players, play.chains.devices[number].seats)
        signing.check_said(key, signing.link_message(play, link), sign)
    return replace(noted, chains=chains, fixed=None, attempt=play.attempt + 1, gave_up=False)


def _land(play: Play, entry: log.DiceLanded) -> Settled:
    if not play.has_all_casts or entry.throw != play.throws:
        raise BadValue(f"throw {entry.throw} lands, but throw {play.throws} is not in the air")
    thrown = ThrowResult(entry.at_rest, tuple(entry.out), entry.cocked)
    throwers = {die: cast.player for cast, dice in play.handfuls() for die in dice}
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
    units: dict[int, Unit] = {cast.player: cast.unit for cast in play.casts}
    match play.awaited:
        case AwaitStartDie():
            return StartDie(OUT if thrown.out else thrown.at_rest[0][0].face)
        case AwaitExtra():
            return ExtraThrow(units, thrown.landing)
        case _:
            return Throw(play.casts[0].unit, thrown.landing)


def _answer(play: Play, move: Move, dice: tuple[int, ...]) -> Settled:
    """The game after a decision of one player, who means these dice."""
    if isinstance(move, Throw | ExtraThrow | WinColumn):
        raise IllegalMove(f"{move_text(move)} is not what one player answers")
    _check_meant(play, move, dice)
    if isinstance(move, StartDie):
        return _place(play, move.face)
    if dice and isinstance(play.awaited, AwaitAccio):
        check_awaited(play.state, type(move))
        taken = play.accio_of(dice[0], move)
        if taken is None:
            raise IllegalMove(f"Accio can take dice {list(play.accio_dice())}, not {list(dice)}")
        move = taken
    return _settle(play, move, play.at_rest, chosen=dice)


def _check_meant(play: Play, move: Move, dice: tuple[int, ...]) -> None:
    """Raise unless these dice show what the move names, each of them once."""
    if tuple(map(play.face_of, dice)) != faces_meant(move) or len(set(dice)) < len(dice):
        raise IllegalMove(f"{move_text(move)} is not made with dice {list(dice)}")


def _place(play: Play, face: Face) -> Settled:
    waits = play.awaited
    if not isinstance(waits, AwaitStartDie) or not waits.may_choose:
        raise NotAwaited(f"the game waits for {waits.kind}, not for a die to be placed")
    play.edition.check_face(face)
    if face == NULL:
        raise IllegalMove(
            f"the starting die shows one of {' '.join(play.edition.symbols)}, not {NULL}"
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
        casts=(),
        mark=play.transcript.digest,
    )
    return Settled(settled, move, tuple(happened))
