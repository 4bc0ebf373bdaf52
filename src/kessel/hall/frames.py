"""Binary frames: a short header, then a trajectory as the physics packs it, or a long message."""

import struct
import zlib

from kessel.errors import ParseError

MAGIC = b"KF"
MESSAGE = b"KM"
VERSION = 1
RAW = -15
"""Deflate without a header, as `deflate-raw` is called in browsers."""
_HEADER = struct.Struct("<2sBBI")


def pack(throw: int, trajectory: bytes) -> bytes:
    """The frame of one throw."""
    return _HEADER.pack(MAGIC, VERSION, 0, throw) + trajectory


def unpack(frame: bytes) -> tuple[int, bytes]:
    """Number and trajectory of a frame."""
    return _read(frame, MAGIC)


def pack_message(text: bytes) -> bytes:
    """The frame of one message, as short as it gets: most of a long one is digits and signatures,
    in which short repetitions are not worth looking for."""
    packer = zlib.compressobj(9, wbits=RAW, strategy=zlib.Z_FILTERED)
    body = packer.compress(text) + packer.flush()
    return _HEADER.pack(MESSAGE, VERSION, 0, len(text)) + body


def unpack_message(frame: bytes) -> bytes:
    """The message of a frame; never more than the frame says itself."""
    length, body = _read(frame, MESSAGE)
    try:
        text = zlib.decompressobj(RAW).decompress(body, max(1, length))
    except zlib.error as error:
        raise ParseError(f"no packed message: {error}") from None
    if len(text) != length:
        raise ParseError(f"{len(text)} bytes of a message of {length}")
    return text


def _read(frame: bytes, magic: bytes) -> tuple[int, bytes]:
    if len(frame) < _HEADER.size or frame[:3] != magic + bytes((VERSION,)):
        raise ParseError(f"no frame of version {VERSION}: begins with {frame[:3].hex()}")
    return int(_HEADER.unpack_from(frame)[3]), frame[_HEADER.size :]
