"""Makes the golden records: one short game for every edition and number of players.

Run `python tests/record/golden.py` after a deliberate change of the rules or of the format.
"""

from pathlib import Path
from random import Random

from kessel.record import GameRecord, begin_record
from kessel.rules.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from kessel.rules.engine import new_game
from kessel.throws.playout import play_out

FOLDER = Path(__file__).parents[1] / "records"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
TRIES = 300
"""Games among which the one with most kinds of events per line is taken."""


def games() -> list[tuple[str, int]]:
    """Every edition with every number of players."""
    return [(edition, n) for edition in EDITIONS for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]


def path_of(edition: str, players: int) -> Path:
    return FOLDER / f"{edition}-{players}.txt"


def play(edition: str, players: int, seed: int) -> GameRecord:
    start = new_game(edition, players, first=seed % players)
    record = begin_record(start, NAMES[:players])
    for state, move, step in play_out(start, Random(f"{edition} {players} {seed}")):
        record = record.add(state, move, step)
    return record


def worth(record: GameRecord) -> float:
    """Many kinds of events on few lines."""
    kinds = {event.split()[0] for entry in record.entries for event in entry.events}
    return len(kinds) - len(record.entries) / 10


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for edition, players in games():
        best = max((play(edition, players, seed) for seed in range(TRIES)), key=worth)
        path_of(edition, players).write_text(best.text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
