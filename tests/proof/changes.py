"""Changes of a story at random: a field of a frame that was heard, a frame left out, told twice,
swapped with the next, or taken from another story."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from proof.stories import Line

from kessel.proof.comparing import NOT_COMPARED, NOT_MISSED, ONLY_POSSIBLE

Path = tuple[str | int, ...]
GATHERED = ("seats", "first")


def fields(thing: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in a message, with where it stands."""
    if isinstance(thing, dict):
        for name, one in thing.items():
            yield from fields(one, (*path, name))
    elif isinstance(thing, list):
        for number, one in enumerate(thing):
            yield from fields(one, (*path, number))
    else:
        yield path, thing


def changed(value: Any, chance: Random) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice((-1, 1, 7))
        case float():
            return value + chance.choice((-1, 1)) * 10 ** chance.uniform(-5, 0)
        case str():
            at = chance.randrange(len(value) + 1)
            return value[:at] + chance.choice("abc012") + value[at + 1 :]
        case _:
            return chance.choice((0, True, "x"))


def dotted(path: Path) -> str:
    return ".".join(part for part in path if isinstance(part, str))


def is_loose(message: Line, path: Path) -> bool:
    """Whether this field is one of those that cannot be compared."""
    name = dotted(path)
    loose = NOT_COMPARED | ONLY_POSSIBLE
    return message["type"] in loose or any(
        name == one or name.startswith(one + ".") for one in loose
    )


def with_field_changed(story: list[Line], chance: Random) -> tuple[list[Line], str] | None:
    at = chance.randrange(len(story))
    if "heard" not in story[at]:
        return None
    message = copy.deepcopy(story[at]["heard"])
    path, value = chance.choice(list(fields(message)))
    if is_loose(message, path) or (path[0] in GATHERED and _is_shown_again(story, at)):
        return None
    inner = message
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = changed(value, chance)
    if inner[path[-1]] == value:
        return None
    told = f"{message['type']} {dotted(path)}: {value!r} → {inner[path[-1]]!r}"
    return [*story[:at], {"heard": message}, *story[at + 1 :]], told


def _is_shown_again(story: list[Line], at: int) -> bool:
    """Whether people come and go, so that what is shown last before the game counts."""
    kinds = [line["heard"]["type"] for line in story[at + 1 :] if "heard" in line]
    next_kind = next((one for one in kinds if one in ("seats", "snapshot", "lines")), None)
    return story[at]["heard"].get("stage") == "gathering" and next_kind in ("seats", "snapshot")


def with_frame_dropped(story: list[Line], chance: Random) -> tuple[list[Line], str] | None:
    at = chance.randrange(len(story) - 1)
    kind = story[at].get("heard", {}).get("type")
    heard = [line["heard"] for line in story if "heard" in line and line is not story[at]]
    later = [one["heard"] for one in story[at + 1 :] if "heard" in one]
    if kind == "lines":
        comes_again = _told(story[at]["heard"]) <= set().union(*map(_told, heard))
    else:
        after = next((one["type"] for one in later if one["type"] not in NOT_MISSED), None)
        comes_again = kind == after == "snapshot"
    if kind is None or kind in NOT_MISSED or comes_again:
        return None
    return [*story[:at], *story[at + 1 :]], f"{kind} dropped"


def _told(message: Line) -> set[tuple[int, int]]:
    """The lines that a frame tells: game and number."""
    if message["type"] != "lines":
        return set()
    return {(message["game"], message["first"] + at) for at in range(len(message["lines"]))}


def with_frame_doubled(story: list[Line], chance: Random) -> tuple[list[Line], str] | None:
    at = chance.randrange(len(story))
    kind = story[at].get("heard", {}).get("type")
    if kind is None or kind in NOT_MISSED or kind == "lines":
        return None
    return [*story[: at + 1], *story[at:]], f"{kind} doubled"


def with_frames_swapped(story: list[Line], chance: Random) -> tuple[list[Line], str] | None:
    at = chance.randrange(len(story) - 1)
    one, two = story[at], story[at + 1]
    if "heard" not in one or "heard" not in two or one == two:
        return None
    kinds = {one["heard"]["type"], two["heard"]["type"]}
    if kinds & NOT_MISSED or kinds == {"lines"}:
        return None
    return [*story[:at], two, one, *story[at + 2 :]], f"{kinds} swapped"


def with_frame_of_another(
    story: list[Line], other: list[Line], chance: Random
) -> tuple[list[Line], str] | None:
    at, from_ = chance.randrange(len(story)), chance.randrange(len(other))
    kinds = {one.get("heard", {}).get("type") for one in (story[at], other[from_])}
    if None in kinds or kinds & NOT_MISSED or story[at] == other[from_]:
        return None
    return [*story[:at], other[from_], *story[at + 1 :]], f"{kinds} of another"
