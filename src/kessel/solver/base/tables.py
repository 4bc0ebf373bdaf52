"""Solutions of the base editions as files: found, read, and made at first use."""

from functools import partial
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from kessel.rules.edition import Edition, find_edition
from kessel.rules.options import Options
from kessel.solver.base.layers import ValueTable
from kessel.solver.base.policy import Node, Point, Policy
from kessel.solver.base.solution import Solution, check_base, solve
from kessel.solver.chance import ChanceModel
from kessel.solver.files import BadTable, load_or_make, read_arrays, table_path, write_arrays
from kessel.solver.progress import Progress


def has_table(
    edition: Edition | str, players: int, model: ChanceModel, folder: Path | None = None
) -> bool:
    """Whether there is a file, so that `load_or_solve` only has to read."""
    edition = find_edition(edition) if isinstance(edition, str) else edition
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
    edition = find_edition(edition) if isinstance(edition, str) else edition
    check_base(edition, options)
    return load_or_make(
        table_path(edition, players, model.name, folder=folder),
        partial(_read_of, edition, players, model.name),
        partial(solve, edition, players, model, options, progress),
        write_table,
    )


def write_table(path: Path, solution: Solution) -> None:
    """Write a solution; the file appears whole or not at all."""
    write_arrays(path, _header(solution), _arrays(solution))


def read_table(path: Path) -> Solution:
    """A solution whose arrays stay in the file until they are asked for."""
    header, arrays = read_arrays(path)
    players = range(2, header["players"] + 1)
    tables, policies = [], []
    for number, mixed in zip(players, header["mixed"], strict=True):
        turn, choice, turn_policy, choice_policy = (next(arrays) for _ in range(4))
        tables.append(ValueTable(turn, choice))
        policies.append(Policy(turn_policy, choice_policy, _read_mixed(mixed)))
        if turn.shape[-1] != number:
            raise BadTable(f"{path.name}: a table of {turn.shape[-1]} seats where {number} belong")
    return Solution(
        find_edition(header["edition"]),
        header["players"],
        header["model"],
        tuple(header["kinds"]),
        header["exploitability"],
        header["seconds"],
        tuple(tables),
        tuple(policies),
    )


def _read_of(edition: Edition, players: int, model: str, path: Path) -> Solution:
    found = read_table(path)
    if (found.edition, found.players, found.model) != (edition, players, model):
        raise BadTable(f"{path.name} is the table of another game")
    return found


def _header(solution: Solution) -> dict[str, Any]:
    return {
        "edition": solution.edition.id,
        "players": solution.players,
        "model": solution.model,
        "kinds": list(solution.kinds),
        "exploitability": solution.exploitability,
        "seconds": solution.seconds,
        "mixed": [
            [[n.point, n.lying, n.row, *shares] for n, shares in sorted(policy.mixed.items())]
            for policy in solution.policies
        ],
    }


def _arrays(solution: Solution) -> list[NDArray[Any]]:
    return [
        array
        for table, policy in zip(solution.tables, solution.policies, strict=True)
        for array in (table.turn, table.choice, policy.turn, policy.choice)
    ]


def _read_mixed(rows: list[list[Any]]) -> dict[Node, tuple[float, ...]]:
    return {Node(Point(point), lying, row): tuple(shares) for point, lying, row, *shares in rows}
