"""Which effects are at work in a game, and on which faces."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, Effect
from kessel.rules.faces import NULL, Face

MIN_AGREED = 2
"""A game of several powers has at least two (C-60)."""


@dataclass(frozen=True, slots=True)
class EffectFaces:
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
def active_effects(edition: Edition, elements: frozenset[Face]) -> Mapping[Face, Effect]:
    """The effects at work: all of an edition's, or those of the active elements."""
    if edition.activation is Activation.ALWAYS:
        return edition.effects
    return MappingProxyType(
        {face: effect for face, effect in edition.effects.items() if face in elements}
    )


@lru_cache(maxsize=256)
def effect_faces(edition: Edition, elements: frozenset[Face]) -> EffectFaces:
    """The effects at work in an edition with these active elements."""
    at_work = active_effects(edition, elements)
    return EffectFaces(**{effect.value: face for face, effect in at_work.items()})


def check_elements(edition: Edition, elements: object) -> frozenset[Face]:
    """The agreed set of elements, or what the edition says where none is given."""
    allowed = tuple(edition.effects)
    if edition.activation is Activation.AGREED and elements is None:
        return frozenset(allowed)
    if edition.activation is Activation.ALWAYS:
        allowed = ()
    chosen = _as_set(elements, allowed, edition)
    if edition.activation is Activation.AGREED and len(chosen) < MIN_AGREED:
        raise BadValue(
            "{edition} is played with at least {least} of {allowed}, not with {given}",
            edition=edition.id,
            least=MIN_AGREED,
            allowed=" ".join(allowed),
            given=len(chosen),
        )
    return chosen


def _as_set(elements: object, allowed: tuple[Face, ...], edition: Edition) -> frozenset[Face]:
    given = () if elements is None else elements
    if not isinstance(given, list | tuple | set | frozenset):
        raise BadValue("elements are a list of names, not {elements}", elements=repr(elements))
    for one in given:
        if not isinstance(one, str) or one not in allowed:
            given_one = {"element": repr(one), "edition": edition.id}
            if allowed:
                raise BadValue(
                    "{element} is not an element of {edition}; there are {elements}",
                    elements=" ".join(allowed),
                    **given_one,
                )
            raise BadValue("{element} is not an element of {edition}; it has none", **given_one)
    return frozenset(given)
