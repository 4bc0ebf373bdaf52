"""The six editions as data: dice, faces, hands, defaults, and the effects they name.

An edition never contains code; what an effect does stands in `elements.py` and `spells.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from types import MappingProxyType

from kessel.errors import BadValue, UnknownEdition
from kessel.rules.faces import NULL, Face

MIN_PLAYERS, MAX_PLAYERS = 2, 5


class Effect(Enum):
    """What two equal symbols can do beyond being taken: lightning, fire, stone, air and water; then
    Immobulus, Relashio, Accio, Wingardium Leviosa and Confundo."""

    STORM = "storm"
    COLUMN = "column"
    BOULDERS = "boulders"
    HURRICANE = "hurricane"
    SWAMP = "swamp"
    FREEZE = "freeze"
    SALVO = "salvo"
    SUMMON = "summon"
    TOWER = "tower"
    REVERSE = "reverse"


class Activation(Enum):
    """Which of an edition's effects are active in a game."""

    ALWAYS = "always"
    START_DIE = "start_die"
    """Only that of the face the starting die shows."""
    AGREED = "agreed"
    """A set the players agree on."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One box or variant: everything that differs between editions, as plain data.

    >>> from kessel import EDITIONS
    >>> EDITIONS["impact"].faces, EDITIONS["impact"].hand(3)
    (('X', 'fire', 'water', 'stone', 'lightning', 'air'), 7)
    """

    id: str
    faces: tuple[Face, ...]
    dice: int
    hands: Mapping[int, int]
    defaults: Mapping[str, str | bool]
    """Options whose default differs from the registry's."""
    languages: tuple[str, ...]
    """Languages in which a booklet of this edition exists."""
    family: str
    """Editions of one family share their dice, their look and their words."""
    arena: str
    """The box it is played in; its measures are in `throws/boxes.py`."""
    base: str
    """The edition without effects that deals the same hands: itself, if it has no effects."""
    effects: Mapping[Face, Effect] = field(default_factory=lambda: MappingProxyType({}))
    activation: Activation = Activation.ALWAYS
    _known: frozenset[Face] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", frozenset(self.faces))

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its name: everybody has the same six."""
        return find_edition, (self.id,)

    @property
    def symbols(self) -> tuple[Face, ...]:
        """The faces that can match."""
        return self.faces[1:]

    @property
    def agreeable(self) -> tuple[Face, ...]:
        """The faces whose effects the players agree on before a game: none in most editions."""
        agreed = self.activation is Activation.AGREED
        return tuple(face for face in self.symbols if agreed and face in self.effects)

    def hand(self, players: int) -> int:
        """How many dice each of that many players is dealt."""
        if not isinstance(players, int) or players not in self.hands:
            raise BadValue(
                "{edition} is for {least} to {most} players, not {players}",
                edition=self.id,
                least=MIN_PLAYERS,
                most=MAX_PLAYERS,
                players=repr(players),
            )
        return self.hands[players]

    def aside(self, players: int) -> int:
        """How many dice stay in the box: neither dealt nor the starting die."""
        return self.dice - players * self.hand(players) - 1

    def are_faces(self, pieces: tuple[object, ...]) -> bool:
        """Whether these are all faces of this edition, and no towers or anything else."""
        try:
            return self._known.issuperset(pieces)
        except TypeError:  # what cannot be hashed is no face
            return False

    def check_face(self, face: object) -> Face:
        """`face` if it is one of this edition's, else an error that lists them."""
        if isinstance(face, str) and face in self.faces:
            return face
        raise BadValue(
            "{face} is not a face of {edition}; its faces are {faces}",
            face=repr(face),
            edition=self.id,
            faces=" ".join(self.faces),
        )


_STRIKE_FACES = (NULL, "2", "3", "4", "5", "6")
_ELEMENTS = (NULL, "fire", "water", "stone", "lightning", "air")
_SPELLS = (NULL, "immobulus", "relashio", "accio", "wingardium", "confundo")

_POWERS = MappingProxyType(
    {
        "lightning": Effect.STORM,
        "fire": Effect.COLUMN,
        "stone": Effect.BOULDERS,
        "air": Effect.HURRICANE,
        "water": Effect.SWAMP,
    }
)
_MAGIC = MappingProxyType(
    {
        "immobulus": Effect.FREEZE,
        "relashio": Effect.SALVO,
        "accio": Effect.SUMMON,
        "wingardium": Effect.TOWER,
        "confundo": Effect.REVERSE,
    }
)

_HANDS_OF_31 = MappingProxyType({2: 9, 3: 8, 4: 7, 5: 6})
_HANDS_OF_26 = MappingProxyType({2: 8, 3: 7, 4: 6, 5: 5})

_SIX_LANGUAGES = ("en", "de", "fr", "it", "nl", "es")
_IMPACT_LANGUAGES = ("de", "en", "fr", "it", "nl")

_PLACED_AND_FREE = {"start_die": "placed", "premove": "free"}
_THROWN_AND_FREE = {"start_die": "thrown", "premove": "free"}
_PLACED_AND_STRICT: Mapping[str, str | bool] = {
    "start_die": "placed",
    "premove": "free",
    "cocked": "reroll_outside",
    "rim_is_out": True,
    "allin_cause": "not_by_out_only",
}
_THROWN_BY_CONSENT = {
    "start_die": "thrown",
    "start_die_x": "choose_face",
    "premove": "walls_by_consent",
}

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        edition.id: edition
        for edition in (
            Edition(
                id="strike-2012",
                faces=_STRIKE_FACES,
                dice=31,
                hands=_HANDS_OF_31,
                defaults=MappingProxyType(_PLACED_AND_STRICT),
                languages=("fr", "it"),
                family="strike",
                arena="oval",
                base="strike-2012",
            ),
            Edition(
                id="strike-2020",
                faces=_STRIKE_FACES,
                dice=26,
                hands=_HANDS_OF_26,
                defaults=MappingProxyType(_THROWN_BY_CONSENT),
                languages=_SIX_LANGUAGES,
                family="strike",
                arena="oval",
                base="strike-2020",
            ),
            Edition(
                id="impact",
                faces=_ELEMENTS,
                dice=26,
                hands=_HANDS_OF_26,
                defaults=MappingProxyType(_PLACED_AND_FREE),
                languages=_IMPACT_LANGUAGES,
                family="impact",
                arena="cauldron",
                base="impact",
            ),
            Edition(
                id="impact-power",
                faces=_ELEMENTS,
                dice=26,
                hands=_HANDS_OF_26,
                defaults=MappingProxyType(_THROWN_AND_FREE),
                languages=_IMPACT_LANGUAGES,
                family="impact",
                arena="cauldron",
                base="impact",
                effects=_POWERS,
                activation=Activation.START_DIE,
            ),
            Edition(
                id="impact-avatar",
                faces=_ELEMENTS,
                dice=26,
                hands=_HANDS_OF_26,
                defaults=MappingProxyType(_THROWN_AND_FREE),
                languages=_IMPACT_LANGUAGES,
                family="impact",
                arena="cauldron",
                base="impact",
                effects=_POWERS,
                activation=Activation.AGREED,
            ),
            Edition(
                id="harry-potter",
                faces=_SPELLS,
                dice=26,
                hands=_HANDS_OF_26,
                defaults=MappingProxyType(_THROWN_BY_CONSENT),
                languages=_SIX_LANGUAGES,
                family="wizards",
                arena="wizards",
                base="strike-2020",
                effects=_MAGIC,
            ),
        )
    }
)
"""Every edition by its id.

>>> from kessel import EDITIONS
>>> list(EDITIONS)
['strike-2012', 'strike-2020', 'impact', 'impact-power', 'impact-avatar', 'harry-potter']
"""
MOST_DICE = max(edition.dice for edition in EDITIONS.values())


def find_edition(text: Edition | str) -> Edition:
    """The edition of that id, or the edition itself; an unknown one is answered with the nearest
    that exists.

    >>> find_edition("strike-2020").symbols
    ('2', '3', '4', '5', '6')
    >>> find_edition("strike-2021")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kessel.errors.UnknownEdition: there is no edition 'strike-2021'; did you mean ...
    """
    if isinstance(text, Edition):
        return text
    edition = EDITIONS.get(text) if isinstance(text, str) else None
    if edition is None:
        near = get_close_matches(str(text).lower(), EDITIONS, n=1, cutoff=0.5)
        given = {"name": repr(text), "editions": " ".join(EDITIONS)}
        if near:
            raise UnknownEdition(
                "there is no edition {name}; did you mean {near}? There are {editions}",
                near=near[0],
                **given,
            )
        raise UnknownEdition("there is no edition {name}. There are {editions}", **given)
    return edition
