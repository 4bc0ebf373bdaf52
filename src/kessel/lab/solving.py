"""Solved tables made by a crew: each worker makes one and sends its file, which is kept here."""

from collections.abc import Sequence

from kessel.lab.crew import Crew
from kessel.rules.edition import Edition
from kessel.rules.options import Options
from kessel.solver.chance import ChanceModel
from kessel.solver.files import keep_file
from kessel.solver.library import WantedTable, parts_of
from kessel.solver.progress import Progress


def wanted_tables(
    edition: Edition,
    players: int,
    model: ChanceModel,
    element: str | None = None,
    options: Options | None = None,
) -> list[WantedTable]:
    """All tables from which a game is valued."""
    base_table = WantedTable(edition.base, players, None, model)
    if not edition.effects:
        return [base_table]
    parts = parts_of(edition, players, model, element, options)
    exact = [part for part, solves in parts if solves]
    return exact if len(exact) == len(parts) else [base_table, *exact]


def make_tables(wanted: Sequence[WantedTable], crew: Crew, progress: Progress | None) -> None:
    """Have those made that are missing here."""
    missing = [one for one in wanted if not one.is_there]
    for number, body in enumerate(crew.map(table_body, missing)):
        keep_file(missing[number].path, body)
        if progress is not None:
            progress(number + 1, len(missing))


def table_body(wanted: WantedTable) -> bytes:
    """The file of a table, made first where this machine has none."""
    wanted.make()
    return wanted.path.read_bytes()
