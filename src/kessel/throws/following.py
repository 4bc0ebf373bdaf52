"""Dice followed through a step of the rules: which ones each event is about, and how they lie."""

from collections import Counter

from kessel.errors import BadValue, IllegalMove, KesselError
from kessel.rules import events as e
from kessel.rules.edition import Edition
from kessel.rules.engine import Step
from kessel.rules.faces import NULL, Arena
from kessel.rules.moves import (
    OUT,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
)
from kessel.rules.state import GameState
from kessel.throws import placing
from kessel.throws.at_rest import DiceAtRest, arena_of, check_layout, dice_in


class LostTrack(KesselError):
    """The dice that are followed are not those of the rules: a mistake of ours."""

    code = "internal"


def follow(
    edition: Edition,
    event: e.Event,
    at_rest: DiceAtRest,
    out: tuple[int, ...],
    chosen: tuple[int, ...],
) -> tuple[tuple[int, ...], DiceAtRest]:
    """The dice an event is about, and those that lie there after it."""
    match event:
        case e.MayGoOn() | e.TurnEnded() | e.NextTurn():  # nearly all, so they come first
            return (), at_rest
        case e.WentOut():
            return out, at_rest
        case e.NullRemoved():
            return _without_nulls(at_rest)
        case e.Locked(face=face):
            return tuple(spot[-1].die for spot in at_rest if spot[-1].face == face), at_rest
        case e.Collected(faces=faces):
            taken = tuple(spot[-1].die for spot in at_rest if spot[-1].face in faces)
            return taken, placing.removed(at_rest, taken)
        case e.AccioTaken():
            return chosen, placing.removed(at_rest, chosen)
        case e.TowerStacked():
            return chosen, placing.stacked(edition, at_rest, chosen)
        case e.StartAgain():
            return tuple(die.die for die in dice_in(at_rest)) + out, ()
        case _:
            return (), at_rest


def lies_after(
    before: GameState,
    move: Move,
    step: Step,
    lying: DiceAtRest | None,
    landed: DiceAtRest | None,
) -> DiceAtRest | None:
    """Where the dice lie after a move; None where nobody knows.

    `lying` is how they lay before it, `landed` after its throw and before the rules took any.
    """
    kind, arena = move.__class__, step.state.arena
    if landed is None and (kind is Throw or (kind is EndTurn and lying is None)):
        return None if arena else ()  # as nearly always where only faces are known
    if landed is not None:
        check_layout(landed)
    match move:
        case Throw(landing=Landing() as landing) | ExtraThrow(landing=Landing() as landing):
            lying = landed
            shown = () if lying is None else arena_of(lying)
            if lying is not None and shown == landing.arena:
                left = [stack for stack, piece in zip(lying, shown, strict=True) if piece in arena]
                if len(left) == len(set(arena)) == len(arena):
                    return tuple(left)  # as nearly always: no two alike, so faces tell which
            elif lying is not None and Counter(shown) != Counter(landing.arena):
                raise BadValue(f"the layout shows {shown}, the landing {landing.arena}")
        case StartDie(face=face) if face != OUT:
            chosen = before.options.start_die == "placed"
            there = placing.placed(before.edition, (), 0, face) if chosen else None
            lying = there if landed is None else landed
    if lying is None:
        return None if arena else ()
    means = dice_for(lying, move)
    for event in step.events:
        _, lying = follow(step.state.edition, event, lying, (), means)
    return aligned(lying, arena)


def dice_for(at_rest: DiceAtRest, move: Move) -> tuple[int, ...]:
    """The dice that a move means which only names faces; the die an Accio takes, a tower's dice.

    Of equal faces an Accio without a place takes a loose die before the top of a tower, that before
    a covered one.
    """
    match move:
        case TakeAccio(face=str(face), place=place):
            found = [
                (len(spot) > 1, len(spot) - 1 - level, index, lying.die)
                for index, spot in enumerate(at_rest)
                for level, lying in enumerate(spot)
                if lying.face == face and place in (None, (index, level))
            ]
            if not found:
                raise IllegalMove(f"no die with {face} lies in the arena")
            return (min(found)[-1],)
        case StackTower(tower=tower):
            left = dice_in(at_rest)
            order = []
            for face in tower:
                die = next((lying for lying in left if lying.face == face), None)
                if die is None:
                    raise IllegalMove(f"no die with {face} is left for the tower {' '.join(tower)}")
                left.remove(die)
                order.append(die.die)
            return tuple(order)
        case _:
            return ()


def aligned(at_rest: DiceAtRest, arena: Arena) -> DiceAtRest:
    """The dice in the order of the rules' arena."""
    shown = arena_of(at_rest)
    if shown == arena:
        return at_rest
    left, pieces, ordered = list(at_rest), list(shown), []
    for piece in arena:
        if piece not in pieces:
            break
        place = pieces.index(piece)
        del pieces[place]
        ordered.append(left.pop(place))
    if left or len(ordered) < len(arena):
        raise LostTrack(f"the rules have {arena} in the arena, the dice show {shown}")
    return tuple(ordered)


def _without_nulls(at_rest: DiceAtRest) -> tuple[tuple[int, ...], DiceAtRest]:
    gone: list[int] = []
    while tops := [spot[-1].die for spot in at_rest if spot[-1].face == NULL]:
        gone += tops
        at_rest = placing.removed(at_rest, tops)
    return tuple(gone), at_rest
