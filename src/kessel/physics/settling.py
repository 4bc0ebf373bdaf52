"""How dice that cannot be read are settled: what a game's options say about it."""

from dataclasses import dataclass

from kessel.errors import BadValue
from kessel.rules.options import Options


@dataclass(frozen=True, slots=True)
class Settling:
    """How dice that cannot be read, or lie where they should not, are dealt with."""

    cocked: str = "nudge"
    rim_is_out: bool = True
    accidental_stack: str = "nudge"

    @classmethod
    def of(cls, options: Options) -> "Settling":
        """As a game's options say."""
        return cls(options.cocked, options.rim_is_out, options.accidental_stack)

    def __post_init__(self) -> None:
        _one_of("cocked", self.cocked, ("nudge", "reroll_outside"))
        _one_of("rim_is_out", self.rim_is_out, (True, False))
        _one_of("accidental_stack", self.accidental_stack, ("nudge", "top_counts"))


def _one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise BadValue(f"{name} = {value!r}: {' or '.join(map(repr, allowed))} is accepted")
