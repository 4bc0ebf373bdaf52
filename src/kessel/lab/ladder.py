"""The ladder: every bot against the one below it, two at a table, in every edition."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kessel.bots.levels import LEVELS
from kessel.lab.batch_workers import BatchWorkers
from kessel.lab.match import Match, MatchStanding, play_match
from kessel.solver.progress import Progress


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder in one edition."""

    edition: str
    lower: MatchStanding
    upper: MatchStanding

    @property
    def is_clear(self) -> bool:
        """Whether the upper one's interval lies wholly above the lower one's."""
        return self.upper.low > self.lower.high


def ladder(
    editions: Sequence[str],
    games: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
    levels: Sequence[str] = LEVELS[:-1],
    workers: BatchWorkers | None = None,
) -> list[Rung]:
    """Play all rungs. The master stands above only where dice have places, so it is left out."""
    rungs = [(edition, *pair) for edition in editions for pair in pairwise(levels)]
    total = games * len(rungs)
    played: list[Rung] = []
    for number, (edition, lower, upper) in enumerate(rungs):

        def tell(done: int, _: int, before: int = number * games) -> None:
            if progress is not None:
                progress(before + done, total)

        match = Match(edition, (lower, upper), games, seed)
        played.append(Rung(edition, *play_match(match, processes, tell, workers)))
    return played


def ladder_page(rungs: Sequence[Rung]) -> str:
    """The ladder as a table in Markdown."""
    lines = [
        "| edition | bot | beats | games | won | 95% | clear |",
        "|---|---|---|---|---|---|---|",
    ]
    for rung in rungs:
        up = rung.upper
        lines.append(
            f"| {rung.edition} | {up.name} | {rung.lower.name} | {up.games} | {up.share:.1%} | "
            f"{up.low:.1%} to {up.high:.1%} | {'yes' if rung.is_clear else 'no'} |"
        )
    return "\n".join(lines)
