"""Chance models as callers give them: by name, or as themselves."""

from typing import TypeAlias, cast

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped

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
    return cast("ChanceModel", model)
