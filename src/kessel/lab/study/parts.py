"""The parts of the study: each measures or solves its figures and keeps them as a small JSON file.

A part that builds on the counted throws reads them from the file of the part that counts.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from kessel.errors import BadValue
from kessel.lab import aiming
from kessel.lab.calibration import Cell, Summary, added_up, cells, summarise
from kessel.lab.counting import cuda_worlds, measure
from kessel.lab.study import aim_map, layouts, play
from kessel.physics.batch import cores
from kessel.physics.version import PHYSICS_VERSION
from kessel.rules.edition import EDITIONS, find_edition
from kessel.solver.base.evaluation import edge
from kessel.solver.base.solving import solve
from kessel.solver.base.strategies import SolvedPolicy
from kessel.solver.chance import POUR, ChanceModel
from kessel.solver.measured import read_measured, shipped
from kessel.solver.progress import Progress

ARENA = "oval"
LYING = range(6)
"""Dice that can lie in a base edition."""
OWN = [cell for cell in cells([ARENA]) if cell.kind == POUR or cell.dice in LYING]
"""What the study's own figures are made of."""
FEW_DRAWS = 6
"""Models drawn anew where differences are far larger than errors."""
AIMED_THROWS = 12
"""Throws of each strength and nearness at one layout."""
FORGOTTEN = 1 / 5
"""How often a die that changed shows the opposite face, if it does not remember its face."""
BEFORE = "before.json"
"""A model of fewer throws, in a study's folder."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is thrown and played."""

    throws: int = 1200
    """Per cell of the counts."""
    map_throws: int = 120
    """Per point and strength of the map."""
    games: int = 128
    """Of an aiming player, in each edition."""
    trials: int = 100
    """Throws that player tries before each of its own."""
    draws: int = 16
    """Models drawn again for the standard errors."""
    layout_throws: int = 400
    """Per cell at layouts of games."""
    layout_games: int = 1500
    """Games that leave layouts to throw at."""
    map_layouts: int = 300
    """Of these, how many are aimed at from dice, beside them and away from them."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value < 2:
                raise BadValue(f"{name} {value}: at least 2 are needed for an error")


@dataclass(frozen=True, slots=True)
class Study:
    """A folder with the data of the parts."""

    folder: Path
    effort: Effort
    progress: Progress | None = None
    calibrated: Path | None = None
    """A folder that `kessel calibrate --device cuda` filled: nothing is thrown to be counted."""
    device: str = "cpu"
    """What throws dice at the layouts of games."""

    def read(self, part: str) -> dict[str, Any]:
        """What a part found before."""
        path = self.folder / f"{part}.json"
        try:
            found: dict[str, Any] = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            raise BadValue(f"{path} is not there or cannot be read; --full makes it") from None
        return found

    def write(self, part: str, found: Mapping[str, Any]) -> None:
        """Keep what a part found, a few numbers a line."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / f"{part}.json").write_text(_laid_out(found) + "\n", "utf-8")

    def counts(self) -> list[Summary]:
        """The counted throws of the arena that the study is about."""
        return self._counts("throws")

    def counts_elsewhere(self) -> list[Summary]:
        """Those of the other arenas, and at more dice than lie in a base edition, if counted."""
        return self._counts("arenas") if (self.folder / "arenas.json").exists() else []

    def _counts(self, part: str) -> list[Summary]:
        found = self.read(part)
        if found["physics"] != PHYSICS_VERSION:
            raise BadValue(
                f"{self.folder / part}.json: throws of physics {found['physics']}, this is physics "
                f"{PHYSICS_VERSION}; --full --only {part} counts them again"
            )
        return [read_summary(row) for row in found["cells"]]


def make(study: Study, only: list[str]) -> None:
    """Measure and solve these parts, in an order in which each finds what it needs."""
    unknown = sorted(set(only) - set(PARTS))
    if unknown:
        raise BadValue(f"--only {','.join(unknown)}: there are {', '.join(PARTS)}")
    for name, part in PARTS.items():
        if name in only:
            study.write(name, part(study))


def read_summary(row: Mapping[str, Any]) -> Summary:
    """The counts of one cell, out of their row."""
    return added_up(Cell(row.get("arena", ARENA), row["kind"], row["dice"]), [row])


def turned(summaries: list[Summary], kind: str) -> list[tuple[int, int, int]]:
    """(dice lying, struck dice that show the opposite face, all that changed)."""
    return [
        (summary.cell.dice, summary.turned["opposite"], summary.turned.total())
        for summary in summaries
        if summary.cell.kind == kind and summary.turned.total()
    ]


def _throws(study: Study) -> dict[str, Any]:
    return {"arena": ARENA, "physics": PHYSICS_VERSION, "cells": _counted(study, OWN)}


def _arenas(study: Study) -> dict[str, Any]:
    others = [cell for cell in cells() if cell not in OWN]
    rows = zip(others, _counted(study, others), strict=True)
    found = [{"arena": cell.arena, **row} for cell, row in rows]
    return {"physics": PHYSICS_VERSION, "cells": found}


def _counted(study: Study, wanted: Sequence[Cell]) -> list[dict[str, Any]]:
    if study.calibrated is None:
        throws, device = study.folder / "throws", "cpu"
        measure(throws, study.effort.throws, wanted, study.progress)
    else:
        throws, device = study.calibrated, "cuda"
    found = summarise(throws, wanted, device)
    if len(found) < len(wanted):
        raise BadValue(f"{throws}: {len(found)} of {len(wanted)} cells counted on {device}")
    return [
        {
            "kind": one.cell.kind,
            "dice": one.cell.dice,
            "throws": one.throws,
            "seen": [[*key, count] for key, count in sorted(one.seen.items())],
            "turned": dict(one.turned),
            "cocked": one.cocked,
        }
        for one in found
    ]


def _seats(_study: Study) -> dict[str, Any]:
    models: dict[str, ChanceModel] = {
        arena: shipped(arena) for arena in {edition.arena for edition in EDITIONS.values()}
    }
    return {
        "editions": play.seats(models),
        "guaranteed": play.guaranteed_seats(models[ARENA]),
        "found": play.found_seats(models[ARENA]),
    }


def _edges(study: Study) -> dict[str, Any]:
    return play.with_errors(study.counts(), study.effort.draws)


def _population(study: Study) -> dict[str, Any]:
    return play.population(play.model_of(study.counts()))


def _model(study: Study) -> dict[str, Any]:
    """What these counts change."""
    edition, after = find_edition(play.EDITION), play.model_of(study.counts())
    old, new = solve(edition, 2, _before(study)), solve(edition, 2, after)
    worse = edge(edition, 2, after, SolvedPolicy(old), SolvedPolicy(new))
    return {
        "starter": {
            "kept model": round(old.chances[0], 6),
            "these counts": round(new.chances[0], 6),
        },
        "given away": {"policy of the kept model": round(-worse, 6)},
    }


def _before(study: Study) -> ChanceModel:
    """What the counts are compared with: a model kept with the study, or the one that ships."""
    kept = study.folder / BEFORE
    return read_measured(kept.read_text("utf-8"), ARENA) if kept.exists() else shipped(ARENA)


def _aiming(study: Study) -> dict[str, Any]:
    """As many games in each edition."""
    games, trials = study.effort.games, study.effort.trials
    rows = {}
    for name in EDITIONS:
        plan = aiming.Plan(name, games, trials)
        kept = study.folder / "throws" / f"aiming-{name}.jsonl"
        kept.parent.mkdir(parents=True, exist_ok=True)
        found = aiming.study(plan, cores(), kept, study.progress)
        rows[name] = {"won": found.won, "share": [round(found.share, 4), round(found.error, 4)]}
    return {"trials": trials, "games": games, "editions": rows}


def _engines(study: Study) -> dict[str, Any]:
    """The first table by counts of two versions of MuJoCo."""
    older = [read_summary(row) for row in study.read("throws-4.0")["cells"]]
    return {
        "MuJoCo 3.14": _rounded(play.first_table(play.model_of(study.counts()))),
        "MuJoCo 4.0": _rounded(play.first_table(play.model_of(older))),
    }


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(share, 5) for name, share in shares.items()}


def _layouts(study: Study) -> dict[str, Any]:
    """The first table when dice are thrown at as games leave them."""
    path = _left_by_play(study)
    left = list(layouts.at_layouts(path, OWN))
    thrown = {cell: cell for cell in OWN} | {Cell(c.arena, c.kind, c.dice): c for c in left}
    counts = _thrown(study, list(thrown.values()))
    plain = [replace(one, cell=cell) for one, cell in zip(counts, thrown, strict=True)]
    lay = layouts.read_layouts(str(path))
    return {
        "throws": study.effort.layout_throws,
        "games": study.effort.layout_games,
        "layouts": {str(dice): len(lay[dice]) for dice in sorted(lay)},
        "struck": {
            f"{one.cell.kind} at {one.cell.dice}": [round(x, 5) for x in one.struck_each()]
            for one in plain
            if one.cell.kind != POUR and one.cell.dice
        },
        "shares": play.with_errors(plain, FEW_DRAWS, play.first_table)["shares"],
    }


def _left_by_play(study: Study) -> Path:
    """The layouts that games left; they are played where they are missing."""
    path = study.folder / "throws" / "layouts.json"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        layouts.write_layouts(path, play.EDITION, study.effort.layout_games, cores())
    return path


def _thrown(study: Study, wanted: Sequence[Cell]) -> list[Summary]:
    """What throws at the layouts of games did; those that are missing are made."""
    folder, throws = study.folder / "throws" / "layouts", study.effort.layout_throws
    found = summarise(folder, wanted, study.device)
    if sum(min(one.throws, throws) for one in found) < throws * len(wanted):
        worlds = None if study.device == "cpu" else cuda_worlds()
        measure(folder, throws, wanted, study.progress, worlds=worlds)
        found = summarise(folder, wanted, study.device)
    return found


def _map(study: Study) -> dict[str, Any]:
    return aim_map.measured(study.effort.map_throws, study.progress)


def _aims(study: Study) -> dict[str, Any]:
    """Where to aim at dice as games leave them: some layouts of at least two."""
    left = layouts.read_layouts(str(_left_by_play(study)))
    several = [at_rest for dice in sorted(left) if dice > 1 for at_rest in left[dice]]
    some = Random("layouts to aim at").sample(several, study.effort.map_layouts)
    return aim_map.over_layouts(some, AIMED_THROWS, study.progress)


PARTS: Mapping[str, Callable[[Study], dict[str, Any]]] = {
    "throws": _throws,
    "seats": _seats,
    "edges": _edges,
    "model": _model,
    "aiming": _aiming,
    "map": _map,
    "aims": _aims,
    "arenas": _arenas,
    "population": _population,
    "engines": _engines,
    "layouts": _layouts,
}


def _laid_out(found: Mapping[str, Any], depth: int = 0) -> str:
    """JSON in which objects and lists of objects have a line for each entry."""
    space = " " * (depth + 1)
    lines = []
    for name, value in found.items():
        if isinstance(value, dict) and any(isinstance(v, dict | list) for v in value.values()):
            body = _laid_out(value, depth + 1)
        elif isinstance(value, list) and value and isinstance(value[0], dict | list):
            rows = (json.dumps(row, separators=(",", ":")) for row in value)
            body = "[\n" + ",\n".join(f"{space} {row}" for row in rows) + f"\n{space}]"
        else:
            body = json.dumps(value, separators=(",", ":"))
        lines.append(f"{space}{json.dumps(name)}: {body}")
    return "{\n" + ",\n".join(lines) + "\n" + " " * depth + "}"
