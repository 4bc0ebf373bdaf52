"""What a message makes the server do, counted in plain messages.

Whoever asks for work pays for it out of the same bucket that messages are counted by.
"""

from collections.abc import Mapping

from kessel.messages import client
from kessel.messages.server import LINES_A_PAGE

ONE_MESSAGE = 1.0
BYTES_A_MESSAGE = 8192
"""Bytes that cost as much to read as a plain message to answer."""
REFEREE_REQUESTS = 20
"""Requests of a kept game that the referee goes through in the time of a plain message."""

LINES_A_MESSAGE = 20
"""Lines of a transcript that are read, packed and sent in the time of a plain message: about
8 kB."""

_FURTHER: Mapping[type, float] = {
    client.LookIntoLobby: 1.0,
    client.CreateTable: 4.0,
    client.JoinTable: 4.0,
    client.ResumeTable: 4.0,
    client.WatchTable: 4.0,
    client.AskStanding: 4.0,
    client.SeekGame: 4.0,
    client.Wear: 2.0,
    client.Rename: 2.0,
    client.StartGame: 2.0,
    client.ThrowAgain: 8.0,
    client.Rematch: 2.0,
    client.AskOdds: 4.0,
    client.AskAdvice: 8.0,
    client.TossDie: 4.0,
    client.AskDaily: 8.0,
    client.AskBest: 1.0,
    client.PostDaily: 12.0,
}
"""A view of all tables, a log read and gone through, a look kept, a game begun, chances worked out,
a second of a bot's thought, a throw outside of a game."""


def lines_cost(count: int, tightly: bool = False) -> float:
    """What the answer costs that sends so much of a transcript, if that fits in one; packing it
    tightly takes as long again."""
    return (1 + tightly) * min(LINES_A_PAGE, max(0, count)) / LINES_A_MESSAGE


def further_cost(message: client.ClientMessage) -> float:
    """What answering it costs, besides that it came."""
    if isinstance(message, client.OpenReferee):
        return len(message.requests) / REFEREE_REQUESTS
    return _FURTHER.get(type(message), 0.0)
