"""Buckets hold what they say, and addresses are not remembered for ever."""

import pytest

from kessel.hall.limits import Addresses, Bucket, Limits, fresh_address


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket.full(rate=10.0, now=0.0)
    assert sum(bucket.take(0.0) for _ in range(100)) == 40
    assert not bucket.take(0.05)
    assert bucket.take(0.15)
    assert sum(bucket.take(1000.0) for _ in range(100)) == 40


@pytest.mark.parametrize("known", [3, 10_005])
def test_addresses_are_forgotten_when_there_are_too_many(known: int) -> None:
    addresses = Addresses(lambda: fresh_address(Limits(), 0.0))
    busy = addresses.find("busy")
    busy.connections = 1
    for number in range(known):
        addresses.find(f"10.0.{number}")
    assert addresses.find("busy") is busy


def test_a_bucket_knows_what_was_taken_from_it_here() -> None:
    bucket = Bucket.full(10.0, now=0.0)
    assert bucket.take(0.0, 3.0)
    assert not bucket.take(0.0, 100.0)
    bucket.owe(0.0, 20.0)
    assert bucket.settle() == 3.0
    assert bucket.settle() == 0.0


def test_all_addresses_can_be_looked_through() -> None:
    addresses = Addresses(lambda: fresh_address(Limits(), 0.0))
    one = addresses.find("192.0.2.7")
    assert list(addresses.known()) == [("192.0.2.7", one)]
