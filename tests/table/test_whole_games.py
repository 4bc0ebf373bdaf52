"""Whole games of every edition, and tables that are lost and found again at every moment."""

from typing import Any

import pytest

from kessel.proof.record_codec import record_of
from kessel.proof.verify import verify
from kessel.rules.edition import EDITIONS
from kessel.rules.faces import count_dice
from kessel.table import log
from kessel.table.dice import dice_named
from kessel.table.feed import feed
from kessel.table.play import begin
from kessel.throws.at_rest import arena_of, dice_in

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
    outcome = driver.table.throw(0, driver.table.state.state_number, "1", {}, 0.0)
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
