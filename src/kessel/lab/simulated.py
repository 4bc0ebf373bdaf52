"""Values of editions with effects: exact where they are solved, else by games, called what it is.

A simulated value is what the seats win when all of them are played by the exact bot; it says
what the seat is worth among such players, not in perfect play.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt

from kessel.bots.exact import Exact
from kessel.errors import BadValue
from kessel.game import Game, play
from kessel.rules.edition import Activation, Edition
from kessel.rules.engine import apply
from kessel.rules.moves import StartDie
from kessel.rules.options import Options
from kessel.rules.setup import new_game
from kessel.solver import base
from kessel.solver.chance import ChanceModel
from kessel.solver.dice import ModelDice
from kessel.solver.effect_table import Cycles
from kessel.solver.games import SolvedGame
from kessel.solver.library import parts_of
from kessel.solver.progress import Progress

TRIES = 20
"""Trials of each action in the bot's search."""


@dataclass(frozen=True, slots=True)
class ValuedPart:
    """The value of one game: an element's, or the whole edition's."""

    name: str
    how: str
    """`exact` or `simulated`."""
    chances: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; zero where exact."""
    exploitability: float | None
    states: int
    seconds: float
    """What it took to solve or to play."""


@dataclass(frozen=True, slots=True)
class Valued:
    """The value of an edition: the mean of its parts, equally likely by the starting die."""

    parts: tuple[ValuedPart, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The chance of each player, the starter first."""
        columns = zip(*(part.chances for part in self.parts), strict=True)
        return tuple(sum(column) / len(self.parts) for column in columns)

    @property
    def errors(self) -> tuple[float, ...]:
        """Standard errors of these chances."""
        columns = zip(*(part.errors for part in self.parts), strict=True)
        return tuple(sqrt(sum(e * e for e in column)) / len(self.parts) for column in columns)

    @property
    def exploitability(self) -> float | None:
        """The largest of the parts; unknown where a part is simulated."""
        known = [part.exploitability for part in self.parts if part.exploitability is not None]
        return max(known) if len(known) == len(self.parts) else None

    @property
    def seconds(self) -> float:
        """What all parts took together."""
        return sum(part.seconds for part in self.parts)

    @property
    def states(self) -> int:
        """Positions solved exactly."""
        return sum(part.states for part in self.parts)


def value_with_effects(
    edition: Edition,
    players: int,
    model: ChanceModel,
    element: str | None,
    games: int,
    progress: Progress | None = None,
    options: Options | None = None,
) -> Valued:
    """Win chances of all seats in an edition with effects."""
    by_element = edition.activation is Activation.START_DIE
    if element is not None and (not by_element or element not in edition.symbols):
        message = "--element {element}: in {edition} none can be given"
        if by_element:
            message = "--element {element}: in {edition} there are {elements}"
        raise BadValue(
            message, element=element, edition=edition.id, elements=" ".join(edition.symbols)
        )
    wanted = parts_of(edition, players, model, element, options)
    parts = []
    for number, (game, solves) in enumerate(wanted):

        def tell(done: int, total: int, before: int = number) -> None:
            if progress is not None:
                progress(before * total + done, total * len(wanted))

        parts.append(_part(game, games, tell, solves=solves))
    return Valued(tuple(parts))


def _part(wanted: SolvedGame, games: int, progress: Progress, *, solves: bool) -> ValuedPart:
    edition, players, model = wanted.box, wanted.players, wanted.model
    element, options, name = wanted.element, wanted.options, wanted.element or wanted.edition
    with suppress(Cycles):
        if solves:
            about = wanted.table(progress).about
            quality = (about.exploitability, about.states, about.seconds)
            return ValuedPart(name, "exact", about.chances, (0.0,) * players, *quality)
    started = time.perf_counter()
    solution = base.load_or_solve(edition.base, players, model)
    bot = Exact(lambda *_: (solution, model), tries=TRIES)
    dice = ModelDice(model)
    start = new_game(edition, players, options)
    if element is not None:
        start = apply(start, StartDie(element)).state
    sums = [0.0] * players
    squares = [0.0] * players
    for number in range(games):
        seed = f"{edition.id} {players} {model.name} {element} {number}"
        winners = play(Game.from_state(start), [bot] * players, dice, seed)
        for player in winners:
            sums[player] += 1.0 / len(winners)
            squares[player] += 1.0 / len(winners) ** 2
        progress(number + 1, games)
    means = tuple(total / games for total in sums)
    spread = (square / games - mean * mean for square, mean in zip(squares, means, strict=True))
    errors = tuple(sqrt(max(one, 0.0) / games) for one in spread)
    seconds = time.perf_counter() - started
    return ValuedPart(name, "simulated", means, errors, None, 0, seconds)
