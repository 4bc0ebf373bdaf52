"""All chance of one throw, from the links that server and devices show for it; and a bot's own."""

import hashlib
import hmac
from collections.abc import Iterable

from kessel.fairness.chain import checked_link
from kessel.fairness.transcript import Transcript

_THROW = b"kessel throw 1\n"
_BOT = b"kessel bot 1\n"


def throw_seed(
    server: bytes,
    table: str,
    number: int,
    attempt: int,
    transcript: Transcript,
    devices: Iterable[bytes],
) -> bytes:
    """The seed of a throw: HMAC, keyed with the server's link, of the throw's place, all that
    came before with the casts in it, and the devices' links in the order that was fixed."""
    name = table.encode()
    message = [_THROW, len(name).to_bytes(2, "big"), name]
    message += [number.to_bytes(4, "big"), attempt.to_bytes(4, "big"), transcript.digest]
    message += map(checked_link, devices)
    return hmac.digest(checked_link(server), b"".join(message), "sha256")


def bot_seed(transcript: Transcript, player: int) -> bytes:
    """The chance of a bot that plays for a player now: no secret, and nobody's choice."""
    return hashlib.sha256(_BOT + transcript.digest + bytes((player,))).digest()
