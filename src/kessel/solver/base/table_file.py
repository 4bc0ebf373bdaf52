"""The file of a solution of a base edition: written by whoever solves, read without numpy too."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kessel.rules.edition import Edition, find_edition
from kessel.solver.base.policy import Point, Policy, PolicyNode, ValueTable
from kessel.solver.base.position import arenas, dice_at_start, hand_rows
from kessel.solver.base.solution import Solution
from kessel.solver.files import BadTable, read_arrays, write_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray


def write_table(path: Path, solution: Solution) -> None:
    """Write a solution; the file appears whole or not at all."""
    write_arrays(path, _header(solution), _arrays(solution))


def read_table(path: Path) -> Solution:
    """A solution whose arrays stay in the file until they are asked for."""
    header, arrays = read_arrays(path)
    edition, players = find_edition(header["edition"]), header["players"]
    dice = dice_at_start(edition, players)
    tables, policies = [], []
    for number, mixed in zip(range(2, players + 1), header["mixed"], strict=True):
        turn, choice, turn_policy, choice_policy = (next(arrays) for _ in range(4))
        tables.append(ValueTable(turn, choice))
        policies.append(Policy(turn_policy, choice_policy, _read_mixed(mixed)))
        if turn.shape != (arenas(edition), hand_rows(number, dice), number):
            raise BadTable(
                f"{path.name}: a table of {turn.shape} is not of {number} with {dice} dice"
            )
    return Solution(
        edition,
        players,
        header["model"],
        tuple(header["kinds"]),
        header["exploitability"],
        header["seconds"],
        tuple(tables),
        tuple(policies),
    )


def read_of(edition: Edition, players: int, model: str, path: Path) -> Solution:
    """The solution of this game; any other is refused."""
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


def _arrays(solution: Solution) -> "list[NDArray[Any]]":
    return [
        array
        for table, policy in zip(solution.tables, solution.policies, strict=True)
        for array in (table.turn, table.choice, policy.turn, policy.choice)
    ]


def _read_mixed(rows: list[list[Any]]) -> dict[PolicyNode, tuple[float, ...]]:
    return {
        PolicyNode(Point(point), lying, row): tuple(shares) for point, lying, row, *shares in rows
    }
