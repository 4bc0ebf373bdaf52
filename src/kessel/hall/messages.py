"""Every message between page and server, both ways; the source of the client's types.

Text frames hold one message, tagged by `type`; binary frames hold trajectories (`frames.py`).
What a message means for the game is not decided here, only how it is shaped.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

PROTOCOL = 1
"""Raised when a page of the version before would misunderstand the server."""

# --- shapes of fields -----------------------------------------------------------------------
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
StateNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Ref: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
DieId: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
PlayerName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
TableCode: TypeAlias = Annotated[str, Meta(pattern="^[a-z2-7]{12}$")]
GameCode: TypeAlias = Annotated[str, Meta(pattern="^[a-z2-7]{16}$")]
SeatToken: TypeAlias = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{32}$")]
Nonce: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Word: TypeAlias = Annotated[str, Meta(max_length=32)]
UnitName: TypeAlias = Annotated[str, Meta(pattern="^(1|all|pile:[0-9]{1,2}|die:[0-9]{1,2})$")]
MAX_DICE = 31

ClockKind: TypeAlias = Literal["off", "relaxed", "fast"]
ThrowerKind: TypeAlias = Literal["physics", "ideal"]
SeatKind: TypeAlias = Literal["person", "bot", "open"]
Stage: TypeAlias = Literal["gathering", "playing", "over"]
Reaction: TypeAlias = Literal[
    "well_thrown", "lucky", "unlucky", "wow", "laugh", "cry", "hurry", "good_game"
]
REACTIONS: tuple[Reaction, ...] = (
    "well_thrown",
    "lucky",
    "unlucky",
    "wow",
    "laugh",
    "cry",
    "hurry",
    "good_game",
)


class Aim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hand does. Metres, m/s, rad, rad/s as in the arena's description; the server
    draws values beyond a hand's reach back to its limits."""

    x: float
    y: float
    side: float
    speed: float
    height: float
    spin: float


# --- from the page --------------------------------------------------------------------------
class Request(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    omit_defaults=True,
):
    """What every message from a page has: a number of its own choice, echoed in the answer."""

    ref: Ref | None = None


class Hello(Request, frozen=True, tag="hello"):
    """The first message on every connection; answered by `welcome`."""

    protocol: Annotated[int, Meta(ge=0, le=10_000)]


class LookIntoLobby(Request, frozen=True, tag="look"):
    """Which public tables are there? Answered by `lobby`."""


class SeatWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat of a table to be made: somebody on this device, a bot, or open to guests."""

    kind: SeatKind
    name: PlayerName | None = None
    level: Word | None = None
    """Of a bot: which one, as listed in `welcome.bots`."""


class CreateTable(Request, frozen=True, tag="create"):
    """Make a table; every seat of kind `person` is on this device. Answered by `joined` and
    `snapshot`. With no open seat the game starts at once."""

    edition: Word
    seats: Annotated[list[SeatWish], Meta(min_length=2, max_length=5)]
    preset: Word | None = None
    """Language of the booklet whose rules are wanted."""
    options: Annotated[dict[Word, bool | Word], Meta(max_length=64)] = {}
    elements: Annotated[list[Word], Meta(max_length=5)] | None = None
    clock: ClockKind = "off"
    public: bool = False
    tournament: bool = False
    thrower: ThrowerKind = "physics"


class JoinTable(Request, frozen=True, tag="join"):
    """Sit down on an open seat (any, if none is named). Answered by `joined` and `snapshot`."""

    table: TableCode
    name: PlayerName
    seat: SeatNumber | None = None


class ResumeTable(Request, frozen=True, tag="resume"):
    """Come back to one's seats, from this or another device. Answered by `joined` and
    `snapshot`; a connection that held the seats before gets `superseded`."""

    table: TableCode
    tokens: Annotated[list[SeatToken], Meta(min_length=1, max_length=5)]


class WatchTable(Request, frozen=True, tag="watch"):
    """Look on. Answered by `joined` (with no seats) and `snapshot`."""

    table: TableCode


class LeaveTable(Request, frozen=True, tag="leave"):
    """Stop attending; seats stay reserved, and after a time a bot plays on for them."""


class StartGame(Request, frozen=True, tag="start"):
    """Start now; open seats go to bots (`fill`) or are taken away. Only the host may."""

    fill: bool = False


class Resign(Request, frozen=True, tag="resign"):
    """Give the seat up for good: a bot plays on, the token dies."""

    seat: SeatNumber


class TakeBack(Request, frozen=True, tag="take_back"):
    """Play again oneself after a bot took over (moves of one's own do the same)."""

    seat: SeatNumber


class Rematch(Request, frozen=True, tag="rematch"):
    """After a game: the next one with the same seats; in a tournament its next game."""


class React(Request, frozen=True, tag="react"):
    """Show everybody one of the fixed reactions."""

    seat: SeatNumber
    reaction: Reaction


class Action(Request, frozen=True):
    """What every answer to the game has: for which seat, and which state it answers."""

    seat: SeatNumber
    state: StateNumber


class ThrowDice(Action, frozen=True, tag="throw"):
    """Throw: the start die, an own throw, or one's part of a simultaneous throw.

    `nonce` are 16 random bytes of the page's own choice, in hexadecimal."""

    unit: UnitName
    aim: Aim
    nonce: Nonce


class PlaceStartDie(Action, frozen=True, tag="place"):
    """Place the start die, or turn it to another face, where that is allowed."""

    face: Word


class EndTurn(Action, frozen=True, tag="end"):
    """Stop throwing."""


class CollectSets(Action, frozen=True, tag="collect"):
    """Which sets to take, where the option `collecting` leaves it to the player."""

    faces: Annotated[list[Word], Meta(max_length=5)]


class TakeAccio(Action, frozen=True, tag="accio"):
    """The further die of an Accio, or none."""

    die: DieId | None


class StackTower(Action, frozen=True, tag="stack"):
    """All dice left as a tower, bottom to top."""

    dice: Annotated[list[DieId], Meta(min_length=2, max_length=MAX_DICE)]


class KeepPiles(Action, frozen=True, tag="keep"):
    """Which boulder piles to build up again after a column of fire
    (`piles_after_column=owner_choice`), said before or during the race."""

    piles: Annotated[list[Annotated[int, Meta(ge=0, le=MAX_DICE)]], Meta(max_length=MAX_DICE)]


class Tap(Action, frozen=True, tag="tap"):
    """Stack one more die (or whole pile) in the race of the column of fire."""


class PushedDie(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a lying die shall lie: its middle on the mat, in metres."""

    die: DieId
    x: Annotated[float, Meta(ge=-1.0, le=1.0)]
    y: Annotated[float, Meta(ge=-1.0, le=1.0)]


class PushDice(Action, frozen=True, tag="push"):
    """Push lying dice about before one's own throw; where all must agree, they are asked."""

    dice: Annotated[list[PushedDie], Meta(min_length=1, max_length=MAX_DICE)]


class AnswerPush(Action, frozen=True, tag="agree"):
    """Yes or no to the push that is asked for."""

    agree: bool


class AskOdds(Request, frozen=True, tag="odds"):
    """The coach: the chance to win when stopping and when throwing on. Answered by `odds`."""

    seat: SeatNumber
    state: StateNumber


class Ping(Request, frozen=True, tag="ping"):
    """Are you there? Answered by `pong`."""


class OpenReferee(Request, frozen=True, tag="referee_open"):
    """Start the referee of a real box anew from all requests the page has kept (see
    docs/protocol.md); answered by one `referee` with the reply to the last accepted one."""

    requests: Annotated[list[dict[str, Any]], Meta(max_length=2000)] = []


class SendReferee(Request, frozen=True, tag="referee_send"):
    """One request of the referee protocol; answered by `referee`."""

    request: dict[str, Any]


ClientMessage: TypeAlias = (
    Hello
    | LookIntoLobby
    | CreateTable
    | JoinTable
    | ResumeTable
    | WatchTable
    | LeaveTable
    | StartGame
    | Resign
    | TakeBack
    | Rematch
    | React
    | ThrowDice
    | PlaceStartDie
    | EndTurn
    | CollectSets
    | TakeAccio
    | StackTower
    | KeepPiles
    | Tap
    | PushDice
    | AnswerPush
    | AskOdds
    | Ping
    | OpenReferee
    | SendReferee
)


# --- what lies and who holds what -------------------------------------------------------------
class DieView(Struct, frozen=True):
    """A die in the arena. `pose` is x, y, z in metres and a quaternion w, x, y, z."""

    id: int
    face: str
    pose: tuple[float, float, float, float, float, float, float]


class PieceView(Struct, frozen=True):
    """What stands on one spot: one die, or a tower from bottom to top."""

    dice: list[DieView]


class HandView(Struct, frozen=True, kw_only=True):
    """A seat's supply; `dice` (loose and piled together) is null where it is hidden."""

    dice: int | None
    loose: int | None
    piles: list[int]


class SeatStats(Struct, frozen=True, kw_only=True):
    """What a seat did in this game so far."""

    throws: int = 0
    dice_thrown: int = 0
    strikes: int = 0
    """Throws after which this seat took dice."""
    collected: int = 0
    lost_null: int = 0
    lost_out: int = 0


class DeadlineView(Struct, frozen=True, kw_only=True):
    """Time that is left when the message is sent, in milliseconds, and what it was at first."""

    left_ms: int
    total_ms: int


# --- what is awaited --------------------------------------------------------------------------
class Awaited(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every awaited thing has; `deadline` is null without a clock."""

    deadline: DeadlineView | None = None


class AwaitStartDie(Awaited, frozen=True, tag="start_die"):
    """Answer with `throw` (unit `1`), or with `place` where `faces` lists some."""

    seat: int
    how: Literal["thrown", "placed"]
    faces: list[str]
    """Faces that may be placed or turned to; empty where the die has to be thrown."""


class AwaitThrow(Awaited, frozen=True, tag="throw"):
    """Answer with `throw`."""

    seat: int
    units: list[str]
    may_push: Literal["free", "walls_by_consent", "none"]


class AwaitChoice(Awaited, frozen=True, tag="choice"):
    """Answer with `throw` or `end`."""

    seat: int
    units: list[str]
    may_push: Literal["free", "walls_by_consent", "none"]


class ExtraThrower(Struct, frozen=True, kw_only=True):
    """One of those who throw along."""

    seat: int
    units: list[str]
    ready: bool
    """Whether this seat has let go already."""


class AwaitExtra(Awaited, frozen=True, tag="extra"):
    """The window of a simultaneous throw: every seat not ready answers with `throw`."""

    throwers: list[ExtraThrower]


class Racer(Struct, frozen=True, kw_only=True):
    """How far one builder of the column is."""

    seat: int
    needed: int
    done: int


class AwaitColumn(Awaited, frozen=True, tag="column"):
    """The race of the column of fire: answer with `tap`, again and again. `heat` is 1 for the
    first race and counts the ones after ties."""

    racers: list[Racer]
    heat: int
    starts_in_ms: int
    keep_piles: bool
    """Whether owners may say `keep`."""


class AwaitCollect(Awaited, frozen=True, tag="collect"):
    """Answer with `collect`."""

    seat: int
    faces: list[str]


class AwaitAccio(Awaited, frozen=True, tag="accio"):
    """Answer with `accio`; `dice` are those that may be taken."""

    seat: int
    dice: list[int]
    may_decline: bool


class AwaitStack(Awaited, frozen=True, tag="stack"):
    """Answer with `stack`, all of `dice` in one order."""

    seat: int
    dice: list[int]


class AwaitTable(Awaited, frozen=True, tag="flying"):
    """The dice are in the air; nothing can be done."""


class AwaitNothing(Awaited, frozen=True, tag="over"):
    """The game is over."""

    winners: list[int]


AwaitedView: TypeAlias = (
    AwaitStartDie
    | AwaitThrow
    | AwaitChoice
    | AwaitExtra
    | AwaitColumn
    | AwaitCollect
    | AwaitAccio
    | AwaitStack
    | AwaitTable
    | AwaitNothing
)


class PushAsked(Struct, frozen=True, kw_only=True):
    """A push of lying dice that waits for everybody's consent."""

    seat: int
    dice: list[PushedDie]
    agreed: list[int]
    asked: list[int]
    """Seats that still have to answer with `agree`."""
    deadline: DeadlineView


class GameView(Struct, frozen=True, kw_only=True):
    """One game as a seat or watcher may see it."""

    game: str
    """Code of the game: its record and replay are found by it."""
    number: int
    """1 for the first game at the table."""
    players: list[int]
    """Seats that play; in a deciding game of a tournament not all do. All lists by seat below
    have an entry for every seat of the table."""
    first: int
    state: int
    """Goes up with every change; actions carry the one they answer."""
    hands: list[HandView]
    arena: list[PieceView]
    removed: int
    aside: int
    direction: Literal[1, -1]
    active: int
    elements: list[str]
    eliminated: list[int]
    points: list[int | None]
    awaited: AwaitedView
    push: PushAsked | None
    stats: list[SeatStats]
    throws: int
    """Throws made so far; the next has this number."""
    commitment: str
    """SHA-256 of the game's secret seed, in hexadecimal."""
    seed: str | None
    """The seed itself, once the game is over."""


# --- what happened ----------------------------------------------------------------------------
class Happening(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What every event has: why it happened, as a key of the page's texts."""

    reason: str


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


# --- the table around the game ------------------------------------------------------------------
class SeatView(Struct, frozen=True, kw_only=True):
    """Who sits on a seat."""

    seat: int
    name: str
    """Empty where the seat is open; of bots the page chooses how to write it."""
    kind: SeatKind
    level: str | None
    """Of a bot, or of the one that plays on for a person."""
    present: bool
    bot_plays: bool
    """Whether a bot plays at the moment, for whatever reason."""
    yours: bool


class TournamentView(Struct, frozen=True, kw_only=True):
    """The score over the games of a tournament."""

    games: int
    """How many games it has, a playoff not counted."""
    played: int
    starters: list[int]
    points: list[int]
    winners: list[int] | None
    playoff: list[int] | None


class OptionView(Struct, frozen=True, kw_only=True):
    """An option of an edition: its values (default first)."""

    name: str
    values: list[str | bool]


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
    """Geometry, die, aim ranges, named strengths: see docs/trajectory.md."""


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A public table."""

    table: str
    edition: str
    stage: Stage
    names: list[str]
    open: int
    watchers: int
    tournament: bool
    clock: ClockKind


class HeldSeat(Struct, frozen=True, kw_only=True):
    """A seat of this device and the secret that holds it; keep it, and show it to nobody."""

    seat: int
    token: str


# --- from the server ----------------------------------------------------------------------------
class Answer(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    """What every message from the server may have: the `ref` of the request it answers."""

    ref: int | None = None


class Welcome(Answer, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    protocol: int
    version: str
    editions: list[str]
    reactions: list[Reaction]
    bots: list[str]
    """Levels of bots, weakest first."""
    throwers: list[ThrowerKind]
    coach: bool


class Lobby(Answer, frozen=True, tag="lobby"):
    """The public tables."""

    tables: list[LobbyTable]


class Joined(Answer, frozen=True, tag="joined"):
    """This connection now attends a table; a `snapshot` follows."""

    table: str
    seats: list[HeldSeat]
    """Tokens only where they are new; after `resume` those that were sent."""
    host: bool


class Snapshot(Answer, frozen=True, tag="snapshot"):
    """Everything about a table; replaces all that was known before."""

    table: str
    stage: Stage
    edition: str
    preset: str | None
    options: dict[str, str | bool]
    elements: list[str] | None
    clock: ClockKind
    public: bool
    thrower: ThrowerKind
    host: int | None
    seats: list[SeatView]
    watchers: int
    tournament: TournamentView | None
    game: GameView | None


class Seats(Answer, frozen=True, tag="seats"):
    """Who sits where has changed (joined, left, came back, bot took over)."""

    stage: Stage
    host: int | None
    seats: list[SeatView]
    watchers: int


class ThrowHand(Struct, frozen=True, kw_only=True):
    """One hand of a throw: who threw what, and how."""

    seat: int
    unit: str
    aim: Aim | None
    """Null where the thrower knows no aims (ideal dice)."""
    by_table: bool
    """Whether the table threw for a seat that did not."""


class ThrowMade(Answer, frozen=True, tag="thrown"):
    """Dice fly. Where `bytes` is not 0 the next binary frame is this throw's trajectory; the
    `step` that settles it follows it."""

    game: str
    throw: int
    hands: list[ThrowHand]
    bytes: int


class StepMade(Answer, frozen=True, tag="step"):
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


class Changed(Answer, frozen=True, tag="changed"):
    """The game stands otherwise without a move of the rules: dice pushed, consent asked, a
    thrower ready, a die stacked in the race, a race to be run again."""

    what: Literal["pushed", "push_asked", "push_refused", "ready", "tapped", "again", "clock"]
    game: GameView


class TournamentScored(Answer, frozen=True, tag="tournament"):
    """The tournament's score after a game."""

    tournament: TournamentView


class Reacted(Answer, frozen=True, tag="reacted"):
    """Somebody shows a reaction."""

    seat: int
    reaction: Reaction


class ActionView(Struct, frozen=True, kw_only=True):
    """What a player did or could do: throw `unit`, or stop where it is null."""

    unit: str | None
    strength: str | None
    """The named strength of the throw; null where none is told apart (all dice at once)."""


class ThrowOdds(Struct, frozen=True, kw_only=True):
    """A way to throw and the chance to win by it."""

    action: ActionView
    chance: float


class Odds(Answer, frozen=True, tag="odds"):
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


class Pong(Answer, frozen=True, tag="pong"):
    """The answer to `ping`."""


class Superseded(Answer, frozen=True, tag="superseded"):
    """The seats were taken over by another connection with the same tokens."""


class Left(Answer, frozen=True, tag="left"):
    """This connection attends no table any more."""


class RefereeReply(Answer, frozen=True, tag="referee"):
    """The reply of the referee protocol, or its error, as it is."""

    reply: dict[str, Any]
    kept: int
    """How many requests the referee has accepted and can take back."""


class Failed(Answer, frozen=True, tag="error"):
    """A request was refused and nothing has changed; `code` says which kind."""

    code: str
    message: str


ServerMessage: TypeAlias = (
    Welcome
    | Lobby
    | Joined
    | Snapshot
    | Seats
    | ThrowMade
    | StepMade
    | Changed
    | TournamentScored
    | Reacted
    | Odds
    | Pong
    | Superseded
    | Left
    | RefereeReply
    | Failed
)


# --- over HTTP ----------------------------------------------------------------------------------
class ReplayThrow(Struct, frozen=True, kw_only=True):
    """A throw of a replay; its trajectory is at `/api/games/{game}/throws/{throw}`."""

    throw: int
    hands: list[ThrowHand]
    bytes: int


class ReplayStep(Struct, frozen=True, kw_only=True):
    """One step of a replay, as it was sent when it happened."""

    thrown: ReplayThrow | None
    step: StepMade


class Replay(Struct, frozen=True, kw_only=True):
    """A whole game to look at (HTTP `/api/games/{game}`); its record is at `…/record`."""

    game: str
    edition: str
    options: dict[str, str | bool]
    elements: list[str] | None
    names: list[str]
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
    """What the choices of the others gave."""
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


ERROR_CODES: tuple[str, ...] = (
    "parse",
    "unknown_request",
    "unknown_edition",
    "unknown_option",
    "bad_value",
    "no_game",
    "not_awaited",
    "illegal",
    "dice_do_not_add_up",
    "protocol",
    "hello_first",
    "no_table",
    "not_attending",
    "wrong_seat",
    "bad_token",
    "seat_taken",
    "not_host",
    "stale",
    "too_fast",
    "too_big",
    "full",
    "internal",
)
"""Every `error.code` a page can meet; docs/protocol.md says what each means."""

decode_client = msgspec.json.Decoder(ClientMessage).decode
decode_server = msgspec.json.Decoder(ServerMessage).decode
encode = msgspec.json.Encoder().encode
