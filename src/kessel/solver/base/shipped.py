"""Solutions that come with the package: one file per arena, and one for Strike 2012, which has a
rule of its own; read at once, without numpy too.

What a position is worth depends on the dice alone, not on how the game began. So the file of the
game with the most dice holds every base edition of the same rules in that arena.
"""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from kessel.rules.edition import Edition
from kessel.solver.base.position import LYING, arenas, dice_at_start, hand_rows
from kessel.solver.base.solution import Solution
from kessel.solver.base.table_file import read_table
from kessel.solver.chance import ChanceModel
from kessel.solver.files import PACKED, table_name

PLAYERS = 3
"""Players up to whom solutions are shipped."""
FOLDER = Path(__file__).parents[1] / "data"


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
    policies = found.policies[: players - 1]
    rows = {number: hand_rows(number, dice) for number in range(2, players + 1)}
    return replace(
        found,
        edition=edition,
        players=players,
        tables=found.tables[: players - 1],
        policies=tuple(
            replace(
                policy,
                mixed={node: how for node, how in policy.mixed.items() if node.row < rows[number]},
            )
            for number, policy in enumerate(policies, start=2)
        ),
    )


@lru_cache(maxsize=8)
def _shipped(model: str, arenas: int) -> Solution | None:
    path = shipped_path(model, arenas)
    return read_table(path) if path.is_file() else None
