"""What callers give, in any of its forms: dice and bots by name or as themselves, names, moves.

Editions, states and options are read by the rules, chance models by the solver, seeds by the
throws, in the same way.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from kessel.bots.bot import Bot
from kessel.errors import BadValue
from kessel.names import check_names
from kessel.rules.edition import Edition
from kessel.rules.moves import Move
from kessel.rules.notation import letter
from kessel.throws.dice import Dice
from kessel.throws.ideal import IdealFaces

if TYPE_CHECKING:
    from kessel.solver.base.strategies import Strategy
    from kessel.solver.chance import ChanceModel

DICE = ("ideal", "measured", "physics")

DiceLike: TypeAlias = "str | ChanceModel | Dice"
BotLike: TypeAlias = "str | Bot | Strategy"
BotsLike: TypeAlias = "BotLike | Sequence[BotLike]"
"""One for all players, or one for each."""


def make_dice(dice: DiceLike, edition: Edition) -> Dice:
    """Dice by name (`ideal`, `measured`, `physics`), of a chance model, or themselves."""
    given: Any = dice
    if dice == "ideal":
        return IdealFaces()
    if dice == "measured" or hasattr(given, "movements"):
        from kessel.solver.dice import model_dice  # which loads the solver's mathematics
        from kessel.solver.models import read_model

        return model_dice(read_model(given, edition))
    if dice == "physics":
        from kessel.physics.dice import PhysicsDice  # which loads MuJoCo

        return PhysicsDice(watched=False)
    if isinstance(given, type) or not hasattr(given, "land"):
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


def name_bots(bots: Mapping[str, BotLike] | Sequence[str]) -> dict[str, BotLike]:
    """Bots by name: a mapping of names to bots, or names alone."""
    given: Any = bots
    listed = isinstance(given, Mapping | Sequence) and not isinstance(given, str | bytes)
    if not listed or not all(isinstance(name, str) for name in given) or len({*given}) < len(given):
        raise BadValue(f"bots are different names, or a mapping of names to bots, not {bots!r}")
    return dict(given) if isinstance(given, Mapping) else {name: name for name in given}


def check_progress(progress: object) -> None:
    """Raise unless it can be told how far something is, or nobody wants to know."""
    if progress is not None and not callable(progress):
        raise BadValue(f"progress is called with what is done and the total, not {progress!r}")


def check_moves(moves: Iterable[Move | str]) -> Iterable[Move | str]:
    """Moves one after the other, each itself or its text."""
    if isinstance(moves, str | bytes) or not isinstance(moves, Iterable):
        raise BadValue(f"moves are a list of moves or of their texts, not {moves!r}")
    return moves


def are_casts(casts: object) -> bool:
    """Whether it says of players what each throws: a unit at least."""
    return isinstance(casts, Mapping) and all(
        isinstance(thrown, tuple) and thrown and isinstance(thrown[0], str)
        for thrown in casts.values()
    )


def make_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """A name for every player; letters where none are given."""
    if not names:
        return tuple(map(letter, range(players)))
    if isinstance(names, str | bytes) or not isinstance(names, Sequence) or len(names) != players:
        raise BadValue(f"{players} players need a list of as many names, not {names!r}")
    check_names(names)
    return tuple(names)
