"""Errors in the reader's language: an error carries its English message and what fills it in."""

from kessel.errors import KesselError, OneOf, Phrase
from kessel.words.catalogue import FALLBACK, Words, catalogue, part
from kessel.words.speaker import fill


def refusal(error: KesselError, language: str = FALLBACK) -> str:
    """What an error says; English where it comes from a room that only programs talk to."""
    if language == FALLBACK:
        return str(error)
    words = part(language, "refusals")
    message = words.get(error.message)
    if message is None:
        return str(error)
    said = {name: _said(value, language, words) for name, value in error.params.items()}
    return fill(message, said)


def _said(value: object, language: str, words: Words) -> str:
    if isinstance(value, KesselError):
        return refusal(value, language)
    if isinstance(value, Phrase):
        return str(words[value])
    if isinstance(value, OneOf):
        return str(catalogue(language)["list.or"]).join(value)
    return str(value)
