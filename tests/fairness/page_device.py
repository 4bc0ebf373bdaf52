"""The page's own device in Node, behind a pipe: adversaries play against what people use."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from browser.static_site import ROOT
from hall.in_memory import Hall, Visitor

PROGRAM = ROOT / "client" / "pipe_device.mjs"

COMING = frozenset({"create", "join", "resume", "watch"})
ACTING = frozenset({"throw", "answer", "push", "agree", "resign"})
Message = dict[str, Any]


class PageDevice:
    """One device, as `client/test/proof/pipe.ts` drives it. Everything returns what it says to
    that, each with its `ref`."""

    def __init__(self, program: "subprocess.Popen[str]") -> None:
        self._program = program

    def begin_anew(self, seed: int) -> None:
        """From now on it is another device, which knows nothing; its chance is this seed's."""
        self._ask(new=seed)

    def reload(self, keeps: bool = True) -> str:
        """Its page is loaded again; gives the secret of its key, which is kept, as its story is
        where there is storage."""
        (secret,) = self._ask(secret=True)
        self._ask(reload="whole" if keeps else "bare")
        return str(secret)

    def attend(self, message: Message, secret: str | None = None, host: str = "") -> Message:
        """It comes to a table; gives what it says, with its key and the tip of its chain."""
        (said,) = self._ask(attend=message, secret=secret, host=host or None)
        return cast("Message", said)

    def hear(self, message: Message) -> list[Message]:
        """The server says something."""
        return self._ask(heard=message)

    def act(self, message: Message, view: Message) -> list[Message]:
        """Its person throws, answers, pushes, agrees or resigns; nothing where it does not sign."""
        return self._ask(act=message, view=view)

    def say(self, message: Message) -> list[Message]:
        """Its page says anything else."""
        return self._ask(say=message)

    def hide(self, hidden: bool = True) -> list[Message]:
        """Its page is hidden, or seen again."""
        return self._ask(hidden=hidden)

    def wait(self, ms: int) -> list[Message]:
        """So much time passes for it."""
        return self._ask(**{"pass": ms})

    def story(self, table: str) -> str:
        """What it kept of a table."""
        return "\n".join(self._ask(story=table)) + "\n"

    def _ask(self, **what: Any) -> list[Any]:
        pipe, answer = self._program.stdin, self._program.stdout
        assert pipe is not None
        assert answer is not None
        pipe.write(json.dumps(what) + "\n")
        pipe.flush()
        return cast("list[Any]", json.loads(answer.readline()))


class PageVisitor(Visitor):
    """A visitor with the page's device: it says what that says, and nothing else."""

    def __init__(self, hall: Hall, page: PageDevice) -> None:
        super().__init__(hall)
        self.page = page
        self.secret: str | None = None
        """Of the key that a page before had."""
        self._says: list[Message] = []
        self._lines: dict[str, int] = {}

    async def send(self, **message: Any) -> None:
        kind = message["type"]
        if kind in COMING:
            await self._say(self.page.attend(message, self.secret))
        elif kind in ACTING and self.game is not None:
            await self._say(*self.page.act(message, self.game))
        else:
            await self._say(*self.page.say(message))

    async def _say(self, *messages: Message) -> None:
        for message in messages:
            await self.say(json.dumps(message))

    async def receive(self, seconds: float = 120.0) -> Message:
        message = await super().receive(seconds)
        says, self._says = self._says, []
        await self._say(*says)
        return message

    def _note(self, message: Message) -> None:
        super()._note(message)
        self._says += self.page.hear(message)
        if message["type"] == "lines":
            heard = message["first"] + len(message["lines"])
            self._lines[message["game"]] = max(heard, self._lines.get(message["game"], 0))

    def _has_heard(self, game: Message) -> bool:
        return self._lines.get(game["game"], 0) >= int(game["proof"]["lines"])

    async def _attest(self, message: Message) -> None:
        """The page's device has done it."""

    async def _catch_up(self, game: Message) -> None:
        """The page's device has asked."""


@contextmanager
def page_devices(folder: Path) -> Iterator[Callable[[], PageDevice]]:
    """A maker of devices, put together in this folder; each is a process of its own."""
    page = import_module("page")
    page.install()
    program = folder / "device.mjs"
    page.node(str(PROGRAM), str(program))
    with ExitStack() as processes:

        def new() -> PageDevice:
            process = subprocess.Popen(
                [str(page.node_path()), str(program)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
            processes.enter_context(process)  # closes its pipe, with which it ends
            return PageDevice(process)

        yield new
