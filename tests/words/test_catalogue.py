"""The catalogue in six languages: complete, with the same fields, and set as each language is set;
errors, too.

Every rule about the texts has a fault that it must find."""

import ast
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kessel
from kessel.errors import BadValue, IllegalMove, KesselError, OneOf, Phrase
from kessel.rules.edition import EDITIONS
from kessel.rules.options import OPTIONS, as_text
from kessel.rules.reasons import NOTES, REASONS
from kessel.words import refusal
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


# --- Errors are said in the reader's language: every message in every language, and none forgotten.

OTHERS = [language for language in languages() if language != FALLBACK]


SRC = Path(kessel.__file__).parent
SPOKEN = (
    "rules/*.py",
    "extras.py",
    "names.py",
    "record.py",
    "words/*.py",
    "proof/audit.py",
    "proof/record_codec.py",
    "proof/rethrow.py",
    "proof/verify.py",
    "coach/*.py",
    *(
        f"solver/{name}.py"
        for name in ["chance", "games", "options", "base/odds", "base/solution"]
    ),
    "lab/simulated.py",
    *(
        f"cli/{name}.py"
        for name in [
            "arguments", "files", "odds", "options", "referee", "replay", "review",
            "shorthand", "solve", "verify",
        ]
    ),
)  # fmt: skip
"""Where errors come from that a person at a terminal can meet."""


def messages(source: str) -> Iterator[tuple[int, str | None]]:
    """(line, message) of every error and phrase; None where it is not written out."""
    tree = ast.parse(source)
    chosen = {
        node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "message"
        and isinstance(node.value, ast.Constant)
    }
    for text in chosen:
        yield 0, str(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_error(node.func) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Name) and first.id == "message":
                continue
            written = isinstance(first, ast.Constant)
            yield node.lineno, str(ast.literal_eval(first)) if written else None


def _is_error(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return function.attr == "_wrong"
    return isinstance(function, ast.Name) and function.id in ERRORS


ERRORS = {
    "KesselError", "ParseError", "UnknownEdition", "UnknownOption", "BadValue", "NotAwaited",
    "IllegalMove", "DiceDoNotAddUp", "BadRecord", "RecordMismatch", "ChangedRecord", "Phrase",
    "MissingExtra",
}  # fmt: skip


def all_messages() -> Iterator[tuple[str, str | None]]:
    """(place, message) of everything that can be said."""
    for pattern in SPOKEN:
        for path in sorted(SRC.glob(pattern)):
            for line, message in messages(path.read_text(encoding="utf-8")):
                yield f"{path.relative_to(SRC)}:{line}", message


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_said_in_every_language(language: str) -> None:
    wanted = {message for _, message in all_messages()}
    assert len(wanted) > 100
    assert wanted ^ set(part(language, "refusals")) == set()


def test_every_message_is_written_out_so_that_it_can_be_found() -> None:
    assert [place for place, message in all_messages() if message is None] == []


def test_a_message_that_is_put_together_is_found() -> None:
    found = messages('raise BadValue(f"no {thing}")\nraise BadValue("no {thing}", thing=1)')
    assert list(found) == [(1, None), (2, "no {thing}")]


def test_what_fills_a_message_in() -> None:
    may = OneOf(("1", "pile:0"))
    error = IllegalMove("{player} may throw {units}, not {unit}", player="B", units=may, unit="all")
    assert str(error) == "B may throw 1 or pile:0, not all"
    assert refusal(error) == str(error)
    assert refusal(error, "de") == "B darf 1 oder pile:0 werfen, nicht all"
    inside = KesselError("line {line}: {error}", line=7, error=error)
    assert refusal(inside, "fr") == "ligne 7\u00a0: B peut lancer 1 ou pile:0, pas all"
    given = Phrase("nobody")
    nobody = IllegalMove(
        "{players} must all throw, and nobody else; you gave {given}", players="A B", given=given
    )
    assert refusal(nobody, "nl") == "A B gooien allemaal, en niemand anders; opgegeven: niemand"


def test_what_no_person_meets_stays_english() -> None:
    assert refusal(BadValue("a nonce of 3 bytes; it has 16"), "es").startswith("a nonce")


def test_an_error_keeps_its_parts_on_the_way_between_processes() -> None:
    error = BadValue("{path} cannot be read: {why}", path="a", why="gone")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), refusal(again, "it")) == (str(error), refusal(error, "it"))


def test_braces_that_name_nothing_stay() -> None:
    assert (
        str(BadValue('a die is {"cocked": face} or {face}'))
        == 'a die is {"cocked": face} or {face}'
    )
