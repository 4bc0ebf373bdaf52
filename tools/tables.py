"""`make tables` solves what comes with the package, and writes it there: minutes.

To be run when the measured model, a base edition or the solver changed; a test says when.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.solver.base.position import arenas, dice_at_start
from kessel.solver.base.solving import solve
from kessel.solver.base.table_file import write_table
from kessel.solver.base.tables import FOLDER, PLAYERS, shipped_path
from kessel.solver.chance import ChanceModel
from kessel.solver.files import PACKED, pack
from kessel.solver.library import best_model


def largest_games() -> Iterator[tuple[Edition, ChanceModel]]:
    """For each arena, and what is told apart in it, the base edition with the most dice."""
    found: dict[tuple[ChanceModel, int], Edition] = {}
    for edition in EDITIONS.values():
        base, model = find_edition(edition.base), best_model(edition)
        before = found.setdefault((model, arenas(base)), base)
        if dice_at_start(base, PLAYERS) > dice_at_start(before, PLAYERS):
            found[model, arenas(base)] = base
    for (model, _), edition in found.items():
        yield edition, model


def ship(folder: Path = FOLDER) -> None:
    """Write all tables; those of other models go."""
    old = set(folder.glob(f"base-*{PACKED}"))
    for edition, model in largest_games():
        path = shipped_path(model.name, arenas(edition), folder)
        write_table(path.with_suffix(""), solve(edition, PLAYERS, model))
        pack(path.with_suffix(""))
        old.discard(path)
        print(f"{path.name}: {model.name}, {edition.id} and smaller", file=sys.stderr)
    for path in old:
        path.unlink()


if __name__ == "__main__":
    ship()
