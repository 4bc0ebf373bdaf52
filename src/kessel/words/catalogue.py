"""The catalogue of words as data: one folder a language, read here and imported by the page.

`game` has names, events and reasons, `options` the sentences of house rules, `rules` those of the
rules pages; the page has them too. `terminal` has what the command line and the previews of links
say, `refusals` the messages of errors by their English, which stands in the code. `page` has what
only the page shows; nothing here reads it, and no wheel carries it. A text has {names} to fill in;
if a number decides, it has plural forms.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kessel.errors import BadValue

FALLBACK = "en"

PARTS = ("game", "options", "rules", "terminal", "refusals")

Words = Mapping[str, Any]


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for."""
    folders = (entry.name for entry in files(__package__).iterdir() if entry.is_dir())
    return tuple(sorted(name for name in folders if len(name) == 2))


def check_language(language: object) -> None:
    """Raise unless there is a catalogue for it."""
    if language not in languages():
        raise BadValue(
            "there is no language {language}; there are {languages}",
            language=repr(language),
            languages=" ".join(languages()),
        )


@cache
def part(language: str, name: str) -> Words:
    """One part of the catalogue of a language."""
    check_language(language)
    text = files(__package__).joinpath(language, f"{name}.json").read_text(encoding="utf-8")
    loaded: Words = json.loads(text)
    return loaded


@cache
def catalogue(language: str) -> Words:
    """Every sentence that the command line says in a language."""
    return {**part(language, "game"), **part(language, "terminal")}
