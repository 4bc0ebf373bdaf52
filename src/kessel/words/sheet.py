"""The rules of a game as people read them: sentences by chapter, one for each option's value.

What the sentences are stands in `*/rules.json`, their order in `sheet.json`; the page tells its
rules from the same two.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kessel.rules.edition import Edition
from kessel.rules.effects import check_elements
from kessel.rules.faces import Face
from kessel.rules.options import OPTIONS, Options, as_text, resolve_options
from kessel.words.catalogue import catalogue, part
from kessel.words.speaker import Speaker, capital, fill

Sentence = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, and the option whose value picks it, if one does."""

    text: str
    option: str | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Chapter:
    """A heading, what is said under it, and what only those read who want to know exactly."""

    id: str
    title: str
    sentences: tuple[Said, ...]
    details: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """What a table plays: an edition by a booklet, its options, and the elements at work."""

    edition: Edition
    options: Options
    preset: str | None = None
    elements: frozenset[Face] = frozenset()

    @classmethod
    def of(
        cls,
        edition: Edition,
        preset: str | None = None,
        changed: Mapping[str, Any] | None = None,
        elements: Sequence[Face] | None = None,
    ) -> "Ruleset":
        """A game with these options; without a word about elements with all that there are."""
        at_work = check_elements(edition, elements) or frozenset(edition.effects)
        return cls(edition, resolve_options(edition, changed, preset), preset, at_work)


def chapters(played: Ruleset, language: str) -> Iterator[Chapter]:
    """The rules from the idea of the game to the tournament."""
    order, edition = _order(), played.edition
    for chapter in order["before"]:
        yield _chapter(played, chapter, language)
    if edition.id in order["openings"]:
        yield _chapter(played, order["openings"][edition.id], language)
    for face, effect in edition.effects.items():
        if face in played.elements:
            told = {"id": effect.value, "side": face, "sentences": order["effects"][effect.value]}
            yield _chapter(played, told, language)
    for chapter in order["after"]:
        yield _chapter(played, chapter, language)


@cache
def _order() -> Mapping[str, Any]:
    text = files(__package__).joinpath("sheet.json").read_text(encoding="utf-8")
    order: Mapping[str, Any] = json.loads(text)
    return order


def _chapter(played: Ruleset, chapter: Mapping[str, Any], language: str) -> Chapter:
    words, names = part(language, "rules"), _names(played.edition, language)
    told: dict[bool, list[Said]] = {False: [], True: []}
    for sentence in chapter["sentences"]:
        key = _key(played, sentence)
        if key is not None:
            said = Said(fill(str(words[key]), names), sentence.get("option"))
            told[sentence.get("detail", False)].append(said)
    title = _title(played.edition, chapter, language, names)
    return Chapter(chapter["id"], title, tuple(told[False]), tuple(told[True]))


def _key(played: Ruleset, sentence: Sentence) -> str | None:
    """Which sentence is said; None where there is nothing to say."""
    edition, options = played.edition, played.options
    if not played.elements.issuperset(sentence.get("sides", ())):
        return None
    if edition.id not in sentence.get("editions", (edition.id,)):
        return None
    if "where" in sentence:
        name, value = sentence["where"]
        if getattr(options, name) != value:
            return None
    if "open" in sentence:
        values = OPTIONS[sentence["open"]].values_in(edition, played.preset)
        if len(values) < 2:
            return None
    if "say" in sentence:
        return str(sentence["say"])
    name = sentence["option"]
    if edition.id not in OPTIONS[name].editions:
        return None
    return f"{name}.{as_text(getattr(options, name))}"


def _title(
    edition: Edition, chapter: Mapping[str, Any], language: str, names: Mapping[str, str]
) -> str:
    side, words = chapter.get("side"), catalogue(language)
    if side is not None:
        speaker = Speaker(edition.id, (), language)
        named, effect = capital(speaker.face(side)), words.get(f"effect.{side}")
        return named if effect is None else speaker.text("pair", first=named, second=str(effect))
    if chapter["id"] == "edition":
        return str(words[f"edition.{edition.id}"])
    return capital(fill(str(part(language, "rules")[f"title.{chapter['id']}"]), names))


def _names(edition: Edition, language: str) -> dict[str, str]:
    """What sentences name: the arena, the null side, the sides of the example."""
    speaker = Speaker(edition.id, (), language)
    example = _order()["examples"][edition.family]
    return speaker.around() | {name: speaker.face(face) for name, face in example.items()}
