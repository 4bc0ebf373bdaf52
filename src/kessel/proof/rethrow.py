"""Throws made again from what was shown for them: to the last bit, or not at all."""

from collections.abc import Callable
from typing import TypeAlias

from kessel.errors import BadValue, KesselError
from kessel.table import log
from kessel.table.feed import landed_entry
from kessel.table.play import Play
from kessel.throws.at_rest import dice_in
from kessel.throws.dice import Simulator, ThrowOrder

Named: TypeAlias = Callable[[str], Simulator]
"""Gives dice of the kind a name tells."""


def check_landing(play: Play, entry: log.DiceLanded, named: Named) -> None:
    """Raise unless these dice, thrown again, lie like this to the last bit, written alike."""
    thrown = thrown_again(play, entry, named)
    if log.entry_text(thrown) != log.entry_text(entry):
        raise BadValue(
            "thrown again, throw {throw} lands differently: {proper}, not {given}",
            throw=entry.throw,
            proper=_faces(thrown),
            given=_faces(entry),
        )


def thrown_again(play: Play, entry: log.DiceLanded, named: Named) -> log.DiceLanded:
    """How a throw lands here. Others may step in only where the proper dice find no rest."""
    proper, order = named(play.dice), play.order(play.chance(entry.links))
    if not entry.dice:
        return landed_entry(play, proper.throw(order), entry.links)
    if proper.name == play.dice and _can_throw(proper, order):
        raise BadValue(
            "{dice} threw, though {proper} could have", dice=entry.dice, proper=proper.name
        )
    return landed_entry(play, named(entry.dice).throw(order), entry.links, entry.dice)


def _can_throw(dice: Simulator, order: ThrowOrder) -> bool:
    try:
        dice.throw(order)
    except KesselError:
        return False
    return True


def _faces(entry: log.DiceLanded) -> str:
    faces = " ".join(f"{die.die}:{die.face}" for die in dice_in(entry.at_rest))
    return f"{faces or 'nothing'}, out {entry.out or 'none'}"
