"""What a referee is asked, read from JSON: names, numbers, pieces, landings.

Knows no game: only what a request must look like.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from kessel.errors import BadValue, IllegalMove, ParseError
from kessel.names import MAX_RECORDED_NAME, clean_name
from kessel.rules.edition import MAX_PLAYERS, MIN_PLAYERS, Edition
from kessel.rules.faces import Arena, Face, Piece, Place, Tower
from kessel.rules.moves import ONE, Landing, Player, Unit
from kessel.rules.options import Options, check_value, edition_and_preset, resolve_options
from kessel.rules.setup import MAX_POSITION_DICE, Hand
from kessel.rules.tournament import FinishedGame

Json: TypeAlias = dict[str, Any]

MAX_NESTING = 8
"""Objects and lists in each other; a tournament has the deepest request, with six."""
MAX_NUMBER = 9999
"""Dice, piles: no number in a request is larger."""


def read_request(line: str | bytes) -> Json:
    """A line as one JSON object."""
    try:
        request = json.loads(line)
    except (TypeError, ValueError, RecursionError) as error:
        raise ParseError(f"this line is no JSON ({error}); a request is one object") from None
    check_nesting(request)
    if not isinstance(request, dict):
        raise ParseError(f"a request is a JSON object, not {short(request)}")
    return request


def check_nesting(request: Any) -> None:
    """Raise where a request is so deep that whoever goes through it might not get out again."""
    inside = [request] if isinstance(request, dict | list) else []
    for _ in range(MAX_NESTING):
        lists = [one.values() if isinstance(one, dict) else one for one in inside]
        inside = [one for some in lists for one in some if isinstance(one, dict | list)]
    if inside:
        raise ParseError(f"no request is nested more than {MAX_NESTING} deep")


def read_fields(given: Any, kind: str, allowed: Sequence[str], required: Sequence[str]) -> Json:
    """An object with these fields, and no others."""
    if not isinstance(given, dict):
        raise BadValue(f"{kind} is an object with {' '.join(allowed)}, not {short(given)}")
    for name in given:
        if name not in allowed:
            raise BadValue(f"{kind} knows no {name!r}; its fields are {' '.join(allowed)}")
    for name in required:
        if name not in given:
            raise BadValue(f"{kind} needs {name!r}")
    return given


def read_box(given: Json) -> tuple[Edition, Options]:
    """The edition of a game and its options."""
    name = given["edition"]
    if not isinstance(name, str):
        raise BadValue(f"an edition is a name, not {short(name)}")
    edition, language = edition_and_preset(name)
    language = language if given.get("preset") is None else given["preset"]
    if language is not None and not isinstance(language, str):
        raise BadValue(f"a preset is a language, not {short(language)}")
    options = given.get("options", {})
    if not isinstance(options, dict):
        raise BadValue(f"options are an object of names and values, not {short(options)}")
    return edition, resolve_options(edition, options, language)


def read_names(given: Any) -> tuple[str, ...]:
    """The names of all players, each one their own."""
    names = read_list(given, "players are a list of names")
    if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
        raise BadValue(f"{MIN_PLAYERS} to {MAX_PLAYERS} players sit down, not {len(names)}")
    for name in names:
        if not isinstance(name, str):
            raise BadValue(f"a name is a text, not {short(name)}")
    called = tuple(clean_name(name, MAX_RECORDED_NAME) for name in names)
    if len(set(called)) < len(called):
        raise BadValue(f"every player needs a name of their own, not {short(names)}")
    return called


def read_player(name: Any, names: Sequence[str]) -> Player:
    """The player of that name."""
    called = clean_name(name, MAX_RECORDED_NAME) if isinstance(name, str) else None
    if called not in names:
        raise BadValue(f"nobody here is called {short(name)}; the players are {', '.join(names)}")
    return names.index(called)


def read_hand(given: Any) -> Hand:
    """The hand of a position: a number, loose dice and piles, or out."""
    if given == "out":
        return Hand(eliminated=True)
    if isinstance(given, dict):
        hand = read_fields(given, "a hand", ("loose", "piles"), required=())
        piles = read_list(hand.get("piles", []), "piles are a list of numbers")
        return Hand(
            read_number(hand.get("loose", 0), "loose"),
            tuple(read_number(size, "a pile") for size in piles),
        )
    return Hand(read_number(given, "a hand"))


def read_landing(request: Json) -> Landing:
    """How the dice lie after a throw."""
    if "after" not in request:
        raise BadValue('a throw needs "after": the whole arena as it lies then')
    pieces = read_list(request["after"], '"after" is a list of pieces')
    cocked = [piece for piece in pieces if isinstance(piece, dict)]
    for piece in cocked:
        if set(piece) != {"cocked"} or not isinstance(piece["cocked"], str):
            raise BadValue(
                f'a die that had to be settled is {{"cocked": face}}, not {short(piece)}'
            )
    arena: Arena = tuple(
        read_piece(piece["cocked"] if isinstance(piece, dict) else piece) for piece in pieces
    )
    return Landing(arena, read_number(request.get("out", 0), "out"), len(cocked))


def read_piece(given: Any) -> Piece:
    """A die or a tower."""
    if isinstance(given, str):
        return given
    if isinstance(given, list):
        return read_tower(given)
    raise BadValue(
        f"a piece is a face, a list of faces (a tower, bottom to top) or, after a throw, "
        f'{{"cocked": face}}; not {short(given)}'
    )


def read_tower(given: Any) -> Tower:
    """A tower, bottom to top."""
    faces = read_list(given, "a tower is a list of faces, bottom to top")
    if not all(isinstance(face, str) for face in faces):
        raise BadValue(f"a tower is a list of faces, bottom to top, not {short(given)}")
    if not faces:
        raise BadValue("a tower has dice; an empty list is none")
    return tuple(faces)


def read_unit(given: Any) -> Unit:
    """What is thrown."""
    if isinstance(given, int) and not isinstance(given, bool):
        return str(read_number(given, "what is thrown"))
    if isinstance(given, str) and given != ONE:
        return given
    raise BadValue(f'what is thrown is 1, "pile:k", "die:k" or "all", not {short(given)}')


def read_accio(given: Any) -> tuple[Face | None, Place | None]:
    """A face or null; or a face with its place, where equal dice lie in a tower."""
    if not isinstance(given, dict):
        if given is not None and not isinstance(given, str):
            raise BadValue(f"accio is a face or null, not {short(given)}")
        return given, None
    names = ("face", "piece", "die")
    told = read_fields(given, "accio", names, names)
    if not isinstance(told["face"], str):
        raise BadValue(f"the face of an accio is one of the edition's, not {short(told['face'])}")
    piece, die = (read_number(told[name], f"{name} in accio") for name in ("piece", "die"))
    return told["face"], (piece, die)


def read_leave(request: Json) -> list[Face] | None:
    """The faces of sets to be left, if any are named."""
    return read_list(request["leave"], "leave lists faces") if "leave" in request else None


def without(faces: Sequence[Face], leave: Sequence[Face]) -> tuple[Face, ...]:
    """The faces of sets that are taken; raises where there is no such set to leave."""
    wrong = [face for face in leave if face not in faces]
    if wrong:
        raise IllegalMove(f"no set of {short(wrong[0])} to leave; there are {' '.join(faces)}")
    return tuple(face for face in faces if face not in leave)


def read_number(given: Any, what: str) -> int:
    """A whole number of dice, of a pile or the like."""
    if isinstance(given, bool) or not isinstance(given, int) or abs(given) > MAX_NUMBER:
        raise BadValue(f"{what} is a whole number up to {MAX_NUMBER}, not {short(given)}")
    return given


def read_list(given: Any, meaning: str) -> list[Any]:
    """A list, not longer than anything there is at a table."""
    if not isinstance(given, list):
        raise BadValue(f"{meaning}, not {short(given)}")
    if len(given) > MAX_POSITION_DICE:
        raise BadValue(f"{meaning}, at most {MAX_POSITION_DICE} of them, not {len(given)}")
    return given


def check_true(request: Json, name: str) -> None:
    """Raise unless a request that is only made says true."""
    if request[name] is not True:
        raise BadValue(f'"{name}" is true or absent, not {short(request[name])}')


def short(given: Any) -> str:
    """What was given, cut so that a message stays one readable line."""
    text = given if isinstance(given, str) else json.dumps(given, default=repr)
    return text if len(text) <= 80 else text[:77] + "…"


def read_game(given: Any) -> FinishedGame:
    """A finished game of a tournament."""
    game = read_fields(given, "a game", ("out", "win", "first"), required=("out", "win"))
    batches = read_list(game["out"], "out lists who was eliminated, batch by batch")
    first = game.get("first")
    if first is not None and not isinstance(first, str):
        raise BadValue(f"who began a game is a name, not {short(first)}")
    return FinishedGame(
        out=tuple(_read_players(batch) for batch in batches),
        win=_read_players(game["win"]),
        first=first,
    )


def _read_players(given: Any) -> tuple[str, ...]:
    names = read_list(given, "players are a list of names")
    if not all(isinstance(name, str) for name in names):
        raise BadValue(f"players are a list of names, not {short(given)}")
    return tuple(names)


def read_tournament_options(given: Any) -> Options:
    """The options that count for a tournament."""
    if not isinstance(given, dict):
        raise BadValue(f"options are an object of names and values, not {short(given)}")
    for name, value in given.items():
        check_value(name, value)
    return replace(Options(), **given)
