"""Tables of games with effects, for two players: found, read from files, made at first use."""

from functools import partial
from pathlib import Path

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.arrays import Values
from kessel.solver.chance import ChanceModel
from kessel.solver.effect_table import About, EffectTable
from kessel.solver.files import BadTable, load_or_make, read_arrays, table_path, write_arrays
from kessel.solver.impact.powers import POWERS
from kessel.solver.impact.tables import STONE, BoulderTable, PowerTable
from kessel.solver.options import check_solved_with
from kessel.solver.potter.table import PotterTable
from kessel.solver.potter.towers import TALLEST
from kessel.solver.progress import Progress

PLAYERS = 2
"""Players for whom games with effects are solved."""


def can_solve(edition: Edition, players: int, element: str | None) -> bool:
    """Whether a game with effects can be solved exactly."""
    if players != PLAYERS:
        return False
    if edition.activation is Activation.START_DIE:
        return element == STONE or element in POWERS
    return edition.id == "harry-potter"


def has_table(
    edition: Edition, element: str | None, model: ChanceModel, folder: Path | None = None
) -> bool:
    """Whether there is a file, so that `load_or_solve` only has to read."""
    return table_path(edition, PLAYERS, model.name, element, folder).exists()


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
        raise BadValue(f"{edition.id} with {element or 'all its effects'} is not solved exactly")
    check_solved_with(edition, options)
    return load_or_make(
        table_path(edition, PLAYERS, model.name, element, folder),
        partial(_read_of, element, model.name),
        partial(solve, edition, element, model, progress),
        write_table,
    )


def solve(
    edition: Edition, element: str | None, model: ChanceModel, progress: Progress | None = None
) -> EffectTable:
    """Solve a game of two, whatever files there are."""
    if element is None:
        return PotterTable.solve(model, progress=progress)
    if element == STONE:
        return BoulderTable.solve(model, progress=progress)
    return PowerTable.solve(element, model)


def write_table(path: Path, table: EffectTable) -> None:
    """Write a table; the file appears whole or not at all."""
    tallest = table.tallest if isinstance(table, PotterTable) else 0
    write_arrays(path, table.about.as_header() | {"tallest": tallest}, list(table.arrays()))


def read_table(path: Path) -> EffectTable:
    """A table whose arrays stay in the file until they are asked for."""
    header, mapped = read_arrays(path)
    arrays = list(mapped)
    try:
        about = About.from_header(header)
        if about.element is None:
            return _potter(about, header["tallest"], arrays)
        if about.element == STONE:
            return BoulderTable(about, tuple(arrays), {})
        throws, pour = arrays
        return PowerTable(about, throws, pour)
    except (KeyError, IndexError, ValueError):
        raise BadTable(f"{path.name} is not a table of a game with effects") from None


def _read_of(element: str | None, model: str, path: Path) -> EffectTable:
    found = read_table(path)
    if (found.about.model, found.about.element) != (model, element):
        raise BadTable(f"{path.name} is the table of another game")
    return found


def _potter(about: About, tallest: int, arrays: list[Values]) -> PotterTable:
    pour, *tables = arrays
    heights = tallest + 1
    if len(tables) != heights * len(about.kinds) or tallest > TALLEST:
        raise ValueError(tallest)
    throws = tuple(
        tuple(tables[kind * heights : (kind + 1) * heights]) for kind in range(len(about.kinds))
    )
    return PotterTable(about, tallest, pour, throws)
