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
    """A text that does not read as what it should be.

    >>> from kessel import read_move
    >>> read_move("throw everything")
    Traceback (most recent call last):
        ...
    kessel.errors.ParseError: 'everything' cannot be thrown; it is 1 or all or pile:k or die:k
    """

    code = "parse"


class UnknownRequest(KesselError):
    """A request of a kind that does not exist.

    >>> from kessel import Referee
    >>> Referee().handle({"dance": True})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kessel.errors.UnknownRequest: a request names exactly one of new position start_die throw ...
    """

    code = "unknown_request"


class UnknownEdition(KesselError):
    """An edition (or language preset) that does not exist.

    >>> from kessel import Game
    >>> Game("strike-2021")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kessel.errors.UnknownEdition: there is no edition 'strike-2021'; did you mean ...
    """

    code = "unknown_edition"


class UnknownOption(KesselError):
    """An option that does not exist, or not in this edition.

    >>> from kessel import Game
    >>> Game("strike-2020", options="colour:red")
    Traceback (most recent call last):
        ...
    kessel.errors.UnknownOption: there is no option 'colour'; did you mean column_tie?
    """

    code = "unknown_option"


class BadValue(KesselError):
    """A value of the wrong kind or out of its range.

    >>> from kessel import Game
    >>> Game("strike-2020", players=9)
    Traceback (most recent call last):
        ...
    kessel.errors.BadValue: strike-2020 is for 2 to 5 players, not 9
    """

    code = "bad_value"


class NoGame(KesselError):
    """Something that needs a running game was asked before there was one.

    >>> from kessel import Referee
    >>> Referee().handle({"end": True})
    Traceback (most recent call last):
        ...
    kessel.errors.NoGame: there is no game yet; begin one with {"new": …} or {"position": …}
    """

    code = "no_game"


class NotAwaited(KesselError):
    """A move of a kind that the game does not wait for now.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=2,3 arena=2,5", "start 4")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kessel.errors.NotAwaited: the game waits for the throw that every turn begins with, not ...
    """

    code = "not_awaited"


class IllegalMove(KesselError):
    """A move of the awaited kind, but against the rules.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=2,3 arena=2,5", "throw all: 2 5 6 6")
    Traceback (most recent call last):
        ...
    kessel.errors.IllegalMove: you throw all your dice only into an empty arena; here you throw 1
    """

    code = "illegal"


class DiceDoNotAddUp(KesselError):
    """Dice before and after a throw differ in number.

    >>> from kessel import apply
    >>> apply("strike-2020 hands=2,3 arena=2,5", "throw 1: 2 5")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    kessel.errors.DiceDoNotAddUp: there before: 2; thrown: 1; so 3 must lie there or be out, ...
    """

    code = "dice_do_not_add_up"
