"""Binary frames: a short header, then the trajectory as the physics packs it."""

import struct

from kessel.errors import ParseError

MAGIC = b"KF"
VERSION = 1
_HEADER = struct.Struct("<2sBBI")


def pack(throw: int, trajectory: bytes) -> bytes:
    """The frame of one throw."""
    return _HEADER.pack(MAGIC, VERSION, 0, throw) + trajectory


def unpack(frame: bytes) -> tuple[int, bytes]:
    """Number and trajectory of a frame."""
    if len(frame) < _HEADER.size or frame[:3] != MAGIC + bytes((VERSION,)):
        raise ParseError(f"no frame of version {VERSION}: begins with {frame[:3].hex()}")
    return int(_HEADER.unpack_from(frame)[3]), frame[_HEADER.size :]
