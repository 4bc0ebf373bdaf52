"""Chance models as callers give them: by name, or as themselves."""

from typing import Any, TypeAlias, cast

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.solver.chance import POUR, ChanceModel, IdealChance, Movement
from kessel.solver.measured import MeasuredChance, shipped

EXACT = 1e-6
"""Probabilities have to add up to one this well."""

ModelLike: TypeAlias = "ChanceModel | str"
"""`ideal`, `measured` (in the arena of the edition at hand), or a model."""


def read_model(model: ModelLike, edition: Edition | None = None) -> ChanceModel:
    """A chance model by name, or the model itself; anything else is refused."""
    if isinstance(model, str):
        if model == "ideal":
            return IdealChance()
        if model == "measured" and edition is not None:
            return shipped(edition.arena)
        if model == "measured":
            raise BadValue(
                "measured dice differ from arena to arena, and no edition is known here: "
                "give shipped(find_edition('strike-2020').arena)"
            )
    if isinstance(model, type) or not hasattr(model, "movements"):
        raise BadValue(
            "a chance model is ideal, measured, IdealChance(strike, loss) or shipped(arena), "
            f"not {model!r}"
        )
    if not isinstance(model, IdealChance | MeasuredChance):
        _check(model)
    return cast("ChanceModel", model)


def _check(model: Any) -> None:
    """Raise unless one die on one, and one poured, move in ways that add up to certainty."""
    kinds = getattr(model, "kinds", None)
    if not isinstance(getattr(model, "name", None), str):
        raise BadValue(f"a chance model has a name, which is text; {model!r} has none")
    if not isinstance(kinds, tuple) or not kinds or not all(isinstance(k, str) for k in kinds):
        raise BadValue(f"the kinds of throw of {model.name} are one text or more, not {kinds!r}")
    for kind, lying in (*((kind, 1) for kind in kinds), (POUR, 0)):
        moves = model.movements(kind, 1, lying)
        if not isinstance(moves, tuple) or not all(isinstance(one, Movement) for one in moves):
            raise BadValue(
                f"the movements of {kind} in {model.name} are `Movement`s, not {moves!r}"
            )
        if abs(sum(one.probability for one in moves) - 1.0) > EXACT:
            raise BadValue(
                f"the movements of {kind} in {model.name} add up to "
                f"{sum(one.probability for one in moves):.4g}; probabilities add up to 1"
            )
