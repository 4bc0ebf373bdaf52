"""Messages made from their types alone, so that one of a new kind is said without anyone adding it
here: short ones, and the largest with the worst content one can think of."""

import re
import time
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any, get_args

import msgspec
from hall.player import AIM
from msgspec import inspect

from kessel.messages.client import ClientMessage
from kessel.messages.server import PROTOCOL

KINDS: tuple[type[msgspec.Struct], ...] = get_args(ClientMessage)
Json = Any


@cache
def fields_of(kind: type[msgspec.Struct]) -> dict[str, inspect.Type]:
    """The fields of a message, by their names, with what they hold where they hold anything."""
    told = inspect.type_info(kind)
    assert isinstance(told, inspect.StructType)
    return {one.encode_name: _held(one.type) for one in told.fields}


def said(kind: type[msgspec.Struct], chance: Random) -> dict[str, Json]:
    """A message of a kind with any content that its type allows."""
    told = {name: sample(one, chance) for name, one in fields_of(kind).items()}
    return {"type": tag(kind), **told}


def fitting(kind: type[msgspec.Struct], chance: Random, **known: Json) -> dict[str, Json]:
    """A message of a kind that a hall can do, where that is known: of what stands in `known` and of
    what any hall takes, whatever the kind has a field for."""
    usual = {
        "edition": "strike-2020",
        "editions": ["strike-2020"],
        "seats": [{"kind": "person", "name": "Ann"}, {"kind": "bot"}],
        "seat": 0,
        "name": "Ben",
        "dice": "ideal",
        "date": datetime.fromtimestamp(time.time(), UTC).date().isoformat(),
        "first": 0,
        "fill": True,
        "unit": "1",
        "aim": AIM,
        "protocol": PROTOCOL,
    }
    fields, empty = fields_of(kind), {"preset", "options", "elements", "key", "sign", "signer"}
    if not isinstance(fields.get("dice"), inspect.LiteralType):
        usual.pop("dice")
    given = {name: one for name, one in (usual | known).items() if name in fields}
    told = {name: one for name, one in said(kind, chance).items() if name not in empty}
    return told | given


def tag(kind: type[msgspec.Struct]) -> str:
    """How a kind is called on the wire."""
    return str(kind.__struct_config__.tag)


def sample(kind: inspect.Type, chance: Random) -> Json:
    """Anything of a type; raises where a type is new, and nobody has said what it may hold."""
    match kind:
        case inspect.BoolType():
            return chance.random() < 0.5
        case inspect.IntType(ge=least, le=most):
            return chance.randint(least or 0, most or 9)
        case inspect.FloatType(ge=low, le=high):
            return chance.uniform(low or 0.0, high or 1.0)
        case inspect.StrType(pattern=str(pattern)):
            return matching(pattern, chance)
        case inspect.StrType(max_length=most):
            return "".join(chance.choices("abcdefgh", k=min(most or 8, 8)))
        case inspect.LiteralType(values=values):
            return chance.choice(values)
        case inspect.ListType(item_type=item, min_length=least):
            return [sample(_held(item), chance) for _ in range(least or 1)]
        case inspect.DictType():
            return {"undo": True}
        case inspect.StructType(fields=fields):
            return {one.encode_name: sample(_held(one.type), chance) for one in fields}
        case inspect.UnionType():
            return sample(_held(kind), chance)
        case _:
            raise AssertionError(f"what does {kind} hold?")


def _held(kind: inspect.Type) -> inspect.Type:
    """What a field holds that may be empty; of several things the first."""
    if isinstance(kind, inspect.UnionType):
        return next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind


def matching(pattern: str, chance: Random) -> str:
    """A text that matches a pattern of our fields: `^`, signs and classes with a count, or several
    of these, and the end."""
    one = chance.choice(re.sub(r"\\Z|[\^()]", "", pattern).split("|"))
    parts: list[tuple[str, str]] = re.findall(r"(\[[^]]+\]|.)(?:\{(?:\d+,)?(\d+)\})?", one)
    text = "".join(sign for part, times in parts for sign in _some(part, int(times or 1), chance))
    assert re.search(pattern, text), f"{text} was to match {pattern}"
    return text


def _some(part: str, times: int, chance: Random) -> list[str]:
    return chance.choices(_class(part), k=times)


def _class(part: str) -> str:
    """The signs that a part of a pattern stands for."""
    inside = re.sub(r"(.)-(.)", _range, part.strip("[]"))
    return inside if part.startswith("[") else part


def _range(found: re.Match[str]) -> str:
    return "".join(map(chr, range(ord(found[1]), ord(found[2]) + 1)))
