"""One game as it is played: the rules' state, where every die lies, and the transcript.

Frozen and fed with log entries, so that the table, the record and the proof of fairness all go
through the same steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from kessel.errors import BadValue, IllegalMove
from kessel.fairness import Transcript, bot_seed, throw_seed
from kessel.fairness.keys import key_bytes
from kessel.rules import events as e
from kessel.rules.awaits import (
    Await,
    AwaitAccio,
    AwaitChoice,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
    Over,
)
from kessel.rules.edition import Edition, find_edition
from kessel.rules.engine import awaited
from kessel.rules.faces import Face
from kessel.rules.moves import ONE, Move, Player, Unit
from kessel.rules.options import Options, options_of, resolve_options
from kessel.rules.reasons import Reason
from kessel.rules.setup import new_game
from kessel.rules.spells import accio_at, accio_choices
from kessel.rules.state import GameState
from kessel.table import log
from kessel.table.chains import Chains, key_of_seats
from kessel.table.terms import Seat
from kessel.throws.aim import Aim
from kessel.throws.at_rest import DiceAtRest, dice_in
from kessel.throws.dice import Handful, ThrowOrder
from kessel.throws.following import dice_for


@dataclass(frozen=True, slots=True)
class Happened:
    """An event with its reason and the dice it is about."""

    event: e.Event
    reason: Reason
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A game at one moment."""

    started: log.GameStarted
    state: GameState
    transcript: Transcript
    chains: Chains
    at_rest: DiceAtRest = ()
    pool: tuple[int, ...] = ()
    """Numbers for dice that are thrown next; those of lost dice never come again."""
    thrown_by: Mapping[int, Player] = field(default_factory=dict)
    """Who threw each die last; the starting die is nobody's."""
    casts: tuple[log.CastShown, ...] = ()
    """Shown since the last move, in order of players, waiting for others or for the dice to lie."""
    throws: int = 0
    fixed: log.ThrowFixed | None = None
    """The throw for which links are shown now; the transcript ends with it."""
    attempt: int = 0
    """How often this throw was fixed before."""
    gave_up: bool = False
    """Whether an attempt at this throw was given up: nobody joins before it has landed."""
    begun: bytes = b""
    """The transcript's digest after its first line."""
    mark: bytes = b""
    """The transcript's digest after the newest move: what persons sign is for this position."""
    bots: frozenset[Player] = frozenset()
    """Persons for whom a bot plays on."""
    resigned: frozenset[Player] = frozenset()

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.state.edition

    @property
    def awaited(self) -> Await:
        """What the rules wait for."""
        return awaited(self.state)

    def seat_of(self, player: Player) -> Seat:
        """Where a player sits."""
        return self.started.seats[player]

    def key_of(self, player: Player) -> str:
        """The public key of a player; empty if nothing of theirs is signed."""
        return self.started.players[player].key

    def plays_itself(self, player: Player) -> bool:
        """Whether a person acts, for whom no bot plays on."""
        return not self.started.players[player].bot and player not in self.bots

    def check_player(self, player: Player) -> None:
        """Raise unless somebody plays under this number."""
        if player not in range(self.state.players):
            raise BadValue(f"players are 0 to {self.state.players - 1}, not {player}")

    @property
    def has_all_casts(self) -> bool:
        """Whether everybody who throws has shown a cast: only the dice are waited for."""
        return bool(self.casts) and not self.waited_for()

    @property
    def on_move(self) -> Player | None:
        """The player whom the game waits for, where it is only one."""
        match self.awaited:
            case AwaitExtra() | AwaitColumn() | Over():
                return None
            case alone:
                return alone.player

    def waited_for(self) -> tuple[Player, ...]:
        """Whose answer is missing; nobody's in a race, where everybody acts at will."""
        shown = {cast.player for cast in self.casts}
        alone, waits = self.on_move, self.awaited
        asked = list(waits.units) if isinstance(waits, AwaitExtra) else []
        asked += [] if alone is None else [alone]
        return tuple(player for player in asked if player not in shown)

    def units(self, player: Player) -> tuple[Unit, ...]:
        """What a player whom the game waits for may throw."""
        match self.awaited:
            case AwaitStartDie(how="thrown"):
                return (ONE,)
            case AwaitThrow(units=units) | AwaitChoice(units=units):
                return units
            case AwaitExtra(units=by_player):
                return by_player[player]
            case _:
                return ()

    def order(self, chance: bytes) -> ThrowOrder:
        """The throw that the casts shown ask for."""
        handfuls = tuple(
            Handful(cast.player, dice, Aim.from_json(cast.aim)) for cast, dice in self.handfuls()
        )
        return ThrowOrder(self.edition, self.state.options, self.at_rest, handfuls, chance)

    def handfuls(self) -> list[tuple[log.CastShown, tuple[int, ...]]]:
        """The casts shown, in order of players, each with the dice it throws."""
        pool, handfuls = self.pool, []
        for cast in self.casts:
            count = self.state.unit_size(cast.player, cast.unit)
            handfuls.append((cast, pool[:count]))
            pool = pool[count:]
        return handfuls

    def chance(self, links: log.Links) -> bytes:
        """All chance of what is fixed now: a throw, or a tower stacked by chance."""
        server, devices = bytes.fromhex(links.server), map(bytes.fromhex, links.devices)
        table, transcript = self.started.table, self.transcript
        return throw_seed(server, table, self.throws, self.attempt, transcript, devices)

    def bot_chance(self, player: Player) -> bytes:
        """The chance of a bot that plays for a player now."""
        return bot_seed(self.transcript, player)

    @property
    def builds_by_chance(self) -> bool:
        """Whether a tower is due that nobody chooses (`tower_builder=random`)."""
        return isinstance(self.awaited, AwaitStack) and self.state.options.tower_builder == "random"

    @property
    def in_the_air(self) -> bool:
        """Whether what is thrown is fixed, so that no other dice may finish it."""
        return self.fixed is not None

    @property
    def needs_chance(self) -> bool:
        """Whether nothing but chance is missing: all casts are shown, or a tower is due."""
        return self.has_all_casts or self.builds_by_chance

    def random_tower(self, chance: bytes) -> list[int]:
        """The order of a tower that nobody chooses."""
        dice = sorted(die.die for die in dice_in(self.at_rest))
        draw = Random(int.from_bytes(chance, "big"))
        return sorted(dice, key=lambda _: draw.random())

    def to_fix(self, dice: str = "") -> log.ThrowFixed:
        """The entry that fixes what chance is needed for now; it says so if it is thrown with
        other dice than the game began with."""
        return log.ThrowFixed(
            throw=self.throws,
            attempt=self.attempt,
            casts=list(self.casts),
            devices=self.chains.contributing,
            dice="" if dice == self.started.dice else dice,
        )

    @property
    def dice(self) -> str:
        """The name of the dice with which the fixed throw is made."""
        return (self.fixed.dice if self.fixed else "") or self.started.dice

    def accio_dice(self) -> tuple[int, ...]:
        """The dice an Accio may take, of those that leave the same behind one."""
        if not isinstance(self.awaited, AwaitAccio):
            return ()
        choices = accio_choices(self.state, self.state.pending)
        return tuple(die for move in choices for die in dice_for(self.at_rest, move))

    def accio_of(self, die: int, move: Move) -> Move | None:
        """The move by which an Accio takes that very die; None where it may not, or where `move`,
        which may leave open which of several equal ones, means another."""
        places = (
            (index, level)
            for index, spot in enumerate(self.at_rest)
            for level, lying in enumerate(spot)
            if lying.die == die
        )
        taken = next((accio_at(self.state, at, self.state.pending) for at in places), None)
        means = taken is not None and move in (taken, replace(taken, place=None))
        return taken if means else None

    def face_of(self, die: int) -> Face:
        """The face a lying die shows."""
        face = next((lying.face for lying in dice_in(self.at_rest) if lying.die == die), None)
        if face is None:
            raise IllegalMove(f"die {die} does not lie in the arena")
        return face


def begin(entry: log.GameStarted) -> Play:
    """A fresh game."""
    edition = find_edition(entry.edition)
    options = resolve_options(edition, entry.options)
    players = entry.players
    state = new_game(edition, len(players), options, elements=entry.elements, first=entry.first)
    transcript = Transcript().add(log.entry_text(entry))
    _check_line_up(entry)
    return Play(
        entry,
        state,
        transcript,
        Chains.begin(entry),
        pool=tuple(range(edition.dice)),
        begun=transcript.digest,
        mark=transcript.digest,
    )


def _check_line_up(entry: log.GameStarted) -> None:
    """Raise unless everybody is a person or a bot, and devices belong to persons."""
    if len(set(entry.seats)) < len(entry.seats):
        raise BadValue(f"each player has a seat of their own, not {entry.seats}")
    for one in entry.players:
        if one.key and one.bot:
            raise BadValue(f"{one.name!r} is a person or a bot, not both")
        if one.key:
            key_bytes(one.key)
    for device in entry.devices:
        key_of_seats(entry.players, device.seats)


def spelled_out(edition: Edition, options: Options) -> log.Values:
    """Every option that means something in an edition, so that no default is needed later."""
    return {option.name: getattr(options, option.name) for option in options_of(edition)}
