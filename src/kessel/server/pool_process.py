"""What a process of a pool does: one order after the other, until nobody asks any more."""

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from multiprocessing.connection import Connection

from kessel.errors import KesselError


class WorkerLost(RuntimeError):
    """Nobody could do a job: one process after the other died, hung or failed."""


def work_on(connection: Connection, nice_at_first: int, nice: int, ends_on_failure: bool) -> None:
    """Answer one order after the other, until nobody asks any more."""
    _settle_in()
    _step_back(nice_at_first)
    with contextlib.suppress(EOFError, OSError):  # the server has hung up
        connection.send_bytes(_answer(connection.recv_bytes(), ends_on_failure))
        _step_back(nice - nice_at_first)
        while True:
            connection.send_bytes(_answer(connection.recv_bytes(), ends_on_failure))


def _answer(packed: bytes, ends_on_failure: bool) -> bytes:
    try:
        work, arguments = pickle.loads(packed)
        return pickle.dumps((True, work(*arguments)))
    except Exception as error:
        if ends_on_failure and not isinstance(error, KesselError):
            return pickle.dumps((False, WorkerLost(traced(error))))
        error.add_note(traced(error))
        try:
            return pickle.dumps((False, error))
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__} in a worker")))


def traced(error: Exception) -> str:
    return "".join(traceback.format_exception(error))


def _settle_in() -> None:
    """Leave Ctrl-C to the server, and end when the server is gone, with all that was started here:
    a group of its own can be killed as a whole, and hears nothing of the terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgid"):
        os.setpgid(0, 0)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def _step_back(further: int) -> None:
    """Let others have the processor first; not on Windows."""
    if further and hasattr(os, "nice"):
        os.nice(further)
