"""A crew does what one process does, whoever dies: a Dask cluster on the loopback."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import distributed
import pytest

from kessel.errors import BadValue
from kessel.lab.calibration import cells
from kessel.lab.counting import measure
from kessel.lab.crew import DaskCrew, Processes
from kessel.lab.match import CHUNK, Match, play_match

GAMES = 4 * CHUNK
MATCH = Match("strike-2020", ("beginner", "rule"), GAMES, seed=5)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """A scheduler with two workers in processes of their own, on the loopback."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture
def crew(scheduler: str) -> Iterator[DaskCrew]:
    made = DaskCrew(scheduler)
    yield made
    made.close()


@pytest.mark.long
def test_a_match_ends_the_same_on_a_cluster(crew: DaskCrew) -> None:
    told: list[int] = []
    standings = play_match(MATCH, progress=lambda done, total: told.append(done), crew=crew)
    assert standings == play_match(MATCH)
    assert told == [CHUNK, 2 * CHUNK, 3 * CHUNK, 4 * CHUNK]


@pytest.mark.long
def test_throws_are_the_same_on_a_cluster(crew: DaskCrew, tmp_path: Path) -> None:
    wanted = cells()[:1]
    for folder, who in (("one", None), ("many", crew)):
        measure(tmp_path / folder, 50, wanted, crew=who, batch=10)
    one, many = (wanted[0].path(tmp_path / folder).read_text() for folder in ("one", "many"))
    assert one == many
    assert one.count("\n") == 5


@pytest.mark.long
def test_the_work_of_a_killed_worker_is_done_by_another(scheduler: str, crew: DaskCrew) -> None:
    with distributed.Client(scheduler, set_as_default=False) as client:
        pids = client.run(os.getpid)
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if not killed:
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    assert play_match(MATCH, progress=kill, crew=crew) == play_match(MATCH)
    assert killed


def test_processes_here_give_the_same_order() -> None:
    assert list(Processes(1).map(abs, [-1, 2, -3])) == [1, 2, 3]
    assert list(Processes(2).map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.crew.CONNECT_SECONDS", 0.3)
    with pytest.raises(BadValue, match="no Dask scheduler answers"):
        DaskCrew("tcp://127.0.0.1:1")


@pytest.mark.long
def test_other_versions_are_refused(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.crew.__version__", "0.0.1")
    with pytest.raises(BadValue, match=r"not 0\.0\.1"):
        DaskCrew(scheduler)
