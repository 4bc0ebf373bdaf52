"""The client's types, `client/src/protocol.ts`: from `messages`, and from the dataclasses of
the rules for what happens, what is awaited and what is said.
"""

import inspect
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields as fields_of
from importlib.metadata import version
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from kessel.bots.levels import LEVELS, NAMES
from kessel.messages import client, fields, playing, referee, reports, server, views
from kessel.messages.errors import ERROR_CODES
from kessel.messages.request import Request
from kessel.physics.version import PHYSICS_VERSION, PORTABLE_NAME
from kessel.rules.awaits import Await
from kessel.rules.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Edition
from kessel.rules.effects import MIN_AGREED
from kessel.rules.events import Event
from kessel.rules.options import OPTIONS, as_text
from kessel.rules.reading import Params, PersonalKey, PlainKey, Remark
from kessel.rules.reasons import NOTES, REASONS
from kessel.table import stats
from kessel.table.seats import FINISHES, MATS
from kessel.throws.ideal import IdealDice
from kessel.views.wire import FLYING, RENAMED
from tools.made import ROOT, Generator

TARGET = ROOT / "client" / "src" / "protocol.ts"
HEADER = """\
// Generated from src/kessel/messages and src/kessel/rules; do not edit.
// Write it again with: make generate
"""
_BASES = {"Request", "Action", "Message"}
_MODULES = (fields, client, playing, stats, views, referee, server, reports)
_UNIONS: dict[str, Any] = {
    "ClientMessage": client.ClientMessage,
    "ServerMessage": server.ServerMessage,
}
_PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    None: "null",
    type(None): "null",
    Any: "unknown",
    views.AwaitedView: "AwaitedView",
    views.EventView: "EventView",
    Params: "Params",
}


def protocol_ts() -> str:
    """The whole text of `protocol.ts`."""
    parts = [HEADER, f"export const PROTOCOL = {server.PROTOCOL};\n"]
    parts.append(f"export const LINES_A_PAGE = {server.LINES_A_PAGE};\n")
    parts += [_constant("REACTIONS", fields.REACTIONS, "Reaction")]
    parts += [_constant("LEVELS", LEVELS, "Level"), _names()]
    parts += [_constant("FINISHES", FINISHES, "Finish"), _constant("MATS", MATS, "Mat")]
    parts += [_constant("ERROR_CODES", tuple(ERROR_CODES), "ErrorCode")]
    reasons = dict.fromkeys(key for known in REASONS.values() for key in known)
    parts += [_constant("REASONS", tuple(reasons), "ReasonKey")]
    parts += [_constant("NOTES", tuple(NOTES), "NoteKey")]
    parts += [_constant("PERSONAL", get_args(PersonalKey), "PersonalKey")]
    parts += [_constant("PLAIN", get_args(PlainKey), "PlainKey")]
    parts += [_options(), _editions(), _dice(), *_rules()]
    parts += [_interface(struct) for struct in _structs()]
    parts += [_union(name) for name in _UNIONS]
    return "\n".join(parts)


def _names() -> str:
    lines = [f'  {level}: "{name}",' for level, name in NAMES.items()]
    head = "/** What the opponent of each level is called. */"
    return "\n".join([head, "export const BOT_NAMES = {", *lines, "} as const;\n"])


def _structs() -> Iterator[type[msgspec.Struct]]:
    for module in _MODULES:
        for name, value in vars(module).items():
            is_struct = inspect.isclass(value) and issubclass(value, msgspec.Struct)
            if is_struct and value.__module__ == module.__name__ and name not in _BASES:
                yield value


def _rules() -> Iterator[str]:
    """What the rules say and wait for, as `views/wire.py` puts it on the wire."""
    events, awaits = get_args(Event), get_args(Await)
    yield from map(_record, (*events, *awaits))
    yield _params()
    yield _record(Remark)
    told = "{ dice: number[]; remarks: Remark[] }"
    yield f"export type EventView = ({_members(events)}\n) & {told};\n"
    yield "/** The dice are in the air; or stuck, until somebody says `throw_again`. */"
    yield f'export interface Flying {{\n  kind: "{FLYING["kind"]}";\n  stuck?: true;\n}}\n'
    yield f"export type AwaitedView ={_members(awaits)}\n  | Flying;\n"


_SPOKEN = {"key": "PersonalKey | PlainKey | `why.${NoteKey}`", "why": "`why.${ReasonKey}` | null"}


def _record(record: Any) -> str:
    """A dataclass of the rules, with seats for players."""
    hints = get_type_hints(record)
    lines = [_doc(record), f"export interface {record.__name__} {{"]
    if hasattr(record, "kind"):
        lines.append(f'  kind: "{record.kind}";')
    for one in fields_of(record):
        spoken = _SPOKEN.get(one.name) if record is Remark else None
        lines.append(f"  {RENAMED.get(one.name, one.name)}: {spoken or _written(hints[one.name])};")
    return "\n".join([*lines, "}", ""])


def _params() -> str:
    hints = get_type_hints(Params)
    lines = [f"  {name}?: {_written(hint)};" for name, hint in hints.items()]
    return "\n".join([_doc(Params), "export interface Params {", *lines, "}", ""])


def _constant(name: str, values: tuple[str, ...], type_name: str) -> str:
    items = "".join(f'  "{value}",\n' for value in values)
    return (
        f"export const {name} = [\n{items}] as const;\n"
        f"export type {type_name} = (typeof {name})[number];\n"
    )


def _options() -> str:
    """Every option of the rules with its values as written, so that no word for one is missing."""
    quoted = {one.name: [f'"{as_text(value)}"' for value in one.values] for one in OPTIONS.values()}
    rows = "".join(f"  {name}: [{', '.join(values)}],\n" for name, values in quoted.items())
    return (
        f"export const OPTIONS = {{\n{rows}}} as const;\n"
        "export type OptionName = keyof typeof OPTIONS;\n"
    )


def _dice() -> str:
    """The dice that a page accepts, by name; the native ones without the kind of processor."""
    native = f"physics-{PHYSICS_VERSION} mujoco-{version('mujoco')} "
    names = {"portable": PORTABLE_NAME, "ideal": IdealDice().name, "native": native}
    rows = "".join(f"  {kind}: {_quoted(name)},\n" for kind, name in names.items())
    return f"export const DICE = {{\n{rows}}} as const;\n"


def _editions() -> str:
    """What the rules say of each edition: the page draws it, and has no table of its own."""
    rows = "".join(f"  {_quoted(one.id)}: {{\n{_edition(one)}  }},\n" for one in EDITIONS.values())
    families = " | ".join(_quoted(name) for name in _families())
    return (
        f"export const PLAYERS = {{ fewest: {MIN_PLAYERS}, most: {MAX_PLAYERS} }} as const;\n"
        f"export const FEWEST_ELEMENTS = {MIN_AGREED};\n"
        f"export const EDITIONS = {{\n{rows}}} as const;\n"
        "export type EditionId = keyof typeof EDITIONS;\n"
        f"export type Family = {families};\n"
    )


def _edition(edition: Edition) -> str:
    hands = ", ".join(f"{players}: {dice}" for players, dice in edition.hands.items())
    return (
        f"    family: {_quoted(edition.family)},\n"
        f"    faces: {_list(edition.faces)},\n"
        f"    hands: {{ {hands} }},\n"
        f"    elements: {_list(edition.agreeable)},\n"
        f"    booklets: {_list(edition.languages)},\n"
    )


def _families() -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.family for one in EDITIONS.values()))


def _list(values: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, values))}]"


def _quoted(value: str) -> str:
    return f'"{value}"'


def _interface(struct: type[msgspec.Struct]) -> str:
    config = struct.__struct_config__
    lines = [_doc(struct), f"export interface {struct.__name__} {{"]
    if config.tag is not None:
        lines.append(f'  {config.tag_field}: "{config.tag}";')
    hints = get_type_hints(struct, include_extras=True)
    lines += [f"  {_field(struct, field, hints)};" for field in msgspec.structs.fields(struct)]
    return "\n".join([*lines, "}", ""])


def _field(struct: type, field: Any, hints: dict[str, Any]) -> str:
    optional = "?" if _may_be_missing(struct, field) else ""
    return f"{field.encode_name}{optional}: {_type(hints[field.name], struct, field.name)}"


def _may_be_missing(struct: type, field: Any) -> bool:
    optional = issubclass(struct, Request | client.SeatWish | views.DieView)
    return field.name == "ref" or (optional and not field.required)


def _type(hint: Any, struct: type, name: str) -> str:
    if hint in (fields.Reaction, list[fields.Reaction]):
        return "Reaction" if hint is fields.Reaction else "Reaction[]"
    if name == "code" and struct is server.Failed:
        return "ErrorCode"
    return _written(hint)


def _written(hint: Any) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, typing.NewType):
        return _written(hint.__supertype__)
    if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
        return hint.__name__
    return _generic(get_origin(hint), get_args(hint))


def _generic(origin: Any, args: tuple[Any, ...]) -> str:
    if origin is typing.Annotated:
        return _written(args[0])
    if origin is Literal:
        return " | ".join(f'"{arg}"' if isinstance(arg, str) else str(arg) for arg in args)
    if origin in (types.UnionType, typing.Union):
        return _one_of(args)
    if origin is list or (origin is tuple and args[-1] is ...):
        inner = _written(args[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(_written, args))}]"
    if origin in (dict, Mapping):
        return f"Record<string, {_written(args[1])}>"
    raise TypeError(f"no TypeScript for {origin} of {args}")


def _one_of(args: tuple[Any, ...]) -> str:
    """A union, by its name where all its members are among the given."""
    given = set(args)
    for name in _UNIONS:
        members = set(_union_members(name))
        if members <= given:
            return " | ".join([name, *(_written(arg) for arg in args if arg not in members)])
    return " | ".join(dict.fromkeys(_written(arg) for arg in args))


def _union(name: str) -> str:
    return f"export type {name} ={_members(_union_members(name))};\n"


def _members(types: Iterable[type]) -> str:
    return "".join(f"\n  | {one.__name__}" for one in types)


def _union_members(name: str) -> tuple[type, ...]:
    return get_args(_UNIONS[name])


def _doc(struct: type) -> str:
    said = (struct.__doc__ or "").partition(">>>")[0]
    return f"/** {' '.join(said.split())} */"


GENERATOR = Generator("protocol", lambda: {TARGET: lambda: protocol_ts().encode()})
