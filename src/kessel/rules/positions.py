"""Positions as text that reads back: `strike-2020 hands=8,8 arena=4,6 turn=A> phase=choice`.

Knows how positions are written, not which can come about.
"""

from collections.abc import Mapping, Sequence

from kessel.errors import ParseError
from kessel.rules.allowed import check_standing
from kessel.rules.edition import Activation, Edition
from kessel.rules.effects import check_elements
from kessel.rules.faces import Arena, Face
from kessel.rules.moves import Player
from kessel.rules.notation import (
    LETTERS,
    NOTHING,
    read_count,
    read_letter,
    read_piece,
)
from kessel.rules.options import (
    edition_and_preset,
    read_options,
    resolve_options,
)
from kessel.rules.setup import check_supplies
from kessel.rules.state import NOTHING_PENDING, Emptied, GameState, Pending, Phase


def state_text(state: GameState | str) -> str:
    """A whole game as one line; what is as usual is left out, also of a line in another form.

    >>> from kessel.rules.setup import new_game
    >>> state_text(new_game("strike-2020", 2))
    'strike-2020 hands=8,8 arena=- turn=A> phase=start aside=9'
    """
    return str(read_state(state))


def read_state(text: GameState | str) -> GameState:
    """A position read back, or the position itself; short forms such as
    `strike-2020 hands=3,4 arena=2,5` do, too. One in which nobody can move is refused.

    >>> read_state("strike-2020 hands=2,3 arena=2,5").hands
    (2, 3)
    >>> read_state("strike-2020 hands=2,3 arena=2,7")
    Traceback (most recent call last):
        ...
    kessel.errors.BadValue: '7' is not a face of strike-2020; its faces are X 2 3 4 5 6
    """
    if isinstance(text, GameState):
        return text
    if not isinstance(text, str):
        raise ParseError("a position is a state or its line of text, not {given}", given=repr(text))
    name, *words = text.split() or [""]
    parts = _parts(words)
    edition, language = edition_and_preset(name)
    state = _build(edition, language, parts)
    check_supplies(state)
    _check_faces(state)
    check_standing(state)
    return state


_PARTS = (
    "hands", "arena", "turn", "phase", "elements", "removed", "aside", "eliminated", "emptied",
    "before", "muted", "bound", "collector", "raced", "spells", "winners", "options",
)  # fmt: skip


def _parts(words: Sequence[str]) -> dict[str, str]:
    parts: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in _PARTS or not equals or name in parts:
            raise ParseError(
                "{word} is not part of a position; parts are name=value, each once, of {parts}",
                word=repr(word),
                parts=" ".join(_PARTS),
            )
        parts[name] = value
    if "hands" not in parts:
        raise ParseError("a position needs hands=8,8: the dice of each player")
    return parts


_DIRECTIONS = {">": 1, "<": -1}


def _build(edition: Edition, language: str | None, parts: Mapping[str, str]) -> GameState:
    hands = [one.split("+") for one in parts["hands"].split(",")]
    players = len(hands)
    edition.hand(players)
    turns = [player + way for player in LETTERS[:players] for way in _DIRECTIONS]
    turn = _one_of(parts, "turn", turns, "A>")
    out = [one.partition(":") for one in _words(parts, "eliminated")]
    points: list[int | None] = [None] * players
    for player, _, lost in out:
        points[_player(player, players)] = read_count(lost) if lost else None
    pending = Pending(
        before=tuple(_words(parts, "before")) if "before" in parts else None,
        muted=_is_set(parts, "muted"),
        bound=_is_set(parts, "bound"),
        collector=_player(parts.get("collector", "A"), players),
        raced=_is_set(parts, "raced"),
        spells=tuple(_words(parts, "spells")),
    )
    return GameState(
        edition=edition,
        options=resolve_options(edition, read_options(parts.get("options", "")), language),
        elements=_elements(edition, parts),
        hands=tuple(read_count(loose) for loose, *_ in hands),
        piles=tuple(tuple(map(read_count, piles)) for _, *piles in hands),
        arena=_read_arena(parts.get("arena", NOTHING)),
        active=_player(turn[:1], players),
        direction=_DIRECTIONS[turn[1:]],
        phase=Phase(_one_of(parts, "phase", [phase.value for phase in Phase], "throw")),
        pending=NOTHING_PENDING if pending == NOTHING_PENDING else pending,
        emptied=Emptied(_one_of(parts, "emptied", [how.value for how in Emptied], "not")),
        removed=read_count(parts.get("removed", "0")),
        aside=read_count(parts.get("aside", "0")),
        eliminated=tuple(_player(player, players) for player, _, _ in out),
        points=tuple(points),
        winners=tuple(_player(player, players) for player in _words(parts, "winners")),
    )


def _elements(edition: Edition, parts: Mapping[str, str]) -> frozenset[Face]:
    """Those given; where players agree on them and none are, all."""
    if "elements" not in parts and edition.activation is Activation.AGREED:
        return check_elements(edition, None)
    return frozenset(_words(parts, "elements"))


def _check_faces(state: GameState) -> None:
    for piece in state.arena:
        for face in (piece,) if isinstance(piece, str) else piece:
            state.edition.check_face(face)
    for face in (*state.elements, *(state.pending.before or ()), *state.pending.spells):
        state.edition.check_face(face)


def _one_of(parts: Mapping[str, str], name: str, allowed: Sequence[str], usual: str) -> str:
    value = parts.get(name, usual)
    if value not in allowed:
        raise ParseError(
            "{part} is not part of a position; {name} is one of {allowed}",
            part=f"{name}={value}",
            name=name,
            allowed=" ".join(allowed),
        )
    return value


def _is_set(parts: Mapping[str, str], name: str) -> bool:
    return _one_of(parts, name, ("yes", "no"), "no") == "yes"


def _words(parts: Mapping[str, str], name: str) -> list[str]:
    words = [word for word in parts.get(name, "").split(",") if word]
    if len(set(words)) < len(words):
        raise ParseError("{name} names something twice", name=name)
    return words


def _read_arena(text: str) -> Arena:
    return () if text == NOTHING else tuple(map(read_piece, text.split(",")))


def _player(text: str, players: int) -> Player:
    player = read_letter(text)
    if player >= players:
        raise ParseError(
            "there is no player {text}; the players are {players}",
            text=text,
            players=" ".join(LETTERS[:players]),
        )
    return player
