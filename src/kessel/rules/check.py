"""The check after every throw: settle, remove what is gone, look for matches, once (P3).

What lies there is read, effects come in the order of the booklets, and what is not taken stays.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kessel.errors import BadValue, DiceDoNotAddUp, IllegalMove, KesselError
from kessel.rules import elements, spells
from kessel.rules.edition import MAX_PLAYERS
from kessel.rules.effects import EffectFaces, effect_faces
from kessel.rules.events import (
    Cocked,
    Collected,
    ExtraCalled,
    Locked,
    MayGoOn,
    NullRemoved,
    WentOut,
)
from kessel.rules.faces import (
    NULL,
    Arena,
    Face,
    Piece,
    Tower,
    as_piece,
    count_dice,
    matches,
    visible,
)
from kessel.rules.moves import Landing, Player
from kessel.rules.state import Emptied, GameState, Pending, Phase
from kessel.rules.turn import Turn

# One of these is needed at nearly every step; a member of an Enum is not quick to look up.
_nulls_removed = lru_cache(maxsize=64)(NullRemoved)
_CHOICE, _NOT_EMPTIED = Phase.CHOICE, Emptied.NOT
_MAY_GO_ON = tuple(map(MayGoOn, range(MAX_PLAYERS)))
_PLAIN = tuple(Pending(collector=player) for player in range(MAX_PLAYERS))


def checked_landing(landing: Landing | None) -> Landing:
    """How the dice lie; raises unless that is told."""
    if landing is None:
        raise BadValue("a throw needs its landing: how the dice lie afterwards")
    if landing.__class__ is not Landing or landing.arena.__class__ is not tuple:
        raise BadValue(
            "a landing is {example}, not {given}",
            example="Landing(('4', '6'), out, cocked)",
            given=repr(landing),
        )
    if landing.out.__class__ is not int or landing.cocked.__class__ is not int:
        raise BadValue("dice out and cocked dice are whole numbers: {given}", given=repr(landing))
    return landing


def land(turn: Turn, landing: Landing, thrown: int) -> dict[Face, int]:
    """Let the dice lie as they fell, remove out dice and null faces; every match that is left."""
    left, out, cocked = landing
    tops: tuple[Any, ...] = left
    lying = len(left)
    if turn.edition.are_faces(left):  # no towers, as nearly always
        nulls = left.count(NULL)
        if nulls:
            tops = left = tuple([face for face in left if face != NULL])
    else:
        lying, left = _read_pieces(turn, left)
        nulls = lying - count_dice(left)
        tops = tuple(visible(left))
    if count_dice(turn.arena) + thrown != lying + out or out < 0 or not 0 <= cocked <= lying:
        raise _wrong_sum(turn, landing, thrown, lying)
    if left:
        turn.emptied = _NOT_EMPTIED
    elif nulls:
        turn.emptied = Emptied.BY_NULL
    elif turn.arena or turn.phase is not _CHOICE:
        turn.emptied = Emptied.BY_OUT  # else nothing lay there: what emptied it in this turn counts
    turn.arena = left
    turn.removed += nulls + out
    if cocked:
        turn.events.append(Cocked(cocked))
    if out:
        turn.events.append(WentOut(out))
    if nulls:
        turn.events.append(_nulls_removed(nulls))
    if len(set(tops)) == len(tops):
        return {}
    return {face: count for face in dict.fromkeys(tops) if (count := tops.count(face)) > 1}


def _read_pieces(turn: Turn, arena: Arena) -> tuple[int, Arena]:
    """How many dice lie, and what is left of them without visible null faces."""
    lying = 0
    left: list[Piece] = []
    for piece in arena:
        rest: Piece | None = piece
        if piece.__class__ is str:
            lying += 1
            turn.edition.check_face(piece)
        else:
            rest = _without_null_tops(_check_tower(turn, piece))
            lying += len(piece)
        if rest is not None and rest != NULL:
            left.append(rest)
    return lying, tuple(left)


def check(
    turn: Turn,
    matched: Mapping[Face, int],
    arena_before: Arena,
    before: tuple[Face, ...] | None = None,
) -> None:
    """Settle what lies there now; `arena_before` is how it was before the throw.

    `before` are the faces matched before an extra throw, None where there was none.
    """
    if not turn.edition.effects:
        _settle_plainly(turn, matched)
        return
    acting = effect_faces(turn.edition, turn.elements)
    frozen = acting.freeze
    bound, muted = spells.freeze(turn, frozen, matched, arena_before, before is not None)
    calls = acting.storm in matched or acting.salvo in matched
    if calls and before is None and not muted and _call_extra(turn, acting, tuple(matched)):
        return
    free = _without_locked(turn, matched, frozen if bound else acting.swamp)
    if not free:
        _nothing_taken(turn, _ends_with_nothing(turn, matched, frozen, before))
        return
    pending = Pending(before=before, muted=muted, bound=bound, collector=turn.active)
    fire = acting.column
    if (
        fire in free
        and elements.works_after_storm(turn, fire, before)
        and elements.column_builders(turn)
    ):
        turn.phase, turn.pending = Phase.COLUMN, pending
    else:
        _take(turn, free, pending)


def after_column(turn: Turn, winner: Player, pending: Pending) -> None:
    """The column is decided: its winner takes the sets that lie there."""
    _take(turn, collectable(turn, pending), replace(pending, collector=winner, raced=True))


def collectable(game: GameState | Turn, pending: Pending) -> dict[Face, int]:
    """The sets that may be taken in a check that waits for somebody."""
    free = matches(game.arena)
    acting = effect_faces(game.edition, game.elements)
    free.pop(acting.swamp, None)
    if pending.bound:
        free.pop(acting.freeze, None)
    return free


def collect(turn: Turn, taken: Mapping[Face, int], pending: Pending) -> None:
    """Take these sets, then carry out what they do, then the turn is over."""
    if not turn.edition.effects:
        _take_dice(turn, taken, pending.collector)
        turn.end(pending.collector)
        return
    acting = effect_faces(turn.edition, turn.elements)
    matched = collectable(turn, pending)
    _take_dice(turn, taken, pending.collector)
    if pending.muted:
        spells.tell_suppressed(turn, acting, taken, pending.before)
    else:
        elements.after_collecting(turn, acting, taken, pending.collector, pending.before)
        todo = spells.spells_at_work(turn, acting, matched, taken, pending.before)
        if todo:
            spells.carry_out(turn, acting, Pending(bound=pending.bound, spells=todo))
            return
    turn.end(pending.collector)


def leave_everything(turn: Turn, pending: Pending) -> None:
    """The player takes none of the sets (only with `collecting=optional`)."""
    if pending.raced:
        turn.end(pending.collector)
    else:
        _nothing_taken(turn, ends=False)


def _check_tower(turn: Turn, tower: Piece) -> Tower:
    if not isinstance(tower, tuple) or len(tower) < spells.MIN_TOWER:
        raise BadValue(
            "{tower} cannot lie in the arena; a piece is one face, or a tower of at least two",
            tower=repr(tower),
        )
    for face in tower:
        turn.edition.check_face(face)
    stood = any(not isinstance(piece, str) for piece in turn.arena)
    if not stood and turn.options.accidental_stack == "nudge":
        raise IllegalMove(
            "dice {tower} lie on each other though no tower stood there: nudge the box "
            "until each lies on the mat and say what they show then (C-47)",
            tower=" ".join(tower),
        )
    return tower


def _without_null_tops(tower: Tower) -> Piece | None:
    """Take null faces off the top; what they covered becomes visible (C-41)."""
    height = len(tower)
    while height and tower[height - 1] == NULL:
        height -= 1
    return as_piece(tower[:height])


def _wrong_sum(turn: Turn, landing: Landing, thrown: int, lying: int) -> KesselError:
    if landing.out < 0 or not 0 <= landing.cocked <= lying:
        return BadValue(
            "{out} dice out and {cocked} of {lying} leaning: "
            "neither is below 0, and no more can lean than lie there",
            out=landing.out,
            cocked=landing.cocked,
            lying=lying,
        )
    dice_before = count_dice(turn.arena)
    return DiceDoNotAddUp(
        "there before: {lay}; thrown: {thrown}; "
        "so {all_dice} must lie there or be out, not {lying} and {out}",
        lay=dice_before,
        thrown=thrown,
        all_dice=dice_before + thrown,
        lying=lying,
        out=landing.out,
    )


def _settle_plainly(turn: Turn, matched: Mapping[Face, int]) -> None:
    if matched:
        _take(turn, matched, _PLAIN[turn.active])
    else:
        _nothing_taken(turn, ends=False)


def _call_extra(turn: Turn, acting: EffectFaces, before: tuple[Face, ...]) -> bool:
    """Call the others to join the throw; whether anybody can, else it is skipped (C-10)."""
    storm = acting.storm in before
    throwers = elements.storm_throwers(turn) if storm else spells.salvo_throwers(turn)
    turn.events.append(ExtraCalled(tuple(throwers)))
    if throwers:
        turn.phase, turn.pending = Phase.EXTRA, Pending(before=before, collector=turn.active)
    return bool(throwers)


def _without_locked(turn: Turn, matched: Mapping[Face, int], locked: Face) -> Mapping[Face, int]:
    if locked not in matched:
        return matched
    turn.events.append(Locked(locked, matched[locked]))
    return {face: count for face, count in matched.items() if face != locked}


def _ends_with_nothing(
    turn: Turn,
    matched: Mapping[Face, int],
    frozen: Face,
    before: tuple[Face, ...] | None,
) -> bool:
    """Whether a check in which nothing could be taken ends the turn all the same."""
    if not matched:
        return before is not None and turn.options.extra_throw_no_match == "end"
    if frozen in matched:
        return turn.options.immobulus_only_ends_turn
    return turn.options.swamp_only_ends_turn


def _nothing_taken(turn: Turn, ends: bool) -> None:
    if ends or not turn.supply(turn.active):
        turn.end(turn.active)
    else:
        turn.phase = _CHOICE
        turn.events.append(_MAY_GO_ON[turn.active])


def _take(turn: Turn, free: Mapping[Face, int], pending: Pending) -> None:
    if turn.options.collecting == "optional":
        turn.phase, turn.pending = Phase.COLLECT, pending
    else:
        collect(turn, free, pending)


def _take_dice(turn: Turn, taken: Mapping[Face, int], collector: Player) -> None:
    """Take every visible die of these faces; of a tower only its top (C-42)."""
    left: list[Piece] = []
    for piece in turn.arena:
        if isinstance(piece, str):
            if piece not in taken:
                left.append(piece)
        elif piece[-1] not in taken:
            left.append(piece)
        else:
            left.append(piece[:-1] if len(piece) > spells.MIN_TOWER else piece[0])
    turn.arena = tuple(left)
    turn.hands[collector] += sum(taken.values())
    if not left:
        turn.emptied = Emptied.BY_COLLECTING
    if len(taken) > 1:  # told in the edition's order
        taken = {face: taken[face] for face in turn.edition.symbols if face in taken}
    turn.events.append(Collected(collector, dict(taken)))
