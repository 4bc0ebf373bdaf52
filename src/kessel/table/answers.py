"""Answers as log entries, and what a player sees when asked for one."""

import math

from kessel.bots.bot import Answer, Sight
from kessel.errors import BadValue, IllegalMove
from kessel.rules.moves import Collect, EndTurn, Player, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.view import as_seen
from kessel.table import log
from kessel.table.play import Play
from kessel.table.terms import ActedBy
from kessel.throws.aim import AIM_RANGES, AimValues
from kessel.throws.following import dice_for

MOST = 1e6
"""Numbers in an aim beyond this are refused, not clamped."""


def clamped_aim(aim: AimValues) -> dict[str, float]:
    """An aim with every value clamped to what a hand can do; what is missing counts as 0."""
    values = {name: float(aim.get(name, 0.0)) for name in AIM_RANGES}
    if not all(abs(value) < MOST for value in values.values()):
        raise BadValue(f"an aim has finite numbers below {MOST:.0f} in size, not {dict(aim)}")
    values["side"] = math.remainder(values["side"], math.tau)
    return {name: min(max(values[name], low), high) for name, (low, high) in AIM_RANGES.items()}


def entry_of(
    play: Play, player: Player, answer: Answer, by: ActedBy
) -> log.HandShown | log.AnswerEntry:
    """The entry for what a bot answers, or the table for somebody who did not."""
    match answer.move:
        case Throw(unit=unit):
            aim = clamped_aim(answer.aim or {})
            return log.HandShown(player=player, unit=unit, aim=aim, by=by)
        case StartDie(face=face):
            return log.DiePlaced(player=player, face=face, by=by)
        case EndTurn():
            return log.TurnStopped(player=player, by=by)
        case Collect(faces=faces):
            return log.SetsCollected(player=player, faces=list(faces), by=by)
        case TakeAccio(face=taken):
            die = None if taken is None else _die_with(play, taken)
            return log.AccioChosen(player=player, die=die, by=by)
        case StackTower(tower=tower):
            dice = list(dice_for(play.at_rest, StackTower(tower)))
            return log.TowerBuilt(player=player, dice=dice, by=by)
        case other:
            raise IllegalMove(f"{other} is not what one player answers")


def sight(play: Play, player: Player) -> Sight:
    """What a player sees: of hidden supplies only how many dice they are together."""
    return Sight(player, as_seen(play.state, player), play.at_rest)


def _die_with(play: Play, face: str) -> int:
    dice = [die for die in play.accio_dice() if play.face_of(die) == face]
    if not dice:
        raise IllegalMove(f"Accio finds no die with {face}")
    return dice[0]
