"""`make leaderboard` writes the boards of docs/reference/leaderboard.md: minutes.

To be run when a bot or a solution changed.
"""

import sys
from collections.abc import Iterator

from kessel.lab.leaderboard import GAMES, SHIPPED, leaderboard, leaderboard_text
from kessel.rules.edition import find_edition
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.measured import shipped
from tools.made import ROOT

PAGE = ROOT / "docs" / "reference" / "leaderboard.md"
BEGIN, END = "<!-- boards: make leaderboard -->\n", "<!-- boards end -->\n"
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


def with_boards(page: str, made: str) -> str:
    """The page with its boards made again."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{made}\n{END}{after}"


def main() -> None:
    """Write the page."""
    made = "\n".join(boards(games()))
    PAGE.write_text(with_boards(PAGE.read_text(encoding="utf-8"), made), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written", file=sys.stderr)


if __name__ == "__main__":
    main()
