"""A push of lying dice that waits for everybody's consent."""

from dataclasses import dataclass

from kessel.throws.placing import Push


@dataclass(frozen=True, slots=True)
class PushWish:
    """Who wants to push what, who has agreed, who has to answer, and until when."""

    seat: int
    pushes: tuple[Push, ...]
    asked: frozenset[int]
    agreed: frozenset[int]
    until: float
