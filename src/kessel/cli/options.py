"""`kessel options [EDITION]`: what can be played differently, the default, and why."""

import argparse
import json
from typing import Any

from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.options import Option, as_text, edition_and_preset, options_of, resolve_options
from kessel.words import Speaker, catalogue, languages

HELP = "list what can be played differently in an edition, and why"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "edition", nargs="?", metavar="EDITION", help="such as harry-potter, or harry-potter:fr"
    )
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    parser.add_argument("--language", default="en", choices=languages())


def run(args: argparse.Namespace) -> int:
    if args.edition is None:
        _list_editions(args.language)
        return 0
    edition, preset = edition_and_preset(args.edition)
    rows = [_row(option, edition, preset, args.language) for option in options_of(edition)]
    if args.json:
        print(json.dumps({"edition": edition.id, "preset": preset, "options": rows}))
    else:
        for row in rows:
            others = " | ".join(as_text(value) for value in row["values"] if value != row["value"])
            print(f"{row['name']} = {as_text(row['value'])}{f'   (or {others})' if others else ''}")
            print(f"    {row['reason']} [{', '.join(row['see'])}]")
    return 0


def _list_editions(language: str) -> None:
    for edition in EDITIONS.values():
        name = Speaker(edition.id, (), language).text(f"edition.{edition.id}")
        presets = " ".join(f":{one}" for one in edition.languages)
        print(f"{edition.id:<15} {name:<32} booklets {presets}")


def _row(option: Option, edition: Edition, preset: str | None, language: str) -> dict[str, Any]:
    return {
        "name": option.name,
        "value": getattr(resolve_options(edition, language=preset), option.name),
        "values": list(option.values_in(edition)),
        "reason": catalogue(language)[f"option.{option.name}"],
        "see": list(option.see),
    }
