"""What happened in a step, event by event."""

from typing import Literal, NewType, TypeAlias

from msgspec import Struct

ReasonKey = NewType("ReasonKey", str)
NoteKey = NewType("NoteKey", str)


class NoteView(Struct, frozen=True, kw_only=True):
    """An effect that did not come about, or a rule that surprises; `reason` says why."""

    reason: NoteKey
    faces: list[str]
    rules: list[str]


class Happening(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every event has: why it happened, with the numbers of the rules behind it."""

    reason: ReasonKey
    rules: list[str]
    notes: list[NoteView]


class StartAgainEvent(Happening, frozen=True, tag="start_again"):
    """The thrown start die showed the null face or left the arena."""


class StartedEvent(Happening, frozen=True, tag="start"):
    """The start die lies; the elements now active."""

    face: str
    elements: list[str]


class CockedEvent(Happening, frozen=True, tag="cocked"):
    """Dice that had to be settled."""

    count: int


class WentOutEvent(Happening, frozen=True, tag="out"):
    """Dice that left the arena."""

    count: int
    dice: list[int]


class NullRemovedEvent(Happening, frozen=True, tag="x"):
    """Dice that showed the null face and are gone for good."""

    count: int
    dice: list[int]


class LockedEvent(Happening, frozen=True, tag="lock"):
    """A matched face that stays."""

    face: str
    count: int
    dice: list[int]


class ExtraCalledEvent(Happening, frozen=True, tag="extra"):
    """Who must throw along."""

    players: list[int]


class ColumnWonEvent(Happening, frozen=True, tag="column"):
    """Who built the column of fire first."""

    winner: int


class PilesDissolvedEvent(Happening, frozen=True, tag="dissolve"):
    """Boulder piles became loose dice."""


class CollectedEvent(Happening, frozen=True, tag="collect"):
    """The sets that were taken, all at once."""

    player: int
    faces: dict[str, int]
    dice: list[int]


class SuppressedEvent(Happening, frozen=True, tag="suppressed"):
    """Spells that were collected without effect."""

    faces: list[str]


class AccioTakenEvent(Happening, frozen=True, tag="accio"):
    """The further die of an Accio, or none."""

    player: int
    face: str | None
    dice: list[int]


class TowerStackedEvent(Happening, frozen=True, tag="stack"):
    """What was left was stacked, bottom to top."""

    tower: list[str]
    dice: list[int]


class ReversedEvent(Happening, frozen=True, tag="reverse"):
    """The order of play turned round."""

    dir: Literal[1, -1]


class PileMadeEvent(Happening, frozen=True, tag="pile"):
    """Collected stones became a boulder pile."""

    player: int
    count: int


class PassedLeftEvent(Happening, frozen=True, tag="pass_left"):
    """Everybody passed the whole supply to the left neighbour."""


class MayGoOnEvent(Happening, frozen=True, tag="choice"):
    """The active player may throw on or end."""

    player: int


class TurnEndedEvent(Happening, frozen=True, tag="end"):
    """The active player's turn is over."""

    player: int


class NoDiceEvent(Happening, frozen=True, tag="no_dice"):
    """A player's turn came with nothing to throw."""

    player: int


class EliminatedEvent(Happening, frozen=True, tag="elim"):
    """A player is out of the game, with that many points."""

    player: int
    points: int


class NextTurnEvent(Happening, frozen=True, tag="next"):
    """Whose turn begins, and whether with one unit or all dice."""

    player: int
    throw: Literal["one", "all"]


class GameOverEvent(Happening, frozen=True, tag="over"):
    """Who won; nobody if the game is to be played again."""

    winners: list[int]


EventView: TypeAlias = (
    StartAgainEvent
    | StartedEvent
    | CockedEvent
    | WentOutEvent
    | NullRemovedEvent
    | LockedEvent
    | ExtraCalledEvent
    | ColumnWonEvent
    | PilesDissolvedEvent
    | CollectedEvent
    | SuppressedEvent
    | AccioTakenEvent
    | TowerStackedEvent
    | ReversedEvent
    | PileMadeEvent
    | PassedLeftEvent
    | MayGoOnEvent
    | TurnEndedEvent
    | NoDiceEvent
    | EliminatedEvent
    | NextTurnEvent
    | GameOverEvent
)
