"""The page's own device in Node, behind a pipe: adversaries play against what people use."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from browser.static_site import ROOT

PROGRAM = ROOT / "client" / "pipe_device.mjs"

Message = dict[str, Any]


class PageDevice:
    """One device, as `client/test/proof/pipe.ts` drives it. Everything returns what it says to
    that, each with its `ref`."""

    def __init__(self, program: "subprocess.Popen[str]") -> None:
        self._program = program

    def begin_anew(self, seed: int) -> None:
        """From now on it is another device, which knows nothing; its chance is this seed's."""
        self._ask(new=seed)

    def reload(self) -> str:
        """Its page is loaded again; gives the secret of its key, which is kept, as its story is."""
        (secret,) = self._ask(secret=True)
        self._ask(reload=True)
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

    def found_wrong(self) -> None:
        """The auditor has found a contradiction."""
        self._ask(wrong=True)

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
