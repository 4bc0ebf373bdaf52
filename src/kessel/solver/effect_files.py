"""Tables of games with effects: solved, written to files, read from them."""

from dataclasses import asdict
from pathlib import Path

from kessel.rules.options import Options
from kessel.solver.arrays import Values
from kessel.solver.chance import ChanceModel
from kessel.solver.effect_table import About, EffectTable
from kessel.solver.files import BadTable, read_arrays, write_arrays
from kessel.solver.impact.tables import ImpactTable
from kessel.solver.potter.table import EDITION as POTTER
from kessel.solver.potter.table import PotterTable
from kessel.solver.potter.towers import TALLEST
from kessel.solver.progress import Progress


def solve(
    edition: str,
    players: int,
    element: str | None,
    model: ChanceModel,
    options: Options | None = None,
    progress: Progress | None = None,
) -> EffectTable:
    """Solve a game, whatever files there are."""
    if edition == POTTER:
        return PotterTable.solve(model, progress=progress, options=options)
    return ImpactTable.solve(edition, element, players, model, progress=progress)


def write_table(path: Path, table: EffectTable) -> None:
    """Write a table; the file appears whole or not at all."""
    tallest = table.tallest if isinstance(table, PotterTable) else 0
    write_arrays(path, asdict(table.about) | {"tallest": tallest}, list(table.arrays()))


def read_table(path: Path) -> EffectTable:
    """A table whose arrays stay in the file until they are asked for."""
    header, mapped = read_arrays(path)
    arrays = list(mapped)
    try:
        about = About.from_header(header)
        if about.edition == POTTER:
            return _potter(about, header["tallest"], arrays)
        return ImpactTable.read(about, arrays)
    except (KeyError, IndexError, ValueError):
        raise BadTable(f"{path.name} is not a table of a game with effects") from None


def _potter(about: About, tallest: int, arrays: list[Values]) -> PotterTable:
    pour, *tables = arrays
    heights = tallest + 1
    if len(tables) != heights * len(about.kinds) or tallest > TALLEST:
        raise ValueError(tallest)
    throws = tuple(
        tuple(tables[kind * heights : (kind + 1) * heights]) for kind in range(len(about.kinds))
    )
    return PotterTable(about, tallest, pour, throws)
