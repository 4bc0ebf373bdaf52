"""A bot tried where games of every edition ask one: what is wrong with its answers, in sentences.

The games go on by another bot's answers, so that every bot meets the same positions.
"""

import ast
import runpy
import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import Beginner
from kessel.bots.external import ANSWER_SECONDS, PipeBot
from kessel.bots.question import check_answer, with_kind
from kessel.errors import BadValue, KesselError
from kessel.game.game import Game
from kessel.game.loop import steps
from kessel.rules.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from kessel.throws.ideal import IdealDice, IdealFaces

POSITIONS = 1000
"""Of every edition."""
MOST_FAULTS = 10
"""In an edition, after which it is not tried there any further."""
MOST_LATE = 3
"""Questions that took too long, after which it is not tried at all any further."""


@dataclass(frozen=True, slots=True)
class BotFault:
    """One answer that cannot be, or none at all."""

    position: str
    player: int
    said: str
    """What is wrong, and what would be right."""


@dataclass(slots=True)
class _Tried:
    """Plays by chance, and asks the bot in every position what it would have answered."""

    bot: Bot
    late: int = 0
    asked: int = 0
    faults: list[BotFault] = field(default_factory=list)

    @property
    def has_enough(self) -> bool:
        """Whether another fault would tell nothing new."""
        return len(self.faults) >= MOST_FAULTS or self.late >= MOST_LATE

    def answer(self, sight: Sight, chance: Random) -> Answer:
        self.asked += 1
        begin = monotonic()
        said, took = self._wrong(sight), monotonic() - begin
        if took > ANSWER_SECONDS:
            self.late += 1
            said = said or f"a bot answers within {ANSWER_SECONDS:g} s; this one took {took:.1f} s"
        if said:
            self.faults.append(BotFault(str(sight.state), sight.player, said))
        return Beginner(0.5).answer(sight, chance)

    def _wrong(self, sight: Sight) -> str:
        try:
            given = self.bot.answer(sight, Random(self.asked))
            check_answer(with_kind(given), sight)
        except KesselError as error:
            return str(error)
        except Exception as error:  # whatever a stranger's program does
            return f"a bot answers, and raises nothing; this one raised {error!r}"
        return ""


def try_bot(bot: Bot, positions: int = POSITIONS) -> Iterator[tuple[str, int, list[BotFault]]]:
    """Of every edition: its name, in how many positions the bot was asked, and what was wrong.

    Dice have places in every other game, and two to five play. A bot that is late again and again
    is not tried in the editions that are left.
    """
    late = 0
    for edition in EDITIONS:
        tried, games = _Tried(bot, late), 0
        while tried.asked < positions and not tried.has_enough:
            seats = MIN_PLAYERS + games % (MAX_PLAYERS - MIN_PLAYERS + 1)
            dice = IdealDice() if games % 2 else IdealFaces()
            for _ in steps(Game(edition, seats), tried, dice, f"{edition} {games}"):
                if tried.asked >= positions or tried.has_enough:
                    break
            games += 1
        yield edition, tried.asked, tried.faults
        late = tried.late
        if late >= MOST_LATE:
            return


def read_bot(path: Path) -> Bot:
    """The bot in a file: the one class with `answer` in Python, or a program that talks in lines.

    A program is started as it is; one in Python by this Python.
    """
    try:
        classes = _bots_in(path.read_text(encoding="utf-8")) if path.suffix == ".py" else []
    except (OSError, UnicodeDecodeError, SyntaxError) as error:
        raise BadValue(f"{path} cannot be read: {error}") from None
    if not path.is_file():
        raise BadValue(f"{path} is no file: a bot is a file of Python or a program")
    if len(classes) > 1:
        raise BadValue(f"{path} has several bots, {', '.join(classes)}: a file has one")
    if not classes:
        words = [sys.executable, str(path)] if path.suffix == ".py" else [str(path.absolute())]
        return PipeBot(shlex.join(words))
    try:
        make: Callable[[], Bot] = runpy.run_path(str(path))[classes[0]]
        return make()
    except Exception as error:  # whatever a stranger's program does
        raise BadValue(f"{path}: a bot is made without arguments; {error!r}") from None


def _bots_in(source: str) -> list[str]:
    """The classes that answer."""
    return [
        one.name
        for one in ast.parse(source).body
        if isinstance(one, ast.ClassDef)
        and any(isinstance(part, ast.FunctionDef) and part.name == "answer" for part in one.body)
    ]
