"""Binary frames read back, and what is none is refused."""

import pytest

from kessel.errors import ParseError
from kessel.hall.frames import pack, pack_message, unpack, unpack_message


def test_frames_read_back() -> None:
    assert unpack(pack(7, b"abc")) == (7, b"abc")
    assert unpack(pack(0, b"")) == (0, b"")


@pytest.mark.parametrize("frame", [b"", b"KF\x01\x00", b"KF\x02" + bytes(9), b"XX\x01" + bytes(9)])
def test_what_is_no_frame_is_refused(frame: bytes) -> None:
    with pytest.raises(ParseError, match="no frame of version 1"):
        unpack(frame)


def test_messages_read_back_and_are_short() -> None:
    text = b'{"type":"lines","lines":[' + b'"the same again",' * 500 + b'""]}'
    assert unpack_message(pack_message(text)) == text
    assert len(pack_message(text)) < len(text) / 20
    assert unpack_message(pack_message(b"")) == b""


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        (pack(1, b"abc"), "no frame of version 1"),
        (pack_message(b"x" * 1000)[:-3], "bytes of a message of 1000"),
        (pack_message(b"x" * 1000)[:8] + b"\xff" * 20, "no packed message"),
        (pack_message(b"x" * 4)[:8] + pack_message(b"x" * 10**6)[8:], None),
    ],
)
def test_a_message_is_never_longer_than_its_frame_says(frame: bytes, why: str | None) -> None:
    if why is None:
        assert unpack_message(frame) == b"xxxx"
    else:
        with pytest.raises(ParseError, match=why):
            unpack_message(frame)
