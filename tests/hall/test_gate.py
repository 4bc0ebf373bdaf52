"""The gate of a connection: sizes, rates and prices, and reading what comes."""

import time

import pytest

from kessel.errors import BadValue, ParseError, UnknownRequest
from kessel.hall.gate import Gate, decoded, ref_of
from kessel.hall.limits import Limits, TooBig, TooFast, fresh_address
from kessel.messages import client

FEW = Limits(message_bytes=100, messages_per_second=1, strikes=2, address_throws=2)


def gate(limits: Limits = FEW) -> Gate:
    return Gate(limits, fresh_address(limits, time.monotonic()))


def test_a_message_may_be_so_large_and_no_larger() -> None:
    assert gate().admitted("x" * 100) == "x" * 100
    with pytest.raises(TooBig, match="at most 100 bytes"):
        gate().admitted("x" * 101)
    with pytest.raises(TooBig):
        gate().admitted("ä" * 51)  # bytes are counted, not letters


def test_a_frame_of_bytes_is_refused() -> None:
    with pytest.raises(ParseError, match="messages are text"):
        gate().admitted(b"{}")


def test_whoever_goes_on_too_fast_is_shut_out() -> None:
    one = gate()
    refused = 0
    while not one.is_shut:
        try:
            one.admitted("{}")
        except TooFast:
            refused += 1
        assert refused < 20
    assert refused == FEW.strikes + 1


def test_throws_outside_of_a_game_have_a_price() -> None:
    one = gate()
    one.pay_for_throw()
    one.pay_for_throw()
    with pytest.raises(TooFast, match="throws of the day"):
        one.pay_for_throw()


def test_the_number_of_a_message_is_read_whatever_else_it_is() -> None:
    assert ref_of('{"type": "nonsense", "ref": 7}') == 7
    assert ref_of(b'{"ref": 8}') == 8
    assert ref_of("{}") is None
    assert ref_of("[[[") is None


def test_messages_are_read_or_refused_by_what_is_wrong() -> None:
    assert isinstance(decoded('{"type": "ping"}'), client.Ping)
    with pytest.raises(UnknownRequest, match="names a request"):
        decoded('{"type": "nonsense"}')
    with pytest.raises(BadValue):
        decoded('{"type": "ping", "ref": "seven"}')
    with pytest.raises(ParseError):
        decoded("{")
