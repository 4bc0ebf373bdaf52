"""Which rules a solution holds for: the options that matter, and the values that are solved."""

from collections.abc import Mapping
from types import MappingProxyType

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.options import Options, OptionValue, as_text, differences

IRRELEVANT_OPTIONS = frozenset(
    (
        "start_die",
        "start_die_x",
        "zero_elimination",
        "double_ko",
        "simultaneous_points",
        "cocked",
        "rim_is_out",
        "accidental_stack",
        "premove",
        "supply",
        "tournament_tie",
        "tournament_start",
    )
)
"""Options that change no decision and no chance in an edition without effects."""
IRRELEVANT_WITH_EFFECTS = IRRELEVANT_OPTIONS - {"zero_elimination", "double_ko"}
"""The same in an edition with effects, where players can run out of dice in another's turn."""
ALSO_SOLVED: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType(
    {
        "harry-potter": {
            "immobulus_only_ends_turn": False,
            "relashio_new_immobulus": "binds",
            "relashio_throwers": "others",
            "accio_optional": False,
            "accio_single_immobulus": False,
            "zero_elimination": "immediate",
        }
    }
)
"""Values beside the default that are solved too: those of all booklets, in any combination."""

Rules = Mapping[str, OptionValue]
"""What is played differently from an edition's defaults, as far as it matters."""


def solved_rules(edition: Edition, options: Options | None = None) -> Rules:
    """The rules of the solution for these options; raises where there is none."""
    also = ALSO_SOLVED.get(edition.id, {})
    rules = relevant(edition, options)
    for name, value in rules.items():
        if also.get(name) != value:
            raise BadValue("{option} is not solved", option=f"{name}={as_text(value)}")
    return rules


def is_solved_with(edition: Edition, options: Options | None) -> bool:
    """Whether there is a solution for a game with these options."""
    try:
        solved_rules(edition, options)
    except BadValue:
        return False
    return True


def rules_text(edition: Edition, rules: Rules) -> str:
    """The rules as positions write them: `harry-potter options=accio_optional:false`."""
    changed = ",".join(f"{name}:{as_text(value)}" for name, value in rules.items())
    return f"{edition.id} options={changed}" if changed else edition.id


def relevant(edition: Edition, options: Options | None) -> Rules:
    """What is played differently from the defaults, as far as it matters to a decision."""
    irrelevant = IRRELEVANT_WITH_EFFECTS if edition.effects else IRRELEVANT_OPTIONS
    changed = {} if options is None else differences(edition, options)
    return {name: value for name, value in changed.items() if name not in irrelevant}
