"""`make leaderboard` writes docs/measurements/leaderboard.txt: minutes.

To be run when a bot or a solution changed.
"""

import sys
from collections.abc import Iterator

from kessel.lab.leaderboard import GAMES, SHIPPED, leaderboard, leaderboard_text
from kessel.rules.edition import find_edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped
from tools.made import ROOT
from tools.measurements import KEPT, circumstances

BOARDS = KEPT / "leaderboard.txt"
SEED = 1

Board = tuple[str, str, int, ChanceModel]
"""A heading, and the game: edition, players, chance model."""


def games() -> tuple[Board, ...]:
    """What is ranked on the page."""
    measured = shipped(find_edition("strike-2020").arena)
    return (
        ("Strike 2020, two players, ideal dice", "strike-2020", 2, IdealChance()),
        ("Strike 2020, two players, dice as measured", "strike-2020", 2, measured),
        ("Strike 2020, three players, dice as measured", "strike-2020", 3, measured),
        ("Strike 2020, four players, dice as measured", "strike-2020", 4, measured),
        ("Strike 2020, five players, dice as measured", "strike-2020", 5, measured),
    )


def boards(wanted: tuple[Board, ...], played: int = GAMES) -> Iterator[str]:
    """Every game's heading and its board."""
    for heading, edition, players, model in wanted:
        count = played - played % players
        ranked = leaderboard(SHIPPED, edition, players, model, games=count, seed=SEED)
        yield f"### {heading}\n\n{leaderboard_text(ranked)}\n"


def main() -> None:
    """Write the file."""
    made = "\n".join(("make leaderboard", *circumstances(), "", *boards(games())))
    BOARDS.write_text(made, encoding="utf-8")
    print(f"{BOARDS.relative_to(ROOT)} written", file=sys.stderr)


if __name__ == "__main__":
    main()
