"""What a table is made with: checked, and turned into seats and games."""

import base64
import hashlib
from collections.abc import Collection
from dataclasses import replace

from msgspec import structs

from kessel.errors import BadValue
from kessel.fairness.keys import check_key
from kessel.names import clean_name, distinct_names
from kessel.rules.edition import Edition, find_edition
from kessel.rules.effects import check_elements
from kessel.rules.options import Options, resolve_options
from kessel.table import log
from kessel.table.seats import Occupant


def check_settings(made: log.TableMade, levels: Collection[str]) -> None:
    """Raise unless a table can be made with these settings."""
    edition = find_edition(made.edition)
    edition.hand(len(made.seats))
    options_of_table(made)
    check_elements(edition, made.elements)
    kinds = [plan.kind for plan in made.seats]
    if kinds.count("open") == 1 and "person" not in kinds:
        raise BadValue("a table with one open seat needs a person who starts it")
    if not 0 <= made.first < len(kinds):
        raise BadValue(f"seats are 0 to {len(kinds) - 1}; seat {made.first} cannot begin")
    for plan in made.seats:
        if plan.kind == "bot" and plan.level:
            check_level(plan.level, levels)
        if plan.kind == "person" or plan.name:
            clean_name(plan.name)
            check_key(plan.key)


def check_level(level: str, levels: Collection[str]) -> None:
    """Raise unless there is such a bot."""
    if level not in levels:
        raise BadValue(f"there is no bot {level!r}; there are {' '.join(levels)}")


def options_of_table(made: log.TableMade) -> Options:
    """The options its games are played with."""
    return resolve_options(find_edition(made.edition), made.options, made.preset)


def with_box(made: log.TableMade, box: log.BoxChosen | None) -> log.TableMade:
    """The same table with the box that was chosen for its next game."""
    if box is None:
        return made
    said = structs.asdict(box).items()
    agreed = ("clock", "public", "tournament")
    chosen = {name: value for name, value in said if value is not None or name not in agreed}
    return structs.replace(made, **chosen)


def planned_occupants(made: log.TableMade) -> tuple[Occupant, ...]:
    """Who has the seats when the table is made; nobody has a name that looks like another's."""
    occupants = [_planned(plan) for plan in made.seats]
    names = distinct_names(occupant.name for occupant in occupants)
    return tuple(replace(one, name=name) for one, name in zip(occupants, names, strict=True))


def _planned(plan: log.SeatPlan) -> Occupant:
    if plan.kind == "bot":
        return Occupant.bot(plan.name and clean_name(plan.name), plan.level)
    if plan.kind == "person":
        return Occupant.person(clean_name(plan.name), plan.token, plan.key)
    return Occupant("open")


def agreed_elements(edition: Edition, elements: list[str] | None) -> list[str] | None:
    """The elements of a game, in the order of the edition's faces; None where there are none."""
    chosen = check_elements(edition, elements)
    return [face for face in edition.faces if face in chosen] or None


def public_name(code: str) -> str:
    """The name of a table in records, from which the code that lets people in cannot be told."""
    return hashlib.sha256(b"kessel table 1\n" + code.encode()).hexdigest()[:16]


def readable(entropy: bytes) -> str:
    """Random bytes as a code for addresses."""
    return base64.b32encode(entropy).decode().lower().rstrip("=")
