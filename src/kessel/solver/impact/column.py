"""The race for a column of fire: all stack equally fast, so fewer dice mean a better chance."""

from collections.abc import Sequence


def column_weights(dice: Sequence[int]) -> list[float]:
    """How likely each player is to finish first, by the dice each has to stack; not normalised."""
    return [1.0 / max(held, 1) for held in dice]
