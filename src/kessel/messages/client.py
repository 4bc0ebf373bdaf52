"""What a page may say. Everything is checked here for its shape, and for nothing else."""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kessel.messages.fields import (
    AimFields,
    Key,
    Link,
    PlayerName,
    PublicKey,
    Reaction,
    SeatNumber,
    SeatToken,
    ShortCode,
    Sign,
    StateNumber,
    TableCode,
    Word,
)
from kessel.messages.playing import (
    AskLines,
    GameAction,
    GoAway,
    OfferChain,
    ShowLink,
)
from kessel.messages.request import Request
from kessel.table.terms import ClockKind, DiceKind, Seat, SeatKind


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
    first: SeatNumber = Seat(0)
    """Who begins the first game: by the booklets the oldest. If that seat is taken away, the next
    one clockwise does."""
    dice: DiceKind = "physics"
    tip: Link | None = None
    """Of this device's chain for the next game: see `offer`."""
    signer: PublicKey | None = None
    """This device's public key for the table: it signs what is said for its seats from now on.
    Without one nothing is signed, and everybody sees that."""
    key: Key | None = None
    """Where the answer was lost, ask again with the same key: for the same table and seats."""


class JoinTable(Request, frozen=True, tag="join"):
    """Sit down on an open seat (any, if none is named). Answered by `joined` and `snapshot`."""

    table: TableCode
    name: PlayerName
    seat: SeatNumber | None = None
    tokens: Annotated[list[SeatToken], Meta(max_length=4)] = []
    """Of the seats this device has there and keeps: the host may take further ones, for others at
    this device, with the same `signer`."""
    tip: Link | None = None
    signer: PublicKey | None = None
    key: Key | None = None
    """Where the answer was lost, ask again with the same key: for the same seat."""


class ResumeTable(Request, frozen=True, tag="resume"):
    """Come back to your seats, from this or another device. Answered by `joined` and
    `snapshot`; a connection that held the seats before gets `superseded`."""

    table: TableCode
    tokens: Annotated[list[SeatToken], Meta(min_length=1, max_length=5)]
    tip: Link | None = None
    signer: PublicKey | None = None
    """The one with which the seats were taken; nobody without it plays on for them."""
    key: Key | None = None
    """The seats move to this device: they get new tokens, and those that were sent hold nothing any
    more. If the answer was lost, ask again with the same key: for the same tokens."""


class WatchTable(Request, frozen=True, tag="watch"):
    """Look on. Answered by `joined` (with no seats) and `snapshot`."""

    table: TableCode


class AskStanding(Request, frozen=True, tag="standing"):
    """How a table stands, without coming to it: one that sleeps sleeps on. Answered by
    `standing`."""

    table: TableCode
    tokens: Annotated[list[SeatToken], Meta(max_length=5)] = []
    """Of this device's seats there, to be told which they are."""


class LeaveTable(Request, frozen=True, tag="leave"):
    """Stop attending; seats stay reserved, and after a time a bot plays on for them. A search
    for a quick match ends."""


class SeekGame(Request, frozen=True, tag="seek"):
    """Quick match: sit down with whoever else is looking. Answered by `seeking`, and again when
    others come or go, until `joined` and `snapshot`."""

    name: PlayerName
    editions: Annotated[list[Word], Meta(min_length=1, max_length=16)]
    """What one would play, the favourite first."""
    tip: Link | None = None
    signer: PublicKey | None = None
    key: Key | None = None
    """Where the line was lost, ask again with the same key: for the same place in the queue, or
    the seat that was found meanwhile."""


class OpenCode(Request, frozen=True, tag="open_code"):
    """Let people come to this table by a code of four letters while it waits for players. The
    host may, and anybody while nobody has sat down. Everybody there is told by `code`."""

    screen: bool = False
    """Whether this page shows the table on a big screen, so that players only need a hand."""


class FindTable(Request, frozen=True, tag="find"):
    """Which table has this code of four letters? Answered by `found`."""

    code: ShortCode


class StartGame(Request, frozen=True, tag="start"):
    """Start now; open seats go to bots (`fill`) or are taken away. Only the host may."""

    fill: bool = False
    first: SeatNumber | None = None
    """Who begins; else whoever was named when the table was made."""


class SitBot(Request, frozen=True, tag="sit_bot"):
    """Before the first game: a bot of `welcome.bots` takes an open seat (any, if none is named), or
    that of another bot. Only the host may."""

    level: Word
    seat: SeatNumber | None = None


class FreeSeat(Request, frozen=True, tag="free"):
    """Before the first game: let others have the seat of a bot, or of somebody who is not there.
    Only the host may."""

    seat: SeatNumber


class Resign(Request, frozen=True, tag="resign"):
    """Give the seat up for good, on all devices: its token holds nothing any more. Before the first
    game others may have the seat; later a bot plays on."""

    seat: SeatNumber
    sign: Sign | None = None
    """In a running game: whoever leaves signs it."""


class TakeBack(Request, frozen=True, tag="take_back"):
    """Play again yourself after a bot took over (moves of your own do the same)."""

    seat: SeatNumber


class Wear(Request, frozen=True, tag="wear"):
    """What the dice and the mat of this seat look like, for everybody to see; plain where nothing
    is said, or nobody knows the name. Kept with the seat; no part of the game and its proof."""

    seat: SeatNumber
    finish: Word = ""
    mat: Word = ""


class Rename(Request, frozen=True, tag="rename"):
    """Before the first game: whoever has this seat is called otherwise."""

    seat: SeatNumber
    name: PlayerName


class Hurry(Request, frozen=True, tag="hurry"):
    """Bots answer at once, without waiting for the dice to be seen, or take their time again;
    refused while persons at other seats are still in the game."""

    seat: SeatNumber
    fast: bool


class ThrowAgain(Request, frozen=True, tag="throw_again"):
    """Have the throw made that is stuck; anybody with a seat may ask. Everybody's links were shown
    for it: it lands as it would have."""

    seat: SeatNumber


class Rematch(Request, frozen=True, tag="rematch"):
    """After a game: the next one with the same seats; in a tournament its next game."""


class ChooseBox(Request, frozen=True, tag="choose_box"):
    """Before the first game or after one: what the next one is played with. Only the host may;
    everybody is told by `box`, and `start` or `rematch` begins with it."""

    edition: Word
    preset: Word | None = None
    options: Annotated[dict[Word, bool | Word], Meta(max_length=64)] = {}
    elements: Annotated[list[Word], Meta(max_length=5)] | None = None
    clock: ClockKind | None = None
    """As before where nothing is said, and so `public` and `tournament`."""
    public: bool | None = None
    tournament: bool | None = None


class React(Request, frozen=True, tag="react"):
    """Show everybody one of the fixed reactions, from a seat of your own or as a watcher."""

    reaction: Reaction
    seat: SeatNumber | None = None


class ScreenShown(Request, frozen=True, tag="screen_shown"):
    """A big screen has shown everything up to this state. Everybody is told by `screen`, so that
    phones do not run ahead of it."""

    state: StateNumber


class Guess(Request, frozen=True, tag="guess"):
    """Will another player's next throw take dice? Settled by `guessed` when it has come to rest."""

    seat: SeatNumber
    state: StateNumber
    hit: bool


class TossDie(Request, frozen=True, tag="toss"):
    """Before the first game: throw a die into the bowl, to pass the time; anybody may who attends.
    It is of no game. Everybody is told by `tossed`."""

    aim: AimFields
    seat: SeatNumber | None = None
    """In whose colour, one's own; null: nobody's."""


class Propose(Request, frozen=True, tag="propose"):
    """After a game: ask the others for another one, or for a moment (`wait`). Everybody is told
    by `proposed`; whoever asked sends `rematch` if nobody wants to wait."""

    seat: SeatNumber
    what: Literal["rematch", "wait"]


class AskOdds(Request, frozen=True, tag="odds"):
    """The coach: the chance to win when stopping and when throwing on. Answered by `odds`."""

    seat: SeatNumber
    state: StateNumber


class AskAdvice(Request, frozen=True, tag="advice"):
    """The coach: where the strongest bot would aim now. Answered by `advice`."""

    seat: SeatNumber
    state: StateNumber


class AskDaily(Request, frozen=True, tag="daily"):
    """The throw of the day on a date: its position, and what comes of a throw if there is an aim.
    Answered by `daily`."""

    date: Annotated[str, Meta(max_length=10)]
    """Such as 2026-11-17; the page asks for today's in UTC."""
    aim: AimFields | None = None


class AskBest(Request, frozen=True, tag="best"):
    """The best throws of the day that are listed on a date. Answered by `best`."""

    date: Annotated[str, Meta(max_length=10)]


class PostDaily(Request, frozen=True, tag="post_daily"):
    """List a throw of today's, or of the day before or after: it is thrown again, and listed if it
    is among the best. Answered by `best`."""

    date: Annotated[str, Meta(max_length=10)]
    aim: AimFields
    name: PlayerName


class Ping(Request, frozen=True, tag="ping"):
    """Are you there? Answered by `pong`, after everything that was said before. Whoever pings in a
    game goes on doing so: after four seconds of silence the next throw is made without their
    device, and after twelve (thirty, if the page is hidden) the connection is closed."""

    trip: Annotated[int, Meta(ge=0, le=60_000)] = 0
    """ms from a ping to its pong, as this page measured it lately: a table waits that much longer
    for its answers and links, up to a limit."""
    hidden: bool = False
    """Whether nobody sees the page."""


class OpenReferee(Request, frozen=True, tag="referee_open"):
    """Start the referee of a real box from all requests the page has kept (see
    docs/reference/protocol.md); answered by one `referee` with the reply to the last accepted
    one."""

    requests: Annotated[list[dict[str, Any]], Meta(max_length=500)] = []


class SendReferee(Request, frozen=True, tag="referee_send"):
    """One request of the referee protocol; answered by `referee`."""

    request: dict[str, Any]


TableRequest: TypeAlias = (
    StartGame
    | Rematch
    | ChooseBox
    | SitBot
    | FreeSeat
    | Resign
    | TakeBack
    | Wear
    | Rename
    | Hurry
    | ThrowAgain
    | GameAction
)
"""What a table is asked to do."""

AtTable: TypeAlias = (
    OpenCode
    | TableRequest
    | React
    | ScreenShown
    | Guess
    | TossDie
    | Propose
    | OfferChain
    | GoAway
    | ShowLink
    | AskLines
    | AskOdds
    | AskAdvice
)
"""What only those say who attend a table."""

ClientMessage: TypeAlias = (
    Hello
    | LookIntoLobby
    | CreateTable
    | JoinTable
    | ResumeTable
    | WatchTable
    | AskStanding
    | LeaveTable
    | SeekGame
    | FindTable
    | AtTable
    | AskDaily
    | AskBest
    | PostDaily
    | Ping
    | OpenReferee
    | SendReferee
)

decode_client = msgspec.json.Decoder(ClientMessage).decode
