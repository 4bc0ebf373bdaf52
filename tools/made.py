"""What a generator promises: which files there are, how each is made, and when one is stale."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

ROOT = Path(__file__).parents[1]

Files: TypeAlias = Mapping[Path, Callable[[], bytes]]
"""Every file with what makes it."""


def is_missing(path: Path, make: Callable[[], bytes]) -> bool:
    """Of files that are kept as they were once made."""
    return not path.exists()


def differs(path: Path, make: Callable[[], bytes]) -> bool:
    """Of files that are quick to make again."""
    return is_missing(path, make) or path.read_bytes() != make()


@dataclass(frozen=True, slots=True)
class Generator:
    """Files that are made from something else in the repository."""

    name: str
    files: Callable[[], Files]
    is_stale: Callable[[Path, Callable[[], bytes]], bool] = differs

    def stale(self) -> dict[Path, Callable[[], bytes]]:
        """The files that have to be written again."""
        return {path: make for path, make in self.files().items() if self.is_stale(path, make)}

    def write(self, *, everything: bool = False) -> list[Path]:
        """Write what is stale, or everything; says what was written."""
        files = self.files() if everything else self.stale()
        for path, make in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(make())
        return list(files)
