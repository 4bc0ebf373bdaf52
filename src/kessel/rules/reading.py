"""Reads a position and a step as remarks: what is asked, why a die stays, what happened and why.

Says it as data: keys of the catalogue of words, what to fill in, and the rules behind it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from kessel.rules.effects import acting_in
from kessel.rules.engine import Step, awaited
from kessel.rules.events import (
    AccioTaken,
    Event,
    ExtraCalled,
    GameOver,
    Locked,
    NextTurn,
    Reversed,
    event_fields,
)
from kessel.rules.faces import Piece, top, visible
from kessel.rules.moves import ALL, Move, Seat
from kessel.rules.reasons import Reason, reasons
from kessel.rules.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence to be said in any language."""

    key: str
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    see: tuple[str, ...] = ()
    """The rules that say so, by their numbers in `docs/rules.md`."""
    why: str | None = None
    """The key of the reason, where there is one."""


def read_position(state: GameState) -> tuple[Remark, ...]:
    """What is asked of whom and why, then why each piece lies there."""
    return (what_is_asked(state), *(why_it_lies(state, piece) for piece in state.arena))


def what_is_asked(state: GameState) -> Remark:
    """What the game waits for, and why."""
    expected = awaited(state)
    params = _params(expected)
    if state.phase in (Phase.THROW, Phase.CHOICE) and params["units"] == (ALL,):
        return Remark(
            "ask.throw_all", params, ("A.7", "C-05" if state.phase is Phase.CHOICE else "P2")
        )
    key, see = _ASKED[state.phase]
    if state.phase is Phase.OVER:
        key += _how_many(state.winners)
    return Remark(key, params, see)


def why_it_lies(state: GameState, piece: Piece) -> Remark:
    """Why nobody has taken this piece."""
    face = top(piece)
    acting = acting_in(state.edition, state.elements)
    equal = visible(state.arena).count(face)
    if not isinstance(piece, str):
        params = {"tower": piece, "face": face, "count": len(piece) - 1}
        return Remark("lies.tower", params, ("B-21", "C-40"))
    params = {"face": face, "count": equal}
    if face == acting.swamp:
        return Remark("lies.swamp", params, ("A.4", "C-30"))
    if equal == 1:
        return Remark("lies.single", params, ("A.0",))
    if face == acting.freeze:
        return Remark("lies.frozen", params, ("B-15", "B-16"))
    if state.phase in (Phase.EXTRA, Phase.COLUMN, Phase.COLLECT):
        return Remark("lies.waiting", params, ("P3",))
    return Remark("lies.uncovered", params, ("C-42", "C-50"))


def explain(before: GameState, move: Move, step: Step) -> tuple[Remark, ...]:
    """Every event of a step in words, with what did not happen and why."""
    told = zip(step.events, reasons(before, move, step), strict=True)
    return tuple(remark for event, reason in told for remark in _remarks(event, reason))


def _remarks(event: Event, reason: Reason) -> Iterator[Remark]:
    yield Remark(
        f"event.{_sentence(event, reason)}",
        event_fields(event, _as_it_is),
        reason.rules,
        f"why.{reason.key}",
    )
    for note in reason.notes:
        yield Remark(f"why.{note.key}", {"faces": note.faces}, note.rules)


def _sentence(event: Event, reason: Reason) -> str:
    """Which sentence tells of this event."""
    match event:
        case NextTurn(_, throw):
            return f"next_{throw}"
        case Reversed(direction):
            return "reverse_clockwise" if direction > 0 else "reverse_counter"
        case AccioTaken(_, None):
            return "accio_none"
        case ExtraCalled(()):
            return "extra_nobody"
        case GameOver(winners):
            return f"over{_how_many(winners)}"
        case Locked():
            return "lock_frozen" if reason.key == "freeze" else "lock_swamp"
        case _:
            return event.kind


def _as_it_is(seat: Seat) -> Seat:
    return seat


def _params(told: Any) -> dict[str, Any]:
    return {one.name: getattr(told, one.name) for one in fields(told)}


def _how_many(winners: tuple[int, ...]) -> str:
    return ("_nobody", "_one", "_many")[min(len(winners), 2)]


_ASKED: Mapping[Phase, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        Phase.START: ("ask.start_die", ("B-02", "C-03")),
        Phase.START_AGAIN: ("ask.start_again", ("B-04",)),
        Phase.THROW: ("ask.throw", ("A.0", "B-39")),
        Phase.CHOICE: ("ask.choice", ("P1",)),
        Phase.EXTRA: ("ask.extra", ("C-10", "C-58")),
        Phase.COLUMN: ("ask.column", ("A.4", "C-34")),
        Phase.COLLECT: ("ask.collect", ("B-08",)),
        Phase.ACCIO: ("ask.accio", ("B-20", "C-22")),
        Phase.STACK: ("ask.stack", ("B-21", "C-43")),
        Phase.OVER: ("ask.over", ("B-31",)),
    }
)
