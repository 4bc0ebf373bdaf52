"""Every named option: its values, where it applies, its defaults, and the language presets.

The reason for each option, for people, stands in the catalogue of messages under
`option.<name>`; the references (B-.., C-..) are those of `docs/reference/rules.md`.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from kessel.errors import BadValue, OneOf, UnknownEdition, UnknownOption
from kessel.rules.edition import EDITIONS, Edition, find_edition

OptionValue = str | bool
Value = TypeVar("Value", bound=OptionValue)

_ALL = tuple(EDITIONS)
_OLD = ("strike-2012",)
_NEW_STRIKES = ("strike-2020", "harry-potter")
_IMPACTS = ("impact", "impact-power", "impact-avatar")
_POWERED = ("impact-power", "impact-avatar")
_AVATAR = ("impact-avatar",)
_HP = ("harry-potter",)

_OPEN = MappingProxyType(dict.fromkeys(_IMPACTS, ("open",)))
_RETHROW = MappingProxyType(dict.fromkeys((*_OLD, *_IMPACTS), ("rethrow",)))
_THROWN = MappingProxyType({"impact-power": ("thrown",)})
_SHARED = MappingProxyType(dict.fromkeys((*_OLD, *_IMPACTS), ("share",)))
_NO_LIMITS: Mapping[str, tuple[OptionValue, ...]] = MappingProxyType({})


def _option_field(
    default: Value,
    editions: tuple[str, ...],
    *see: str,
    limited: Mapping[str, tuple[OptionValue, ...]] = _NO_LIMITS,
) -> Value:
    metadata = {"editions": editions, "see": see, "limited": limited}
    option: Value = field(default=default, metadata=metadata)
    return option


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is played where the booklets differ or are silent: one field an option, its
    values in its type, then its default, the editions it belongs to and the rules it comes from.

    >>> from kessel import Game
    >>> Game("strike-2020", options="supply:hidden").state.options.supply
    'hidden'
    """

    start_die: Literal["placed", "thrown"] = _option_field(
        "placed", _ALL, "B-02", "B-03", "C-03", limited=_THROWN
    )
    start_die_x: Literal["rethrow", "choose_face"] = _option_field(
        "rethrow", _ALL, "B-04", limited=_RETHROW
    )
    collecting: Literal["mandatory", "optional"] = _option_field("mandatory", _ALL, "B-08", "C-50")
    allin_trigger: Literal["turn_start", "also_mid_turn"] = _option_field(
        "turn_start", _ALL, "B-10", "C-05"
    )
    allin_cause: Literal["any", "not_by_out_only", "collected_only"] = _option_field(
        "any", _ALL, "B-09", "C-06"
    )
    zero_elimination: Literal["end_of_turn", "immediate", "own_turn"] = _option_field(
        "end_of_turn", _ALL, "B-30", "C-11"
    )
    double_ko: Literal["shared", "active_loses", "replay"] = _option_field("shared", _ALL, "C-13")
    simultaneous_points: Literal["equal", "turn_order"] = _option_field("equal", _ALL, "C-12")
    cocked: Literal["nudge", "reroll_outside"] = _option_field("nudge", _ALL, "B-35")
    rim_is_out: bool = _option_field(False, _ALL, "B-05", "C-48")
    accidental_stack: Literal["nudge", "top_counts"] = _option_field("nudge", _ALL, "C-47")
    premove: Literal["free", "walls_by_consent", "none"] = _option_field("free", _ALL, "B-36")
    supply: Literal["open", "hidden"] = _option_field("open", _ALL, "B-38", "C-59", limited=_OPEN)
    tournament_tie: Literal["share", "playoff"] = _option_field(
        "share", _ALL, "B-34", "C-54", limited=_SHARED
    )
    tournament_start: Literal["clockwise", "any_order_each_once"] = _option_field(
        "clockwise", _ALL, "B-32"
    )
    storm_recheck: Literal["state", "initial"] = _option_field("state", _AVATAR, "C-17")
    storm_unit: Literal["free", "loose_first"] = _option_field("free", _AVATAR, "C-26")
    extra_throw_no_match: Literal["continue", "end"] = _option_field(
        "continue", (*_POWERED, *_HP), "C-15"
    )
    swamp_only_ends_turn: bool = _option_field(False, _POWERED, "C-30")
    pile_throw: Literal["whole", "may_split"] = _option_field("whole", _POWERED, "B-26", "C-24")
    piles_after_column: Literal["dissolve", "owner_choice"] = _option_field(
        "dissolve", _AVATAR, "B-27", "C-39"
    )
    hurricane_keeps_piles: bool = _option_field(True, _AVATAR, "C-27")
    column_zero_dice: Literal["may_win", "excluded"] = _option_field("may_win", _POWERED, "C-35")
    column_tie: Literal["rematch", "turn_order"] = _option_field("rematch", _POWERED, "C-33")
    immobulus_only_ends_turn: bool = _option_field(True, _HP, "B-15")
    immobulus_suppression: Literal["standing", "fresh_only"] = _option_field(
        "standing", _HP, "B-16"
    )
    relashio_throwers: Literal["all", "others"] = _option_field("all", _HP, "B-18")
    relashio_pending: Literal["intact", "locked", "void"] = _option_field("intact", _HP, "C-16")
    relashio_new_immobulus: Literal["collect", "binds"] = _option_field(
        "collect", _HP, "B-19", "C-18"
    )
    accio_optional: bool = _option_field(True, _HP, "B-20")
    accio_single_immobulus: bool = _option_field(True, _HP, "B-17", "C-22")
    accio_tower: Literal["any", "top"] = _option_field("any", _HP, "C-22")
    tower_builder: Literal["active", "random"] = _option_field("active", _HP, "C-43")
    confundo_two_players: Literal["none", "extra_turn"] = _option_field("none", _HP, "C-44")


@dataclass(frozen=True, slots=True)
class Option:
    """One entry of the registry."""

    name: str
    values: tuple[OptionValue, ...]
    editions: tuple[str, ...]
    see: tuple[str, ...]
    """The rules it comes from, in `docs/reference/rules.md`."""
    limited: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    """Editions that know only some of the values."""

    def values_in(self, edition: Edition, language: str | None = None) -> tuple[OptionValue, ...]:
        """The values that may be chosen in an edition, or by one of its booklets; default first."""
        fixed = _FIXED_BY_PRESET.get((edition.id, language or ""), {})
        if self.name in fixed:
            return (fixed[self.name],)
        allowed = self.limited.get(edition.id, self.values)
        default = default_of(self.name, edition)
        return (default, *(value for value in allowed if value != default))

    def in_no_booklet(self, edition: Edition, value: OptionValue) -> bool:
        """Whether no booklet of the edition says this, or can be read so: a house rule."""
        return edition.id in _IN_NO_BOOKLET.get((self.name, value), ())


def _values(one: Field[Any]) -> tuple[OptionValue, ...]:
    """The values an option's type knows; of a yes or no, the default first."""
    return get_args(get_type_hints(Options)[one.name]) or (one.default, not one.default)


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {one.name: Option(one.name, _values(one), **one.metadata) for one in fields(Options)}
)
"""Every option by its name, in the order in which they are shown.

>>> from kessel import OPTIONS
>>> OPTIONS["collecting"].values
('mandatory', 'optional')
"""

_IN_NO_BOOKLET: Mapping[tuple[str, OptionValue], tuple[str, ...]] = MappingProxyType(
    {
        ("start_die", "thrown"): (*_OLD, "impact"),
        ("start_die", "placed"): ("strike-2020",),
        ("start_die_x", "rethrow"): _NEW_STRIKES,
        ("collecting", "optional"): _OLD,
        ("allin_trigger", "also_mid_turn"): _OLD,
        ("allin_cause", "any"): _OLD,
        ("allin_cause", "not_by_out_only"): (*_NEW_STRIKES, *_IMPACTS),
        ("allin_cause", "collected_only"): (*_OLD, *_NEW_STRIKES),
        ("zero_elimination", "immediate"): _OLD,
        ("double_ko", "shared"): _ALL,
        ("double_ko", "active_loses"): _ALL,
        ("double_ko", "replay"): _ALL,
        ("simultaneous_points", "turn_order"): _ALL,
        ("cocked", "nudge"): _OLD,
        ("cocked", "reroll_outside"): (*_NEW_STRIKES, *_IMPACTS),
        ("rim_is_out", False): _OLD,
        ("rim_is_out", True): (*_NEW_STRIKES, *_IMPACTS),
        ("accidental_stack", "top_counts"): _ALL,
        ("premove", "free"): _NEW_STRIKES,
        ("premove", "walls_by_consent"): (*_OLD, *_IMPACTS),
        ("premove", "none"): _ALL,
        ("supply", "hidden"): _OLD,
        ("storm_recheck", "initial"): _AVATAR,
        ("storm_unit", "loose_first"): _AVATAR,
        ("hurricane_keeps_piles", False): _AVATAR,
        ("column_zero_dice", "excluded"): _POWERED,
        ("column_tie", "turn_order"): _POWERED,
        ("relashio_pending", "void"): _HP,
        ("accio_tower", "top"): _HP,
        ("tower_builder", "random"): _HP,
        ("confundo_two_players", "extra_turn"): _HP,
    }
)
"""Values that no booklet of these editions has."""

_PRESETS: Mapping[tuple[str, str], Mapping[str, OptionValue]] = MappingProxyType(
    {
        ("harry-potter", "de"): MappingProxyType(
            {
                "immobulus_only_ends_turn": False,
                "relashio_new_immobulus": "binds",
                "accio_single_immobulus": False,
            }
        ),
        ("harry-potter", "fr"): MappingProxyType(
            {"relashio_throwers": "others", "accio_optional": False}
        ),
        ("harry-potter", "nl"): MappingProxyType(
            {"start_die": "placed", "zero_elimination": "immediate"}
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
    chosen = dict(edition.defaults)
    if language is not None:
        chosen |= preset(edition, language)
        for name, value in _FIXED_BY_PRESET.get((edition.id, language), {}).items():
            if wanted.get(name, value) != value:
                raise BadValue(
                    "the {language} booklet of {edition} allows only {name}={value}",
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
            "{edition} has no option {name}; it exists in {editions}",
            name=name,
            edition=edition.id,
            editions=" ".join(option.editions),
        )
    _check_one_of(option.values_in(edition), name, value, edition)


def check_options(edition: Edition, options: Options) -> None:
    """Raise unless the options have values that they know, in this edition where it has them."""
    for name, option in OPTIONS.items():
        if edition.id in option.editions:
            check_option(edition, name, getattr(options, name))
        else:
            check_value(name, getattr(options, name))


def check_value(name: str, value: object) -> None:
    """Raise unless the option exists in some edition and knows the value."""
    _check_one_of(_option(name).values, name, value)


def _option(name: str) -> Option:
    option = OPTIONS.get(name)
    if option is None:
        near = get_close_matches(str(name), OPTIONS, n=1, cutoff=0.5)
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


def options_text(edition: Edition, options: Options) -> str:
    """The options that differ from the edition's defaults, as `name:value,…`."""
    chosen = differences(edition, options)
    return ",".join(f"{name}:{as_text(value)}" for name, value in chosen.items())


def read_options(text: str) -> dict[str, OptionValue]:
    """Options written as `name:value,…`; checked against an edition elsewhere."""
    pairs = (one.partition(":") for one in text.split(",") if one)
    return {name: from_text(name, value) for name, _, value in pairs}
