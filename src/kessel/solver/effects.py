"""Tables of games with effects: found, read from files, made at first use.

To look for one takes no numpy; to read or to make one does.
"""

from functools import partial
from pathlib import Path

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.chance import ChanceModel
from kessel.solver.effect_table import EffectTable
from kessel.solver.files import load_or_make, table_path
from kessel.solver.options import rules_text, solved_rules
from kessel.solver.progress import Progress

STONE = "stone"


def can_solve(edition: Edition, players: int, element: str | None) -> bool:
    """Whether a game with effects can be solved exactly; with three players there may still be
    models over which no equilibrium is found."""
    if edition.activation is Activation.START_DIE:
        return element in edition.symbols and players <= 3
    return bool(edition.effects) and players == 2


def takes_long(players: int, element: str | None) -> bool:
    """Whether a table takes half an hour and 7 GB, and is only made when asked for by name."""
    return players > 2 and element == STONE


def refusal(edition: Edition, players: int) -> BadValue:
    """Why a game with effects is not solved."""
    return BadValue(
        "{edition} for {players} players is not solved exactly: of the games with effects those "
        "for two players are, and impact-power with one element for three",
        edition=edition.id,
        players=players,
    )


def path_of(
    edition: Edition,
    players: int,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    folder: Path | None = None,
) -> Path:
    """Where the table of a game is kept; raises where its options are not solved."""
    rules = rules_text(edition, solved_rules(edition, options))
    return table_path(edition, players, model.name, element, folder, rules)


def load_or_solve(
    edition: Edition | str,
    players: int,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> EffectTable:
    """The table from its file; solved and written first where there is none yet."""
    edition = find_edition(edition)
    if not can_solve(edition, players, element):
        raise refusal(edition, players)
    path = path_of(edition, players, element, model, options, folder)
    rules = rules_text(edition, solved_rules(edition, options))
    from kessel.solver.effect_files import read_of, solve, write_table  # needs numpy

    return load_or_make(
        path,
        partial(read_of, players, element, model.name, rules),
        partial(solve, edition.id, players, element, model, options, progress),
        write_table,
    )
