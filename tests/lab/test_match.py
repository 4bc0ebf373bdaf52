"""Matches: seats in turn, shares, intervals, ratings."""

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import distributed
import pytest

from kessel.errors import BadValue
from kessel.game.round_robin import interval, tournament
from kessel.lab.batch_workers import DaskWorkers, LocalWorkers
from kessel.lab.calibration import cells
from kessel.lab.counting import measure
from kessel.lab.ladder import Rung, ladder, ladder_page
from kessel.lab.match import CHUNK, Match, MatchStanding, play_match
from kessel.solver import library
from kessel.solver.chance import IdealChance

WRONG: Any = 2.5
TWO = Match("strike-2020", ("rule", "careful"), 2)
STRANGERS = Path(__file__).parents[1] / "bots" / "strangers.py"


def test_processes_change_nothing() -> None:
    match = Match("impact", ("gambler", "careful", "beginner"), 120, seed=4)
    assert play_match(match, processes=1) == play_match(match, processes=2)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """1,000 samples of 200: 95% coverage, binomial sigma 0.7%, bound at four of them."""
    chance = Random(5)
    covered = 0
    for _ in range(1000):
        low, high = interval(sum(chance.random() < 0.3 for _ in range(200)), 200)
        covered += low <= 0.3 <= high
    assert abs(covered / 1000 - 0.95) < 0.028


def test_a_match_and_a_tournament_have_one_scale() -> None:
    """400 games each, two thirds won, which is clear: both are within four standard errors of each
    other."""
    match = {one.name: one for one in play_match(Match("strike-2020", ("beginner", "rule"), 400))}
    assert match["rule"].low > 0.5 > match["beginner"].high
    assert sum(one.won for one in match.values()) == pytest.approx(400)
    round_robin = tournament(("beginner", "rule"), games=400, dice="measured")
    for one in round_robin.standings:
        other = match[one.name]
        assert abs(one.elo - other.elo) < 2.0 * (one.elo_error + other.elo_error) / 2**0.5
        assert one.elo_error == pytest.approx(other.elo_error, rel=0.1)
        assert other.elo_error < 20 < abs(other.elo)


@pytest.mark.parametrize(
    ("levels", "games", "told"),
    [
        (("exact",), 5, "2 to 5"),
        (("exact", "rule"), 0, "at least one"),
        (("x", "rule"), 5, "no bot"),
    ],
)
def test_what_cannot_be_played_is_refused(levels: tuple[str, ...], games: int, told: str) -> None:
    with pytest.raises(BadValue, match=told):
        Match("strike-2020", levels, games)


def test_the_tables_that_bots_lack_are_named_and_made_with_a_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KESSEL_CACHE", str(tmp_path))
    potter = Match("harry-potter", ("exact", "rule"), 1)
    assert [table.name for table in potter.missing_tables()] == ["harry-potter"], "one is shipped"
    monkeypatch.setattr(library, "best_model", lambda edition: IdealChance(0.3, 0.4))
    assert [table.name for table in potter.missing_tables()] == [
        "strike-2020, 2 players",
        "harry-potter",
    ]
    power = [table.name for table in Match("impact-power", ("exact", "rule"), 1).missing_tables()]
    assert power[0] == "impact, 2 players"
    assert len(power) == 6
    three = [table.name for table in Match("impact-power", ("exact",) * 3, 1).missing_tables()]
    solved = ("fire", "water", "lightning", "air")
    assert three == ["impact, 3 players", *(f"impact-power {one}" for one in solved)]
    avatar = [table.name for table in Match("impact-avatar", ("exact",) * 2, 1).missing_tables()]
    assert avatar[1:] == ["impact-avatar"]
    assert not list(Match("harry-potter", ("rule", "careful"), 1).missing_tables())

    told: list[tuple[int, int]] = []
    for table in list(potter.missing_tables())[:1]:
        table.load(lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] > 0
    assert [table.name for table in potter.missing_tables()] == ["harry-potter"]


def test_answers_of_another_bot_are_counted() -> None:
    dying = shlex.join([sys.executable, str(STRANGERS), "dies"])
    honest = shlex.join([sys.executable, str(STRANGERS), "honest"])
    match = Match(
        "strike-2020", ("rule", f"command: {dying}", f"command: {honest}"), 3, seconds=20.0
    )
    rule, dead, alive = play_match(match)
    assert (rule.replaced, alive.replaced) == (0, 0)
    assert dead.replaced > 3


def test_a_bot_s_time_is_bounded() -> None:
    with pytest.raises(BadValue, match="600 are accepted"):
        Match("strike-2020", ("rule", "rule"), 5, seconds=0.0)


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (lambda: Match("strike-2020", ("rule", "careful"), WRONG), "2.5 games: at least one"),
        (lambda: Match("strike-2020", cast("Any", "rule"), 2), "a list of their names, not 'rule'"),
        (lambda: Match("strike-2020", WRONG, 2), "a list of their names, not 2.5"),
        (lambda: Match("strike-2020", ("rule", WRONG), 2), "a bot is named by text, not by 2.5"),
        (lambda: Match("strike-2020", ("rule", "rule"), 2, seconds=WRONG * 400), "1000.0 s for"),
        (lambda: play_match(WRONG), "what is played is a `Match`, not 2.5"),
        (lambda: play_match(TWO, 0), "0 processes: at least one plays"),
        (lambda: play_match(TWO, WRONG), "2.5 processes: at least one plays"),
        (lambda: play_match(TWO, progress=WRONG), "progress is called with"),
    ],
)
def test_what_is_no_match_is_refused_in_a_sentence(use: Any, said: str) -> None:
    with pytest.raises(BadValue, match=said):
        use()


# --- the ladder: which rungs are played, how far it is, and what the page says --------------------


def test_every_level_plays_the_one_below_in_every_edition() -> None:
    reports: list[tuple[int, int]] = []
    rungs = ladder(
        ["strike-2020", "impact"],
        2,
        progress=lambda done, total: reports.append((done, total)),
        levels=("beginner", "gambler", "rule"),
    )
    pairs = [("beginner", "gambler"), ("gambler", "rule")]
    assert [(rung.lower.name, rung.upper.name) for rung in rungs] == pairs * 2
    assert [rung.edition for rung in rungs] == ["strike-2020"] * 2 + ["impact"] * 2
    assert all(rung.upper.games == 2 for rung in rungs)
    assert reports[-1] == (8, 8)


def test_the_page_says_whether_intervals_overlap() -> None:
    low = MatchStanding("rule", 100, 40, 0.31, 0.50, -35, 34)
    high = MatchStanding("exact", 100, 60, 0.502, 0.69, 35, 34)
    page = ladder_page([Rung("impact", low, high)])
    assert "| impact | exact | rule | 100 | 60.0% | 50.2% to 69.0% | yes |" in page


def test_a_rung_is_clear_only_without_overlap() -> None:
    low, high = (MatchStanding("x", 10, 5, *bounds, 0, 90) for bounds in ((0.3, 0.5), (0.5, 0.7)))
    assert not Rung("impact", low, high).is_clear


# --- others do what one process does, whoever dies: a Dask cluster on the loopback --------------


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
def workers(scheduler: str) -> Iterator[DaskWorkers]:
    made = DaskWorkers(scheduler)
    yield made
    made.close()


@pytest.mark.long
def test_a_match_ends_the_same_on_a_cluster(workers: DaskWorkers) -> None:
    told: list[int] = []
    standings = play_match(MATCH, progress=lambda done, total: told.append(done), workers=workers)
    assert standings == play_match(MATCH)
    assert told == [CHUNK, 2 * CHUNK, 3 * CHUNK, 4 * CHUNK]


@pytest.mark.long
def test_throws_are_the_same_on_a_cluster(workers: DaskWorkers, tmp_path: Path) -> None:
    wanted = cells()[:1]
    for folder, who in (("one", None), ("many", workers)):
        measure(tmp_path / folder, 50, wanted, workers=who, batch=10)
    one, many = (wanted[0].path(tmp_path / folder).read_text() for folder in ("one", "many"))
    assert one == many
    assert one.count("\n") == 5


@pytest.mark.long
def test_the_work_of_a_killed_worker_is_done_by_another(
    scheduler: str, workers: DaskWorkers
) -> None:
    with distributed.Client(scheduler, set_as_default=False) as client:
        pids = client.run(os.getpid)
    killed: list[int] = []

    def kill(done: int, total: int) -> None:
        if not killed:
            killed.append(next(iter(pids.values())))
            os.kill(killed[0], signal.SIGKILL)

    assert play_match(MATCH, progress=kill, workers=workers) == play_match(MATCH)
    assert killed


def test_processes_here_give_the_same_order() -> None:
    assert list(LocalWorkers(1).map(abs, [-1, 2, -3])) == [1, 2, 3]
    assert list(LocalWorkers(2).map(abs, [-1, 2, -3])) == [1, 2, 3]


def test_a_scheduler_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.batch_workers.CONNECT_SECONDS", 0.3)
    with pytest.raises(BadValue, match="no Dask scheduler answers"):
        DaskWorkers("tcp://127.0.0.1:1")


@pytest.mark.long
def test_other_versions_are_refused(scheduler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kessel.lab.batch_workers.__version__", "0.0.1")
    with pytest.raises(BadValue, match=r"not 0\.0\.1"):
        DaskWorkers(scheduler)
