"""Why each event of a step happened, and which effects did not come about: decided here alone.

A reason is a key of the catalogue of words, with the numbers of the rules that say so, in
`docs/reference/rules.md`. Terminal, table, page and pipe pass it on.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kessel.rules import events as e
from kessel.rules.edition import Effect
from kessel.rules.effects import EffectFaces, effect_faces
from kessel.rules.engine import Step
from kessel.rules.faces import NULL, Face, top
from kessel.rules.moves import OUT, EndTurn, ExtraThrow, Move, StartDie, Throw
from kessel.rules.state import GameState, Phase

Rules = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """An effect that did not come about, or a rule that surprises; `key` says why."""

    key: str
    faces: tuple[Face, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one event happened."""

    key: str
    rules: Rules
    notes: tuple[Note, ...] = ()


REASONS: Mapping[str, Mapping[str, Rules]] = MappingProxyType(
    {
        "start_again": {"start_null": ("B-04",), "start_out": ("C-02",)},
        "start": {"placed": ("B-02", "C-03"), "thrown": ("B-02", "B-03", "C-03")},
        "cocked": {"nudge": ("B-35",), "reroll_outside": ("B-35",)},
        "out": {"left_arena": ("P3", "B-05", "B-06")},
        "x": {"null_face": ("B-06", "B-07")},
        "lock": {"freeze": ("B-15", "B-16"), "swamp": ("A.4", "C-30")},
        "extra": {"salvo": ("B-18", "C-58"), "storm": ("A.4", "C-58"), "nobody_can": ("C-10",)},
        "column": {"fastest": ("A.4", "C-37")},
        "dissolve": {"column_built": ("B-27", "C-39")},
        "collect": {"match": ("A.0", "B-08"), "column_winner": ("A.4", "C-38")},
        "suppressed": {"muted": ("B-16",)},
        "accio": {"taken": ("B-20", "C-22"), "declined": ("B-20",), "nothing_left": ("C-19",)},
        "stack": {"tower": ("B-21", "C-43")},
        "reverse": {"reverse": ("B-22", "C-44")},
        "pile": {"boulders": ("A.4", "B-26", "C-23")},
        "pass_left": {"hurricane": ("A.4", "C-27", "C-29")},
        "choice": {
            "no_match": ("P1",),
            "only_locked": ("P1", "B-15", "C-30"),
            "extra_broke": ("P1", "C-15"),
            "left_lying": ("P1", "B-08"),
        },
        "end": {
            "stopped": ("P1",),
            "collected": ("P1",),
            "hand_empty": ("P1", "C-04"),
            "only_locked": ("B-15", "C-30"),
            "extra_broke": ("C-15",),
            "column_over": ("A.4", "B-08"),
        },
        "no_dice": {"no_dice": ("C-11",)},
        "elim": {"no_dice": ("P4", "P7", "B-30")},
        "next": {"in_turn": ("B-45", "C-56"), "arena_empty": ("A.7", "P2")},
        "over": {
            "last_with_dice": ("B-31",),
            "all_without_dice": ("C-13",),
            "active_loses": ("C-13",),
            "replay": ("C-13",),
        },
    }
)
"""Every reason there is, by the kind of event, with the rules behind it."""

NOTES: Mapping[str, Rules] = MappingProxyType(
    {
        "uncovered": ("C-41",),
        "nobody_builds": ("C-36",),
        "only_before_storm": ("C-17",),
        "made_by_extra": ("B-19", "C-16"),
        "broken_by_extra": ("C-16",),
        "void": ("C-16",),
        "no_tower": ("C-21",),
    }
)
"""Every note there is, with the rules behind it."""


def reasons(before: GameState, move: Move, step: Step) -> tuple[Reason, ...]:
    """One reason for each event of a step, in the order of the events."""
    return tuple(_reason(before, move, step, event) for event in step.events)


def _reason(before: GameState, move: Move, step: Step, event: e.Event) -> Reason:
    known = REASONS[event.kind]
    key = next(iter(known)) if len(known) == 1 else _key(before, move, step, event)
    rules = _rules(before, step, known[key])
    return Reason(key, rules, tuple(_notes(before, move, step, event)))


_ONLY_WITH: Mapping[str, Callable[[GameState, Step], bool]] = MappingProxyType(
    {
        "B-05": lambda before, _: before.options.rim_is_out,
        "B-15": lambda before, step: _has_locked(before, step, Effect.FREEZE),
        "C-30": lambda before, step: _has_locked(before, step, Effect.SWAMP),
    }
)
"""Rules that only some editions or dice have to do with."""


def _rules(before: GameState, step: Step, rules: Rules) -> Rules:
    """Of the rules behind a reason those that this step has to do with."""
    return tuple(one for one in rules if one not in _ONLY_WITH or _ONLY_WITH[one](before, step))


def _has_locked(before: GameState, step: Step, effect: Effect) -> bool:
    return any(
        isinstance(one, e.Locked) and before.edition.effects[one.face] is effect
        for one in step.events
    )


# --- why something happened ------------------------------------------------------------------


def _key(before: GameState, move: Move, step: Step, event: e.Event) -> str:
    """The reason for an event that can have several."""
    match event:
        case e.StartAgain():
            left = isinstance(move, StartDie) and move.face == OUT
            return "start_out" if left else "start_null"
        case e.Started():
            return before.options.start_die
        case e.Cocked():
            return before.options.cocked
        case e.Locked(face=face):
            return before.edition.effects[face].value
        case e.ExtraCalled(players=players):
            storm = Effect.STORM in before.effects.values()
            return ("storm" if storm else "salvo") if players else "nobody_can"
        case e.Collected():
            raced = before.phase is Phase.COLUMN or before.pending.raced
            return "column_winner" if raced else "match"
        case e.AccioTaken(face=face):
            declined = before.phase is Phase.ACCIO
            return "taken" if face else ("declined" if declined else "nothing_left")
        case e.MayGoOn():
            return _why_it_goes_on(before, step)
        case e.TurnEnded():
            return _why_it_ended(before, move, step)
        case e.NextTurn(throw=throw):
            return "arena_empty" if throw == "all" else "in_turn"
        case _:
            return _why_it_is_over(before, step)


def _why_it_goes_on(before: GameState, step: Step) -> str:
    if before.phase is Phase.COLLECT:
        return "left_lying"
    if _saw(step, e.Locked):
        return "only_locked"
    return "extra_broke" if before.phase is Phase.EXTRA else "no_match"


def _why_it_ended(before: GameState, move: Move, step: Step) -> str:
    if isinstance(move, EndTurn):
        return "stopped"
    if _saw(step, e.Collected) or before.phase in (Phase.ACCIO, Phase.STACK):
        return "collected"
    if before.pending.raced:
        return "column_over"
    if not step.state.supply(before.active):
        return "hand_empty"
    return "only_locked" if _saw(step, e.Locked) else "extra_broke"


def _why_it_is_over(before: GameState, step: Step) -> str:
    winners = step.state.winners
    if not winners:
        return "replay"
    if any(map(step.state.supply, winners)):
        return "last_with_dice"
    return "active_loses" if before.options.double_ko == "active_loses" else "all_without_dice"


def _saw(step: Step, kind: type[e.Event]) -> bool:
    return any(isinstance(event, kind) for event in step.events)


# --- what did not happen ---------------------------------------------------------------------


def _notes(before: GameState, move: Move, step: Step, event: e.Event) -> Iterator[Note]:
    match event:
        case e.NullRemoved() if isinstance(move, Throw | ExtraThrow):
            yield from _uncovered(move)
        case e.AccioTaken() if before.phase is Phase.ACCIO:
            tower = effect_faces(before.edition, before.elements).tower
            if tower in before.pending.spells and step.state.phase is not Phase.STACK:
                yield _note("no_tower")
        case e.Collected():
            acting = effect_faces(before.edition, step.state.elements)
            yield from _powers_without_effect(before, step, event, acting)
            yield from _spells_without_effect(before, step, event, acting)
        case _:
            pass


def _note(key: str, *faces: Face) -> Note:
    return Note(key, faces, NOTES[key])


def _uncovered(move: Throw | ExtraThrow) -> Iterator[Note]:
    assert move.landing is not None
    for piece in move.landing.arena:
        if not isinstance(piece, str) and top(piece) == NULL:
            yield _note("uncovered", *piece)


def _powers_without_effect(
    before: GameState, step: Step, event: e.Collected, acting: EffectFaces
) -> Iterator[Note]:
    """Powers of collected elements that did not come about."""
    taken = event.faces
    new = not _matched_before(before, acting.column)
    if acting.column in taken and not (before.phase is Phase.COLUMN or before.pending.raced):
        late = before.options.storm_recheck == "initial" and new
        yield _note("only_before_storm", acting.column) if late else _note("nobody_builds")
    for face, done in ((acting.boulders, e.PileMade), (acting.hurricane, e.PassedLeft)):
        if face in taken and not _saw(step, done):
            yield _note("only_before_storm", face)


def _matched_before(before: GameState, face: Face) -> bool:
    """Whether a face matched before the extra throw, or there was none."""
    salvo = before.pending.before
    return salvo is None or face in salvo


def _spells_without_effect(
    before: GameState, step: Step, event: e.Collected, acting: EffectFaces
) -> Iterator[Note]:
    """Spells of collected symbols that did not come about."""
    ruling = before.options.relashio_pending
    salvo = before.pending.before
    if salvo is not None and acting.salvo != NULL:
        yield from _lost_to_salvo(event, salvo, acting.after_collecting, ruling)
    tower = acting.tower
    works = tower in event.faces and _matched_before(before, tower)
    void = salvo is not None and ruling == "void"
    waits = step.state.phase in (Phase.STACK, Phase.ACCIO)
    if works and not void and not waits and not _saw(step, e.Suppressed):
        yield _note("no_tower")


def _lost_to_salvo(
    event: e.Collected, salvo: tuple[Face, ...], spells: tuple[Face, ...], ruling: str
) -> Iterator[Note]:
    new = [face for face in spells if face in event.faces and face not in salvo]
    broken = [face for face in spells if face in salvo and face not in event.faces]
    kept = [face for face in spells if face in salvo and face in event.faces]
    if new:
        yield _note("made_by_extra", *new)
    if broken and ruling != "locked":
        yield _note("broken_by_extra", *broken)
    if kept and ruling == "void":
        yield _note("void", *kept)
