"""Exact tables of games with effects, out of their files; solved and written at first use."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options, differences, resolve_options
from kessel.solver.base.solution import MATTERLESS, Progress
from kessel.solver.chance import ChanceModel
from kessel.solver.exact import About, ExactTable
from kessel.solver.impact.powers import SOLVED
from kessel.solver.impact.tables import STONE, BoulderTable, PowerTable
from kessel.solver.potter.game import TALLEST
from kessel.solver.potter.table import PotterTable
from kessel.solver.tables import BadTable, cache_folder, read_arrays, table_name, write_arrays

PLAYERS = 2
COUNTED = MATTERLESS - {"zero_elimination", "double_ko"}
"""Options that change nothing in what these tables are asked."""


def is_exact(edition: Edition, players: int, element: str | None) -> bool:
    """Whether a game with effects can be solved exactly."""
    if players != PLAYERS:
        return False
    if edition.activation is Activation.START_DIE:
        return element == STONE or element in SOLVED
    return edition.id == "harry-potter"


def effects_solved(
    edition: Edition, element: str | None, model: ChanceModel, folder: Path | None = None
) -> bool:
    """Whether there is a file, so that `solved_effects` only has to read."""
    return _path(edition, element, model, folder).exists()


def solved_effects(
    edition: Edition | str,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> ExactTable:
    """The table of two players out of its file; solved and written first if there is none yet."""
    box = find_edition(edition) if isinstance(edition, str) else edition
    if not is_exact(box, PLAYERS, element):
        raise BadValue(f"{box.id} with {element or 'all its effects'} is not solved exactly")
    check_default(box, options)
    path = _path(box, element, model, folder)
    if path.exists():
        try:
            found = read_effects(path)
            if (found.about.model, found.about.element) == (model.name, element):
                return found
        except BadTable:
            pass  # cut off or foreign: made anew below
    table = solve_effects(box, element, model, progress)
    try:
        write_effects(path, table)
    except OSError:
        return table  # a machine without a place for caches plays all the same
    return read_effects(path)


def solve_effects(
    edition: Edition, element: str | None, model: ChanceModel, progress: Progress | None = None
) -> ExactTable:
    """Solve a game of two, whatever files there are."""
    if element is None:
        return PotterTable.solve(model, progress=progress)
    if element == STONE:
        return BoulderTable.solve(model, progress=progress)
    return PowerTable.solve(element, model)


def check_default(edition: Edition, options: Options | None) -> None:
    """Raise unless the options leave the game as it was solved."""
    changed = differences(edition, options or resolve_options(edition))
    for name in changed:
        if name not in COUNTED:
            raise BadValue(f"{name}={changed[name]} is not solved; only the edition's default is")


def _path(edition: Edition, element: str | None, model: ChanceModel, folder: Path | None) -> Path:
    return (folder or cache_folder()) / table_name(edition, PLAYERS, model.name, element)


def write_effects(path: Path, table: ExactTable) -> None:
    """Write a table; the file appears whole or not at all."""
    about = table.about
    header = {
        "edition": about.edition,
        "element": about.element,
        "model": about.model,
        "kinds": list(about.kinds),
        "hand": about.hand,
        "seats": list(about.seats),
        "exploitability": about.exploitability,
        "states": about.states,
        "seconds": about.seconds,
        "tallest": table.tallest if isinstance(table, PotterTable) else 0,
    }
    write_arrays(path, header, list(table.arrays()))


def read_effects(path: Path) -> ExactTable:
    """A table whose arrays stay in the file until they are asked for."""
    header, mapped = read_arrays(path)
    arrays = list(mapped)
    try:
        about = About(
            header["edition"],
            header["element"],
            header["model"],
            tuple(header["kinds"]),
            header["hand"],
            (header["seats"][0], header["seats"][1]),
            header["exploitability"],
            header["states"],
            header["seconds"],
        )
        if about.element is None:
            return _potter(about, header["tallest"], arrays)
        if about.element == STONE:
            return BoulderTable(about, tuple(arrays), {})
        throws, pour = arrays
        return PowerTable(about, throws, pour)
    except (KeyError, IndexError, ValueError):
        raise BadTable(f"{path.name} is no table of a game with effects") from None


def _potter(about: About, tallest: int, arrays: list[NDArray[np.float64]]) -> PotterTable:
    pour, *tables = arrays
    heights = tallest + 1
    if len(tables) != heights * len(about.kinds) or tallest > TALLEST:
        raise ValueError(tallest)
    throws = tuple(
        tuple(tables[kind * heights : (kind + 1) * heights]) for kind in range(len(about.kinds))
    )
    return PotterTable(about, tallest, pour, throws)
