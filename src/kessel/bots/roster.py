"""How to get a bot of a level, of another package, or of a command."""

import sys
from math import inf
from typing import TYPE_CHECKING, Any, cast

from kessel.bots.bot import Bot
from kessel.bots.characters import CHARACTERS
from kessel.bots.exact import Exact
from kessel.bots.external import COMMAND, Guarded, Tell, external_bot, packaged
from kessel.bots.levels import AIMING, COACH, LEVELS
from kessel.bots.master import ALL_ROUND, NEAR, Master
from kessel.bots.pipe import words_of
from kessel.errors import BadValue
from kessel.solver.library import Library, effect_table, ready_library
from kessel.terminal import tell

if TYPE_CHECKING:
    from kessel.solver.base.strategies import Strategy


def _to_stderr(told: str) -> None:
    tell(f"kessel: {told}", file=sys.stderr, flush=True)


def make_bot(
    level: "str | Bot | Strategy",
    library: Library | None = None,
    seconds: float = 1.0,
    tell: Tell = _to_stderr,
) -> Bot:
    """A bot of a level, of another package, of a command (`command: python my_bot.py`), one that
    plays a strategy such as a `Habit` or a `SolvedPolicy`, or itself.

    `seconds` is what the master may think for a throw, and a command for an answer; `tell` hears
    of the faults of strangers.

    >>> from random import Random
    >>> from kessel import Game, sight
    >>> game = Game.from_state("strike-2020 hands=2,3 arena=2,5 phase=choice")
    >>> make_bot("careful").answer(sight(game, 0), Random(1)).move
    EndTurn()
    """
    if not isinstance(seconds, int | float) or not 0.0 < seconds < inf:
        raise BadValue(f"{seconds!r} s to think: a number above 0 is accepted")
    if library is not None and not callable(library):
        raise BadValue(f"a library is called for the solution of a game, not {library!r}")
    if not isinstance(level, str):
        given: Any = level
        if hasattr(given, "shares") and not isinstance(given, type):
            from kessel.bots.by_shares import by_shares  # which needs numpy

            return by_shares(given)
        if isinstance(given, type) or not hasattr(given, "answer"):
            raise BadValue(
                f"a bot is the name of one, a strategy, or anything with `answer`, not {level!r}"
            )
        return cast("Bot", given)
    if level.startswith(COMMAND):
        return external_bot(level.removeprefix(COMMAND).strip(), tell, seconds)
    tables = ready_library if library is None else library
    effects = effect_table if library is None else None
    if level in CHARACTERS:
        return CHARACTERS[level]
    if level == "exact":
        return Exact(tables, effects=effects)
    if level in AIMING:
        sides = NEAR if level == COACH else ALL_ROUND
        return Master(tables, effects=effects, seconds=seconds, sides=sides)
    check_bot(level)
    return Guarded(packaged()[level].load()(), level, tell)


def check_bot(level: str) -> None:
    """Raise unless there is such a bot; nothing is started."""
    if not isinstance(level, str):
        raise BadValue(f"a bot is named by text, not by {level!r}")
    offered = packaged()
    if level.startswith(COMMAND):
        words_of(level.removeprefix(COMMAND))
        return
    if level in LEVELS or level in offered:
        return
    known = " ".join((*LEVELS, *offered))
    raise BadValue(f"there is no bot {level!r}; there are {known}, and `{COMMAND} …`")
