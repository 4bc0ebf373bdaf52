"""Where the dice lie from move to move, and the order for the next throw; kept by nobody here."""

from collections import Counter
from collections.abc import Mapping
from itertools import count, islice
from typing import TypeAlias

from kessel.errors import BadValue
from kessel.rules.engine import Step
from kessel.rules.moves import OUT, ExtraThrow, Landing, Move, Player, StartDie, Throw, Unit
from kessel.rules.state import GameState
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, arena_of, dice_in
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.following import aligned, dice_for, follow
from kessel.throws.placing import arranged, placed

Hands: TypeAlias = Mapping[Player, tuple[Unit, Aim]]
"""What each player throws, and how."""


def throw_order(
    state: GameState, layout: DiceAtRest | None, hands: Hands, seed: bytes
) -> ThrowOrder:
    """What a thrower is told: dice in neat rows where nobody knows how they lie."""
    lying = arranged(state.edition, state.arena) if layout is None else layout
    taken = {die.die for die in dice_in(lying)}
    free = (number for number in count() if number not in taken)
    handfuls = tuple(
        Handful(player, tuple(islice(free, state.unit_size(player, unit))), aim)
        for player, (unit, aim) in sorted(hands.items())
    )
    return ThrowOrder(state.edition, state.options, lying, handfuls, seed)


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
    match move:
        case Throw(landing=Landing() as landing) | ExtraThrow(landing=Landing() as landing):
            lying = landed
            if lying is not None and Counter(arena_of(lying)) != Counter(landing.arena):
                raise BadValue(f"the layout shows {arena_of(lying)}, the landing {landing.arena}")
        case StartDie(face=face) if face != OUT:
            chosen = before.options.start_die == "placed"
            there = placed(before.edition, (), 0, face) if chosen else None
            lying = there if landed is None else landed
    if lying is None:
        return () if not step.state.arena else None
    means = dice_for(lying, move)
    for event in step.events:
        _, lying = follow(step.state.edition, event, lying, (), means)
    return aligned(lying, step.state.arena)
