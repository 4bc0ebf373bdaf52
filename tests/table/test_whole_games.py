"""Whole games, and tournaments of them."""

from typing import Any

import pytest

from kessel.proof.record_codec import record_of
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS
from kessel.rules.faces import count_dice
from kessel.table import log
from kessel.table.dice import dice_named
from kessel.table.feed import feed
from kessel.table.notices import Scored
from kessel.table.play import begin
from kessel.table.state import without_old_games
from kessel.throws.at_rest import arena_of, dice_in

# --- Games of every edition, and tables that are lost and found again at every moment -------------

ALL = tuple(EDITIONS)


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_bots_play_every_edition_to_its_end(setting: Any, edition: str, players: int) -> None:
    driver = setting.table(edition, "b" * players)
    driver.play_on()
    table = driver.table
    assert table.state.stage == "over"
    assert table.state.play.state.winners or table.state.play.state.options.double_ko == "replay"
    assert verify(record_of(table.state.history).text(), dice_named).exact


@pytest.mark.parametrize("edition", ALL)
def test_dice_are_followed_through_every_step(setting: Any, edition: str) -> None:
    driver = setting.table(edition, "bbbb")
    driver.play_on()
    history = driver.table.state.history
    play = begin(history[0])
    for entry in history[1:]:
        play = feed(play, entry).play
        assert arena_of(play.at_rest) == play.state.arena
        dice = [die.die for die in dice_in(play.at_rest)]
        assert len(set(dice)) == len(dice) == count_dice(play.state.arena)
        assert not set(dice) & set(play.pool)
        total = play.state.total_dice()
        assert total == play.edition.dice or play.state.phase.value.startswith("start")


@pytest.mark.parametrize("edition", ["strike-2012", "strike-2020", "harry-potter"])
def test_a_table_lost_at_any_entry_plays_the_same_game(setting: Any, edition: str) -> None:
    """Chance comes from the seed and the transcript alone, so every restart goes the same way."""
    driver = setting.table(edition, "bbb")
    driver.play_on()
    entries = driver.entries
    begun = next(n for n, e in enumerate(entries) if isinstance(e, log.GameStarted))
    for kept in range(begun + 1, len(entries) + 1, 17):
        again = setting.again(entries[:kept])
        again.play_on()
        assert entries[:kept] + again.entries == entries


@pytest.mark.parametrize("edition", ["impact-power", "impact-avatar"])
def test_a_table_lost_at_any_entry_stands_where_it_stood(setting: Any, edition: str) -> None:
    driver = setting.table(edition, "bbb")
    driver.play_on()
    for kept in range(3, len(driver.entries) + 1, 13):
        one, other = setting.again(driver.entries[:kept]), setting.again(driver.entries[:kept])
        assert one.table.state.play == other.table.state.play
        assert one.table.state.state_number == other.table.state.state_number
        one.play_on()
        assert one.table.state.stage == "over"


def test_a_throw_under_way_is_thrown_again_with_the_same_seed(setting: Any) -> None:
    driver = setting.table("strike-2020", "pb")
    outcome = driver.table.acts.throw(0, driver.table.state.state_number, "1", {}, 0.0)
    (job,) = outcome.jobs
    again = setting.again([*driver.entries, *outcome.entries])
    landed = next(e for e in again.entries if isinstance(e, log.DiceLanded))
    driver.take(outcome)
    assert landed == next(e for e in driver.entries if isinstance(e, log.DiceLanded))
    assert job.throw == landed.throw == 0


def test_two_tables_never_share_their_dice(setting: Any) -> None:
    one, other = setting.table("strike-2020"), setting.table("strike-2020")
    one.play_on()
    other.play_on()
    assert one.table.state.chain != other.table.state.chain
    assert one.table.state.history[5:] != other.table.state.history[5:]


# --- Rematches and the tournament of the rulebook -------------------------------------------------
def play(driver: Any) -> None:
    driver.play_on()
    assert driver.table.state.stage == "over"


def test_a_rematch_begins_one_seat_on_with_a_new_chain(setting: Any) -> None:
    driver = setting.table("strike-2020", "bbb")
    play(driver)
    first = driver.table.state.play.started
    driver.do(driver.table.seating.rematch)
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
            driver.do(driver.table.seating.rematch)
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
        driver.do(driver.table.seating.rematch)
    play(driver)
    kept = without_old_games(driver.entries)
    assert len(kept) < len(driver.entries) / 2
    again = setting.again(driver.entries)
    assert again.table.state.standing() == driver.table.state.standing()
    assert again.table.state.play == driver.table.state.play
    assert again.table.state.state_number == driver.table.state.state_number
    assert again.table.state.chain == driver.table.state.chain


def test_after_a_tournament_the_next_one_begins(setting: Any) -> None:
    driver = setting.table("strike-2020", "bb", tournament=True)
    play(driver)
    driver.do(driver.table.seating.rematch)
    play(driver)
    assert driver.table.state.standing().winners is not None
    driver.do(driver.table.seating.rematch)
    assert driver.table.state.series.counted == 0
    assert driver.table.state.standing().winners is None
    again = setting.again(driver.entries)
    assert again.table.state.standing() == driver.table.state.standing()
