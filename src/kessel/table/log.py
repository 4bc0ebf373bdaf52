"""The entries of a table's log: all that has to be kept to stand again where it stood.

Entries of a game go into its transcript and its record, in their JSON form; the others are about
the table around it. Time is not in the log: clocks start afresh after a restart.
"""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from kessel.rules.moves import Player
from kessel.table.terms import ActedBy, ClockKind, DiceKind, Seat, SeatKind
from kessel.throws.at_rest import DiceAtRest

Values: TypeAlias = dict[str, str | bool]


# --- about the table ------------------------------------------------------------------------
class SeatPlan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a seat is when the table is made; `token` is a hash of the secret that holds it."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    token: str = ""


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
    dice: DiceKind = "physics"


class SeatTaken(Struct, frozen=True, kw_only=True, tag="sit"):
    """Somebody sat down on an open seat."""

    seat: Seat
    name: str
    token: str


class SeatFreed(Struct, frozen=True, kw_only=True, tag="free"):
    """Before the first game: whoever had the seat is not there, and others may have it."""

    seat: Seat


class SeatsSettled(Struct, frozen=True, kw_only=True, tag="settle"):
    """Before the first game: open seats went to bots, or were taken away."""

    fill: bool


class BotTookOver(Struct, frozen=True, kw_only=True, tag="bot"):
    """A bot plays on for a seat; for good, if the person resigned."""

    seat: Seat
    for_good: bool


class PersonCameBack(Struct, frozen=True, kw_only=True, tag="back"):
    """The person plays again."""

    seat: Seat


class GameCounted(Struct, frozen=True, kw_only=True, tag="counted"):
    """The result of a game, by the table's seats: all that later games need to know of it."""

    number: int
    winners: list[Seat]
    out: list[list[Seat]]
    """Who was eliminated, batch by batch."""


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


class HandShown(Struct, frozen=True, kw_only=True, tag="hand", omit_defaults=True):
    """Somebody throws: what and how. `by` is `bot` or `table` where it was not the player's own
    device. It becomes a part of the transcript when its throw is fixed."""

    player: Player
    unit: str
    aim: dict[str, float]
    by: ActedBy = "person"


# --- about the game: these are its transcript ---------------------------------------------------
class DeviceTip(Struct, frozen=True, kw_only=True):
    """A device that holds seats, with the tip of its chain."""

    seats: list[Seat]
    tip: str


class GameStarted(Struct, frozen=True, kw_only=True, tag="game", omit_defaults=True):
    """A game begins; `seats` has the table's seat of each player."""

    table: str
    game: str
    number: int
    edition: str
    options: Values
    seats: list[Seat]
    names: list[str]
    first: Player
    dice: str
    elements: list[str] | None = None
    server: str
    """The tip of the server's chain."""
    devices: list[DeviceTip] = []
    """The devices that take part, by their numbers from 0."""


class DicePushed(Struct, frozen=True, kw_only=True, tag="push"):
    """Lying dice were pushed about: die, x, y of each."""

    player: Player
    dice: list[tuple[int, float, float]]


class DeviceJoined(Struct, frozen=True, kw_only=True, tag="join"):
    """A device takes part from now on, with a fresh chain; its seats leave any other device."""

    device: int
    seats: list[Seat]
    tip: str


class ServerChainRenewed(Struct, frozen=True, kw_only=True, tag="renewed"):
    """The server's chain is used up; it goes on with another."""

    tip: str


class ThrowFixed(Struct, frozen=True, kw_only=True, tag="fixed", omit_defaults=True):
    """All hands of a throw, in order of players, before anybody shows a link for it. Without
    hands it is a tower that chance builds."""

    throw: int
    attempt: int
    hands: list[HandShown]
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
    """What server and devices showed for a throw, in hexadecimal."""

    server: str
    devices: list[str]


class DiceLanded(Struct, frozen=True, kw_only=True, tag="land", omit_defaults=True):
    """The dice of the hands shown since the last move lie. `dice` is set only if the
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
    move: str
    dice: list[int] = []
    by: ActedBy = "person"
    links: Links | None = None
    """If chance built the tower."""


class RaceWon(Struct, frozen=True, kw_only=True, tag="column"):
    """Who won the race, and which piles (player, index) are kept."""

    winner: Player
    keep: list[tuple[Player, int]]


MoveEntry: TypeAlias = DiceLanded | Answered | RaceWon
"""Entries that make a move of the rules."""
ProofEntry: TypeAlias = DeviceJoined | ServerChainRenewed | ThrowFixed | DevicesLate
"""Entries about who takes part in the chance of a throw."""
GameEntry: TypeAlias = GameStarted | DicePushed | ProofEntry | MoveEntry
"""The lines of a game's transcript."""
TableEntry: TypeAlias = (
    TableMade
    | SeatTaken
    | SeatFreed
    | SeatsSettled
    | BotTookOver
    | PersonCameBack
    | GameCounted
    | ChainDrawn
    | HandShown
    | Tapped
    | RaceRunAgain
    | PilesKept
)
Entry: TypeAlias = GameEntry | TableEntry

_OF_A_GAME = (ChainDrawn, HandShown, Tapped, RaceRunAgain, PilesKept)


def without_old_games(entries: Sequence[Entry]) -> list[Entry]:
    """Entries without those that only tell how games before the last one went."""
    last = max((n for n, e in enumerate(entries) if isinstance(e, GameStarted)), default=0)
    return [
        entry
        for number, entry in enumerate(entries)
        if number >= last - 1
        or (isinstance(entry, TableEntry) and not isinstance(entry, _OF_A_GAME))
    ]


_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def entry_text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return _encoder.encode(entry).decode()


def read_entry(text: str | bytes) -> Entry:
    """An entry read back; its text form is always the same."""
    return _decoder.decode(text)
