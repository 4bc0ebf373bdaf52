"""Games that are solved, each with its table: shipped, kept in a file or made at first use.

To look for a table takes no numpy; to read or to make one with effects does.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kessel.errors import BadValue
from kessel.rules.edition import Activation, Edition, find_edition
from kessel.rules.options import Options
from kessel.rules.state import GameState
from kessel.solver import base
from kessel.solver.base import Solution
from kessel.solver.chance import ChanceModel
from kessel.solver.effect_table import EffectTable
from kessel.solver.files import BadTable, load_or_make, table_path
from kessel.solver.options import is_solved_with, rules_text, solved_rules
from kessel.solver.progress import Progress

STONE = "stone"


@dataclass(frozen=True, slots=True)
class SolvedGame:
    """What a table is of: a game of so many players over a chance model, by some options; where the
    starting die chooses one element, of that one."""

    edition: str
    players: int
    element: str | None
    model: ChanceModel
    options: Options | None = None

    @classmethod
    def of(cls, state: GameState, model: ChanceModel) -> "SolvedGame | None":
        """That of a state with effects; None where there can be no table: the effects at work have
        to be some that are solved, that of one element or all there are, and so its options."""
        edition = state.edition
        game = cls(edition.id, state.players, element_of(state), model, state.options)
        by_die = edition.activation is Activation.START_DIE
        solved = edition.effects and game.can_be_solved and is_solved_with(edition, state.options)
        return game if solved and (by_die or len(state.effects) == len(edition.effects)) else None

    @property
    def box(self) -> Edition:
        """What is played."""
        return find_edition(self.edition)

    @property
    def name(self) -> str:
        """For people."""
        if self.box.effects:
            return " ".join(filter(None, (self.edition, self.element)))
        return f"{self.edition}, {self.players} players"

    @property
    def can_be_solved(self) -> bool:
        """Whether it can be, exactly; with effects and three players there may still be models over
        which no equilibrium is found."""
        box = self.box
        if box.activation is Activation.START_DIE:
            return self.element in box.symbols and self.players <= 3
        return not box.effects or self.players == 2

    @property
    def takes_long(self) -> bool:
        """Whether a table takes half an hour and 7 GB, and is only made when asked for by name."""
        return self.players > 2 and self.element == STONE

    @property
    def rules(self) -> str:
        """Those that its table holds for; raises where its options are not solved."""
        return rules_text(self.box, solved_rules(self.box, self.options))

    def check(self) -> None:
        """Raise where it is not solved."""
        if not self.can_be_solved:
            raise BadValue(
                "{edition} for {players} players is not solved exactly: of the games with effects "
                "those for two players are, and impact-power with one element for three",
                edition=self.edition,
                players=self.players,
            )

    def path(self, folder: Path | None = None) -> Path:
        """Where its table is kept on this machine."""
        rules = self.rules if self.box.effects else ""
        return table_path(self.box, self.players, self.model.name, self.element, folder, rules)

    @property
    def is_there(self) -> bool:
        """Whether its table need not be made: it is shipped, or was made before."""
        if self.box.effects:
            return self.path().exists()
        return base.has_table(self.edition, self.players, self.model)

    def load(
        self, progress: Progress | None = None, folder: Path | None = None
    ) -> Solution | EffectTable:
        """Its solution from the file; solved and written first where there is none yet."""
        if self.box.effects:
            return self.table(progress, folder)
        game = (self.edition, self.players, self.model, self.options)
        return base.load_or_solve(*game, progress, folder)

    def table(self, progress: Progress | None = None, folder: Path | None = None) -> EffectTable:
        """The same of a game with effects."""
        self.check()
        from kessel.solver.effect_files import write_table  # needs numpy

        make = partial(self._solved_table, progress)
        return load_or_make(self.path(folder), self.read, make, write_table)

    def read(self, path: Path) -> EffectTable:
        """The table of a game with effects from a file; that of another game is refused."""
        from kessel.solver.effect_files import read_table  # needs numpy

        found = read_table(path)
        about = found.about
        of = (len(about.chances), about.element, about.model, about.rules)
        if of != (self.players, self.element, self.model.name, self.rules):
            raise BadTable(f"{path.name} is the table of another game")
        return found

    def solve(self, progress: Progress | None = None) -> Solution | EffectTable:
        """Its solution, whatever files there are."""
        if self.box.effects:
            return self._solved_table(progress)
        from kessel.solver.base.solving import solve  # needs numpy and scipy

        return solve(self.edition, self.players, self.model, self.options, progress)

    def _solved_table(self, progress: Progress | None) -> EffectTable:
        solved_rules(self.box, self.options)  # refuses options that are not solved
        from kessel.solver.effect_files import solve  # needs numpy

        return solve(self.edition, self.players, self.element, self.model, self.options, progress)


def element_of(state: GameState) -> str | None:
    """The active element, where one die decides it."""
    if state.edition.activation is not Activation.START_DIE:
        return None
    return next(iter(state.elements), None)
