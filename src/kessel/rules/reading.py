"""Reads a position and a step as remarks: what is asked, why a die stays, what happened and why.

Says it as data: keys of the catalogue of words, what to fill in, and the rules behind it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from kessel.rules import awaits as a
from kessel.rules import events as e
from kessel.rules.effects import acting_in
from kessel.rules.engine import Step, awaited
from kessel.rules.faces import Piece, top, visible
from kessel.rules.moves import ALL, Move, Player
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
    key, params = _asked(awaited(state))
    if key == "say.nextAll":
        return Remark(key, params, ("A.7", "C-05" if state.phase is Phase.CHOICE else "P2"))
    if state.phase is Phase.START_AGAIN:
        key = "asked.start_again"
    return Remark(key, params, _ASKED_BY[state.phase])


def _asked(expected: a.Await) -> tuple[str, dict[str, Any]]:
    match expected:
        case a.AwaitStartDie(how=how):
            return f"asked.start.{how}", {}
        case a.AwaitThrow(player, (unit,)) | a.AwaitChoice(player, (unit,)) if unit == ALL:
            return "say.nextAll", {"name": player}
        case a.AwaitThrow(player, units):
            return "asked.throw", {"name": player, "units": units}
        case a.AwaitChoice(player, _):
            return "say.choice", {"name": player}
        case a.AwaitExtra(units_by_player):
            return "asked.extra", {"names": tuple(units_by_player)}
        case a.AwaitColumn(players):
            return "asked.column", {"names": players}
        case a.AwaitCollect(player, faces):
            return "asked.collect", {"name": player, "faces": faces}
        case a.AwaitAccio(player, faces, _):
            return "asked.accio", {"name": player, "faces": faces}
        case a.AwaitStack(player, faces):
            return "asked.stack", {"name": player, "faces": faces}
        case _:
            return _over(expected.winners)


def why_it_lies(state: GameState, piece: Piece) -> Remark:
    """Why nobody has taken this piece."""
    face = top(piece)
    acting = acting_in(state.edition, state.elements)
    equal = visible(state.arena).count(face)
    if not isinstance(piece, str):
        params = {"face": face, "count": len(piece) - 1}
        return Remark("lies.tower", params, ("B-21", "C-40"))
    params = {"face": face, "count": equal}
    if face == acting.swamp:
        return Remark("why.swamp", params, ("A.4", "C-30"))
    if equal == 1:
        return Remark("lies.single", params, ("A.0",))
    if face == acting.freeze:
        return Remark("why.freeze", params, ("B-15", "B-16"))
    if state.phase in (Phase.EXTRA, Phase.COLUMN, Phase.COLLECT):
        return Remark("lies.waiting", params, ("P3",))
    return Remark("lies.uncovered", params, ("C-42", "C-50"))


def explain(before: GameState, move: Move, step: Step) -> tuple[Remark, ...]:
    """Every event of a step in words, with what did not happen and why."""
    told = zip(step.events, reasons(before, move, step), strict=True)
    return tuple(remark for event, reason in told for remark in _remarks(event, reason))


def _remarks(event: e.Event, reason: Reason) -> Iterator[Remark]:
    key, params = _said(event, reason)
    yield Remark(key, params, reason.rules, f"why.{reason.key}")
    for note in reason.notes:
        yield Remark(f"why.{note.key}", {"faces": note.faces}, note.rules)


def _said(event: e.Event, reason: Reason) -> tuple[str, dict[str, Any]]:
    """The sentence that tells of an event, and what fills it."""
    key = f"say.{event.kind}"
    match event:
        case e.Started(face, elements):
            key = "say.startElements" if elements else key
            return key, {"face": face, "elements": elements}
        case e.Cocked(count) | e.WentOut(count) | e.NullRemoved(count):
            return key, {"count": count}
        case e.Locked(face, count):
            return key, {"face": face, "count": count}
        case e.ExtraCalled(players):
            called = (f"say.extra.{reason.key}", {"players": players})
            return called if players else ("say.extraNobody", {})
        case e.ColumnWon(winner):
            return key, {"name": winner}
        case e.Collected(player, faces):
            return key, {"name": player, "faces": faces}
        case e.Suppressed(spells):
            return key, {"faces": spells}
        case e.AccioTaken(player, None):
            return "say.accioNone", {"name": player}
        case e.AccioTaken(player, face):
            return key, {"name": player, "face": face}
        case e.TowerStacked(tower):
            return key, {"count": len(tower)}
        case e.Reversed(direction):
            return f"{key}.{'clockwise' if direction > 0 else 'counter'}", {}
        case e.PileMade(player, count) | e.Eliminated(player, count):
            return key, {"name": player, "count": count}
        case e.MayGoOn(player) | e.TurnEnded(player) | e.NoDice(player):
            return key, {"name": player}
        case e.NextTurn(player, throw):
            return ("say.nextAll" if throw == "all" else key), {"name": player}
        case e.GameOver(winners):
            return _over(winners)
        case _:
            return key, {}


def _over(winners: tuple[Player, ...]) -> tuple[str, dict[str, Any]]:
    if not winners:
        return "say.over.nobody", {}
    if len(winners) > 1:
        return "say.over.shared", {"names": winners}
    return "say.over", {"name": winners[0]}


_ASKED_BY: Mapping[Phase, tuple[str, ...]] = MappingProxyType(
    {
        Phase.START: ("B-02", "C-03"),
        Phase.START_AGAIN: ("B-04",),
        Phase.THROW: ("A.0", "B-39"),
        Phase.CHOICE: ("P1",),
        Phase.EXTRA: ("C-10", "C-58"),
        Phase.COLUMN: ("A.4", "C-34"),
        Phase.COLLECT: ("B-08",),
        Phase.ACCIO: ("B-20", "C-22"),
        Phase.STACK: ("B-21", "C-43"),
        Phase.OVER: ("B-31",),
    }
)
"""The rules by which something is asked."""
