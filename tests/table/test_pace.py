"""Bots take a time between the shortest and the longest, drawn from the chance they are given."""

from random import Random

from kessel.table import NO_WAITING, Pace


def test_bots_think_and_tap_within_their_bounds() -> None:
    pace = Pace(think=(1.0, 2.0), race_bot_tap=(0.2, 0.4))
    thinking = [pace.thinking_time(Random(n)) for n in range(50)]
    tapping = [pace.tapping_time(Random(n)) for n in range(50)]
    assert 1.0 <= min(thinking) < 1.2 < 1.8 < max(thinking) <= 2.0
    assert 0.2 <= min(tapping) < 0.24 < 0.36 < max(tapping) <= 0.4
    assert pace.thinking_time(Random(3)) == pace.thinking_time(Random(3))


def test_nobody_waits_where_nobody_watches() -> None:
    assert NO_WAITING.thinking_time(Random(1)) == 0.0
    assert NO_WAITING.race_countdown == 0.0
