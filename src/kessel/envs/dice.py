"""Dice of an environment: which ones, which strengths make a difference, and how a node falls."""

from random import Random

from kessel.bots.hand import aim_at_dice
from kessel.envs.actions import KINDS, USUAL
from kessel.envs.chance import outcomes, settle
from kessel.envs.node import ALL_KINDS, Node, Toss
from kessel.rules.moves import ONE
from kessel.rules.state import Phase
from kessel.solver.dice import ModelDice
from kessel.throws.dice import Dice, Landed, Simulator, as_landed, start_die
from kessel.throws.ideal import IdealFaces

STARTS = (Phase.START, Phase.START_AGAIN)


def strengths(dice: Dice) -> tuple[int, ...]:
    """The strengths of throw that make a difference."""
    one_way = isinstance(dice, IdealFaces) or (
        isinstance(dice, ModelDice) and not set(KINDS) <= set(dice.model.kinds)
    )
    return (USUAL,) if one_way else ALL_KINDS


def fall(node: Node, dice: Dice, chance: Random) -> Node:
    """What a chance node leads to; races, random towers and the first faces are drawn."""
    tosses = node.draft.tosses
    starts = node.state.phase in STARTS
    if starts and isinstance(dice, Simulator):
        thrown = tosses or (Toss(node.state.active, ONE, USUAL),)
        landing, at_rest = _land(node, dice, thrown, chance)
        return node.moved(start_die(landing), at_rest)
    if starts or not tosses:
        found = outcomes(node, None)
        return settle(node, chance.choices(list(found), list(found.values()))[0])
    return node.land(*_land(node, dice, tosses, chance))


def _land(node: Node, dice: Dice, tosses: tuple[Toss, ...], chance: Random) -> Landed:
    """A throw without an aim of its own goes at one of the dice that lie there, as the bots' do."""
    hands = node.hands(tosses)
    lying = node.layout
    if lying is not None:
        hands = {
            player: cast if cast.aim else cast._replace(aim=aim_at_dice(cast.kind, lying, chance))
            for player, cast in hands.items()
        }
    return as_landed(dice.land(node.state, hands, chance, lying))
