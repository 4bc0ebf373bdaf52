"""What callers give, in any of its forms: dice and bots by name or as themselves, seeds as numbers,
text or bytes. Editions, states, moves and options are read by the rules, in the same way.
"""

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from kessel.bots.bot import Bot
from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.notation import letter
from kessel.throws.dice import SEED_BYTES, Dice
from kessel.throws.ideal import IdealFaces

if TYPE_CHECKING:
    from kessel.solver.base.strategies import Strategy
    from kessel.solver.chance import ChanceModel

DICE = ("ideal", "measured", "physics")

Seed: TypeAlias = int | str | bytes
"""What a throw or a game can be repeated by."""
DiceLike: TypeAlias = "str | ChanceModel | Dice"
BotLike: TypeAlias = "str | Bot | Strategy"
BotsLike: TypeAlias = "BotLike | Sequence[BotLike]"
"""One for all players, or one for each."""


def make_dice(dice: DiceLike, edition: Edition) -> Dice:
    """Dice by name (`ideal`, `measured`, `physics`), of a chance model, or themselves."""
    given: Any = dice
    if dice == "ideal":
        return IdealFaces()
    if dice == "measured":
        from kessel.solver.measured import shipped  # which loads the solver's mathematics

        given = shipped(edition.arena)
    if hasattr(given, "movements"):
        from kessel.solver.dice import model_dice

        return model_dice(given)
    if dice == "physics":
        from kessel.physics.dice import PhysicsDice  # which loads MuJoCo

        return PhysicsDice(watched=False)
    if not hasattr(given, "land"):
        raise BadValue(
            f"dice {dice!r}: there are {', '.join(DICE)}, chance models, and anything with `land`"
        )
    return cast("Dice", given)


def make_bots(bots: BotsLike, count: int) -> list[Bot]:
    """As many bots: one for all players, or one for each."""
    many = isinstance(bots, Sequence) and not isinstance(bots, str)
    given: list[Any] = list(cast("Sequence[BotLike]", bots)) if many else [bots] * count
    if len(given) != count:
        raise BadValue(f"{len(given)} bots for {count} players: give one for all, or one for each")
    from kessel.bots.roster import make_bot  # which loads the solver's tables

    return [make_bot(bot) for bot in given]


def make_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """A name for every player; letters where none are given."""
    if not names:
        return tuple(map(letter, range(players)))
    if isinstance(names, str | bytes) or not isinstance(names, Sequence) or len(names) != players:
        raise BadValue(f"{players} players need a list of as many names, not {names!r}")
    return tuple(names)


def seed_text(seed: Seed | None) -> str:
    """A seed as text, the same for a number and its digits; a fresh one where none is given."""
    if seed is None:
        return secrets.token_hex(SEED_BYTES)
    if not isinstance(seed, int | str | bytes):
        raise BadValue(f"a seed is a whole number, text or bytes, not {seed!r}")
    return seed.hex() if isinstance(seed, bytes) else str(seed)
