"""The catalogue of messages: what Kessel says to people, one file a language, data only.

A message is a text with {names} to fill in, or one for each plural form of a number: `count`,
or what `by` names. To add a language, translate `en.json`; the tests say what is missing.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from kessel.errors import BadValue
from kessel.rules.notation import letter
from kessel.rules.reading import Remark

FALLBACK = "en"

Catalogue = Mapping[str, Any]


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for."""
    names = (entry.name for entry in files(__package__).iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".json")))


@cache
def catalogue(language: str) -> Catalogue:
    """Every message of a language."""
    if language not in languages():
        raise BadValue(f"there is no language {language!r}; there are {' '.join(languages())}")
    text = files(__package__).joinpath(f"{language}.json").read_text(encoding="utf-8")
    loaded: Catalogue = json.loads(text)
    return loaded


class Speaker:
    """Says remarks in one language to the players of one game."""

    def __init__(self, edition: str, names: Sequence[str] = (), language: str = FALLBACK) -> None:
        self._edition = edition
        self._names = names
        self._words = catalogue(language)

    def say(self, remark: Remark) -> str:
        """A remark as a sentence."""
        return self.text(remark.key, **remark.params)

    def say_why(self, remark: Remark) -> str:
        """A remark as a sentence, with the rules that say so."""
        rules = ", ".join(remark.see)
        return f"{self.say(remark)} [{rules}]" if rules else self.say(remark)

    def text(self, key: str, **params: Any) -> str:
        """A message with everything filled in."""
        filled = {name: self._fill(name, value) for name, value in params.items()}
        filled["all_in"] = self._words[f"all_in.{self._edition}"]
        filled["arena"] = self._of_edition("arena")
        filled["the_null"] = self._of_edition("the_null")
        message = self._words[key]
        if isinstance(message, dict):
            message = message[self._plural(params[message.get("by", "count")])]
        return str(message).format(**filled)

    def face(self, face: str) -> str:
        """A face by its name in this language."""
        own = self._words.get(f"face.{self._edition}.{face}")
        return str(own or self._words.get(f"face.{face}", face))

    def unit(self, unit: str) -> str:
        """What is thrown, in words."""
        kind, _, index = unit.partition(":")
        return str(self._words[f"unit.{kind}"]).format(number=int(index or 0) + 1)

    def listed(self, words: Sequence[str]) -> str:
        """A list as it is spoken: a, b and c."""
        if len(words) < 2:
            return words[0] if words else str(self._words["list.nobody"])
        return ", ".join(words[:-1]) + str(self._words["list.and"]) + words[-1]

    def _of_edition(self, key: str) -> str:
        return str(self._words.get(f"{key}.{self._edition}") or self._words[key])

    def _plural(self, count: int) -> str:
        return "one" if count in self._words["plural.one"] else "other"

    def _fill(self, name: str, value: Any) -> Any:
        if name in ("player", "winner"):
            return self._name(value)
        if name in ("players", "winners"):
            return self.listed([self._name(seat) for seat in value])
        if name == "units":
            return self._units(value)
        if name in ("face", "how") and isinstance(value, str):
            return self.face(value) if name == "face" else self._words[f"how.{value}"]
        if name in ("faces", "tower", "elements"):
            return self._faces(value)
        return value

    def _faces(self, value: Mapping[str, int] | Sequence[str]) -> str:
        if isinstance(value, Mapping):
            return self.listed([f"{count} × {self.face(face)}" for face, count in value.items()])
        return self.listed([self.face(face) for face in value])

    def _units(self, value: Mapping[int, Sequence[str]] | Sequence[str]) -> str:
        if isinstance(value, Mapping):
            return self.listed([self._name(seat) for seat in value])
        return str(self._words["list.or"]).join(map(self.unit, value))

    def _name(self, seat: int) -> str:
        return self._names[seat] if seat < len(self._names) else letter(seat)
