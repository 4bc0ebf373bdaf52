"""What a device cannot prove about a game, and the colour its seal has by that."""

from typing import Literal, NamedTuple, TypeAlias

Colour: TypeAlias = Literal["green", "amber", "red"]
RemarkKind: TypeAlias = Literal[
    "late", "away", "left_out", "played_for", "unsigned", "native", "stepped_in"
]


class Remark(NamedTuple):
    """Something that cannot be proven, and whom it is about."""

    what: RemarkKind
    name: str = ""
