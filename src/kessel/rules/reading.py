"""Reads a position and a step as remarks: what is asked, why a die stays, what happened and why.

Says it as data: keys of the catalogue of words, what to fill in, and the rules behind it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias, TypedDict

from kessel.errors import BadValue
from kessel.rules import awaits as a
from kessel.rules import events as e
from kessel.rules.effects import effect_faces
from kessel.rules.engine import Step, awaited
from kessel.rules.faces import NULL, Face, Piece, top, visible
from kessel.rules.moves import ALL, Move, Player, Unit
from kessel.rules.notation import read_move
from kessel.rules.positions import read_state
from kessel.rules.reasons import Reason, reasons
from kessel.rules.state import GameState, Phase

PersonalKey: TypeAlias = Literal[
    "say.column", "say.collect", "say.accio", "say.accioNone", "say.pile", "say.choice",
    "say.end", "say.no_dice", "say.elim", "say.next", "say.nextAll", "say.over",
]  # fmt: skip
"""What is said of one player; the words have another form (`.you`) for saying it to that player."""
PlainKey: TypeAlias = Literal[
    "say.start_again", "say.start", "say.startElement", "say.startElements", "say.cocked",
    "say.out", "say.x", "say.lock", "say.accioNothing", "say.extra.storm", "say.extra.salvo",
    "say.extraNobody", "say.dissolve", "say.suppressed", "say.stack", "say.reverse.clockwise",
    "say.reverse.counter", "say.pass_left", "say.over.shared", "say.over.nobody",
]  # fmt: skip
"""What is said of nobody, or of several."""


class Params(TypedDict, total=False):
    """What sentences are filled with, each by its name in the words."""

    name: Player
    names: tuple[Player, ...]
    count: int
    face: Face
    faces: tuple[Face, ...] | Mapping[Face, int]
    elements: tuple[Face, ...]
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence to be said in any language."""

    key: str
    params: Params = field(default_factory=Params)
    rules: tuple[str, ...] = ()
    """The rules that say so, by their numbers in `docs/reference/rules.md`."""
    why: str | None = None
    """The key of the reason, where there is one."""


def read_position(state: GameState | str) -> tuple[Remark, ...]:
    """What is asked of whom and why, then why the pieces lie there, each reason once; nothing of
    pieces that the answer takes or stacks.

    >>> from kessel import Speaker
    >>> asked, lies = read_position("strike-2020 hands=2,3 arena=2")
    >>> Speaker("strike-2020").say(lies)
    '2 stays: nothing matches it.'
    """
    state = read_state(state)
    asked = what_is_asked(state)
    if state.phase in (Phase.ACCIO, Phase.STACK):
        return (asked,)
    if asked.key == "say.nextAll":
        asked = Remark("why.arena_empty", {}, asked.rules)
    there = (why_it_lies(state, piece) for piece in state.arena)
    return (asked, *{(one.key, one.params.get("face")): one for one in there}.values())


def what_is_asked(state: GameState) -> Remark:
    """What the game waits for, and why."""
    key, params = _asked(awaited(state))
    if key == "say.nextAll":
        return Remark(key, params, ("A.7", "P2"))
    if key == "asked.choice_all":
        return Remark(key, params, ("A.7", "C-05"))
    if state.phase is Phase.START_AGAIN:
        key = "asked.start_again"
    return Remark(key, params, _ASKED_BY[state.phase])


def _asked(expected: a.Await) -> tuple[str, Params]:
    match expected:
        case a.AwaitStartDie(how=how):
            return f"asked.start.{how}", {}
        case a.AwaitThrow(player, (unit,)) if unit == ALL:
            return "say.nextAll", {"name": player}
        case a.AwaitChoice(player, (unit,)) if unit == ALL:
            return "asked.choice_all", {"name": player}
        case a.AwaitThrow(player, units):
            return "asked.throw", {"name": player, "units": units}
        case a.AwaitChoice(player, _):
            return "say.choice", {"name": player}
        case a.AwaitExtra(units_by_player) if len(units_by_player) == 1:
            return "asked.extra.one", {"name": next(iter(units_by_player))}
        case a.AwaitExtra(units_by_player):
            return "asked.extra", {"names": tuple(units_by_player)}
        case a.AwaitColumn(players):
            return "asked.column", {"names": players}
        case a.AwaitCollect(player, faces):
            return "asked.collect", {"name": player, "faces": faces}
        case a.AwaitAccio(player, faces, _, _):
            return "asked.accio", {"name": player, "faces": faces}
        case a.AwaitStack(player, faces):
            return "asked.stack", {"name": player, "faces": faces}
        case _:
            return _over(expected.winners)


def why_it_lies(state: GameState, piece: Piece) -> Remark:
    """Why nobody has taken this piece."""
    face = top(piece)
    acting = effect_faces(state.edition, state.elements)
    equal = visible(state.arena).count(face)
    if not isinstance(piece, str):
        return Remark("lies.tower", {"face": face, "count": len(piece) - 1}, ("B-21", "C-40"))
    params = Params(face=face, count=equal)
    if face == acting.swamp:
        return Remark("why.swamp", params, ("A.4", "C-30"))
    if equal == 1:
        return Remark("lies.single", params, ("A.0",))
    if face == acting.freeze:
        return Remark("why.freeze", params, ("B-15", "B-16"))
    if state.phase in (Phase.EXTRA, Phase.COLUMN, Phase.COLLECT):
        return Remark("lies.waiting", params, ("P3",))
    return Remark("lies.uncovered", params, ("C-42", "C-50"))


def explain(before: GameState | str, move: Move | str, step: Step) -> tuple[Remark, ...]:
    """Every event of a step in words, with what did not happen and why.

    >>> from kessel import apply
    >>> before, move = "strike-2020 hands=7,7 arena=5,6", "throw 1: 5 6 6"
    >>> explain(before, move, apply(before, move))[0].key
    'say.collect'
    """
    if not isinstance(step, Step):
        raise BadValue("a step is what `apply` gave, not {given}", given=repr(step))
    why = reasons(read_state(before), read_move(move), step)
    told = zip(step.events, why, strict=True)
    return tuple(remark for event, reason in told for remark in remarks(event, reason))


def remarks(event: e.Event, reason: Reason) -> Iterator[Remark]:
    """What happened, then what did not happen with it."""
    key, params = _said(event, reason)
    yield Remark(key, params, reason.rules, f"why.{reason.key}")
    for note in reason.notes:
        yield Remark(f"why.{note.key}", {"faces": note.faces}, note.rules)


_Said: TypeAlias = tuple[PersonalKey | PlainKey, Params]


def _said(event: e.Event, reason: Reason) -> _Said:
    """The sentence that tells of an event, and what fills it."""
    match event:
        case e.StartAgain():
            return "say.start_again", {}
        case e.Started(face, ()):
            return "say.start", {"face": face}
        case e.Started(face, (_,) as elements):
            return "say.startElement", {"face": face, "elements": elements}
        case e.Started(face, elements):
            return "say.startElements", {"face": face, "elements": elements}
        case e.Cocked(count):
            return "say.cocked", {"count": count}
        case e.WentOut(count):
            return "say.out", {"count": count}
        case e.NullRemoved(count):
            return "say.x", {"count": count, "face": NULL}
        case e.Locked(face, count):
            return "say.lock", {"face": face, "count": count}
        case e.AccioTaken(face=None) if reason.key == "nothing_left":
            return "say.accioNothing", {}
        case e.ExtraCalled(()):
            return "say.extraNobody", {}
        case e.ExtraCalled(players):
            storm = reason.key == "storm"
            return "say.extra.storm" if storm else "say.extra.salvo", {"names": players}
        case e.PilesDissolved():
            return "say.dissolve", {}
        case e.Suppressed(spells):
            return "say.suppressed", {"faces": spells}
        case e.TowerStacked(tower):
            return "say.stack", {"count": len(tower)}
        case e.Reversed(direction):
            return "say.reverse.clockwise" if direction > 0 else "say.reverse.counter", {}
        case e.PassedLeft():
            return "say.pass_left", {}
        case e.GameOver(winners):
            return _over(winners)
        case _:
            return _said_of_one(event)


_OfOne: TypeAlias = (
    e.ColumnWon | e.Collected | e.AccioTaken | e.PileMade | e.MayGoOn
    | e.TurnEnded | e.NoDice | e.Eliminated | e.NextTurn
)  # fmt: skip


def _said_of_one(event: _OfOne) -> tuple[PersonalKey, Params]:
    match event:
        case e.ColumnWon(winner):
            return "say.column", {"name": winner}
        case e.Collected(player, faces):
            return "say.collect", {"name": player, "faces": faces}
        case e.AccioTaken(player, str(face)):
            return "say.accio", {"name": player, "face": face}
        case e.AccioTaken(player):
            return "say.accioNone", {"name": player}
        case e.PileMade(player, count):
            return "say.pile", {"name": player, "count": count}
        case e.MayGoOn(player):
            return "say.choice", {"name": player}
        case e.TurnEnded(player):
            return "say.end", {"name": player}
        case e.NoDice(player):
            return "say.no_dice", {"name": player}
        case e.Eliminated(player):
            return "say.elim", {"name": player}
        case _:
            return "say.nextAll" if event.throw == "all" else "say.next", {"name": event.player}


def _over(winners: tuple[Player, ...]) -> _Said:
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
