"""Harry Potter's spells: Immobulus binds, Relashio calls all to throw, Accio, Wingardium, Confundo.

Each function carries one spell out on a turn; the order among them is that of the booklet.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from kessel.rules.effects import EffectFaces, effect_faces
from kessel.rules.events import AccioTaken, Reversed, Suppressed, TowerStacked
from kessel.rules.faces import (
    Arena,
    Face,
    Place,
    Tower,
    count_dice,
    dice_of,
    face_at,
    visible,
    without,
)
from kessel.rules.moves import Player, TakeAccio
from kessel.rules.state import Emptied, GameState, Pending, Phase
from kessel.rules.turn import Turn, players_from

MIN_TOWER = 2


def freeze(
    turn: Turn, face: Face, matched: Mapping[Face, int], arena_before: Arena, after_salvo: bool
) -> tuple[bool, bool]:
    """Whether Immobulus dice are bound by this check, and whether they mute other spells."""
    if face not in matched:
        return False, False
    before = visible(arena_before).count(face)
    stood = before if before > 1 else 0
    made_by_salvo = after_salvo and not stood
    if made_by_salvo and turn.options.relashio_new_immobulus == "collect":
        return False, False
    fresh = matched[face] > stood
    return True, fresh or turn.options.immobulus_suppression == "standing"


def salvo_throwers(turn: Turn) -> list[Player]:
    """Who throws for a Relashio: everybody with a die, or only the others (B-18)."""
    everybody = [player for player in players_from(turn, turn.active) if turn.supply(player)]
    if turn.options.relashio_throwers == "others" and turn.active in everybody:
        everybody.remove(turn.active)
    return everybody


def tell_suppressed(
    turn: Turn,
    acting: EffectFaces,
    taken: Mapping[Face, int],
    before: tuple[Face, ...] | None,
) -> None:
    """Name the spells that bound Immobulus dice kept from working.

    After a Relashio throw that spell has had its effect, and of the others only those could
    have worked that matched before it as well.
    """
    if before is None:
        could_work = [acting.salvo, *acting.after_collecting]
    else:
        could_work = [face for face in acting.after_collecting if face in before]
    faces = tuple(face for face in could_work if face in taken)
    if faces:
        turn.events.append(Suppressed(faces))


def spells_at_work(
    turn: Turn,
    acting: EffectFaces,
    matched: Mapping[Face, int],
    taken: Mapping[Face, int],
    before: tuple[Face, ...] | None,
) -> tuple[Face, ...]:
    """The spells to carry out after a collection that nothing muted (C-16)."""
    faces = acting.after_collecting
    if before is None:
        return tuple(face for face in faces if face in taken)
    ruling = turn.options.relashio_pending
    if ruling == "void":
        return ()
    if ruling == "locked":
        return tuple(f for f in faces if f in before and (f in taken or f not in matched))
    return tuple(face for face in faces if face in before and face in taken)


def carry_out(turn: Turn, acting: EffectFaces, pending: Pending) -> None:
    """Carry out the spells that are left, until one waits for its player or the turn is over."""
    left = pending.spells
    again = False
    while left:
        face, left = left[0], left[1:]
        turn.pending = replace(pending, spells=left)
        if face == acting.summon:
            if accio_faces(turn, turn.pending):
                turn.phase = Phase.ACCIO
                return
            turn.events.append(AccioTaken(turn.active, None))
        elif face == acting.tower:
            if count_dice(turn.arena) >= MIN_TOWER:
                turn.phase = Phase.STACK
                return
        else:
            again = _reverse(turn)
    turn.pending = Pending()
    turn.end(turn.active if not again else turn.next_after(turn.active))


def accio_faces(game: GameState | Turn, pending: Pending) -> tuple[Face, ...]:
    """The faces an Accio may take, in the edition's order (C-22)."""
    there = {face_at(game.arena, place) for place in _reachable(game, pending)}
    return tuple(face for face in game.edition.faces if face in there)


def accio_choices(game: GameState | Turn, pending: Pending) -> tuple[TakeAccio, ...]:
    """Every die an Accio may take, of those that leave the same behind one: first the one of each
    face that is meant where no place is named, in the edition's order."""
    usual: dict[Face, TakeAccio] = {}
    others: list[TakeAccio] = []
    seen = []
    for place in _reachable(game, pending):
        face, left = face_at(game.arena, place), _left_behind(game.arena, place)
        if (face, left) not in seen:
            seen.append((face, left))
            if face in usual:
                others.append(TakeAccio(face, place))
            else:
                usual[face] = TakeAccio(face)
    return (*(usual[face] for face in game.edition.faces if face in usual), *others)


def accio_place(game: GameState | Turn, move: TakeAccio, pending: Pending) -> Place | None:
    """Where the die of an Accio lies; None where it cannot be taken."""
    reachable = _reachable(game, pending)
    there = (place for place in reachable if face_at(game.arena, place) == move.face)
    return next((place for place in there if move.place in (None, place)), None)


def accio_at(game: GameState | Turn, place: Place, pending: Pending) -> TakeAccio | None:
    """The move that takes the die there, or one that leaves the same behind; None where an Accio
    may not take it."""
    face = face_at(game.arena, place)
    if accio_place(game, TakeAccio(face, place), pending) is None:
        return None
    usual = accio_place(game, TakeAccio(face), pending)
    left = _left_behind(game.arena, place)
    same = usual is not None and _left_behind(game.arena, usual) == left
    return TakeAccio(face, None if same else place)


def take_accio(turn: Turn, face: Face | None, place: Place | None) -> None:
    """Take that extra die, or none."""
    turn.events.append(AccioTaken(turn.active, face))
    if place is None:
        return
    turn.arena = _arena_without(turn.arena, place)
    turn.hands[turn.active] += 1
    if not turn.arena:
        turn.emptied = Emptied.BY_COLLECTING


def stack(turn: Turn, tower: Tower) -> None:
    """Stack everything that lies there into one tower."""
    turn.arena = (tower,)
    turn.events.append(TowerStacked(tower))


def _arena_without(arena: Arena, place: Place) -> Arena:
    piece, die = place
    rest = without(arena[piece], die)
    return (*arena[:piece], *(() if rest is None else (rest,)), *arena[piece + 1 :])


def _left_behind(arena: Arena, place: Place) -> list[Tower]:
    """What lies there without a die, in whatever order."""
    return sorted(map(dice_of, _arena_without(arena, place)))


def _reachable(game: GameState | Turn, pending: Pending) -> Iterator[Place]:
    """The dice that an Accio may take: loose ones, tops, then covered ones."""
    frozen = effect_faces(game.edition, game.elements).freeze
    for piece, die, covered in _by_depth(game.arena):
        face = dice_of(game.arena[piece])[die]
        if covered and game.options.accio_tower == "top":
            continue
        if face == frozen and not game.options.accio_single_immobulus:
            continue
        if face == frozen and pending.bound and not covered:
            continue
        yield piece, die


def _by_depth(arena: Arena) -> list[tuple[int, int, bool]]:
    """Every die as (piece, die from the bottom, covered), from the easiest to take on."""
    dice = [
        (len(dice_of(piece)) - 1 - die, not isinstance(piece, str), index, die)
        for index, piece in enumerate(arena)
        for die in range(len(dice_of(piece)))
    ]
    return [(index, die, depth > 0) for depth, _, index, die in sorted(dice)]


def _reverse(turn: Turn) -> bool:
    """Turn the order of play round; whether that gives the player another turn (C-44)."""
    turn.direction = -turn.direction
    turn.events.append(Reversed(1 if turn.direction > 0 else -1))
    return turn.options.confundo_two_players == "extra_turn" and turn.players_left() == 2
