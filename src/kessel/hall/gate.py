"""The gate of one connection: how large its messages may be, how often they may come and what they
may cost; and reading them.

Knows no table and answers nothing.
"""

import time

import msgspec

from kessel.errors import BadValue, ParseError, UnknownRequest
from kessel.hall.costs import BYTES_A_MESSAGE, ONE_MESSAGE
from kessel.hall.limits import FORGIVEN_SECONDS, Address, Bucket, Limits, TooBig, TooFast
from kessel.messages import client
from kessel.messages.fields import Ref


class RateLimiter:
    """Remaining quota of a connection and its address."""

    def __init__(self, limits: Limits, address: Address) -> None:
        self._limits, self._address = limits, address
        now, strikes = time.monotonic(), limits.strikes
        self.messages = Bucket.full(limits.messages_per_second, now)
        self._strikes = Bucket.full(strikes / FORGIVEN_SECONDS, now, strikes)
        self._reactions = Bucket.full(limits.reactions_per_second, now)
        self.is_shut = False
        """Whether too much was refused: the next refusal is the last word."""

    def admitted(self, data: bytes | str) -> str:
        """The text of a frame that is not too large and comes not too soon."""
        size = len(data) if isinstance(data, bytes) else len(data.encode())
        if size > self._limits.message_bytes:
            raise TooBig(f"a message has at most {self._limits.message_bytes} bytes")
        self.charge(ONE_MESSAGE + size / BYTES_A_MESSAGE)
        if isinstance(data, bytes):
            self._strike()
            raise ParseError("messages are text; binary frames come only from the server")
        return data

    def charge(self, cost: float) -> None:
        """Count what something makes the server do; refuse it where that is too much."""
        now = time.monotonic()
        if not self.messages.take(now, cost) or not self._address.messages.take(now, cost):
            self._strike()
            raise TooFast(f"at most {self._limits.messages_per_second:g} messages a second")

    def _strike(self) -> None:
        if not self._strikes.take(time.monotonic()):
            self.is_shut = True

    def pay_for_reading(self) -> None:
        """A table is read from the store."""
        if not self._address.readings.take(time.monotonic()):
            raise TooFast("too many tables read from the store for one address; wait a minute")

    def pay_for_throw(self) -> None:
        """Dice are thrown outside of a game."""
        if not self._address.throws.take(time.monotonic()):
            raise TooFast("too many throws of the day from one address; wait a minute")

    def pay_for_table(self) -> None:
        """A table is made."""
        if not self._address.tables.take(time.monotonic()):
            raise TooFast("too many new tables from one address; wait a minute")

    def pay_for_reaction(self) -> None:
        """Somebody reacts."""
        if not self._reactions.take(time.monotonic()):
            raise TooFast(f"at most {self._limits.reactions_per_second:g} reactions a second")


class _Numbered(msgspec.Struct):
    ref: Ref | None = None


_numbered = msgspec.json.Decoder(_Numbered).decode


def ref_of(data: bytes | str) -> int | None:
    """The number of a message that is not looked at any further: whoever sent it waits for it."""
    try:
        return _numbered(data).ref
    except (msgspec.DecodeError, RecursionError):
        return None


def decoded(data: str) -> client.ClientMessage:
    """The message of a frame; raises where it is none."""
    try:
        message: client.ClientMessage = client.decode_client(data)
        return message
    except msgspec.ValidationError as error:
        if "`$.type`" in str(error) or "field `type`" in str(error):
            told = f'a message has a `type` that names a request, such as "hello": {error}'
            raise UnknownRequest(told) from None
        raise BadValue(str(error)) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise ParseError(str(error)) from None
