"""The golden records: one short game for every edition and number of players.

A record stays as it was made: `--all` only after a deliberate change of the rules or the format.
"""

from functools import partial
from pathlib import Path

from kessel.bots.characters import Beginner
from kessel.game import Game
from kessel.game import play as play_out
from kessel.record import GameRecord
from kessel.rules.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from kessel.throws.ideal import IdealFaces
from tools.made import ROOT, Files, Generator, is_missing

FOLDER = ROOT / "tests" / "records"
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
DICE = IdealFaces(strike=0.3, loss=0.03, cocked=0.02)
"""Enough losses and cocked dice that they come up in a short game."""
TRIES = 300
"""Games among which the one with most kinds of events per line is taken."""


def games() -> list[tuple[str, int]]:
    """Every edition with every number of players."""
    return [(edition, n) for edition in EDITIONS for n in range(MIN_PLAYERS, MAX_PLAYERS + 1)]


def path_of(edition: str, players: int) -> Path:
    return FOLDER / f"{edition}-{players}.txt"


def play(edition: str, players: int, seed: int) -> GameRecord:
    game = Game(edition, players, first=seed % players, names=NAMES[:players])
    play_out(game, [Beginner(courage=0.5)] * players, DICE, f"{edition} {players} {seed}")
    return game.record()


def worth(record: GameRecord) -> float:
    """Many kinds of events on few lines."""
    kinds = {event.split()[0] for entry in record.entries for event in entry.events}
    return len(kinds) - len(record.entries) / 10


def best(edition: str, players: int) -> bytes:
    """The game that shows most."""
    tried = (play(edition, players, seed) for seed in range(TRIES))
    return max(tried, key=worth).text().encode()


def files() -> Files:
    return {path_of(*game): partial(best, *game) for game in games()}


GENERATOR = Generator("records", files, is_missing)
