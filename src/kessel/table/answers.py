"""Answers as log entries, and what a seat sees when it is asked for one."""

import math
from collections.abc import Sequence

from kessel.bots.bot import Answer, Sight
from kessel.errors import BadValue, IllegalMove
from kessel.rules.moves import Collect, EndTurn, StackTower, StartDie, TakeAccio, Throw
from kessel.rules.state import GameState
from kessel.rules.view import seen_supplies
from kessel.table import log
from kessel.table.play import Play
from kessel.throws.aim import AIM_RANGES, AimValues
from kessel.throws.at_rest import dice_in

MOST = 1e6
"""A number in an aim beyond this is no mistake of a hand."""


def drawn_back(aim: AimValues) -> dict[str, float]:
    """An aim with every value within a hand's reach; what is missing is 0 or the nearest to it."""
    values = {name: float(aim.get(name, 0.0)) for name in AIM_RANGES}
    if not all(abs(value) < MOST for value in values.values()):
        raise BadValue(f"an aim has finite numbers, not {dict(aim)}")
    values["side"] = math.remainder(values["side"], math.tau)
    return {name: min(max(values[name], low), high) for name, (low, high) in AIM_RANGES.items()}


def entry_of(play: Play, player: int, answer: Answer, by: str) -> log.GameEntry:
    """The entry for what a bot answers, or the table for somebody who did not."""
    match answer.move:
        case Throw(unit=unit):
            nonce = play.transcript.nonce(player).hex()
            aim = drawn_back(answer.aim or {})
            return log.HandShown(seat=player, unit=unit, aim=aim, nonce=nonce, by=by)
        case StartDie(face=face):
            return log.DiePlaced(seat=player, face=face, by=by)
        case EndTurn():
            return log.TurnEnded(seat=player, by=by)
        case Collect(faces=faces):
            return log.SetsCollected(seat=player, faces=list(faces), by=by)
        case TakeAccio(face=taken):
            die = None if taken is None else _die_with(play, taken)
            return log.AccioTaken(seat=player, die=die, by=by)
        case StackTower(tower=tower):
            return log.TowerStacked(seat=player, dice=_dice_for(play, tower), by=by)
        case other:
            raise IllegalMove(f"{other} is no answer of one seat")


def sight(play: Play, player: int) -> Sight:
    """What a seat sees: of hidden supplies only how many dice they are together."""
    return Sight(player, _as_seen(play.state, player), play.at_rest)


def _as_seen(state: GameState, player: int) -> GameState:
    seen = seen_supplies(state, player)
    hidden = [seat for seat, dice in enumerate(seen) if dice is None]
    total = sum(state.hands[seat] for seat in hidden)
    hands = list(state.hands)
    for place, seat in enumerate(hidden):
        hands[seat] = total // len(hidden) + (place < total % len(hidden))
    return state._replace(hands=tuple(hands))


def _die_with(play: Play, face: str) -> int:
    found = next((die for die in play.accio_dice() if play.face_of(die) == face), None)
    if found is None:
        raise IllegalMove(f"Accio finds no die with {face}")
    return found


def _dice_for(play: Play, tower: Sequence[str]) -> list[int]:
    """Dice for a tower given by faces, bottom to top."""
    left = dice_in(play.at_rest)
    order = []
    for face in tower:
        die = next((one for one in left if one.face == face), None)
        if die is None:
            raise IllegalMove(f"no die with {face} is left for the tower {' '.join(tower)}")
        left.remove(die)
        order.append(die.die)
    return order
