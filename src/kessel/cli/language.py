"""The language a command speaks: `--language`, or that of the system, or English."""

import argparse
import codecs
import locale
import os
import sys
from collections.abc import Iterator, Mapping
from io import TextIOWrapper

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language it speaks; the first that says anything counts."""

_WINDOWS_NAMES = {
    "english": "en", "german": "de", "french": "fr",
    "italian": "it", "dutch": "nl", "spanish": "es",
}  # fmt: skip

_PLAIN = {
    "\u00a0": " ", "\u202f": " ", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"',
    "«": '"', "»": '"', "…": "...", "–": "-", "×": "x", "−": "-",
}  # fmt: skip
_PLAINLY = "kessel-plainly"


def language_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--language`."""
    from kessel.words import languages

    parser.add_argument(
        "--language",
        default=system_language(),
        choices=languages(),
        help="language of what is said (the system's: %(default)s)",
    )


def system_language(variables: Mapping[str, str] = os.environ) -> str:
    """The first language the system asks for that there are words for."""
    from kessel.words import FALLBACK, languages

    for wanted in _wanted(variables):
        name = wanted.partition("_")[0].partition(".")[0].partition("-")[0].lower()
        name = _WINDOWS_NAMES.get(name, name)
        if name in languages():
            return name
    return FALLBACK


def _wanted(variables: Mapping[str, str]) -> Iterator[str]:
    said = [variables[name] for name in VARIABLES if variables.get(name)]
    for value in said:
        yield from value.split(":")
    if not said:
        yield locale.getlocale()[0] or ""


def speak_plainly(*streams: object) -> None:
    """Signs that a terminal's encoding lacks become plain ones instead of an error."""
    codecs.register_error(_PLAINLY, _plainly)
    for stream in streams or (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=_PLAINLY)


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in missing), error.end
