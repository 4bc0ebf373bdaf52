"""Which effects are at work in a game, and on which faces."""

from dataclasses import dataclass
from functools import lru_cache

from kessel.rules.edition import Edition
from kessel.rules.faces import NULL, Face
from kessel.rules.options import active_effects


@dataclass(frozen=True, slots=True)
class Acting:
    """The face of each effect at work; the null face, which never matches, where it is not.

    One field for each `Effect`, by its value.
    """

    storm: Face = NULL
    column: Face = NULL
    boulders: Face = NULL
    hurricane: Face = NULL
    swamp: Face = NULL
    freeze: Face = NULL
    salvo: Face = NULL
    summon: Face = NULL
    tower: Face = NULL
    reverse: Face = NULL

    @property
    def after_collecting(self) -> tuple[Face, Face, Face]:
        """The spells carried out once the sets are taken, in the booklet's order."""
        return self.summon, self.tower, self.reverse


@lru_cache(maxsize=256)
def acting_in(edition: Edition, elements: frozenset[Face]) -> Acting:
    """The effects at work in an edition with these active elements."""
    at_work = active_effects(edition, elements)
    return Acting(**{effect.value: face for face, effect in at_work.items()})
