"""The rules of a game under way: `awaited`, `legal_moves` and `apply`.

Pure: no randomness, clock or I/O. An illegal move raises with the reason; a state never changes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from kessel.errors import IllegalMove, NotAwaited, OneOf, Phrase
from kessel.rules import check, elements, spells
from kessel.rules.allowed import WAITS_FOR, active_units, await_in, extra_units, moves_in
from kessel.rules.awaits import Await
from kessel.rules.edition import Activation
from kessel.rules.effects import effect_faces
from kessel.rules.events import Event, StartAgain, Started
from kessel.rules.faces import NULL, Face, all_faces
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
from kessel.rules.notation import letter, move_text, read_move
from kessel.rules.positions import read_state
from kessel.rules.state import THROWING, GameState, Phase, new_tuple
from kessel.rules.turn import Turn, players_from


class Step(NamedTuple):
    """What a move led to.

    >>> from kessel import apply
    >>> step = apply("strike-2020 hands=2,3 arena=2,5 phase=choice", "end")
    >>> step.events, step.state.active
    ((TurnEnded(player=0), NextTurn(player=1, throw='one')), 1)
    """

    state: GameState
    events: tuple[Event, ...]


def awaited(state: GameState | str) -> Await:
    """What must come next, with all that is allowed.

    >>> awaited("strike-2020 hands=2,3 arena=2,5 phase=choice")
    AwaitChoice(player=0, units=('1',))
    """
    return await_in(read_state(state))


def legal_moves(state: GameState | str) -> Iterator[Move]:
    """Every legal move; a throw is only the decision to throw, its landing is chance.

    >>> list(legal_moves("strike-2020 hands=2,3 arena=2,5 phase=choice"))
    [EndTurn(), Throw(unit='1', landing=None)]
    """
    return moves_in(read_state(state))


def apply(state: GameState | str, move: Move | str) -> Step:
    """Make a move; raises without any change where the rules do not allow it.

    >>> state, events = apply("strike-2020 hands=2,3 arena=2,5", "throw 1: 2 5 5")
    >>> events[0]
    Collected(player=0, faces={'5': 2})
    >>> str(state)
    'strike-2020 hands=3,3 arena=2 turn=B> phase=throw'
    """
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


def column_tie(state: GameState, tied: Sequence[Player]) -> Player | None:
    """Who wins a column finished by several at once; None: they build again (C-33)."""
    if state.options.column_tie == "rematch":
        return None
    return next(player for player in players_from(state, state.active) if player in tied)


def _not_awaited(state: GameState, kind: type[Move]) -> NotAwaited:
    if state.phase is Phase.OVER:
        return NotAwaited("the game is over")
    return NotAwaited(
        "the game waits for {awaited}, not for {given}",
        awaited=WAITS_FOR[state.phase],
        given=_NAMES[kind],
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
    unit, landing = move.unit, check.checked_landing(move.landing)
    loose = unit == ONE and turn.hands[turn.active]
    if not (loose and state.arena):  # where dice lie, a loose die may always be thrown
        allowed = active_units(state)
        if unit not in allowed:
            raise _not_allowed(unit, allowed)
    thrown = turn.take(turn.active, unit)
    matched = check.land(turn, landing, thrown)
    check.check(turn, matched, state.arena)


def _extra(turn: Turn, move: ExtraThrow, state: GameState) -> None:
    landing = check.checked_landing(move.landing)
    allowed = extra_units(state)
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
    matched = check.land(turn, landing, thrown)
    someone_holds_dice = any(map(turn.supply, players_from(turn, turn.active)))
    if (
        turn.options.zero_elimination == "immediate"
        and someone_holds_dice
        and _others_are_out(turn)
    ):
        return
    check.check(turn, matched, state.arena, state.pending.before)


def _others_are_out(turn: Turn) -> bool:
    """Eliminate at once who lost the last die in the extra throw; whether that ends the game. Where
    nobody holds a die, the check decides first (C-13)."""
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
            "the matches lying there are {free}, each to be taken once or left; "
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
    place = spells.accio_place(state, move, state.pending)
    if move.face is not None and move.face not in faces:
        raise IllegalMove(
            "Accio can take {faces}, not {face}", faces=" ".join(faces), face=repr(move.face)
        )
    if move.place is not None and place is None:
        raise IllegalMove(
            "Accio can take {faces}, not {face}",
            faces=", ".join(map(move_text, spells.accio_choices(state, state.pending))),
            face=move_text(move),
        )
    spells.take_accio(turn, move.face, place)
    spells.carry_out(turn, effect_faces(turn.edition, turn.elements), state.pending)


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
    spells.carry_out(turn, effect_faces(turn.edition, turn.elements), state.pending)


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
        Collect: Phrase("a choice of matches to take"),
        TakeAccio: Phrase("a die for Accio"),
        StackTower: Phrase("a tower"),
        EndTurn: Phrase("the end of the turn"),
    }
)


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
