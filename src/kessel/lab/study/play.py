"""What seats, decisions and strength are worth in the base game: exact for a chance model.

How sure the model is follows it through: models drawn again from the counted throws give every
figure a standard error.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kessel.bots.characters import Beginner, ByRule, Careful, Gambler
from kessel.lab.calibration import Summary, model_text
from kessel.rules.edition import EDITIONS, Edition, find_edition
from kessel.solver.arrays import Values
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.base.evaluation import edge, guaranteed
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import Habit, SolvedPolicy, Strategy
from kessel.solver.chance import SYMBOLS, ChanceModel
from kessel.solver.measured import read_measured
from kessel.throws.aim import KINDS

EDITION = "strike-2020"
PLAYERS = range(2, 6)
STARTS = {3: 8, 4: 4, 5: 2}
"""Starting points from which equilibria are looked for, by number of players; of two there is one
value."""
PLACES = 6
"""Digits of a chance that are kept."""
STRENGTH_PAIRS = (("firm", "gentle"), ("firm", "wild"), ("wild", "gentle"))
STARTER = "the starter, exact against exact"
REACH = 1.96
"""Standard errors to either end of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share of wins with its standard error."""

    value: float
    error: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95%."""
        return self.value - REACH * self.error, self.value + REACH * self.error


def levels(solution: Solution) -> dict[str, Strategy]:
    """The opponents that decide by the dice in play alone, weakest first."""
    gambler = Gambler()

    def thrown(gentle: float, firm: float, wild: float) -> tuple[float, ...]:
        return (gentle, firm, wild) if solution.kinds == KINDS else (1.0,)

    return {
        "beginner": Habit((Beginner().courage,) * (SYMBOLS + 1), thrown(1.0, 0.0, 0.0)),
        "gambler": Habit(
            (gambler.greed,) * (SYMBOLS + 1), thrown(0.0, 1.0 - gambler.fury, gambler.fury)
        ),
        "careful": Habit(going_on(Careful().enough), thrown(0.5, 0.5, 0.0), keep_last=True),
        "rule": Habit(going_on(ByRule().lying), thrown(0.0, 1.0, 0.0)),
        "exact": SolvedPolicy(solution),
    }


def going_on(least: int) -> tuple[float, ...]:
    """Go on while at least so many lie: the chance by dice lying."""
    return tuple(float(lying >= least) for lying in range(SYMBOLS + 1))


def by_rule(kind: str) -> Habit:
    """The one good rule, always thrown in this way."""
    return Habit(going_on(ByRule().lying), tuple(float(kind == k) for k in KINDS))


def seats(model_of: dict[str, ChanceModel]) -> dict[str, dict[str, list[float]]]:
    """By base edition and number of players: what every seat wins, the starter first."""
    found: dict[str, dict[str, list[float]]] = {}
    for edition in EDITIONS.values():
        if not edition.effects:
            solved = (load_or_solve(edition, n, model_of[edition.arena]) for n in PLAYERS)
            found[edition.id] = {
                str(one.players): [round(share, PLACES) for share in one.chances] for one in solved
            }
    return found


def edges(model: ChanceModel) -> dict[str, float]:
    """What one of two players wins against the other, each beginning half the games."""
    return by_decisions(model) | by_strength(model)


def first_table(model: ChanceModel) -> dict[str, float]:
    """All that the study's first table says of two players who do not aim."""
    starter = solve(find_edition(EDITION), 2, model).chances[0]
    return edges(model) | {STARTER: starter}


def by_decisions(model: ChanceModel) -> dict[str, float]:
    """The exact player against all others."""
    edition = find_edition(EDITION)
    players = levels(solve(edition, 2, model))
    exact = players.pop("exact")
    return {
        f"exact against {name}": 0.5 + edge(edition, 2, model, exact, other)
        for name, other in players.items()
    }


def by_strength(model: ChanceModel) -> dict[str, float]:
    """One good rule against itself, thrown in another way."""
    edition, thrown = find_edition(EDITION), {kind: by_rule(kind) for kind in KINDS}
    return {
        f"{one} against {other}": 0.5 + edge(edition, 2, model, thrown[one], thrown[other])
        for one, other in STRENGTH_PAIRS
    }


def guaranteed_seats(model: ChanceModel) -> dict[str, list[float]]:
    """By number of players: what every seat wins at least, whatever the others do."""
    edition = find_edition(EDITION)
    return {str(n): [round(one, PLACES) for one in guaranteed(edition, n, model)] for n in PLAYERS}


def found_seats(model: ChanceModel) -> dict[str, dict[str, Any]]:
    """By number of players: what every seat wins at the least and at the most in the equilibria
    that are found."""
    edition = find_edition(EDITION)
    return {str(n): seat_range(edition, n, model, starts) for n, starts in STARTS.items()}


def seat_range(edition: Edition, players: int, model: ChanceModel, starts: int) -> dict[str, Any]:
    """The same of one game, in the equilibria to which the solver comes from that many starting
    points drawn at random, and in the one to which it comes by itself."""
    points = [None, *map(np.random.default_rng, range(starts))]
    found = [solve(edition, players, model, begin=begin) for begin in points]
    seats = np.array([one.chances for one in found])
    return {
        "starts": starts,
        "low": seats.min(axis=0).round(PLACES).tolist(),
        "high": seats.max(axis=0).round(PLACES).tolist(),
        "exploitability": max(one.exploitability for one in found),
    }


def population(model: ChanceModel) -> dict[str, Any]:
    """Every level and every strength against every other, and what of a game between two of them,
    drawn at random, is luck."""
    edition = find_edition(EDITION)
    players = levels(solve(edition, 2, model))
    for kind in KINDS:
        if kind != "firm":  # as the one good rule is thrown anyway
            players[f"rule, thrown {kind}"] = by_rule(kind)
    names = list(players)
    share = np.full((len(names), len(names)), 0.5)
    for i, one in enumerate(names):
        for j, other in enumerate(names[:i]):
            share[i, j] = 0.5 + edge(edition, 2, model, players[one], players[other])
            share[j, i] = 1.0 - share[i, j]
    return {
        "players": {
            name: round(float(of), 5) for name, of in zip(names, share.mean(1), strict=True)
        },
        "luck": round(luck_of(share), 5),
    }


def luck_of(shares: Values) -> float:
    """The share of a game's variance that dice decide, over all pairs of [winner, loser]."""
    return 1.0 - float(np.mean((2.0 * shares - 1.0) ** 2))


def with_errors(
    summaries: Sequence[Summary],
    draws: int,
    shares: Callable[[ChanceModel], dict[str, float]] = edges,
) -> dict[str, Any]:
    """Shares over the model of some counts, each with its standard error."""
    found = shares(model_of(summaries))
    drawn = [shares(model_of(again)) for again in redrawn(summaries, draws)]
    errors = {name: float(np.std([one[name] for one in drawn], ddof=1)) for name in found}
    return {
        "throws": sum(summary.throws for summary in summaries),
        "draws": draws,
        "shares": {name: [round(found[name], 5), round(errors[name], 5)] for name in found},
    }


def model_of(summaries: Sequence[Summary]) -> ChanceModel:
    """The chance model fitted to some counts, all of one arena."""
    return read_measured(model_text(summaries), summaries[0].cell.arena)


def redrawn(summaries: Sequence[Summary], draws: int) -> Iterator[list[Summary]]:
    """The counts as another run of as many throws might have given them."""
    chance = np.random.default_rng(0)
    for _ in range(draws):
        again = []
        for summary in summaries:
            names = sorted(summary.seen)
            shares = np.array([summary.seen[name] for name in names]) / summary.throws
            counts = chance.multinomial(summary.throws, shares).tolist()
            seen = Counter(dict(zip(names, counts, strict=True)))
            again.append(replace(summary, seen=+seen))
        yield again


def read_shares(data: dict[str, Any]) -> dict[str, Estimate]:
    """The shares out of what `with_errors` gave."""
    return {name: Estimate(*pair) for name, pair in data["shares"].items()}
