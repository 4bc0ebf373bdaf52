"""Binary frames read back, and what is none is refused."""

import pytest

from kessel.errors import ParseError
from kessel.hall.frames import pack, unpack


def test_frames_read_back() -> None:
    assert unpack(pack(7, b"abc")) == (7, b"abc")
    assert unpack(pack(0, b"")) == (0, b"")


@pytest.mark.parametrize("frame", [b"", b"KF\x01\x00", b"KF\x02" + bytes(9), b"XX\x01" + bytes(9)])
def test_what_is_no_frame_is_refused(frame: bytes) -> None:
    with pytest.raises(ParseError, match="no frame of version 1"):
        unpack(frame)
