"""Secrets fit the protocol, come from their key alone, and are kept only as hashes."""

import msgspec
import pytest

from kessel.hall.tokens import code_of, hashed, new_key, token_of
from kessel.messages.fields import Key, SeatToken, TableCode


def test_they_have_the_shape_the_protocol_asks_for() -> None:
    key = new_key()
    msgspec.convert(key, Key)
    msgspec.convert(token_of(key), SeatToken)
    msgspec.convert(code_of(key), TableCode)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(code_of(key), SeatToken)


def test_no_two_are_the_same() -> None:
    keys = [new_key() for _ in range(1000)]
    assert len(set(keys)) == 1000
    assert len({token_of(key, seat) for key in keys for seat in range(5)}) == 5000
    assert len({code_of(key) for key in keys}) == 1000


def test_neither_code_nor_token_nor_hash_says_what_it_was_made_from() -> None:
    key = new_key()
    token = token_of(key)
    assert key not in token
    assert hashed(token) == hashed(token) != hashed(token_of(new_key()))
    assert token not in hashed(token)
