"""Solved tables made by a crew: each worker makes one and sends its file, which is kept here."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kessel.lab.crew import Crew
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.solver import base, effects
from kessel.solver.chance import ChanceModel
from kessel.solver.files import keep_file, table_path
from kessel.solver.progress import Progress


@dataclass(frozen=True, slots=True)
class WantedTable:
    """A table that is to be made."""

    edition: str
    players: int
    element: str | None
    model: ChanceModel
    options: Options | None = None

    @property
    def path(self) -> Path:
        """Where it is kept on this machine."""
        edition = find_edition(self.edition)
        if edition.effects:
            return effects.path_of(edition, self.players, self.element, self.model, self.options)
        return table_path(edition, self.players, self.model.name)

    @property
    def is_there(self) -> bool:
        """Whether it need not be made: it is shipped, or was made before."""
        edition = find_edition(self.edition)
        if edition.effects:
            return self.path.exists()
        return base.has_table(edition, self.players, self.model)


def wanted_tables(
    edition: Edition,
    players: int,
    model: ChanceModel,
    element: str | None = None,
    options: Options | None = None,
) -> list[WantedTable]:
    """All tables from which a game is valued."""
    base_table = WantedTable(edition.base, players, None, model)
    if not edition.effects:
        return [base_table]
    parts = parts_of(edition, players, model, element, options)
    exact = [part for part, solves in parts if solves]
    return exact if len(exact) == len(parts) else [base_table, *exact]


def parts_of(
    edition: Edition,
    players: int,
    model: ChanceModel,
    element: str | None,
    options: Options | None,
) -> list[tuple[WantedTable, bool]]:
    """The games that an edition with effects is valued by, one for each element if the start die
    chooses it, and whether each is solved: not what takes long, unless it is named."""
    by_die = edition.activation is Activation.START_DIE
    names = edition.symbols if by_die and element is None else (element,)
    return [
        (
            WantedTable(edition.id, players, name, model, options),
            effects.can_solve(edition, players, name)
            and (element is not None or not effects.takes_long(players, name)),
        )
        for name in names
    ]


def make_tables(wanted: Sequence[WantedTable], crew: Crew, progress: Progress | None) -> None:
    """Have those made that are missing here."""
    missing = [one for one in wanted if not one.is_there]
    for number, body in enumerate(crew.map(table_body, missing)):
        keep_file(missing[number].path, body)
        if progress is not None:
            progress(number + 1, len(missing))


def table_body(wanted: WantedTable) -> bytes:
    """The file of a table, made first where this machine has none."""
    edition = find_edition(wanted.edition)
    if edition.effects:
        effects.load_or_solve(edition, wanted.players, wanted.element, wanted.model, wanted.options)
    else:
        base.load_or_solve(edition, wanted.players, wanted.model)
    return wanted.path.read_bytes()
