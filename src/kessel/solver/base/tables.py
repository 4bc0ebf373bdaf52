"""Solutions of the base editions as files: those of the package, and those made at first use.

The package has one file per arena, and one for Strike 2012, which has a rule of its own; read at
once, without numpy too. What a position is worth depends on the dice alone, not on how the game
began. So the file of the game with the most dice holds every base edition of the same rules in
that arena.
"""

from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.base.position import LYING, arenas, dice_at_start, hand_rows
from kessel.solver.base.solution import Solution, check_base
from kessel.solver.base.table_file import read_of, read_table, write_table
from kessel.solver.chance import ChanceModel
from kessel.solver.files import PACKED, load_or_make, table_name, table_path
from kessel.solver.progress import Progress

PLAYERS = 3
"""Players up to whom solutions are shipped."""
FOLDER = Path(__file__).parents[1] / "data"


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

    def make() -> Solution:
        from kessel.solver.base.solving import solve  # which needs numpy and scipy

        return solve(edition, players, model, options, progress)

    path = table_path(edition, players, model.name, folder=folder)
    return load_or_make(path, partial(read_of, edition, players, model.name), make, write_table)


def shipped_path(model: str, arenas: int = LYING, folder: Path = FOLDER) -> Path:
    """The file of a model and so many arenas: its name has a hash of all that it depends on."""
    parts = ["base", str(PLAYERS), *(["bare"] if arenas > LYING else [])]
    return folder / f"{table_name(parts, model)}{PACKED}"


def shipped_solution(edition: Edition, players: int, model: ChanceModel) -> Solution | None:
    """The solution of a base edition that comes with the package; None where none does."""
    found = _shipped(model.name, arenas(edition))
    if found is None or players > found.players:
        return None
    dice = dice_at_start(edition, players)
    if dice > found.most_dice:
        return None
    policies = []
    for number, policy in enumerate(found.policies[: players - 1], start=2):
        rows = hand_rows(number, dice)
        mixed = {node: shares for node, shares in policy.mixed.items() if node.row < rows}
        policies.append(replace(policy, mixed=mixed))
    tables = found.tables[: players - 1]
    return replace(found, edition=edition, players=players, tables=tables, policies=tuple(policies))


def is_shipped(edition: Edition, players: int, model: ChanceModel) -> bool:
    """Whether one comes with the package, without reading it, which takes half a second."""
    return players <= PLAYERS and shipped_path(model.name, arenas(edition)).is_file()


@lru_cache(maxsize=8)
def _shipped(model: str, arenas: int) -> Solution | None:
    path = shipped_path(model, arenas)
    return read_table(path) if path.is_file() else None
