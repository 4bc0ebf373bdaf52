"""Tables of games with effects, for two players: found, read from files, made at first use.

To look for one takes no numpy; to read or to make one does.
"""

from functools import partial
from pathlib import Path

from kessel.errors import BadValue, Phrase
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.chance import ChanceModel
from kessel.solver.effect_table import EffectTable
from kessel.solver.files import load_or_make, table_path
from kessel.solver.options import rules_text, solved_rules
from kessel.solver.progress import Progress

PLAYERS = 2
"""Players for whom games with effects are solved."""


def can_solve(edition: Edition, players: int, element: str | None) -> bool:
    """Whether a game with effects can be solved exactly."""
    if players != PLAYERS:
        return False
    if edition.activation is Activation.START_DIE:
        return element in edition.symbols
    return edition.id == "harry-potter"


def has_table(
    edition: Edition,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    folder: Path | None = None,
) -> bool:
    """Whether there is a file, so that `load_or_solve` only has to read."""
    return path_of(edition, element, model, options, folder).exists()


def path_of(
    edition: Edition,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    folder: Path | None = None,
) -> Path:
    """Where the table of a game is kept; raises where its options are not solved."""
    rules = rules_text(edition, solved_rules(edition, options))
    return table_path(edition, PLAYERS, model.name, element, folder, rules)


def load_or_solve(
    edition: Edition | str,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> EffectTable:
    """The table from its file; solved and written first where there is none yet."""
    edition = find_edition(edition) if isinstance(edition, str) else edition
    if not can_solve(edition, PLAYERS, element):
        raise BadValue(
            "{edition} with {element} is not solved exactly",
            edition=edition.id,
            element=element or Phrase("all its effects"),
        )
    path = path_of(edition, element, model, options, folder)
    rules = rules_text(edition, solved_rules(edition, options))
    from kessel.solver.effect_files import read_of, solve, write_table  # needs numpy

    return load_or_make(
        path,
        partial(read_of, element, model.name, rules),
        partial(solve, element, model, options, progress),
        write_table,
    )
