"""Reads a position and what happened in it: why a die stays, why a spell had no effect.

Says it as data: a key of the catalogue of messages, what to fill in, and the rules that say so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from kessel.rules.edition import Effect
from kessel.rules.effects import acting_in
from kessel.rules.engine import Step, awaited
from kessel.rules.events import (
    AccioTaken,
    Collected,
    ColumnWon,
    Event,
    ExtraCalled,
    GameOver,
    Locked,
    NextTurn,
    PileMade,
    Reversed,
    TowerStacked,
)
from kessel.rules.faces import NULL, Face, Piece, top, visible
from kessel.rules.moves import ALL, ExtraThrow, Move, Throw
from kessel.rules.state import GameState, Phase


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence to be said in any language."""

    key: str
    params: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    see: tuple[str, ...] = ()
    """The rules that say so, by their numbers in the rules catalogue."""


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
    remarks: list[Remark] = []
    for event in step.events:
        remarks.append(_tell(before, event))
        remarks.extend(_what_else(before, move, step, event))
    return tuple(remarks)


def _tell(before: GameState, event: Event) -> Remark:
    key, see = f"event.{event.kind}", _EVENT_SEE[event.kind]
    match event:
        case NextTurn(_, throw):
            key += f"_{throw}"
        case Reversed(direction):
            key += "_clockwise" if direction > 0 else "_counter"
        case AccioTaken(_, None):
            key += "_none"
        case ExtraCalled(()):
            key += "_nobody"
        case GameOver(winners):
            key += _how_many(winners)
        case Locked(face):
            frozen = before.edition.effects[face] is Effect.FREEZE
            key, see = (
                ("event.lock_frozen", ("B-15",)) if frozen else ("event.lock_swamp", ("C-30",))
            )
        case _:
            pass
    return Remark(key, _params(event), see)


def _what_else(before: GameState, move: Move, step: Step, event: Event) -> Iterator[Remark]:
    if event.kind == "x" and isinstance(move, Throw | ExtraThrow):
        yield from _uncovered(move)
    if isinstance(event, Locked) and any(told.kind == "choice" for told in step.events):
        yield Remark("why.goes_on", {"face": event.face}, ("P1", "B-15", "C-30"))
    if isinstance(event, Collected):
        yield from _without_effect(before, step, event)


def _uncovered(move: Throw | ExtraThrow) -> Iterator[Remark]:
    assert move.landing is not None
    for piece in move.landing.arena:
        if not isinstance(piece, str) and top(piece) == NULL:
            yield Remark("why.uncovered", {"tower": piece}, ("C-41",))


def _without_effect(before: GameState, step: Step, event: Collected) -> Iterator[Remark]:
    """Effects of collected faces that did not come about, and why."""
    acting = acting_in(before.edition, step.state.elements)
    told = {one.__class__ for one in step.events}
    salvo = before.pending.before
    fire = acting.column
    if fire in event.faces and before.phase is not Phase.COLUMN and ColumnWon not in told:
        initial = before.options.storm_recheck == "initial"
        if initial and salvo is not None and fire not in salvo:
            yield Remark("why.only_before_storm", {"faces": (fire,)}, ("C-17",))
        else:
            yield Remark("why.nobody_builds", {}, ("C-36",))
    if acting.boulders in event.faces and PileMade not in told:
        yield Remark("why.only_before_storm", {"faces": (acting.boulders,)}, ("C-17",))
    if salvo is not None and acting.salvo != NULL:
        yield from _lost_to_salvo(before, event, salvo, acting.after_collecting)
    tower = acting.tower
    waits = step.state.phase in (Phase.STACK, Phase.ACCIO)
    void = before.options.relashio_pending == "void"
    works = tower in event.faces and (salvo is None or (tower in salvo and not void))
    muted = any(one.kind == "suppressed" for one in step.events)
    if works and not waits and not muted and TowerStacked not in told:
        yield Remark("why.no_tower", {}, ("C-21",))


def _lost_to_salvo(
    before: GameState, event: Collected, salvo: tuple[Face, ...], spells: tuple[Face, ...]
) -> Iterator[Remark]:
    new = tuple(face for face in spells if face in event.faces and face not in salvo)
    broken = tuple(face for face in spells if face in salvo and face not in event.faces)
    if new:
        yield Remark("why.made_by_extra", {"faces": new}, ("B-19", "C-16"))
    if broken and before.options.relashio_pending != "locked":
        yield Remark("why.broken_by_extra", {"faces": broken}, ("C-16",))
    kept = tuple(face for face in spells if face in salvo and face in event.faces)
    if kept and before.options.relashio_pending == "void":
        yield Remark("why.void", {"faces": kept}, ("C-16",))


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

_EVENT_SEE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "start_again": ("B-04", "C-02"),
        "start": ("B-02",),
        "cocked": ("B-35",),
        "out": ("B-05", "B-06"),
        "x": ("B-06", "B-07"),
        "lock": (),
        "extra": ("B-18", "C-10"),
        "column": ("C-37",),
        "dissolve": ("B-27", "C-39"),
        "collect": ("B-08",),
        "suppressed": ("B-16",),
        "accio": ("B-20", "C-19"),
        "stack": ("B-21", "C-43"),
        "reverse": ("B-22", "C-44"),
        "pile": ("A.4", "C-23"),
        "pass_left": ("A.4", "C-29"),
        "choice": ("P1",),
        "end": ("P1",),
        "no_dice": ("C-11",),
        "elim": ("P4", "P7"),
        "next": ("P2",),
        "over": ("B-31", "C-13"),
    }
)
