"""Answers as log entries, and what a player sees when asked for one."""

import math
from collections.abc import Sequence

from kessel.bots.bot import Answer, Sight
from kessel.errors import BadValue
from kessel.rules.moves import Move, Player, Throw
from kessel.rules.notation import move_text
from kessel.rules.state import as_seen
from kessel.table import log
from kessel.table.play import Play
from kessel.table.terms import ActedBy
from kessel.throws.aim import AIM_RANGES, AimValues, aim_values
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
) -> log.CastShown | log.Answered:
    """The entry for what a bot answers, or the table for somebody who did not."""
    if isinstance(answer.move, Throw):
        aim = clamped_aim(aim_values(answer.aim))
        return log.CastShown(player=player, unit=answer.move.unit, aim=aim, by=by)
    return answered(play, player, answer.move, by=by)


def answered(
    play: Play,
    player: Player,
    move: Move,
    dice: Sequence[int] = (),
    by: ActedBy = "person",
    sign: str = "",
) -> log.Answered:
    """The entry for a decision; without `dice` those that the move means."""
    named = list(dice) or list(dice_for(play.at_rest, move))
    return log.Answered(player=player, move=move_text(move), dice=named, by=by, sign=sign)


def sight(play: Play, player: Player) -> Sight:
    """What a player sees: of hidden supplies only how many dice they are together."""
    return Sight(player, as_seen(play.state, player), play.at_rest)
