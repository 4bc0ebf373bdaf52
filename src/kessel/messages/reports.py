"""What is asked for over HTTP: editions, replays, reviews."""

from typing import Any, Literal

from msgspec import Struct

from kessel.messages.server import StepMade
from kessel.messages.views import ActionView, GameView, ThrowCast


class OptionView(Struct, frozen=True, kw_only=True):
    """An option of an edition: its values (default first)."""

    name: str
    values: list[str | bool]
    in_no_booklet: list[str | bool]
    """Those that no booklet of the edition has: house rules."""


class PresetView(Struct, frozen=True, kw_only=True):
    """The booklet of one language: what it sets differently, and what it leaves no choice in."""

    values: dict[str, str | bool]
    fixed: list[str]


class EditionView(Struct, frozen=True, kw_only=True):
    """An edition as the page needs it to offer a table (HTTP `/api/editions`)."""

    id: str
    family: str
    """Editions of one family share their look and their words."""
    faces: list[str]
    dice: int
    hands: dict[str, int]
    languages: list[str]
    elements: list[str]
    """Elements that may be agreed on; empty where there is nothing to agree."""
    effects: dict[str, str]
    options: list[OptionView]
    presets: dict[str, PresetView]
    """By language."""
    arena: dict[str, Any]
    """Geometry, die, aim ranges, named strengths: see docs/reference/trajectory.md."""


class ReplayThrow(Struct, frozen=True, kw_only=True):
    """A throw of a replay; its trajectory is at `/api/games/{game}/throws/{throw}`."""

    throw: int
    casts: list[ThrowCast]
    bytes: int


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One step of a replay, as it was sent when it happened."""

    thrown: ReplayThrow | None
    step: StepMade


class LookView(Struct, frozen=True, kw_only=True):
    """What the dice and the mat of a seat looked like; empty if plain."""

    finish: str
    mat: str


class Replay(Struct, frozen=True, kw_only=True):
    """A whole game to look at (HTTP `/api/games/{game}`); its record is at `…/record`."""

    game: str
    edition: str
    options: dict[str, str | bool]
    elements: list[str] | None
    names: list[str]
    looks: list[LookView]
    """By seat, as at the end of the game."""
    start: GameView
    steps: list[ReplayStep]


class Misstep(Struct, frozen=True, kw_only=True):
    """A choice that gave something away."""

    seat: int
    step: int
    """Its step in the replay, counted from 0."""
    throw: int | None
    """The throw it was, or the last one before a stop."""
    chosen: ActionView
    better: ActionView
    cost: float
    """What it gave away of the chance to win."""


class TurningPoint(Struct, frozen=True, kw_only=True):
    """The throw by which luck turned the game most."""

    seat: int
    step: int
    throw: int | None
    gain: float
    """What it gave the thrower of the chance to win; below 0 where it took some."""


class SeatReview(Struct, frozen=True, kw_only=True):
    """A seat's game in parts that add up: `start` and all the others are `result`."""

    start: float
    luck: float
    choices: float
    """0 or less: what stopping and throwing at the wrong moment gave away."""
    aim: float
    """0 or less: what throws too weak or too strong gave away."""
    gifts: float
    """What the choices of the others gave, those made in this seat's name included."""
    stood_in: int = 0
    """Moves that a bot or the table made for this seat's player, who was away."""
    result: float


class GameReview(Struct, frozen=True, kw_only=True):
    """The coach's report on a finished game (HTTP `/api/games/{game}/review`), in chances to win.

    `preparing`: the solution it needs is being made, so ask again; `none`: there is no report."""

    status: Literal["ready", "preparing", "none"]
    estimated: bool = False
    """Whether positions were valued by trials, not solved."""
    seats: list[SeatReview | None] = []
    """By seat of the table; null for those who did not play."""
    missteps: list[Misstep] = []
    """The worst two of each seat, costliest first; none that cannot be told from chance."""
    turning: TurningPoint | None = None


NO_REVIEW = GameReview(status="none")
