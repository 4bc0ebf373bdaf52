"""The catalogue in six languages: complete, with the same fields, and set as each language is set.

Every rule about the texts has a fault that it must find.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS
from kessel.rules.options import OPTIONS, as_text
from kessel.rules.reasons import NOTES, REASONS
from kessel.words.catalogue import FALLBACK, catalogue, languages, part
from kessel.words.catalogue import PARTS as READ

FIELD = re.compile(r"\{(\w+)\}")
FREE = re.compile(r"[aA]rena")
"""Fields a language may leave out or use more often: grammar decides where the arena is named."""
PARTS = (*READ, "page")
"""What stands on the page is in the catalogue too, though only the page reads it."""
DATA = ("plural.one",)


def texts(entry: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text below an entry, with the way to it."""
    if isinstance(entry, str):
        yield path, entry
    elif isinstance(entry, dict):
        for key, value in entry.items():
            if key not in DATA:
                yield from texts(value, f"{path} {key}".strip())


def parts_of(language: str) -> tuple[str, ...]:
    """English messages of errors stand in the code."""
    return tuple(name for name in PARTS if (language, name) != (FALLBACK, "refusals"))


def all_texts(language: str) -> list[tuple[str, str]]:
    return [
        found
        for name in parts_of(language)
        for key, entry in part(language, name).items()
        if key not in DATA
        for found in texts(entry, f"{name}: {key}")
    ]


def fields(entry: Any) -> set[str]:
    found = {name for _, text in texts(entry) for name in FIELD.findall(text)}
    return {name for name in found if not FREE.match(name)}


def shape(entry: Any) -> Any:
    """The keys of an entry, down to its texts."""
    return {key: shape(value) for key, value in entry.items()} if isinstance(entry, dict) else ""


def test_there_are_six_languages() -> None:
    assert set(languages()) == {"en", "de", "fr", "it", "nl", "es"}
    with pytest.raises(BadValue, match=r"there is no language 'tlh'; there are .*en"):
        catalogue("tlh")


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_sentence_with_the_same_fields(language: str, name: str) -> None:
    own = part(language, name) if name in parts_of(language) else {}
    english = part(FALLBACK, name) if name in parts_of(FALLBACK) else {key: key for key in own}
    assert shape(own) == shape(english)
    assert [
        key for key in own if key not in DATA and fields(own[key]) != fields(english[key])
    ] == []
    assert [way for way, text in texts(own) if not text.strip()] == []


@pytest.mark.parametrize("language", languages())
def test_everything_the_rules_can_say_has_its_words(language: str) -> None:
    words = catalogue(language)
    reasons = {key for known in REASONS.values() for key in known} | set(NOTES)
    assert {f"why.{key}" for key in reasons} == {key for key in words if key.startswith("why.")}
    for edition in EDITIONS.values():
        assert f"edition.{edition.id}" in words
        assert f"allin.{edition.id}" in words
        assert {f"face.{face}" for face in edition.faces} <= words.keys()
    options, rules = part(language, "options"), part(language, "rules")
    assert options.keys() == OPTIONS.keys()
    for option in OPTIONS.values():
        values = {as_text(value) for value in option.values}
        assert options[option.name]["ends"].keys() == values
        assert {f"{option.name}.{value}" for value in values} <= rules.keys()
        assert f"option.{option.name}" in words


@pytest.mark.parametrize("language", [one for one in languages() if one != FALLBACK])
def test_no_language_is_english_under_another_name(language: str) -> None:
    english = dict(all_texts(FALLBACK))
    names = ("game: edition.", "game: allin.")
    same = [
        way
        for way, text in all_texts(language)
        if text == english.get(way) and len(text) > 24 and not way.startswith(names)
    ]
    assert same == []


EVERYWHERE = {
    "a straight apostrophe": (r"\w'\w", "Ann's turn"),
    "straight quotation marks": ('"', 'call "Stop!"'),
    "three dots": (r"\.\.\.", "Wait..."),
    "two spaces": ("[ \u00a0\u202f]{2}", "one  two"),
    "a count that can break from its sign": (" ×|× ", "2 × fire"),
    "an ellipsis that can break from its word": (" …", "Gleich …"),
    "a list of people that acts": (
        r"(?<!: )(?<!\bby )(?<!\bdoor )\{(names|players)\}(?!\u00a0?:)",
        "{names} share the win.",
    ),
    "the null side without its article": (r".\{null\}|\{null\}(?!\u00a0?:|$)", "shows {null} now"),
}
OF_SENTENCES = [
    EVERYWHERE[what][0]
    for what in (
        "straight quotation marks",
        "a list of people that acts",
        "the null side without its article",
    )
]
"""Messages of errors quote and fill in what was typed, not names of people and sides."""
NO_SPACE_BEFORE = ("[ \u00a0\u202f][!?;:]", "Stop !")
OWN = {
    "en": {
        "a space before a sign": NO_SPACE_BEFORE,
        "a space before the ellipsis": (r"\s…", "Ready\u00a0…"),
        "American spelling": (
            r"(?i)\b(neighbor|color|counterclockwise|favorite|center)\b",
            "color",
        ),
        "a word from before": (r"(?i)\b(boulder pile|start die|askew|throw along)\b", "start die"),
    },
    "de": {"a space before a sign": NO_SPACE_BEFORE},
    "it": {
        "a space before a sign": NO_SPACE_BEFORE,
        "a or e before a name that may begin with it": (r"\b[ae] \{name", "Tocca a {name}"),
        "a man made of every player": (
            r"eliminato\b|campione|\{name\}.*\bper primo\b",
            "eliminato",
        ),
    },
    "nl": {"a space before a sign": NO_SPACE_BEFORE},
    "es": {
        "a space before a sign": NO_SPACE_BEFORE,
        "a question that does not open": (r"^[^¿]*\?", "Quién es?"),
        "a call that does not open": ("^[^¡]*!", "Alto!"),
        "a word that is rude in America": (r"(?i)\bcog(er|e|es|en|ió|idos?)\b", "Coges un dado"),
        "a man made of every player": (r"eliminado\b|campeón|\{name\}.*\bprimero\b", "eliminado"),
    },
    "fr": {
        "! ? ; without their narrow space": ("[^\u202f!?][!?;]", "Stop !"),
        "a colon without its space": ("[^\u00a0]:", "Accio : un dé"),
        "« » without their space": ("«[^\u00a0]|[^\u00a0]»", "« Stop »"),
        "tu where all say vous": (r"(?i)\b(tu|te|toi|ton|ta|tes)\b|\bt’", "À toi de jouer"),
        "no elision before a name": (r"\b[dD]e \{(name|edition|names)\}", "Règles de {edition}"),
        "a man made of every player": (
            r"éliminé(?!\w)|\best champion|\bpremier\b.*\{name\}|\{name\}.*\bpremier\b",
            "{name} est éliminé",
        ),
    },
}
FAULTS = [
    (language, what, *fault)
    for language in languages()
    for what, fault in (EVERYWHERE | OWN[language]).items()
]


@pytest.mark.parametrize(
    ("language", "pattern", "control"),
    [(language, pattern, control) for language, _, pattern, control in FAULTS],
    ids=[f"{language}: {what}" for language, what, *_ in FAULTS],
)
def test_no_text_has(language: str, pattern: str, control: str) -> None:
    fault = re.compile(pattern)
    assert fault.search(control)
    found = [(way, text) for way, text in all_texts(language) if fault.search(text)]
    if pattern in OF_SENTENCES:
        found = [(way, text) for way, text in found if not way.startswith("refusals: ")]
    assert found == []


@pytest.mark.parametrize("language", languages())
def test_the_rules_page_says_for_whom_a_game_is_and_no_more_than_the_booklets(
    language: str,
) -> None:
    """Players and age (A.0); X on a die rolled outside (B-35); an order that names no element
    that is not agreed (A.5)."""
    rules, words = part(language, "rules"), catalogue(language)
    for said in (rules["setup"], part(language, "page")["edition.for"]):
        assert re.findall(r"\d+", said) == ["2", "5"], "not every booklet says for what age"
    assert re.findall(r"\d+", rules["setup.age"]) == ["8"]
    assert "{theNull}" in rules["cocked.reroll_outside"]
    elements = [words[f"face.{face}"].lower() for face in EDITIONS["impact-avatar"].symbols]
    order = rules["avatar.order"].lower()
    assert [one for one in elements if re.search(rf"\b{one}\b", order)] == []
