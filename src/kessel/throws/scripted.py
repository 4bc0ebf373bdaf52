"""Dice for tests: the landings are written down beforehand and come in that order."""

from collections.abc import Iterable

from kessel.errors import BadValue, KesselError
from kessel.rules.faces import Face, dice_of
from kessel.rules.moves import Landing
from kessel.throws.at_rest import DiceAtRest, LyingDie, dice_in, flat
from kessel.throws.boxes import DIE_EDGE
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult


class ScriptEnded(KesselError):
    """A throw was asked for after the last one written down."""

    code = "script_ended"


class ScriptedDice(Simulator):
    """Lets the dice lie as the script says; faces find their dice where they already lay.

    >>> from kessel import Game, Landing
    >>> game = Game.from_state("impact hands=3,4 arena=fire")
    >>> game.throw(ScriptedDice([Landing(("fire", "air"))]))
    (MayGoOn(player=0),)
    """

    name = "scripted"

    def __init__(self, landings: Iterable[Landing]) -> None:
        given: object = landings
        if isinstance(given, str | bytes | Landing) or not isinstance(given, Iterable):
            raise BadValue(f"a script is a list of landings, not {landings!r}")
        self._landings = iter(landings)

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """The next landing of the script."""
        landing = next(self._landings, None)
        if landing is None:
            raise ScriptEnded("the script has no further landing")
        if not isinstance(landing, Landing):
            raise BadValue(
                f"a script is made of landings such as Landing(('4', '6')), not {landing!r}"
            )
        at_rest, out = _assign(order, landing)
        return ThrowResult(at_rest, out, landing.cocked)


def _assign(order: ThrowOrder, landing: Landing) -> tuple[DiceAtRest, tuple[int, ...]]:
    """Give every face a die: one that already showed it, else any; those left over are out."""
    lying = [(die.die, die.face) for die in dice_in(order.at_rest)]
    free = [die for one in order.handfuls for die in one.dice]
    stacks = []
    for index, piece in enumerate(landing.arena):
        x = (index - len(landing.arena) / 2) * DIE_EDGE * 1.25
        stack = []
        for level, face in enumerate(dice_of(piece)):
            die = _take(lying, free, face)
            stack.append(LyingDie(die, face, flat(order.edition, face, x, 0.0, level)))
        stacks.append(tuple(stack))
    return tuple(stacks), tuple(die for die, _ in lying) + tuple(free)


def _take(lying: list[tuple[int, Face]], free: list[int], face: Face) -> int:
    same = next((entry for entry in lying if entry[1] == face), None)
    if same is not None:
        lying.remove(same)
        return same[0]
    if free:
        return free.pop(0)
    if lying:
        return lying.pop(0)[0]
    raise ScriptEnded("the script lets more dice lie than there are")
