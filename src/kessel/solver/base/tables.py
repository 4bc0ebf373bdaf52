"""Solutions of the base editions as files: shipped or found, read, and made at first use."""

from functools import partial
from pathlib import Path

from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.base.shipped import shipped_solution
from kessel.solver.base.solution import Solution, check_base
from kessel.solver.base.table_file import read_of, write_table
from kessel.solver.chance import ChanceModel
from kessel.solver.files import load_or_make, table_path
from kessel.solver.progress import Progress


def has_table(
    edition: Edition | str, players: int, model: ChanceModel, folder: Path | None = None
) -> bool:
    """Whether there is a file, so that `load_or_solve` only has to read."""
    edition = find_edition(edition)
    if shipped_solution(edition, players, model) is not None:
        return True
    return table_path(edition, players, model.name, folder=folder).exists()


def load_or_solve(
    edition: Edition | str,
    players: int,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
    folder: Path | None = None,
) -> Solution:
    """The solution from its file; solved and written first where there is none yet."""
    edition = find_edition(edition)
    check_base(edition, options)
    shipped = shipped_solution(edition, players, model)
    if shipped is not None:
        return shipped
    return load_or_make(
        table_path(edition, players, model.name, folder=folder),
        partial(read_of, edition, players, model.name),
        partial(_solve, edition, players, model, options, progress),
        write_table,
    )


def _solve(
    edition: Edition,
    players: int,
    model: ChanceModel,
    options: Options | None,
    progress: Progress | None,
) -> Solution:
    from kessel.solver.base.solving import solve

    return solve(edition, players, model, options, progress)
