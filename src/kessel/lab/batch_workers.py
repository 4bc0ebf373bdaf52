"""Who does the work of a batch: processes here, or the workers of a Dask scheduler elsewhere.

Work is a function and its arguments, each with its own seed, so that results depend neither on
who does it nor on how often: a worker that dies has its work done again by another.
"""

import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from kessel import __version__
from kessel.errors import BadValue
from kessel.rules.edition import Edition
from kessel.rules.options import Options
from kessel.solver.chance import ChanceModel
from kessel.solver.files import keep_file
from kessel.solver.games import SolvedGame
from kessel.solver.library import parts_of
from kessel.solver.progress import Progress

Work = TypeVar("Work")
Result = TypeVar("Result")

CONNECT_SECONDS = 10.0
RETRIES = 5
"""How many workers may die under one piece of work."""


class BatchWorkers(Protocol):
    """Does pieces of work side by side."""

    def map(self, function: Callable[[Work], Result], work: Sequence[Work]) -> Iterator[Result]:
        """The results in the order of the work, as they become known."""


class LocalWorkers:
    """Processes of this machine, fresh for every batch."""

    def __init__(self, number: int) -> None:
        self._number = number

    def map(self, function: Callable[[Work], Result], work: Sequence[Work]) -> Iterator[Result]:
        """In the order of the work."""
        if self._number <= 1:
            yield from map(function, work)
            return
        with ProcessPoolExecutor(self._number, get_context("spawn")) as pool:
            yield from pool.map(function, work)


class DaskWorkers:
    """The workers of a Dask scheduler; all have to run this very version."""

    def __init__(self, address: str) -> None:
        self._client = _client(address)
        self._check_versions(address)

    def map(self, function: Callable[[Work], Result], work: Sequence[Work]) -> Iterator[Result]:
        """In the order of the work; what a dead worker had is done by another."""
        futures = self._client.map(function, work, pure=False, retries=RETRIES)
        try:
            for future in futures:
                yield future.result()
        finally:
            self._client.cancel(futures)

    def close(self) -> None:
        """Let go of the scheduler."""
        self._client.close()

    def _check_versions(self, address: str) -> None:
        found = set(self._client.run(_version).values())
        if not found:
            raise BadValue(f"--cluster {address}: the scheduler has no workers")
        if found != {__version__}:
            others = ", ".join(sorted(found - {__version__}))
            raise BadValue(f"--cluster {address}: workers run kessel {others}, not {__version__}")


def _client(address: str) -> Any:
    from distributed import Client
    from distributed.comm import get_address_host_port

    try:
        # A client that cannot connect complains once more when it is thrown away, so ask first.
        socket.create_connection(get_address_host_port(address), CONNECT_SECONDS).close()
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise BadValue(
            f"--cluster {address}: no Dask scheduler answers there; wanted is an address such as "
            "tcp://10.0.0.5:8786"
        ) from None


def _version() -> str:
    return __version__


def wanted_tables(
    edition: Edition,
    players: int,
    model: ChanceModel,
    element: str | None = None,
    options: Options | None = None,
) -> list[SolvedGame]:
    """All tables from which a game is valued."""
    base_table = SolvedGame(edition.base, players, None, model)
    if not edition.effects:
        return [base_table]
    parts = parts_of(edition, players, model, element, options)
    exact = [part for part, solves in parts if solves]
    return exact if len(exact) == len(parts) else [base_table, *exact]


def make_tables(
    wanted: Sequence[SolvedGame], workers: BatchWorkers, progress: Progress | None
) -> None:
    """Have those made that are missing here: each worker sends its file, which is kept."""
    missing = [one for one in wanted if not one.is_there]
    for number, body in enumerate(workers.map(table_body, missing)):
        keep_file(missing[number].path(), body)
        if progress is not None:
            progress(number + 1, len(missing))


def table_body(wanted: SolvedGame) -> bytes:
    """The file of a table, made first where this machine has none."""
    wanted.load()
    return wanted.path().read_bytes()
