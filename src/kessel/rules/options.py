"""Every named option: its values, where it applies, its defaults, and the language presets.

The reason for each option, for people, stands in the catalogue of messages under
`option.<name>`; the references (B-.., C-..) are those of `docs/rules.md`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from kessel.errors import BadValue, OneOf, UnknownEdition, UnknownOption
from kessel.rules.edition import EDITIONS, Activation, Edition, Effect, find_edition
from kessel.rules.faces import Face

OptionValue = str | bool
Premove: TypeAlias = Literal["free", "walls_by_consent", "none"]


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is played where the booklets differ or are silent; one field an option."""

    start_die: str = "placed"
    start_die_x: str = "rethrow"
    collecting: str = "mandatory"
    allin_trigger: str = "turn_start"
    allin_cause: str = "any"
    zero_elimination: str = "end_of_turn"
    double_ko: str = "shared"
    simultaneous_points: str = "equal"
    cocked: str = "nudge"
    rim_is_out: bool = True
    accidental_stack: str = "nudge"
    premove: Premove = "free"
    supply: str = "open"
    tournament_tie: str = "share"
    tournament_start: str = "clockwise"
    storm_recheck: str = "state"
    storm_unit: str = "free"
    extra_throw_no_match: str = "continue"
    swamp_only_ends_turn: bool = False
    pile_throw: str = "whole"
    piles_after_column: str = "dissolve"
    hurricane_keeps_piles: bool = True
    column_zero_dice: str = "excluded"
    column_tie: str = "rematch"
    immobulus_only_ends_turn: bool = False
    immobulus_suppression: str = "standing"
    relashio_throwers: str = "all"
    relashio_pending: str = "intact"
    relashio_new_immobulus: str = "binds"
    accio_optional: bool = True
    accio_single_immobulus: bool = True
    accio_tower: str = "any"
    tower_builder: str = "active"
    confundo_two_players: str = "none"


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of the registry."""

    name: str
    values: tuple[OptionValue, ...]
    editions: tuple[str, ...]
    see: tuple[str, ...]
    """The rules it comes from, in `docs/rules.md`."""
    limited: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """Editions that know only some of the values."""

    def values_in(self, edition: Edition) -> tuple[OptionValue, ...]:
        """The values that may be chosen in an edition, its default first."""
        allowed = self.limited.get(edition.id, self.values)
        default = default_of(self.name, edition)
        return (default, *(value for value in allowed if value != default))


_ALL = tuple(EDITIONS)
_IMPACTS = ("impact", "impact-power", "impact-avatar")
_POWERED = ("impact-power", "impact-avatar")
_AVATAR = ("impact-avatar",)
_HP = ("harry-potter",)

_OPEN = MappingProxyType(dict.fromkeys(_IMPACTS, ("open",)))
_RETHROW = MappingProxyType(
    dict.fromkeys(("strike-2012", "impact", "impact-power", "impact-avatar"), ("rethrow",))
)

OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            Option("start_die", ("placed", "thrown"), _ALL, ("B-02", "B-03", "C-03")),
            Option("start_die_x", ("rethrow", "choose_face"), _ALL, ("B-04",), _RETHROW),
            Option("collecting", ("mandatory", "optional"), _ALL, ("B-08", "C-50")),
            Option("allin_trigger", ("turn_start", "also_mid_turn"), _ALL, ("B-10", "C-05")),
            Option(
                "allin_cause", ("any", "not_by_out_only", "collected_only"), _ALL, ("B-09", "C-06")
            ),
            Option(
                "zero_elimination", ("end_of_turn", "immediate", "own_turn"), _ALL, ("B-30", "C-11")
            ),
            Option("double_ko", ("shared", "active_loses", "replay"), _ALL, ("C-13",)),
            Option("simultaneous_points", ("equal", "turn_order"), _ALL, ("C-12",)),
            Option("cocked", ("nudge", "reroll_outside"), _ALL, ("B-35",)),
            Option("rim_is_out", (True, False), _ALL, ("B-05", "C-48")),
            Option("accidental_stack", ("nudge", "top_counts"), _ALL, ("C-47",)),
            Option("premove", ("free", "walls_by_consent", "none"), _ALL, ("B-36",)),
            Option("supply", ("open", "hidden"), _ALL, ("B-38", "C-59"), _OPEN),
            Option("tournament_tie", ("share", "playoff"), _ALL, ("B-34", "C-54")),
            Option("tournament_start", ("clockwise", "any_order_each_once"), _ALL, ("B-32",)),
            Option("storm_recheck", ("state", "initial"), _AVATAR, ("C-17",)),
            Option("storm_unit", ("free", "loose_first"), _AVATAR, ("C-26",)),
            Option("extra_throw_no_match", ("continue", "end"), (*_POWERED, *_HP), ("C-15",)),
            Option("swamp_only_ends_turn", (False, True), _POWERED, ("C-30",)),
            Option("pile_throw", ("whole", "may_split"), _POWERED, ("B-26", "C-24")),
            Option("piles_after_column", ("dissolve", "owner_choice"), _AVATAR, ("B-27", "C-39")),
            Option("hurricane_keeps_piles", (True, False), _AVATAR, ("C-27",)),
            Option("column_zero_dice", ("excluded", "may_win"), _POWERED, ("C-35",)),
            Option("column_tie", ("rematch", "turn_order"), _POWERED, ("C-33",)),
            Option("immobulus_only_ends_turn", (False, True), _HP, ("B-15",)),
            Option("immobulus_suppression", ("standing", "fresh_only"), _HP, ("B-16",)),
            Option("relashio_throwers", ("all", "others"), _HP, ("B-18",)),
            Option("relashio_pending", ("intact", "locked", "void"), _HP, ("C-16",)),
            Option("relashio_new_immobulus", ("binds", "collect"), _HP, ("B-19", "C-18")),
            Option("accio_optional", (True, False), _HP, ("B-20",)),
            Option("accio_single_immobulus", (True, False), _HP, ("B-17", "C-22")),
            Option("accio_tower", ("any", "top"), _HP, ("C-22",)),
            Option("tower_builder", ("active", "random"), _HP, ("C-43",)),
            Option("confundo_two_players", ("none", "extra_turn"), _HP, ("C-44",)),
        )
    }
)
"""Every option by its name, in the order in which they are shown."""

_HP_FIVE: Mapping[str, OptionValue] = MappingProxyType(
    {"immobulus_only_ends_turn": True, "relashio_new_immobulus": "collect"}
)
_PRESETS: Mapping[tuple[str, str], Mapping[str, OptionValue]] = MappingProxyType(
    {
        ("harry-potter", "en"): _HP_FIVE,
        ("harry-potter", "it"): _HP_FIVE,
        ("harry-potter", "es"): _HP_FIVE,
        ("harry-potter", "fr"): MappingProxyType(
            {**_HP_FIVE, "relashio_throwers": "others", "accio_optional": False}
        ),
        ("harry-potter", "nl"): MappingProxyType(
            {**_HP_FIVE, "start_die": "placed", "zero_elimination": "immediate"}
        ),
    }
)
_FIXED_BY_PRESET: Mapping[tuple[str, str], Mapping[str, OptionValue]] = MappingProxyType(
    {
        ("harry-potter", "nl"): MappingProxyType({"tournament_tie": "share"}),
        ("impact-avatar", "it"): MappingProxyType({"piles_after_column": "dissolve"}),
    }
)

_REGISTRY_DEFAULTS = Options()


def default_of(name: str, edition: Edition) -> OptionValue:
    """What holds in an edition when nobody says otherwise."""
    value: OptionValue = edition.defaults.get(name, getattr(_REGISTRY_DEFAULTS, name))
    return value


def options_of(edition: Edition) -> tuple[Option, ...]:
    """The options that mean something in an edition, in the order of the registry."""
    return tuple(option for option in OPTIONS.values() if edition.id in option.editions)


def preset(edition: Edition, language: str) -> Mapping[str, OptionValue]:
    """What the booklet in that language sets differently from the defaults."""
    if language not in edition.languages:
        raise BadValue(
            "{edition} has no booklet in {language}; its presets are {languages}",
            edition=edition.id,
            language=repr(language),
            languages=" ".join(edition.languages),
        )
    return _PRESETS.get((edition.id, language), MappingProxyType({}))


def edition_and_preset(text: str) -> tuple[Edition, str | None]:
    """Read `harry-potter` or, with a language preset, `harry-potter:fr`."""
    name, colon, language = text.partition(":")
    edition = find_edition(name)
    if not colon:
        return edition, None
    if language not in edition.languages:
        raise UnknownEdition(
            "{edition} has no booklet in {language}; there are {presets}",
            edition=edition.id,
            language=repr(language),
            presets=" ".join(f"{edition.id}:{one}" for one in edition.languages),
        )
    return edition, language


def resolve_options(
    edition: Edition, given: Mapping[str, Any] | None = None, language: str | None = None
) -> Options:
    """The edition's defaults, then the language preset, then what was given; all checked."""
    wanted = dict(given or {})
    for name, value in wanted.items():
        check_option(edition, name, value)
    chosen = {option.name: default_of(option.name, edition) for option in OPTIONS.values()}
    if language is not None:
        chosen |= preset(edition, language)
        for name, value in _FIXED_BY_PRESET.get((edition.id, language), {}).items():
            if wanted.get(name, value) != value:
                raise BadValue(
                    "{edition}:{language} knows only {name}={value}",
                    edition=edition.id,
                    language=language,
                    name=name,
                    value=as_text(value),
                )
    return Options(**(chosen | wanted))


def check_option(edition: Edition, name: str, value: object) -> None:
    """Raise unless the option exists in this edition and knows the value."""
    option = _option(name)
    if edition.id not in option.editions:
        raise UnknownOption(
            "{name} means nothing in {edition}; it belongs to {editions}",
            name=name,
            edition=edition.id,
            editions=" ".join(option.editions),
        )
    _check_one_of(option.values_in(edition), name, value, edition)


def check_value(name: str, value: object) -> None:
    """Raise unless the option exists in some edition and knows the value."""
    _check_one_of(_option(name).values, name, value)


def _option(name: str) -> Option:
    option = OPTIONS.get(name)
    if option is None:
        near = get_close_matches(name, OPTIONS, n=1, cutoff=0.5)
        if near:
            raise UnknownOption(
                "there is no option {name}; did you mean {near}?", name=repr(name), near=near[0]
            )
        raise UnknownOption(
            "there is no option {name}; there are {options}",
            name=repr(name),
            options=" ".join(OPTIONS),
        )
    return option


def _check_one_of(
    allowed: tuple[OptionValue, ...], name: str, value: object, edition: Edition | None = None
) -> None:
    if any(value is one or (isinstance(value, str) and value == one) for one in allowed):
        return
    given = {"name": name, "value": repr(value), "values": OneOf(map(as_text, allowed))}
    if edition is None:
        raise BadValue("{name}={value}: it is {values}", **given)
    raise BadValue("{name}={value}: in {edition} it is {values}", edition=edition.id, **given)


def differences(edition: Edition, options: Options) -> dict[str, OptionValue]:
    """Only what is set differently from the edition's defaults."""
    return {
        one.name: getattr(options, one.name)
        for one in fields(options)
        if getattr(options, one.name) != default_of(one.name, edition)
    }


def as_text(value: OptionValue) -> str:
    """An option's value as written in records and on the command line."""
    return value if isinstance(value, str) else str(value).lower()


def from_text(name: str, text: str) -> OptionValue:
    """An option's value read back; whether it may be chosen is checked elsewhere."""
    option = OPTIONS.get(name)
    if option is not None and isinstance(option.values[0], bool) and text in ("true", "false"):
        return text == "true"
    return text


MIN_AGREED = 2
"""A game of several powers has at least two (C-60)."""


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


@lru_cache(maxsize=256)
def active_effects(edition: Edition, elements: frozenset[Face]) -> Mapping[Face, Effect]:
    """The effects at work: all of an edition's, or those of the active elements."""
    if edition.activation is Activation.ALWAYS:
        return edition.effects
    return MappingProxyType(
        {face: effect for face, effect in edition.effects.items() if face in elements}
    )


def _as_set(elements: object, allowed: tuple[Face, ...], edition: Edition) -> frozenset[Face]:
    given = () if elements is None else elements
    if not isinstance(given, list | tuple | set | frozenset):
        raise BadValue("elements are a list of names, not {elements}", elements=repr(elements))
    for one in given:
        if not isinstance(one, str) or one not in allowed:
            given_one = {"element": repr(one), "edition": edition.id}
            if allowed:
                raise BadValue(
                    "{element} is no element of {edition}; there are {elements}",
                    elements=" ".join(allowed),
                    **given_one,
                )
            raise BadValue("{element} is no element of {edition}; it has none", **given_one)
    return frozenset(given)
