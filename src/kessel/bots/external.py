"""Bots from elsewhere: a command on a pipe, or another package's; neither is trusted.

One that hangs, dies or answers against the rules is told of, and another bot answers in its place;
after a few faults for good.
"""

import time
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from random import Random

from kessel.bots.bot import Answer, Bot, Sight
from kessel.bots.characters import ByRule
from kessel.bots.pipe import Fault, LinePipe, words_of
from kessel.bots.question import (
    check_answer,
    hello,
    question,
    read_answer,
    read_hello,
    refusal,
    with_kind,
)
from kessel.errors import BadValue, KesselError

COMMAND = "command:"
"""Before the command of a bot, where bots are named."""
GROUP = "kessel.bots"
"""The entry points with which a package offers a bot: something that makes one when called."""
ANSWER_SECONDS = 2.0
START_SECONDS = 10.0
"""In which a bot says hello: interpreters start slowly."""
MOST_FAULTS = 3

Tell = Callable[[str], None]


class PipeBot:
    """A bot in a process of its own; raises Fault where it does not do as agreed."""

    def __init__(
        self, command: str, seconds: float = ANSWER_SECONDS, *, quiet: bool = False
    ) -> None:
        words_of(command)  # refuses what starts nothing
        self._command, self._seconds, self._quiet = command, seconds, quiet
        self._pipe: LinePipe | None = None
        self._asked = 0
        self.name = ""
        """What it calls itself, once it has been asked."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """Ask the process; one that hung or died is started again."""
        pipe = self.started()
        self._asked += 1
        pipe.send(question(self._asked, self._seconds, sight))
        try:
            return self._read(pipe, sight)
        except Fault:
            pipe.kill()
            self._pipe = None
            raise

    def close(self) -> None:
        """End the process, which may end by itself for a moment."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def started(self) -> LinePipe:
        """Its process, which has said hello."""
        if self._pipe is None:
            pipe = LinePipe(self._command, quiet=self._quiet)
            pipe.send(hello(self._seconds))
            try:
                self.name = read_hello(pipe.receive(START_SECONDS))
            except KesselError as error:
                pipe.kill()
                raise Fault(f"no hello: {error}") from None
            self._pipe = pipe
        return self._pipe

    def _read(self, pipe: LinePipe, sight: Sight) -> Answer:
        deadline = time.monotonic() + self._seconds
        while True:  # an answer to a question before is late
            said = pipe.receive(deadline - time.monotonic())
            number = said.get("answer")
            if isinstance(number, int) and number >= self._asked:
                break
        try:
            if number > self._asked:
                raise BadValue(f"question {self._asked} was asked, not {number}")
            return read_answer(said, sight)
        except KesselError as error:
            pipe.send(refusal(self._asked, error))
            raise


class Guarded:
    """A bot whose answers are checked; where there is none, another bot's is given."""

    def __init__(self, bot: Bot, called: str, tell: Tell) -> None:
        self._bot, self._called, self._tell = bot, called, tell
        self._stand_in = ByRule()
        self.faults = 0
        self.replaced = 0
        """Answers that the other bot gave."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """The bot's answer, if it gives one that can be."""
        if self.faults < MOST_FAULTS:
            try:
                answer = with_kind(self._bot.answer(sight, Random(chance.random())))
                check_answer(answer, sight)
                return answer
            except Exception as error:  # whatever a stranger's program does
                self._note(error)
        self.replaced += 1
        return self._stand_in.answer(sight, chance)

    def close(self) -> None:
        """End its process, if it has one."""
        if isinstance(self._bot, PipeBot):
            self._bot.close()

    def _note(self, error: Exception) -> None:
        self.faults += 1
        why = str(error) if isinstance(error, KesselError) else repr(error)
        self._tell(f"{self._called}: {why}; another bot answers for it")
        if self.faults == MOST_FAULTS:
            self._tell(f"{self._called}: {MOST_FAULTS} faults; another bot takes its place")
            self.close()


def bot_name(command: str) -> str:
    """What the bot of a command calls itself; raises Fault where it does not even say hello."""
    bot = PipeBot(command)
    try:
        bot.started()
        return bot.name or command
    except Fault as fault:
        raise Fault(f"{command}: {fault}") from None
    finally:
        bot.close()


def external_bot(
    command: str, tell: Tell, seconds: float = ANSWER_SECONDS, *, quiet: bool = False
) -> Guarded:
    """The bot that a command starts."""
    return Guarded(PipeBot(command, seconds, quiet=quiet), command, tell)


def packaged() -> dict[str, EntryPoint]:
    """The bots that installed packages offer, by name."""
    return {point.name: point for point in entry_points(group=GROUP)}
