"""Secrets fit the protocol, differ, and are kept only as hashes."""

import msgspec
import pytest

from kessel.hall.messages.fields import SeatToken, TableCode
from kessel.hall.tokens import hashed, new_code, new_token


def test_they_have_the_shape_the_protocol_asks_for() -> None:
    msgspec.convert(new_token(), SeatToken)
    msgspec.convert(new_code(), TableCode)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(new_code(), SeatToken)


def test_no_two_are_the_same() -> None:
    assert len({new_token() for _ in range(1000)}) == 1000
    assert len({new_code() for _ in range(1000)}) == 1000


def test_a_hash_says_nothing_of_its_token() -> None:
    token = new_token()
    assert hashed(token) == hashed(token) != hashed(new_token())
    assert token not in hashed(token)
