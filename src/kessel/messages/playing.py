"""What a page says to the game it plays: answers, and its device's part in the chance."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from kessel.messages.fields import (
    MAX_DICE,
    AimFields,
    DieId,
    Link,
    PushedDie,
    SeatNumber,
    Sign,
    StateNumber,
    UnitName,
)
from kessel.messages.request import Request

MAX_MOVE = 400
"""Letters of a move: a tower of all dice, with room to spare."""


class Action(Request, frozen=True):
    """What every answer to the game has: for which seat, and which state it answers."""

    seat: SeatNumber
    state: StateNumber


class ThrowDice(Action, frozen=True, tag="throw"):
    """Throw: the starting die, your throw, or your part of a simultaneous throw."""

    unit: UnitName
    aim: AimFields
    sign: Sign | None = None
    """Of the cast as it goes into the transcript, with its aim within a hand's reach."""


class AnswerGame(Action, frozen=True, tag="answer"):
    """Decide something other than to throw: place the starting die, stop, take sets, a extra die
    or none, or stack a tower. The move is written as in records (`end`, `collect 4 5`)."""

    move: Annotated[str, Meta(min_length=1, max_length=MAX_MOVE)]
    dice: Annotated[list[DieId], Meta(max_length=MAX_DICE)] = []
    """The dice that the move means where it names only faces, in its order; if left out, any such
    dice."""
    sign: Sign | None = None
    """Of the move in its text form with all dice it means."""


class KeepPiles(Action, frozen=True, tag="keep"):
    """Which boulder piles to build up again after a column of fire
    (`piles_after_column=owner_choice`), said before or during the race."""

    piles: Annotated[list[Annotated[int, Meta(ge=0, le=MAX_DICE)]], Meta(max_length=MAX_DICE)]


class Tap(Action, frozen=True, tag="tap"):
    """Dice (or whole piles) stacked in this heat of the race, counted on the device: a message
    that is late or lost costs nobody a tap."""

    done: Annotated[int, Meta(ge=1, le=MAX_DICE)]


class PushDice(Action, frozen=True, tag="push"):
    """Push lying dice about before your own throw; where all must agree, they are asked."""

    dice: Annotated[list[PushedDie], Meta(min_length=1, max_length=MAX_DICE)]
    sign: Sign | None = None


class AnswerPush(Action, frozen=True, tag="agree"):
    """Yes or no to the push that is asked for; `dice` are those of `game.push`, so that nobody
    agrees to a push that was not shown to them."""

    agree: bool
    dice: Annotated[list[PushedDie], Meta(min_length=1, max_length=MAX_DICE)]
    sign: Sign | None = None
    """Of whoever agrees."""


class OfferChain(Request, frozen=True, tag="offer"):
    """This device has a fresh chain (docs/reference/proof.md): it takes part from the next game
    on, or, signed, from the next throw. The tip of the chain it takes part with already changes
    nothing."""

    tip: Link
    sign: Sign | None = None


class GoAway(Request, frozen=True, tag="away"):
    """This device shows no more links of its chain (the page is hidden, the person leaves): throws
    are made without it until it offers another. Said before a throw is fixed, it biases nothing."""

    sign: Sign | None = None


class ShowLink(Request, frozen=True, tag="link"):
    """This device's link for a throw that is fixed. For one that is over it is ignored, and for
    another game as well: a line may be slow enough to bring it after the next one has begun."""

    throw: Annotated[int, Meta(ge=0, le=100_000)]
    attempt: Annotated[int, Meta(ge=0, le=100_000)]
    link: Link
    sign: Sign | None = None
    """Of the link and the transcript after its `fixed` line."""
    game: str = ""
    """Without it, the game that is played."""


class AskLines(Request, frozen=True, tag="lines"):
    """The lines of the game's transcript from `first` on; answered by `lines`: by the first 200 of
    them if there are more, so ask again behind those. With `packed` a long answer comes as a
    binary frame, a third as long, and [without links that follow from
    others](proof.md#compressed-transcripts)."""

    first: Annotated[int, Meta(ge=0, le=1_000_000)]
    packed: bool = False


GameAction: TypeAlias = ThrowDice | AnswerGame | KeepPiles | Tap | PushDice | AnswerPush
"""Answers to what the game waits for."""
