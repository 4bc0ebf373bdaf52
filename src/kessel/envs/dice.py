"""What falls when somebody throws: ideal or measured dice, or real ones in the physics.

Each resolves a whole chance node at once, with chance from one source.
"""

from random import Random
from typing import Any, Protocol, TypeAlias, cast

from kessel.bots.hand import aim_at_dice
from kessel.bots.trial import TrialDice
from kessel.envs.actions import KINDS, USUAL
from kessel.envs.chance import model_kind, outcomes, settle
from kessel.envs.node import ALL_KINDS, Node, Toss
from kessel.errors import BadValue
from kessel.game.following import throw_order
from kessel.rules.edition import Edition
from kessel.rules.moves import ONE, OUT, StartDie
from kessel.rules.state import Phase
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped
from kessel.throws.aim import Aim
from kessel.throws.dice import Dice, ThrowResult
from kessel.throws.ideal import IdealFaces

SEED_BYTES = 32
NAMES = ("ideal", "measured", "physics")
STARTS = (Phase.START, Phase.START_AGAIN)


class EnvDice(Protocol):
    """Whatever can resolve chance nodes; a planner may write its own."""

    @property
    def kinds(self) -> tuple[int, ...]:
        """The strengths of throw that make a difference."""
        ...

    @property
    def thrower(self) -> Dice | None:
        """The thrower that bots may try things with; where there is one, places are followed."""
        ...

    def fall(self, node: Node, chance: Random) -> Node:
        """What a chance node leads to."""
        ...


DiceLike: TypeAlias = "str | ChanceModel | Dice | EnvDice"


class ModelDice:
    """Dice by a chance model: they have faces and no places."""

    thrower: Dice | None = None

    def __init__(self, model: ChanceModel) -> None:
        self.model = model
        self.kinds = ALL_KINDS if set(KINDS) <= set(model.kinds) else (USUAL,)
        self._dice: IdealFaces | TrialDice = (
            IdealFaces(model.strike, model.loss)
            if isinstance(model, IdealChance)
            else TrialDice(model)
        )

    def fall(self, node: Node, chance: Random) -> Node:
        """Draw everything at once, which is quicker than die by die."""
        if node.draft.tosses and node.state.phase is not Phase.START_AGAIN:
            kind = model_kind(node, self.model)
            return node.land(self._dice.land(node.state, node.dice_in_air(), kind, chance))
        return drawn(node, chance)


class ThrownDice:
    """Dice that a thrower throws, such as the physics: where they lie matters.

    A throw without an aim of its own goes at one of the dice that lie there, as the bots' do.
    """

    kinds = ALL_KINDS

    def __init__(self, thrower: Dice) -> None:
        self.thrower: Dice | None = thrower

    def fall(self, node: Node, chance: Random) -> Node:
        """Throw what is in the air; races and random towers are drawn."""
        if node.state.phase in STARTS:
            return self._start(node, chance)
        if not node.draft.tosses:
            return drawn(node, chance)
        thrown = self._thrown(node, node.draft.tosses, chance)
        return node.land(thrown.landing, thrown.at_rest)

    def _start(self, node: Node, chance: Random) -> Node:
        tosses = node.draft.tosses or (Toss(node.state.active, ONE, USUAL),)
        thrown = self._thrown(node, tosses, chance)
        if thrown.out:
            return node.moved(StartDie(OUT), ())
        return node.moved(StartDie(thrown.at_rest[0][0].face), thrown.at_rest)

    def _thrown(self, node: Node, tosses: tuple[Toss, ...], chance: Random) -> ThrowResult:
        lying = node.layout or ()
        hands = {
            toss.player: (
                toss.unit,
                Aim.from_json(toss.aim or aim_at_dice(KINDS[toss.kind], lying, chance)),
            )
            for toss in tosses
        }
        seed = chance.randbytes(SEED_BYTES)
        assert self.thrower is not None
        return self.thrower.throw(throw_order(node.state, node.layout, hands, seed))


def drawn(node: Node, chance: Random) -> Node:
    """Draw an outcome of a start die, a race or a random tower."""
    found = outcomes(node, None)
    return settle(node, chance.choices(list(found), list(found.values()))[0])


def make_dice(dice: DiceLike, edition: Edition) -> EnvDice:
    """Dice by name (`ideal`, `measured`, `physics`), of a chance model or of a thrower."""
    match dice:
        case "ideal":
            return ModelDice(IdealChance())
        case "measured":
            return ModelDice(shipped(edition.arena))
        case "physics":
            from kessel.physics.dice import PhysicsDice  # which loads MuJoCo

            return ThrownDice(PhysicsDice(watched=False))
        case str():
            raise BadValue(f"dice {dice!r}: there are {', '.join(NAMES)}")
    given: Any = dice
    if hasattr(given, "fall"):
        return cast(EnvDice, given)
    return ModelDice(given) if hasattr(given, "movements") else ThrownDice(given)
