"""Which options a solution holds for: those that change no decision, beside the defaults."""

from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.options import Options, differences

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


def is_solved_with(edition: Edition, options: Options | None) -> bool:
    """Whether the solution of the edition's defaults is that of a game with these options."""
    return not _unsolved(edition, options)


def check_solved_with(edition: Edition, options: Options | None) -> None:
    """Raise unless the solution of the edition's defaults holds with these options."""
    for option in _unsolved(edition, options):
        raise BadValue("{option} is not solved; only the edition's default is", option=option)


def _unsolved(edition: Edition, options: Options | None) -> list[str]:
    irrelevant = IRRELEVANT_WITH_EFFECTS if edition.effects else IRRELEVANT_OPTIONS
    changed = {} if options is None else differences(edition, options)
    return [f"{name}={value}" for name, value in changed.items() if name not in irrelevant]
