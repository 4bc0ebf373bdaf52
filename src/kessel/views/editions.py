"""Editions as the page needs them to offer a table."""

from kessel.errors import BadValue
from kessel.messages import reports
from kessel.physics.arena_json import arena_json
from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.options import Option, OptionValue, options_of, preset, resolve_options


def editions() -> list[reports.EditionView]:
    """All editions, as the page needs them to offer a table."""
    return [_edition(edition) for edition in EDITIONS.values()]


def _edition(edition: Edition) -> reports.EditionView:
    return reports.EditionView(
        id=edition.id,
        family=edition.family,
        faces=list(edition.faces),
        dice=edition.dice,
        hands={str(players): dice for players, dice in edition.hands.items()},
        languages=list(edition.languages),
        elements=list(edition.agreeable),
        effects={face: effect.value for face, effect in edition.effects.items()},
        options=[_option(edition, one) for one in options_of(edition)],
        presets={language: _preset(edition, language) for language in edition.languages},
        arena=arena_json(edition.id),
    )


def _option(edition: Edition, option: Option) -> reports.OptionView:
    values = list(option.values_in(edition))
    unsaid = [value for value in values if option.in_no_booklet(edition, value)]
    return reports.OptionView(name=option.name, values=values, in_no_booklet=unsaid)


def _preset(edition: Edition, language: str) -> reports.PresetView:
    choices = [(one.name, value) for one in options_of(edition) for value in one.values_in(edition)]
    refused = [name for name, value in choices if not _goes_with(edition, language, name, value)]
    return reports.PresetView(
        values=dict(preset(edition, language)), fixed=list(dict.fromkeys(refused))
    )


def _goes_with(edition: Edition, language: str, name: str, value: OptionValue) -> bool:
    try:
        resolve_options(edition, {name: value}, language)
    except BadValue:
        return False
    return True
