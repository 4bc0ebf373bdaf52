"""What a person types at the table: faces by one key each, and what that means as a move.

`25x` is a 2, a 5 and an X; `[ra]` a tower, bottom to top; `~4` a die that had to be settled on 4;
`o` a die that flew out; `p1: fw` throws boulder pile 1; `e` ends the turn, `-` is none.
"""

import re
from collections.abc import Callable, Sequence

from kessel.errors import BadValue, OneOf
from kessel.rules.awaits import (
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.edition import Edition
from kessel.rules.engine import awaited
from kessel.rules.faces import Arena, Face, Piece, Tower, count_dice
from kessel.rules.moves import (
    OUT,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    Player,
    StartDie,
    Throw,
    Unit,
    die_of_pile,
    pile,
)
from kessel.rules.notation import NOTHING, read_move
from kessel.rules.state import GameState
from kessel.words import Speaker

Confirm = Callable[[int], bool]
"""Asks whether that many dice that are missing flew out."""

_UNIT = re.compile(r"(?P<kind>[pd])(?P<number>\d+)\s*:\s*(?P<rest>.*)")
_THROWN = re.compile(r"(?P<who>[^=]+)=(?P<kind>[pd])(?P<number>\d+)")


class Shorthand:
    """The keys of one edition, for the players of one game."""

    def __init__(self, edition: Edition, names: Sequence[str]) -> None:
        self._faces = {face[0].lower(): face for face in edition.faces}
        self._names = names

    def legend(self, speaker: Speaker) -> str:
        """Which key is which face."""
        names = {key: speaker.face(face) for key, face in self._faces.items()}
        return " ".join(
            key if name.lower() == key else f"{key}={name}" for key, name in names.items()
        )

    def arena(self, arena: Arena, speaker: Speaker) -> str:
        """What lies there, by keys."""
        return " ".join(map(self._piece, arena)) or speaker.text("list.empty")

    def hint(self, state: GameState, speaker: Speaker) -> str:
        """What may be typed now."""
        key, expected = f"hint.{state.phase.value}", awaited(state)
        if isinstance(expected, AwaitStartDie) and expected.how == "placed":
            key = "hint.start_placed"
        if isinstance(expected, AwaitAccio) and not expected.may_decline:
            key = "hint.accio_must"
        hint = speaker.text(key)
        if isinstance(expected, AwaitThrow | AwaitChoice) and _has_pile(expected.units):
            hint = _inserted(hint, speaker.text("hint.pile", typed="p1: fw"))
        if isinstance(expected, AwaitExtra):
            owners = [player for player, units in expected.units.items() if _has_pile(units)]
            for owner in owners[:1]:
                typed = f"{speaker.name(owner)}=p1: fw"
                hint = _inserted(hint, speaker.text("hint.extra_pile", typed=typed, name=owner))
        return hint

    def read(self, text: str, state: GameState, confirm: Confirm) -> Move:
        """The move that was typed; `confirm` asks the person when dice seem to be missing."""
        match awaited(state):
            case AwaitStartDie():
                return StartDie(OUT if text.lower() == "o" else self._face(text.strip()))
            case AwaitColumn() as waiting:
                return waiting.answer(self._player(text))
            case AwaitCollect() as waiting:
                return waiting.answer(() if text == NOTHING else self._tower(text))
            case AwaitAccio():
                face = NOTHING if text == NOTHING else self._face(text.strip())
                return read_move(f"accio {face}")
            case AwaitStack() as waiting:
                return waiting.answer(self._tower(text.strip("[] ")))
            case AwaitChoice() if text.lower() == "e":
                return EndTurn()
            case AwaitExtra():
                return self._read_extra(text, state, confirm)
            case _:
                return self._read_throw(text, state, confirm)

    # --- throws ---------------------------------------------------------------------------

    def _read_throw(self, text: str, state: GameState, confirm: Confirm) -> Move:
        expected = awaited(state)
        assert isinstance(expected, AwaitThrow | AwaitChoice)
        unit, lies = self._unit(text, expected.units)
        if unit not in expected.units:
            raise BadValue(
                "{unit} cannot be thrown; it is {units}", unit=unit, units=OneOf(expected.units)
            )
        thrown = state.unit_size(state.active, unit)
        return Throw(unit, self._landing(lies, count_dice(state.arena) + thrown, confirm))

    def _read_extra(self, text: str, state: GameState, confirm: Confirm) -> Move:
        expected = awaited(state)
        assert isinstance(expected, AwaitExtra)
        units = {player: allowed[0] for player, allowed in expected.units.items()}
        said, colon, lies = text.rpartition(":")
        for one in said.split(",") if colon else ():
            found = _THROWN.fullmatch(one.strip())
            if found is None:
                raise BadValue(
                    "{typed}: write Ben=p1 if Ben throws pile 1", typed=repr(one.strip())
                )
            units[self._player(found["who"])] = _unit_of(found["kind"], found["number"])
        for player, unit in units.items():
            if unit not in expected.units.get(player, ()):
                raise BadValue(
                    "{name} cannot throw {unit} now", name=self._names[player], unit=unit
                )
        dice = count_dice(state.arena) + sum(state.unit_size(s, unit) for s, unit in units.items())
        return ExtraThrow(units, self._landing(lies, dice, confirm))

    def _unit(self, text: str, allowed: Sequence[Unit]) -> tuple[Unit, str]:
        found = _UNIT.fullmatch(text)
        if found:
            return _unit_of(found["kind"], found["number"]), found["rest"]
        return allowed[0], text

    def _landing(self, text: str, dice: int, confirm: Confirm) -> Landing:
        landing = self._read_landing(text)
        missing = dice - count_dice(landing.arena) - landing.out
        if missing > 0 and confirm(missing):
            landing = landing._replace(out=landing.out + missing)
        return landing

    def _read_landing(self, text: str) -> Landing:
        arena: list[Piece] = []
        out = cocked = 0
        rest = re.sub(r"[\s,;]", "", text)
        while rest and rest != NOTHING:
            if rest[0] == "[" and "]" in rest:
                tower, _, rest = rest[1:].partition("]")
                arena.append(self._tower(tower))
                continue
            if rest[0] == "~":
                cocked, rest = cocked + 1, rest[1:]
            key, rest = rest[:1], rest[1:]
            if key.lower() == "o":
                out += 1
            else:
                arena.append(self._face(key))
        return Landing(tuple(arena), out, cocked)

    # --- keys -----------------------------------------------------------------------------

    def _face(self, key: str) -> Face:
        face = self._faces.get(key.lower())
        if face is None:
            raise BadValue(
                "{key} means nothing here; type {faces}", key=repr(key), faces=" ".join(self._faces)
            )
        return face

    def _tower(self, keys: str) -> Tower:
        return tuple(self._face(key) for key in re.sub(r"[\s,/]", "", keys))

    def _piece(self, piece: Piece) -> str:
        key = {face: key for key, face in self._faces.items()}
        if isinstance(piece, str):
            return key[piece]
        return "[" + "".join(key[face] for face in piece) + "]"

    def _player(self, text: str) -> Player:
        wanted = text.strip().lower()
        found = [s for s, name in enumerate(self._names) if name.lower().startswith(wanted)]
        exact = [s for s, name in enumerate(self._names) if name.lower() == wanted]
        if len(exact or found) != 1 or not wanted:
            raise BadValue(
                "{text}: which of {names}?", text=repr(text), names=", ".join(self._names)
            )
        return (exact or found)[0]


def _inserted(hint: str, more: str) -> str:
    """A hint with more to say before its colon."""
    said = hint.rstrip(":\u00a0")
    return f"{said} {more}{hint[len(said) :]}"


def _has_pile(units: Sequence[Unit]) -> bool:
    return any(":" in unit for unit in units)


def _unit_of(kind: str, number: str) -> Unit:
    index = int(number) - 1
    return pile(index) if kind == "p" else die_of_pile(index)
