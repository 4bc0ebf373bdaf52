"""Every error that Kessel raises on purpose, each kind with the code it has on the wire.

The message says what was given, where the game stood and what would have been accepted. It is
English with {names} to fill in, so that it can be said in another language, too.
"""

import re

_FIELD = re.compile(r"\{(\w+)\}")


class KesselError(Exception):
    """Something was asked that cannot be done; `code` names the kind for programs.

    >>> str(KesselError("there is no seat {seat}", seat="F"))
    'there is no seat F'
    """

    code = "error"

    def __init__(self, message: str, **params: object) -> None:
        self.message = message
        """The message before anything is filled in."""
        self.params = params
        super().__init__(_FIELD.sub(lambda found: str(params.get(found[1], found[0])), message))


class Phrase(str):
    """A part of a message that is said in the reader's language, unlike what somebody typed."""

    __slots__ = ()


class OneOf(tuple[str, ...]):
    """Alternatives in a message: a or b."""

    __slots__ = ()

    def __str__(self) -> str:
        return " or ".join(self)


class ParseError(KesselError):
    """A text that does not read as what it should be."""

    code = "parse"


class UnknownRequest(KesselError):
    """A request of a kind that does not exist."""

    code = "unknown_request"


class UnknownEdition(KesselError):
    """An edition (or language preset) that does not exist."""

    code = "unknown_edition"


class UnknownOption(KesselError):
    """An option that does not exist, or not in this edition."""

    code = "unknown_option"


class BadValue(KesselError):
    """A value of the wrong kind or out of its range."""

    code = "bad_value"


class NoGame(KesselError):
    """Something that needs a running game was asked before there was one."""

    code = "no_game"


class NotAwaited(KesselError):
    """A move of a kind that the game does not wait for now."""

    code = "not_awaited"


class IllegalMove(KesselError):
    """A move of the awaited kind, but against the rules."""

    code = "illegal"


class DiceDoNotAddUp(KesselError):
    """Dice before and after a throw differ in number."""

    code = "dice_do_not_add_up"
