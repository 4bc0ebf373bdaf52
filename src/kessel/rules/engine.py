"""The rules as four functions: `new_game`, `awaited`, `legal_moves` and `apply`.

Pure: no randomness, clock or I/O. An illegal move raises with the reason; a state never changes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from numbers import Integral
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from kessel.errors import BadValue, IllegalMove, NotAwaited, OneOf, Phrase
from kessel.rules import check, elements, spells
from kessel.rules.awaits import (
    Await,
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
    Over,
)
from kessel.rules.edition import Activation, Edition, Effect, find_edition
from kessel.rules.effects import acting_in
from kessel.rules.events import Event, StartAgain, Started
from kessel.rules.faces import NULL, Arena, Face, Tower, all_faces, visible
from kessel.rules.moves import (
    ALL,
    ONE,
    OUT,
    Collect,
    EndTurn,
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
from kessel.rules.notation import letter, read_move
from kessel.rules.options import (
    Options,
    check_elements,
    edition_and_preset,
    read_options,
    resolve_options,
)
from kessel.rules.positions import read_state
from kessel.rules.state import NOTHING_PENDING, THROWING, Emptied, GameState, Phase, new_tuple
from kessel.rules.turn import Turn, must_throw_all, players_from, units_of

MAX_POSITION_DICE = 999
"""A position set up by hand may hold more dice than a box, but not without end."""


class Step(NamedTuple):
    """What a move led to."""

    state: GameState
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A supply when a position is set up."""

    loose: int = 0
    piles: tuple[int, ...] = ()
    eliminated: bool = False


OptionsLike: TypeAlias = Options | Mapping[str, Any] | str | None
"""Options as themselves, by name, or as text: `supply:hidden,collecting:optional`."""


def new_game(
    edition: Edition | str,
    players: int,
    options: OptionsLike = None,
    *,
    elements: object = None,
    first: Player = 0,
) -> GameState:
    """A fresh game with hands dealt from the edition's table; the start die is awaited.

    >>> new_game("strike-2020", 3).hands
    (7, 7, 7)
    """
    edition, chosen = edition_and_options(edition, options)
    hand, aside = edition.hand(players), edition.aside(players)
    if edition.activation is Activation.START_DIE and elements:
        raise BadValue(
            "in {edition} the starting die decides the element; none can be given",
            edition=edition.id,
        )
    return GameState(
        edition=edition,
        options=chosen,
        elements=check_elements(edition, elements),
        hands=(hand,) * players,
        piles=((),) * players,
        arena=(),
        active=_check_player(first, players),
        direction=1,
        phase=Phase.START,
        pending=NOTHING_PENDING,
        emptied=Emptied.NOT,
        removed=0,
        aside=aside,
        eliminated=(),
        points=(None,) * players,
        winners=(),
    )


def position(
    edition: Edition | str,
    hands: Sequence[Hand | int],
    arena: Arena,
    options: OptionsLike = None,
    *,
    active: Player = 0,
    elements: object = None,
    direction: int = 1,
) -> GameState:
    """Any position at the start of a turn, however it came about; a number means loose dice."""
    edition, chosen = edition_and_options(edition, options)
    held = _read_hands(hands)
    edition.hand(len(held))
    if not isinstance(arena, tuple) or not all(arena):
        raise BadValue("a piece in the arena is a face or a tower of faces, not an empty one")
    active_elements = check_elements(edition, elements)
    if edition.activation is Activation.START_DIE and len(active_elements) != 1:
        raise BadValue("a position of {edition} has exactly one active element", edition=edition.id)
    state = GameState(
        edition=edition,
        options=chosen,
        elements=active_elements,
        hands=tuple(hand.loose for hand in held),
        piles=tuple(tuple(hand.piles) for hand in held),
        arena=arena,
        active=_check_player(active, len(held)),
        direction=direction,
        phase=Phase.THROW,
        pending=NOTHING_PENDING,
        emptied=Emptied.NOT,
        removed=0,
        aside=0,
        eliminated=tuple(player for player, hand in enumerate(held) if hand.eliminated),
        points=(None,) * len(held),
        winners=(),
    )
    _check_position(state)
    return state


def awaited(state: GameState | str) -> Await:
    """What must come next, with all that is allowed."""
    state = read_state(state)
    return _AWAITS[state.phase](state)


def legal_moves(state: GameState | str) -> Iterator[Move]:
    """Every legal move; a throw is only the decision to throw, its landing is chance."""
    state = read_state(state)
    return _LEGAL[state.phase](state)


def apply(state: GameState | str, move: Move | str) -> Step:
    """Make a move; raises without any change where the rules do not allow it."""
    if state.__class__ is not GameState:
        state = read_state(state)
    known = _MOVES.get(move.__class__)
    if known is None:
        move = read_move(move)
        known = _MOVES[move.__class__]
    phases, make = known
    if state.phase not in phases:
        raise _not_awaited(state, type(read_move(move)))
    turn = Turn(state)
    make(turn, move, state)
    return new_tuple(Step, (turn.freeze(), tuple(turn.events)))


def check_awaited(state: GameState, kind: type[Move]) -> None:
    """Raise unless the game waits for this kind of move."""
    if state.phase not in _MOVES[kind][0]:
        raise _not_awaited(state, kind)


def check_standing(state: GameState) -> None:
    """Raise where nobody can move, or dice lie that would have been taken."""
    if state.phase is Phase.OVER:
        return
    throws = state.phase in THROWING
    if state.active in state.eliminated or (throws and not state.supply(state.active)):
        raise BadValue("the player whose turn it is must have a die")
    extra = state.phase is Phase.EXTRA and not _extra_units(state)
    if extra or next(legal_moves(state), None) is None:
        raise BadValue(
            "nobody can move: the game waits for {awaited}", awaited=WAITS_FOR[state.phase]
        )
    seen = visible(state.arena)
    taken = state.options.collecting == "mandatory" and not state.effects
    if state.phase is Phase.CHOICE and taken and len(set(seen)) < len(seen):
        raise BadValue("equal dice lie in the arena: they would have been taken before a choice")


def check_supplies(state: GameState) -> None:
    """Raise where somebody holds what nobody can hold."""
    for player, hand in enumerate(state.hands):
        piles = state.piles[player]
        if hand < 0 or any(size < spells.MIN_TOWER for size in piles):
            raise BadValue(
                "player {player} holds {loose} loose dice and piles of {piles}: loose dice are 0 "
                "or more, a pile two dice or more",
                player=letter(player),
                loose=hand,
                piles=",".join(map(str, piles)) or Phrase("nothing"),
            )
        if piles and Effect.BOULDERS not in state.edition.effects.values():
            raise BadValue("there are no piles of boulders in {edition}", edition=state.edition.id)


def column_tie(state: GameState, tied: Sequence[Player]) -> Player | None:
    """Who wins a column finished by several at once; None: they build again (C-33)."""
    if state.options.column_tie == "rematch":
        return None
    return next(player for player in players_from(state, state.active) if player in tied)


def _not_awaited(state: GameState, kind: type[Move]) -> NotAwaited:
    return NotAwaited(
        "the game waits for {awaited}, not for {given}",
        awaited=WAITS_FOR[state.phase],
        given=_NAMES[kind],
    )


# --- setting up ------------------------------------------------------------------------------


def edition_and_options(
    edition: Edition | str, options: OptionsLike = None
) -> tuple[Edition, Options]:
    """An edition, or its name with a language preset, and its options, as they may be given."""
    language = None
    if isinstance(edition, str):
        edition, language = edition_and_preset(edition)
    edition = find_edition(edition)
    if isinstance(options, Options):
        return edition, options
    given = read_options(options) if isinstance(options, str) else options
    if given is not None and not isinstance(given, Mapping):
        raise BadValue(
            "options are a mapping or text such as {example}, not {given}",
            example="supply:hidden",
            given=repr(given),
        )
    return edition, resolve_options(edition, given, language)


def _read_hands(hands: Sequence[Hand | int]) -> list[Hand]:
    """A supply for each player; a number means loose dice."""
    listed = isinstance(hands, Sequence) and not isinstance(hands, str | bytes)
    given: Any = hands if listed else ()
    held = [Hand(int(hand)) if isinstance(hand, Integral) else hand for hand in given]
    if not listed or not all(map(_is_hand, held)):
        raise BadValue(
            "supplies are a list with a number of loose dice or a {hand} for each player, "
            "not {given}",
            hand="Hand",
            given=repr(hands),
        )
    return held


def _is_hand(hand: object) -> bool:
    return (
        isinstance(hand, Hand)
        and isinstance(hand.piles, tuple | list)
        and all(isinstance(size, Integral) for size in (hand.loose, *hand.piles))
    )


def _check_player(player: Player, players: int) -> Player:
    if not isinstance(player, int) or not 0 <= player < players:
        raise BadValue(
            "there is no player {player}; players are 0 to {last}", player=player, last=players - 1
        )
    return player


def _check_position(state: GameState) -> None:
    check_supplies(state)
    if len(state.eliminated) > state.players - 2:
        raise BadValue("a position has at least two players still in the game")
    if state.active in state.eliminated or not state.supply(state.active):
        raise BadValue("the player whose turn it is must have a die")
    if state.direction not in (1, -1):
        raise BadValue(
            "the direction is 1 (clockwise) or -1, not {direction}", direction=repr(state.direction)
        )
    for face in all_faces(state.arena):
        state.edition.check_face(face)
    if NULL in visible(state.arena):
        raise BadValue("a visible {null} never lies in the arena at the start of a turn", null=NULL)
    _check_towers(state)
    if state.total_dice() > MAX_POSITION_DICE:
        raise BadValue("a position has at most {most} dice", most=MAX_POSITION_DICE)


def _check_towers(state: GameState) -> None:
    towers = [piece for piece in state.arena if not isinstance(piece, str)]
    if any(len(tower) < spells.MIN_TOWER for tower in towers):
        raise BadValue("a tower has two faces or more, bottom to top")
    if towers and not state.knows_towers:
        raise BadValue(
            "{edition} has no towers; "
            "only with accidental_stack=top_counts dice may lie on each other",
            edition=state.edition.id,
        )


# --- moves -----------------------------------------------------------------------------------


def _start(turn: Turn, move: StartDie, _state: GameState) -> None:
    placed = turn.options.start_die == "placed"
    if move.face != OUT:
        turn.edition.check_face(move.face)
    if move.face in (OUT, NULL):
        if placed:
            raise IllegalMove(
                "the starting die is placed showing one of {faces}, not {face}",
                faces=" ".join(turn.edition.symbols),
                face=move.face,
            )
        choose = move.face == NULL and turn.options.start_die_x == "choose_face"
        turn.phase = Phase.START_AGAIN if choose else Phase.START
        turn.events.append(StartAgain())
        return
    if turn.edition.activation is Activation.START_DIE:
        turn.elements = frozenset((move.face,))
    turn.arena = (move.face,)
    turn.phase = Phase.THROW
    turn.events.append(Started(move.face, elements_in_order(turn)))


def elements_in_order(game: GameState | Turn) -> tuple[Face, ...]:
    """The active elements in the order of the edition's faces."""
    return tuple(face for face in game.edition.faces if face in game.elements)


def _throw(turn: Turn, move: Throw, state: GameState) -> None:
    unit, landing = move.unit, move.landing
    if landing is None:
        raise BadValue("a throw needs its landing: how the dice lie afterwards")
    loose = unit == ONE and turn.hands[turn.active]
    if not (loose and state.arena):  # where dice lie, a loose die may always be thrown
        allowed = _active_units(state)
        if unit not in allowed:
            raise _not_allowed(unit, allowed)
    thrown = turn.take(turn.active, unit)
    matched = check.land(turn, landing, thrown)
    check.check(turn, matched, state.arena)


def _extra(turn: Turn, move: ExtraThrow, state: GameState) -> None:
    if move.landing is None:
        raise BadValue("a throw needs its landing: how the dice lie afterwards")
    allowed = _extra_units(state)
    if set(move.units) != set(allowed):
        raise IllegalMove(
            "{players} must all throw, and nobody else; you gave {given}",
            players=_letters(allowed),
            given=_letters(move.units) if move.units else Phrase("nobody"),
        )
    for player, unit in move.units.items():
        if unit not in allowed[player]:
            raise IllegalMove(
                "{player} may throw {units}, not {unit}",
                player=letter(player),
                units=OneOf(allowed[player]),
                unit=repr(unit),
            )
    thrown = sum(turn.take(player, unit) for player, unit in move.units.items())
    matched = check.land(turn, move.landing, thrown)
    if turn.options.zero_elimination == "immediate" and _others_are_out(turn):
        return
    check.check(turn, matched, state.arena, state.pending.before)


def _others_are_out(turn: Turn) -> bool:
    """Eliminate at once who lost the last die in the extra throw; whether that ends the game."""
    order = players_from(turn, turn.active, turn.direction)
    turn.eliminate(
        [player for player in order if player != turn.active and not turn.supply(player)]
    )
    if turn.players_left() > 1:
        return False
    turn.finish((turn.active,))
    return True


def _win_column(turn: Turn, move: WinColumn, state: GameState) -> None:
    builders = elements.column_builders(state)
    if move.winner not in builders:
        raise IllegalMove(
            "the column can be won by {players}, not by {player}",
            players=_letters(builders),
            player=letter(move.winner),
        )
    _check_kept(state, move)
    elements.win_column(turn, move.winner, move.keep)
    check.after_column(turn, move.winner, state.pending)


def _check_kept(state: GameState, move: WinColumn) -> None:
    if move.keep and state.options.piles_after_column != "owner_choice":
        raise IllegalMove("piles dissolve after a column (piles_after_column=dissolve)")
    there = {(player, i) for player, piles in enumerate(state.piles) for i in range(len(piles))}
    if not there.issuperset(move.keep) or len(set(move.keep)) < len(move.keep):
        raise IllegalMove(
            "the piles there are {piles}; {kept} cannot be kept",
            piles=sorted(there),
            kept=list(move.keep),
        )


def _collect(turn: Turn, move: Collect, state: GameState) -> None:
    free = check.collectable(state, state.pending)
    wrong = [face for face in move.faces if face not in free]
    if wrong or len(set(move.faces)) < len(move.faces):
        raise IllegalMove(
            "the sets lying there are {free}, each to be taken once or left; "
            "{taken} cannot be taken",
            free=" ".join(free),
            taken=" ".join(move.faces),
        )
    if move.faces:
        check.collect(turn, {face: free[face] for face in move.faces}, state.pending)
    else:
        check.leave_everything(turn, state.pending)


def _accio(turn: Turn, move: TakeAccio, state: GameState) -> None:
    faces = spells.accio_faces(state, state.pending)
    if move.face is not None:
        turn.edition.check_face(move.face)
    if move.face is None and not turn.options.accio_optional:
        raise IllegalMove("Accio must take a die here: one of {faces}", faces=" ".join(faces))
    if move.face is not None and move.face not in faces:
        raise IllegalMove(
            "Accio can take {faces}, not {face}", faces=" ".join(faces), face=repr(move.face)
        )
    spells.take_accio(turn, move.face, state.pending)
    spells.carry_out(turn, acting_in(turn.edition, turn.elements), state.pending)


def _stack(turn: Turn, move: StackTower, state: GameState) -> None:
    left = all_faces(state.arena)
    for face in move.tower:
        turn.edition.check_face(face)
    if sorted(move.tower) != sorted(left):
        raise IllegalMove(
            "the tower is built of all the dice left, {faces}, not of {tower}",
            faces=" ".join(left),
            tower=" ".join(move.tower) or Phrase("nothing"),
        )
    spells.stack(turn, tuple(move.tower))
    spells.carry_out(turn, acting_in(turn.edition, turn.elements), state.pending)


def _end(turn: Turn, _move: EndTurn, _state: GameState) -> None:
    turn.end(turn.active)


_MOVES: Mapping[type, tuple[tuple[Phase, ...], Callable[[Turn, Any, GameState], None]]] = (
    MappingProxyType(
        {
            StartDie: ((Phase.START, Phase.START_AGAIN), _start),
            Throw: (THROWING, _throw),
            ExtraThrow: ((Phase.EXTRA,), _extra),
            WinColumn: ((Phase.COLUMN,), _win_column),
            Collect: ((Phase.COLLECT,), _collect),
            TakeAccio: ((Phase.ACCIO,), _accio),
            StackTower: ((Phase.STACK,), _stack),
            EndTurn: ((Phase.CHOICE,), _end),
        }
    )
)

_NAMES: Mapping[type, Phrase] = MappingProxyType(
    {
        StartDie: Phrase("the starting die"),
        Throw: Phrase("a throw"),
        ExtraThrow: Phrase("a throw of several players"),
        WinColumn: Phrase("the winner of a column of fire"),
        Collect: Phrase("a choice of sets to take"),
        TakeAccio: Phrase("a die for Accio"),
        StackTower: Phrase("a tower"),
        EndTurn: Phrase("the end of the turn"),
    }
)

WAITS_FOR: Mapping[Phase, Phrase] = MappingProxyType(
    {
        Phase.START: Phrase("the starting die"),
        Phase.START_AGAIN: Phrase("the starting die, thrown again or turned to another face"),
        Phase.THROW: Phrase("the throw that every turn begins with"),
        Phase.CHOICE: Phrase("a further throw or the end of the turn"),
        Phase.EXTRA: Phrase("a throw of several players at once"),
        Phase.COLUMN: Phrase("the winner of the column of fire"),
        Phase.COLLECT: Phrase("a choice of sets to take"),
        Phase.ACCIO: Phrase("the further die of an Accio"),
        Phase.STACK: Phrase("the tower of a Wingardium Leviosa"),
        Phase.OVER: Phrase("nothing more: it is over"),
    }
)


# --- what is allowed -------------------------------------------------------------------------


def _active_units(state: GameState) -> tuple[Unit, ...]:
    if not state.arena:
        whole_hand = state.phase is Phase.THROW or state.options.allin_trigger == "also_mid_turn"
        if whole_hand and must_throw_all(state):
            return (ALL,)
    return units_of(state, state.active)


def _extra_units(state: GameState) -> dict[Player, tuple[Unit, ...]]:
    turn = Turn(state)
    storm = Effect.STORM in state.effects.values()
    throwers = elements.storm_throwers(turn) if storm else spells.salvo_throwers(turn)
    return {player: elements.storm_units(state, player) for player in throwers}


def _not_allowed(unit: Unit, allowed: tuple[Unit, ...]) -> IllegalMove:
    if allowed == (ALL,):
        message = "the arena is empty, so all dice are thrown at once ({units}), not {unit}"
    elif unit == ALL:
        message = "you throw all your dice only into an empty arena; here you throw {units}"
    elif unit == ONE:
        message = "there is no loose die; a pile of boulders is thrown as a whole: {units}"
    else:
        unit = repr(unit)
        message = "{unit} cannot be thrown here; you may throw {units}"
    return IllegalMove(message, unit=unit, units=OneOf(allowed))


def _letters(players: Iterable[Player]) -> str:
    return " ".join(map(letter, players))


def _moves_of_throw(state: GameState) -> Iterator[Move]:
    return (Throw(unit) for unit in _active_units(state))


def _moves_of_choice(state: GameState) -> Iterator[Move]:
    yield EndTurn()
    yield from _moves_of_throw(state)


def _moves_of_start(state: GameState) -> Iterator[Move]:
    return (StartDie(face) for face in state.edition.symbols)


def _moves_of_extra(state: GameState) -> Iterator[Move]:
    allowed = _extra_units(state)
    for units in product(*allowed.values()):
        yield ExtraThrow(dict(zip(allowed, units, strict=True)))


def _moves_of_column(state: GameState) -> Iterator[Move]:
    for winner in elements.column_builders(state):
        for keep in _kept_piles(state):
            yield WinColumn(winner, keep)


def _kept_piles(state: GameState) -> Iterator[tuple[tuple[Player, int], ...]]:
    if state.options.piles_after_column == "dissolve":
        yield ()
        return
    there = [(player, i) for player, piles in enumerate(state.piles) for i in range(len(piles))]
    for size in range(len(there) + 1):
        yield from combinations(there, size)


def _moves_of_collect(state: GameState) -> Iterator[Move]:
    faces = tuple(check.collectable(state, state.pending))
    for size in range(len(faces), -1, -1):
        yield from map(Collect, combinations(faces, size))


def _moves_of_accio(state: GameState) -> Iterator[Move]:
    yield from map(TakeAccio, spells.accio_faces(state, state.pending))
    if state.options.accio_optional:
        yield TakeAccio(None)


def _moves_of_stack(state: GameState) -> Iterator[Move]:
    return map(StackTower, _orders(tuple(sorted(all_faces(state.arena)))))


def _orders(faces: Tower) -> Iterator[Tower]:
    """Every different order of these faces."""
    if not faces:
        yield ()
        return
    for face in dict.fromkeys(faces):
        index = faces.index(face)
        for rest in _orders(faces[:index] + faces[index + 1 :]):
            yield (face, *rest)


_LEGAL: Mapping[Phase, Callable[[GameState], Iterator[Move]]] = MappingProxyType(
    {
        Phase.START: _moves_of_start,
        Phase.START_AGAIN: _moves_of_start,
        Phase.THROW: _moves_of_throw,
        Phase.CHOICE: _moves_of_choice,
        Phase.EXTRA: _moves_of_extra,
        Phase.COLUMN: _moves_of_column,
        Phase.COLLECT: _moves_of_collect,
        Phase.ACCIO: _moves_of_accio,
        Phase.STACK: _moves_of_stack,
        Phase.OVER: lambda _: iter(()),
    }
)


def _await_start(state: GameState) -> Await:
    placed = state.options.start_die == "placed"
    may_choose = placed or state.phase is Phase.START_AGAIN
    return AwaitStartDie(state.active, "placed" if placed else "thrown", may_choose)


_AWAITS: Mapping[Phase, Callable[[GameState], Await]] = MappingProxyType(
    {
        Phase.START: _await_start,
        Phase.START_AGAIN: _await_start,
        Phase.THROW: lambda s: AwaitThrow(s.active, _active_units(s)),
        Phase.CHOICE: lambda s: AwaitChoice(s.active, _active_units(s)),
        Phase.EXTRA: lambda s: AwaitExtra(MappingProxyType(_extra_units(s))),
        Phase.COLUMN: lambda s: AwaitColumn(elements.column_builders(s)),
        Phase.COLLECT: lambda s: AwaitCollect(
            s.pending.collector, tuple(check.collectable(s, s.pending))
        ),
        Phase.ACCIO: lambda s: AwaitAccio(
            s.active, spells.accio_faces(s, s.pending), s.options.accio_optional
        ),
        Phase.STACK: lambda s: AwaitStack(s.active, tuple(all_faces(s.arena))),
        Phase.OVER: lambda s: Over(s.winners),
    }
)
