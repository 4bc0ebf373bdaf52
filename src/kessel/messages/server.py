"""What the hall says, as an answer or because something happened."""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from kessel.messages.fields import AimFields, Reaction
from kessel.messages.referee import RefereeAnswer
from kessel.messages.views import (
    DailyThrow,
    DayBest,
    EventView,
    GameView,
    GuessScore,
    HeldSeat,
    LobbyTable,
    NearTable,
    NextBox,
    PieceView,
    SeatView,
    ThrowCast,
    ThrowOdds,
    TournamentView,
)
from kessel.table.terms import Change, ClockKind, DiceKind, Stage

PROTOCOL = 1
"""Raised when a page of the version before would misunderstand the server."""
LINES_A_PAGE = 200
"""Lines of a transcript in one answer, if there are as many: the next ones are asked for."""


class Message(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What every message from the server may have: the `ref` of the request it answers."""

    ref: int | None = None


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    protocol: int
    version: str
    editions: list[str]
    reactions: list[Reaction]
    bots: list[str]
    """Levels of bots, weakest first."""
    dice: list[DiceKind]
    coach: bool


class Lobby(Message, frozen=True, tag="lobby"):
    """The public tables."""

    tables: list[LobbyTable]
    seeking: int
    """How many are looking for a quick match."""
    near: list[NearTable] | None
    """Tables that wait in this network; null unless Kessel runs at somebody's home and lets others
    there in."""


class Seeking(Message, frozen=True, tag="seeking"):
    """This connection looks for a quick match."""

    looking: int
    """How many are, oneself included."""
    together: int
    """How many of them will sit down together in a moment, oneself included; 1 while alone."""


class CodeOpened(Message, frozen=True, tag="code"):
    """The code of four letters that leads to this table; null when it stops working."""

    code: str | None


class TableFound(Message, frozen=True, tag="found"):
    """The table that a code of four letters leads to."""

    table: str
    screen: bool
    """Whether a big screen shows it, so that players only need a hand."""


class Joined(Message, frozen=True, tag="joined"):
    """This connection now attends a table; a `snapshot` follows."""

    table: str
    seats: list[HeldSeat]
    """Tokens only where they are new; after `resume` those that were sent."""
    host: bool


class Snapshot(Message, frozen=True, tag="snapshot"):
    """Everything about a table; replaces all that was known before."""

    table: str
    stage: Stage
    edition: str
    preset: str | None
    options: dict[str, str | bool]
    elements: list[str] | None
    clock: ClockKind
    public: bool
    dice: DiceKind
    host: int | None
    first: int
    """Whose seat begins the first game; where it is taken away, the next one clockwise."""
    seats: list[SeatView]
    watchers: int
    tournament: TournamentView | None
    game: GameView | None
    next: NextBox | None
    """What the next game is played with, if something else was chosen for it."""


class BoxSet(Message, frozen=True, tag="box"):
    """The host has chosen what the next game is played with."""

    next: NextBox


class TableStanding(Message, frozen=True, tag="standing"):
    """How a table stands, as it was last kept."""

    table: str
    edition: str
    stage: Stage
    names: list[str]
    """Of all seats; empty where one is free."""
    awaited: list[int]
    """The seats that the game waits for."""
    yours: list[int]
    """The seats that the tokens hold."""
    left_ms: int | None
    """Of their time, where a turn has days."""


class Seats(Message, frozen=True, tag="seats"):
    """Who sits where has changed (joined, left, came back, bot took over)."""

    stage: Stage
    host: int | None
    seats: list[SeatView]
    watchers: int


class ThrowMade(Message, frozen=True, tag="thrown"):
    """Dice fly. Where `bytes` is not 0 the next binary frame is this throw's trajectory; the
    `step` that settles it follows it."""

    game: str
    throw: int
    casts: list[ThrowCast]
    bytes: int


class StepMade(Message, frozen=True, tag="step"):
    """A move was settled: what happened, and how the game stands now."""

    seat: int | None
    """Who moved; null where the table or several did."""
    move: str
    """start_die, throw, extra, column, collect, accio, stack or end."""
    by_table: bool
    """Whether the table moved for a seat that let its time pass."""
    throw: int | None
    """Number of the throw this step settles."""
    events: list[EventView]
    game: GameView


class Changed(Message, frozen=True, tag="changed"):
    """The game stands otherwise without a move of the rules: dice pushed, consent asked, a
    thrower ready, a die stacked in the race, a race to be run again, a throw that nobody could make
    or that is made again."""

    what: Change
    game: GameView


class TournamentScored(Message, frozen=True, tag="tournament"):
    """The tournament's score after a game."""

    tournament: TournamentView


class Reacted(Message, frozen=True, tag="reacted"):
    """Somebody shows a reaction."""

    seat: int | None
    """Null: a watcher."""
    reaction: Reaction


class ScreenAt(Message, frozen=True, tag="screen"):
    """The big screen has shown everything up to this state."""

    state: int


class Guesses(Message, frozen=True, tag="guesses"):
    """Somebody has guessed what the next throw brings."""

    state: int
    """The state before the throw."""
    seat: int
    hit: bool


class Guessed(Message, frozen=True, tag="guessed"):
    """A throw that was guessed at has come to rest. Points are of the evening, not of the game."""

    state: int
    """The state before the throw."""
    hit: bool
    """Whether dice were taken."""
    right: list[int]
    """The seats that guessed so."""
    scores: list[GuessScore]


class Tossed(Message, frozen=True, tag="tossed"):
    """A die was thrown into the bowl of a table that gathers."""

    seat: int | None
    """Whose it was; null: of somebody who has no seat."""
    die: int
    arena: list[PieceView]
    """What lay there before."""
    frame: str
    """Its trajectory in base 64; empty where the dice have none."""


class Proposed(Message, frozen=True, tag="proposed"):
    """Somebody would like another game, or would like to wait."""

    seat: int
    what: Literal["rematch", "wait"]


class OddsAnswer(Message, frozen=True, tag="odds"):
    """The coach's answer; chances to win between 0 and 1, null where not available."""

    state: int
    available: bool
    preparing: bool
    """Not available yet: the solution is being made, so ask again in some seconds."""
    estimated: bool
    """Whether throws were tried out, not solved."""
    stop: float | None
    throws: list[ThrowOdds]
    """Best first."""


class Advice(Message, frozen=True, tag="advice"):
    """What the strongest bot would do; all null where it would not throw, or cannot say."""

    state: int
    unit: str | None
    aim: AimFields | None
    worth: float | None
    """The chance to win by this very throw, from the bot's trials."""
    preparing: bool
    """The bot cannot say yet, because it is busy or its solution is being made: ask again in some
    seconds."""


class DayBests(Message, frozen=True, tag="best"):
    """The best throws of a date, most dice first; null where there is no list: without a server, or
    with dice that fall otherwise elsewhere."""

    date: str
    best: list[DayBest] | None


class Daily(Message, frozen=True, tag="daily"):
    """The position of a date and how many dice are thrown at it, all at once."""

    date: str
    edition: str
    arena: list[PieceView]
    dice: int
    """Their numbers follow those of the lying dice."""
    common: bool
    """Whether these are portable dice, which fall alike wherever somebody aims alike."""
    thrown: DailyThrow | None
    """Null without an aim."""


class Lines(Message, frozen=True, tag="lines"):
    """Lines of the game's transcript, each as it counts (docs/reference/proof.md); sent to
    everybody whenever there are new ones, before whatever they led to. A line of kind `fixed` asks
    the devices it names for their links."""

    game: str
    first: int
    """Number of the first of them, from 0."""
    lines: list[str]


class Done(Message, frozen=True, tag="done"):
    """What a seat did was heard and kept; what came of it was told before."""


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`, after everything that was told before it. A page that was told of
    another state than this one has missed something, and asks for the table again."""

    state: int | None = None
    """At which the game at the page's table is; None where there is none, and while dice fly."""


class AreYouThere(Message, frozen=True, tag="ping"):
    """Are you there? Answered by `ping`, at once."""


class Superseded(Message, frozen=True, tag="superseded"):
    """The seats were taken over by another connection."""

    moved: bool = False
    """They moved to its device: the tokens hold nothing any more."""


class Left(Message, frozen=True, tag="left"):
    """This connection attends no table any more."""


class RefereeReply(Message, frozen=True, tag="referee"):
    """What the referee answers."""

    reply: RefereeAnswer
    kept: int
    """How many requests the referee has accepted and can take back."""


class Failed(Message, frozen=True, tag="error"):
    """A request was refused and nothing has changed; `code` says which kind."""

    code: str
    message: str


FAULT = Failed(code="internal", message="something went wrong on our side")

ServerMessage: TypeAlias = (
    Welcome
    | Lobby
    | Seeking
    | CodeOpened
    | TableFound
    | Joined
    | Snapshot
    | BoxSet
    | TableStanding
    | Seats
    | ThrowMade
    | StepMade
    | Changed
    | TournamentScored
    | Reacted
    | ScreenAt
    | Guesses
    | Guessed
    | Tossed
    | Proposed
    | OddsAnswer
    | Advice
    | Daily
    | DayBests
    | Lines
    | Done
    | Pong
    | AreYouThere
    | Superseded
    | Left
    | RefereeReply
    | Failed
)

encode = msgspec.json.Encoder().encode
decode_server = msgspec.json.Decoder(ServerMessage).decode
