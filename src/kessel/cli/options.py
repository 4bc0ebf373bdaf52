"""`kessel options [EDITION]`: what can be played differently, the default, and why."""

import argparse
import json
from typing import Any

from kessel.cli.arguments import USUAL, edition_argument
from kessel.cli.language import language_argument
from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.options import (
    Option,
    OptionValue,
    as_text,
    edition_and_preset,
    options_of,
    resolve_options,
)
from kessel.terminal import tell
from kessel.words import Speaker

HOUSE_RULE = "*"


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser)
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    if args.edition is None:
        _list_editions(args.language)
        return 0
    edition, preset = edition_and_preset(args.edition)
    rows = [_row(option, edition, preset, args.language) for option in options_of(edition)]
    if args.json:
        tell(json.dumps({"edition": edition.id, "preset": preset, "options": rows}))
    else:
        speaker = Speaker(edition.id, (), args.language)
        for row in rows:
            here, *others = (_marked(value, row) for value in row["values"])
            choice = f"   {speaker.text('options.or', values=' | '.join(others))}" if others else ""
            tell(f"{row['name']} = {here}{choice}")
            tell(f"    {row['reason']} [{', '.join(row['see'])}]")
        tell(f"\n{HOUSE_RULE} {speaker.text('options.house')}")
    return 0


def _marked(value: OptionValue, row: dict[str, Any]) -> str:
    """A value, with a star if no booklet of the edition has it."""
    return as_text(value) + (HOUSE_RULE if value in row["in_no_booklet"] else "")


def _list_editions(language: str) -> None:
    for edition in EDITIONS.values():
        speaker = Speaker(edition.id, (), language)
        name = speaker.text(f"edition.{edition.id}")
        presets = " ".join(f":{one}" for one in edition.languages)
        booklets = speaker.text("options.booklets", languages=presets)
        tell(f"{edition.id:<15} {name:<32} {booklets}")
    tell(f"\n{Speaker(USUAL, (), language).text('options.players')}")


def _row(option: Option, edition: Edition, preset: str | None, language: str) -> dict[str, Any]:
    value = getattr(resolve_options(edition, language=preset), option.name)
    others = [one for one in option.values_in(edition, preset) if one != value]
    return {
        "name": option.name,
        "value": value,
        "values": [value, *others],
        "in_no_booklet": [one for one in (value, *others) if option.in_no_booklet(edition, one)],
        "reason": Speaker(edition.id, (), language).text(f"option.{option.name}"),
        "see": list(option.see),
    }
