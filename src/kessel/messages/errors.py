"""What a refusal says: its code, and how much of its message."""

from collections.abc import Mapping
from types import MappingProxyType

from kessel.errors import KesselError

MESSAGE_SHOWN = 300
"""Characters of an error's message that are sent: it may quote what was given."""


class WrongProtocol(KesselError):
    """A page and whom it asks are of different versions."""

    code = "protocol"


ERROR_CODES: Mapping[str, str] = MappingProxyType(
    {
        "parse": "the message cannot be read",
        "unknown_request": "there is no such type",
        "unknown_edition": "in `create`",
        "unknown_option": "in `create`",
        "bad_value": "a field is out of its range",
        "no_game": "no game runs",
        "not_awaited": "the game waits for something else",
        "illegal": "against the rules",
        "dice_do_not_add_up": "these dice cannot be",
        "protocol": "another version of the protocol",
        "hello_first": "no `hello` yet",
        "no_table": "no table of that code",
        "not_attending": "this connection sits at no table",
        "wrong_seat": "not your seat",
        "bad_token": "not this seat's token",
        "seat_taken": "somebody sits there",
        "not_host": "only the host may",
        "stale": "answers an older state",
        "too_fast": "too many messages",
        "too_big": "too large a message",
        "too_many_tries": "too many wrong codes of four letters",
        "full": "no room for more tables, watchers or codes",
        "damaged": "what was kept of the table or throw is not what was written; it cannot be had",
        "not_saved": "the database did not keep or show what was asked; the connection closes",
        "disk_full": "the same, since the disk is full",
        "wrong_link": "a link that was not asked for",
        "wrong_sign": "a signature that is missing, or does not fit what it should be made for",
        "internal": "our fault; nothing was lost",
    }
)
"""Every `error.code` a page can meet, and what it means."""
