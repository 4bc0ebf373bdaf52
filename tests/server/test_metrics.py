"""Counters and timers as Prometheus reads them, each server's its own."""

from kessel.server.metrics import Metrics


def lines(metrics: Metrics) -> list[str]:
    return metrics.text().decode().splitlines()


def test_what_is_counted_is_told() -> None:
    metrics = Metrics()
    metrics.tables.set(3)
    metrics.throws.inc()
    metrics.refused.labels("stale").inc(2)
    told = lines(metrics)
    assert "kessel_tables 3.0" in told
    assert "kessel_throws_total 1.0" in told
    assert 'kessel_refused_total{code="stale"} 2.0' in told


def test_times_fall_into_buckets() -> None:
    metrics = Metrics()
    metrics.write_seconds.observe(0.02)
    told = lines(metrics)
    assert 'kessel_write_seconds_bucket{le="0.01"} 0.0' in told
    assert 'kessel_write_seconds_bucket{le="0.025"} 1.0' in told
    assert "kessel_write_seconds_count 1.0" in told


def test_two_servers_in_one_process_do_not_share_a_count() -> None:
    one, other = Metrics(), Metrics()
    one.games.inc()
    assert "kessel_games_finished_total 0.0" in lines(other)
