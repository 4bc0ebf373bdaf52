"""What was shown held against what follows: everything is the same but for what is named here.

The only list of what cannot be compared, because no log tells it: who is there, and time.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from kessel.errors import BadValue

NOT_COMPARED = frozenset(
    {
        "ref",
        "host",
        "watchers",
        "bytes",
        "seats.present",
        "seats.slow",
        "seats.bot_plays",
        "seats.bot_in_ms",
        "seats.level",
        "seats.finish",
        "seats.mat",
        "game.arena.dice.finish",
        "game.deadline",
        "game.push.deadline",
        "game.race.starts_in_ms",
    }
)
"""Fields of messages. Of `seats`, its stage may be ahead of the lines."""
NOT_JUDGED = frozenset(
    {
        "error",
        "reacted",
        "screen",
        "guesses",
        "guessed",
        "tossed",
        "proposed",
        "odds",
        "advice",
    }
)
"""Messages about which no log tells anything: refusals, what people show each other, the coach."""
ONLY_POSSIBLE = frozenset({"game.ready", "game.race.racers.done", "game.push.dice"})
"""Fields that no line tells yet: compared with what is possible."""
NOT_MISSED = NOT_JUDGED | {"seats", "changed", "done", "superseded"}
"""Messages of which nobody can tell that one is missing, or came twice."""


def lines_of(text: str, first: int = 1) -> Iterator[dict[str, Any]]:
    """The lines of a story; raises where one does not read."""
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=first):
        try:
            read = json.loads(line)
        except (ValueError, RecursionError) as error:
            read, why = None, error
        else:
            why = ValueError("an object is expected")
        if not isinstance(read, dict):
            raise BadValue("line {line}: this cannot be read: {error}", line=number, error=why)
        yield read


def builtins(view: Any) -> Any:
    """A message as it reads when it arrives."""
    return msgspec.json.decode(msgspec.json.encode(view))


def difference(shown: Any, follows: Any, at: str = "") -> str | None:
    """The first field that is not as it has to be; None if everything is."""
    if at in NOT_COMPARED:
        return None
    if isinstance(shown, dict) and isinstance(follows, dict):
        missing = object()
        for name in [*shown, *(follows.keys() - shown.keys())]:
            inner = f"{at}.{name}" if at else name
            found = difference(shown.get(name, missing), follows.get(name, missing), inner)
            if found:
                return found
        return None
    if isinstance(shown, list) and isinstance(follows, list):
        pairs = zip(shown, follows, strict=False)
        found = next((path for one, two in pairs if (path := difference(one, two, at))), None)
        return found or (None if len(shown) == len(follows) else at)
    is_same = shown == follows and isinstance(shown, bool) == isinstance(follows, bool)
    return None if is_same else at or "type"


def as_mapping(thing: Any) -> Mapping[str, Any]:
    """A JSON object, or an empty one where it is something else."""
    return thing if isinstance(thing, dict) else {}
