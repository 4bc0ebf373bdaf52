"""Changes of a story: by hand, one place of it; or at random, a field of a frame that was heard, a
frame left out, told twice, swapped with the next, or taken from another story."""

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from proof.stories import Line

from kessel.proof.auditor import Auditor
from kessel.proof.comparing import NOT_COMPARED, NOT_JUDGED, NOT_MISSED, ONLY_POSSIBLE
from kessel.proof.verdict import Verdict
from kessel.table.dice import dice_named

Change = Callable[[list[Line]], object]


def verdict(story: list[Line], throws_again: bool = True) -> Verdict:
    auditor = Auditor(dice_named if throws_again else None)
    for line in story:
        auditor.feed(line)
        if auditor.verdict.wrong:
            break
    return auditor.verdict


def changed(story: list[Line], change: Change) -> list[Line]:
    story = copy.deepcopy(story)
    after = change(story)
    return after if isinstance(after, list) else story


# --- by hand --------------------------------------------------------------------------------------


def heard(story: list[Line], kind: str) -> Iterator[Line]:
    return (line["heard"] for line in story if line.get("heard", {}).get("type") == kind)


def at(story: list[Line], kind: str, which: int = 0, who: str = "heard") -> int:
    """Where in a story a kind of message was heard, or said."""
    places = [n for n, one in enumerate(story) if one.get(who, {}).get("type") == kind]
    return places[which]


def log_lines(story: list[Line]) -> Iterator[tuple[list[str], int]]:
    """Every line of the log that was heard: where it stands."""
    for message in heard(story, "lines"):
        yield from ((message["lines"], number) for number in range(len(message["lines"])))


def entries(story: list[Line], kind: str = "") -> list[str]:
    """The lines of the log of a kind, each once."""
    texts = dict.fromkeys(lines[number] for lines, number in log_lines(story))
    return [text for text in texts if not kind or json.loads(text)["type"] == kind]


def rewritten(kind: str, change: Callable[[Line], object], which: int = 0) -> Change:
    """Changes one line of the log, wherever it was told."""

    def apply(story: list[Line]) -> None:
        before = entries(story, kind)[which]
        entry = json.loads(before)
        change(entry)
        after = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
        for lines, number in log_lines(story):
            lines[number] = after if lines[number] == before else lines[number]

    return apply


def shown(kind: str, change: Callable[[Line], object], which: int = 0) -> Change:
    """Changes one message that was heard."""
    return lambda story: change(list(heard(story, kind))[which])


def said(kind: str, **changed: Any) -> Change:
    """The first thing of a kind that was said was another one."""
    return lambda story: story[at(story, kind, who="said")]["said"].update(changed)


def unsaid(kind: str) -> Change:
    return lambda story: story.pop(at(story, kind, who="said"))


def asked_for(name: str, value: Any) -> Change:
    return lambda story: story[0]["shown"]["said"].update({name: value})


def told(frame: Line, after: str, which: int = 0) -> Change:
    """One more frame, behind one of a kind."""
    return lambda story: story.insert(at(story, after, which) + 1, {"heard": frame})


def without(kind: str, which: int = 0) -> Change:
    return lambda story: story.pop(at(story, kind, which))


def again(**changed: Any) -> Change:
    """Somebody comes back; a part of the new head is not as it was."""

    def apply(story: list[Line]) -> None:
        head = {name: one for name, one in story[0].items() if name != "story"}
        story.append({"again": copy.deepcopy(head) | changed})

    return apply


# --- at random ------------------------------------------------------------------------------------

Path = tuple[str | int, ...]
GATHERED = ("seats", "first")
ODD: tuple[Any, ...] = (
    -1,
    7,
    10**9,
    2**62,
    10**30,
    1e300,
    0.5,
    "",
    "x",
    "00" * 32,
    [],
    {},
    None,
    True,
    [[]],
)
"""What somebody might write where something else belongs."""


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


def other(value: Any, chance: Random) -> Any:
    """Another value: mostly of the same kind, sometimes of any."""
    if chance.random() < 0.2:
        return chance.choice(ODD)
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
            return chance.choice(ODD)


def dotted(path: Path) -> str:
    return ".".join(part for part in path if isinstance(part, str))


def is_loose(message: Line, path: Path) -> bool:
    """Whether this field is one of those that cannot be compared."""
    name = dotted(path)
    loose = NOT_COMPARED | ONLY_POSSIBLE
    return message["type"] in NOT_JUDGED or any(
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
    inner[path[-1]] = other(value, chance)
    if inner[path[-1]] == value and isinstance(value, bool) == isinstance(inner[path[-1]], bool):
        return None
    told = f"{message['type']} {dotted(path)}: {value!r} → {inner[path[-1]]!r}"
    return [*story[:at], {"heard": message}, *story[at + 1 :]], told


def _is_shown_again(story: list[Line], at: int) -> bool:
    """Whether people come and go, so that what is shown last before the game counts."""
    kinds = [line["heard"]["type"] for line in story[at + 1 :] if "heard" in line]
    next_kind = next((one for one in kinds if one in ("seats", "snapshot", "lines")), None)
    return story[at]["heard"].get("stage") == "gathering" and next_kind in ("seats", "snapshot")


def with_line_changed(story: list[Line], chance: Random) -> tuple[list[Line], str] | None:
    """A field in a line of the log, wherever that was told."""
    text = chance.choice(entries(story))
    entry = json.loads(text)
    path, value = chance.choice(list(fields(entry)))
    inner = entry
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = other(value, chance)
    after = json.dumps(entry, separators=(",", ":"), ensure_ascii=False)
    if after == text:
        return None
    story = copy.deepcopy(story)
    for lines, number in log_lines(story):
        lines[number] = after if lines[number] == text else lines[number]
    return story, f"line {entry.get('type')} {dotted(path)}: {value!r} → {inner[path[-1]]!r}"


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
