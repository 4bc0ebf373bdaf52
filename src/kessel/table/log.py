"""The entries of a table's log: all that has to be kept to stand again where it stood.

Entries of a game go into its transcript and its record, in their JSON form; the others are about
the table around it. Of time the log has only until when a turn of days runs; all other clocks start
afresh after a restart.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from kessel.errors import BadValue
from kessel.table.terms import ActedBy, ClockKind, DiceKind, Seat, SeatKind
from kessel.throws.at_rest import DiceAtRest

Values: TypeAlias = dict[str, str | bool]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Player: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
Sign: TypeAlias = Annotated[str, Meta(max_length=86)]
"""A signature; empty where nobody signs."""
PublicKey: TypeAlias = Annotated[str, Meta(max_length=43)]


# --- about the table ------------------------------------------------------------------------
class SeatPlan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a seat is when the table is made; `token` is a hash of the secret that holds it."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    token: str = ""
    key: str = ""
    """The public key of the person's device."""


class TableMade(Struct, frozen=True, kw_only=True, tag="table", omit_defaults=True):
    """A table with its settings and seats."""

    code: str
    edition: str
    seats: list[SeatPlan]
    preset: str | None = None
    options: Values = {}
    elements: list[str] | None = None
    clock: ClockKind = "off"
    public: bool = False
    tournament: bool = False
    first: Seat = Seat(0)
    """Who begins the first game, if that seat plays."""
    dice: DiceKind = "physics"


class SeatTaken(Struct, frozen=True, kw_only=True, tag="sit", omit_defaults=True):
    """Somebody sat down on an open seat."""

    seat: Seat
    name: str
    token: str
    key: str = ""


class BotSeated(Struct, frozen=True, kw_only=True, tag="sit_bot"):
    """Before the first game: a bot has a seat, or another bot than before."""

    seat: Seat
    level: str


class SeatMoved(Struct, frozen=True, kw_only=True, tag="moved"):
    """A seat went to another device: from now on another secret holds it; `token` is its hash."""

    seat: Seat
    token: str


class SeatDressed(Struct, frozen=True, kw_only=True, tag="wear", omit_defaults=True):
    """What the dice and the mat of a person look like from now on; plain where nothing is said."""

    seat: Seat
    finish: str = ""
    mat: str = ""


class SeatFreed(Struct, frozen=True, kw_only=True, tag="free"):
    """Before the first game: its person is not there, or gave it up; others may have it."""

    seat: Seat


class SeatsSettled(Struct, frozen=True, kw_only=True, tag="settle", omit_defaults=True):
    """Before the first game: open seats went to bots, or were taken away."""

    fill: bool
    levels: list[str] = []
    """Which bots, seat by seat; the usual one where none is named."""
    first: Seat | None = None
    """Who begins, if the host named somebody now."""


class SeatHandedOver(Struct, frozen=True, kw_only=True, tag="handed", omit_defaults=True):
    """A bot plays on at a seat; for good, if the person resigned and signed it."""

    seat: Seat
    for_good: bool
    sign: Sign = ""


class SeatTakenBack(Struct, frozen=True, kw_only=True, tag="returned"):
    """The person of a seat plays again."""

    seat: Seat


class GameCounted(Struct, frozen=True, kw_only=True, tag="counted"):
    """The result of a game, by the table's seats: all that later games need to know of it."""

    number: int
    winners: list[Seat]
    out: list[list[Seat]]
    """Who was eliminated, batch by batch."""


class BoxChosen(Struct, frozen=True, kw_only=True, tag="box", omit_defaults=True):
    """Before the first game or after one: what the next ones are played with, and how; where
    nothing is said of clock, visitors and tournament, as before."""

    edition: str
    preset: str | None = None
    options: Values = {}
    elements: list[str] | None = None
    clock: ClockKind | None = None
    public: bool | None = None
    tournament: bool | None = None


class ChainDrawn(Struct, frozen=True, kw_only=True, tag="chain"):
    """The secret of the server's next chain, in hexadecimal; its tip is published after this."""

    secret: str


class Tapped(Struct, frozen=True, kw_only=True, tag="tap"):
    """One more die stands on a player's tower in the race."""

    player: Player


class RaceRunAgain(Struct, frozen=True, kw_only=True, tag="again"):
    """A tie in the race: only these players run again."""

    players: list[Player]


class PilesKept(Struct, frozen=True, kw_only=True, tag="keep"):
    """Which piles an owner will build up again after the race."""

    player: Player
    piles: list[int]


class TurnDue(Struct, frozen=True, kw_only=True, tag="due"):
    """Until when the persons have time whom the game waits for, in seconds since 1970; only where
    a turn has days."""

    until: float


class CastShown(Struct, frozen=True, kw_only=True, tag="cast", omit_defaults=True):
    """Somebody throws: what and how. `by` is `bot` or `table` where it was not the player's own
    device. It becomes a part of the transcript when its throw is fixed."""

    player: Player
    unit: str
    aim: dict[str, float]
    by: ActedBy = "person"
    sign: Sign = ""


# --- about the game: these are its transcript ---------------------------------------------------
class DeviceTip(Struct, frozen=True, kw_only=True):
    """A device that holds seats, with the tip of its chain."""

    seats: list[Seat]
    tip: str


class PlayerNamed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A player of a game: a person with the public key of their device, or a bot by its level. A
    person without a key signs nothing."""

    seat: Seat
    name: str
    key: PublicKey = ""
    bot: str = ""


class GameStarted(Struct, frozen=True, kw_only=True, tag="game", omit_defaults=True):
    """A game begins: who plays, in order of play, and what was agreed."""

    table: Annotated[str, Meta(max_length=64)]
    game: Annotated[str, Meta(max_length=64)]
    number: Number
    edition: str
    options: Values
    players: list[PlayerNamed]
    first: Player
    clock: ClockKind = "off"
    dice: Annotated[str, Meta(max_length=200)]
    elements: list[str] | None = None
    server: str
    """The tip of the server's chain."""
    devices: list[DeviceTip] = []
    """The devices that take part, by their numbers from 0."""

    @property
    def seats(self) -> list[Seat]:
        """The table's seat of each player."""
        return [one.seat for one in self.players]

    @property
    def names(self) -> list[str]:
        """The name of each player."""
        return [one.name for one in self.players]


class DicePushed(Struct, frozen=True, kw_only=True, tag="push", omit_defaults=True):
    """Lying dice were pushed about: die, x, y of each; and who agreed, if they had to."""

    player: Player
    dice: Annotated[list[tuple[Number, float, float]], Meta(max_length=255)]
    sign: Sign = ""
    agreed: list[tuple[Player, Sign]] = []


class DeviceJoined(Struct, frozen=True, kw_only=True, tag="join", omit_defaults=True):
    """A device takes part from now on, with a fresh chain; its seats leave any other device."""

    device: Number
    seats: list[Seat]
    tip: str
    sign: Sign = ""


class DevicesAway(Struct, frozen=True, kw_only=True, tag="away"):
    """Devices show no more links until they join again: each said so, or was not heard any more
    and has an empty signature."""

    devices: list[int]
    signs: list[Sign]


class BotPlaysOn(Struct, frozen=True, kw_only=True, tag="bot", omit_defaults=True):
    """A bot plays on for a person; for good, if they resigned, which they sign."""

    player: Player
    for_good: bool = False
    sign: Sign = ""


class PersonIsBack(Struct, frozen=True, kw_only=True, tag="back"):
    """The person plays again instead of the bot."""

    player: Player


class ServerChainRenewed(Struct, frozen=True, kw_only=True, tag="renewed"):
    """The server's chain is used up; it goes on with another."""

    tip: str


class ThrowFixed(Struct, frozen=True, kw_only=True, tag="fixed", omit_defaults=True):
    """All casts of a throw, in order of players, before anybody shows a link for it. Without
    casts it is a tower that chance builds."""

    throw: Number
    attempt: Number
    casts: list[CastShown]
    devices: list[int]
    """Which devices are to show a link."""
    dice: str = ""
    """What is thrown, if not the dice the game began with: the table has moved to a machine of
    another kind."""


class DevicesLate(Struct, frozen=True, kw_only=True, tag="late"):
    """Devices did not show their link in time; the throw is fixed again without them."""

    throw: int
    attempt: int
    devices: list[int]


class Links(Struct, frozen=True, kw_only=True):
    """What server and devices showed for a throw, in hexadecimal; each device signs its link
    together with the transcript it belongs to."""

    server: str
    devices: list[str]
    signs: list[Sign]


class DiceLanded(Struct, frozen=True, kw_only=True, tag="land", omit_defaults=True):
    """The dice of the casts shown since the last move lie. `dice` is set only if the
    game's own found no rest, and others had to be thrown instead."""

    throw: int
    at_rest: DiceAtRest
    out: list[int]
    cocked: int
    dice: str = ""
    links: Links


class Answered(Struct, frozen=True, kw_only=True, tag="answered", omit_defaults=True):
    """What one player decided, other than to throw: the move in its text form, and the dice it
    means where it names only their faces."""

    player: Player
    move: Annotated[str, Meta(max_length=1000)]
    dice: Annotated[list[Number], Meta(max_length=255)] = []
    by: ActedBy = "person"
    sign: Sign = ""
    links: Links | None = None
    """If chance built the tower."""


class RaceWon(Struct, frozen=True, kw_only=True, tag="column"):
    """Who won the race, and which piles (player, index) are kept."""

    winner: Player
    keep: list[tuple[Player, int]]


MoveEntry: TypeAlias = DiceLanded | Answered | RaceWon
"""Entries that make a move of the rules."""
LineUpEntry: TypeAlias = DeviceJoined | DevicesAway | BotPlaysOn | PersonIsBack | ServerChainRenewed
"""Entries about who plays and whose chains count; none comes while a throw is fixed or given up."""
ProofEntry: TypeAlias = LineUpEntry | ThrowFixed | DevicesLate
"""Entries that make no move and lead to none."""
GameEntry: TypeAlias = GameStarted | DicePushed | ProofEntry | MoveEntry
"""The lines of a game's transcript."""
TableEntry: TypeAlias = (
    TableMade
    | SeatTaken
    | BotSeated
    | SeatMoved
    | SeatDressed
    | SeatFreed
    | SeatsSettled
    | SeatHandedOver
    | SeatTakenBack
    | GameCounted
    | BoxChosen
    | ChainDrawn
    | CastShown
    | Tapped
    | RaceRunAgain
    | PilesKept
    | TurnDue
)
Entry: TypeAlias = GameEntry | TableEntry
OF_A_GAME = (ChainDrawn, CastShown, Tapped, RaceRunAgain, PilesKept, TurnDue)
"""Those about the table that only tell how a game went."""

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def entry_text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return _encoder.encode(entry).decode()


def read_entry(text: str | bytes) -> Entry:
    """An entry read back; its text form is always the same."""
    return _decoder.decode(text)


def read_log(bodies: Iterable[str]) -> Iterator[Entry]:
    """The entries of a table that was kept; raises where another version kept it."""
    try:
        yield from map(read_entry, bodies)
    except msgspec.ValidationError as error:
        raise BadValue(f"this table was kept by another version of Kessel: {error}") from None


def read_line(line: str) -> GameEntry:
    """A line of a transcript as its entry; raises where it is none, or not written like that."""
    try:
        entry = read_entry(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadValue(f"this cannot be read: {error}") from None
    if isinstance(entry, TableEntry) or entry_text(entry) != line:
        raise BadValue("this is no line of a transcript")
    return entry
