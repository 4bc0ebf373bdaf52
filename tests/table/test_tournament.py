"""Rematches and the tournament of the rulebook."""

from typing import Any

from kessel.table import log
from kessel.table.notices import Scored


def play(driver: Any) -> None:
    driver.play_on()
    assert driver.table.state.stage == "over"


def test_a_rematch_begins_one_seat_on_with_a_new_chain(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb")
    play(driver)
    first = driver.table.state.play.started
    driver.do(driver.table.rematch)
    second = driver.table.state.play.started
    assert (first.first, second.first) == (0, 1)
    assert (first.number, second.number) == (1, 2)
    assert first.server != second.server


def test_a_tournament_has_as_many_games_as_players(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbbb", tournament=True)
    starters = []
    for _ in range(4):
        starters.append(driver.table.state.play.started.first)
        play(driver)
        if len(starters) < 4:
            assert driver.table.state.standing().winners is None
            driver.do(driver.table.rematch)
    standing = driver.table.state.standing()
    assert starters == [0, 1, 2, 3]
    assert standing.winners is not None
    fewest = min(standing.points.values())
    assert all(standing.points[name] == fewest for name in standing.winners)
    assert sum(isinstance(one, Scored) for one in driver.notices) == 4


def test_a_table_found_again_needs_only_its_last_game(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb", tournament=True)
    for _ in range(2):
        play(driver)
        driver.do(driver.table.rematch)
    play(driver)
    kept = log.without_old_games(driver.entries)
    assert len(kept) < len(driver.entries) / 2
    again = setting.again(driver.entries)
    assert again.table.state.standing() == driver.table.state.standing()
    assert again.table.state.play == driver.table.state.play
    assert again.table.state.state_number == driver.table.state.state_number
    assert again.table.state.chain == driver.table.state.chain


def test_after_a_tournament_the_next_one_begins(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb", tournament=True)
    play(driver)
    driver.do(driver.table.rematch)
    play(driver)
    assert driver.table.state.standing().winners is not None
    driver.do(driver.table.rematch)
    assert driver.table.state.series.counted == 0
    assert driver.table.state.standing().winners is None
    again = setting.again(driver.entries)
    assert again.table.state.standing() == driver.table.state.standing()
