"""The catalogue of messages: complete, and every language with the same keys and fields."""

import re
from typing import Any

import pytest

from kessel.errors import BadValue
from kessel.rules.edition import EDITIONS
from kessel.words import FALLBACK, Speaker, catalogue, languages

FIELD = re.compile(r"\{(\w+)\}")


def fields_of(message: Any) -> set[str]:
    forms = message.values() if isinstance(message, dict) else [message]
    return {name for form in forms for name in FIELD.findall(str(form))}


@pytest.mark.parametrize("language", languages())
def test_every_language_has_every_message_with_the_same_fields(language: str) -> None:
    own, english = catalogue(language), catalogue(FALLBACK)
    assert own.keys() == english.keys()
    for key, message in own.items():
        assert fields_of(message) == fields_of(english[key]), key


def test_every_face_and_edition_has_a_name() -> None:
    words = catalogue(FALLBACK)
    for edition in EDITIONS.values():
        assert f"edition.{edition.id}" in words
        assert f"all_in.{edition.id}" in words
        speaker = Speaker(edition.id)
        for face in edition.faces:
            assert speaker.face(face)
            assert face.isdigit() or f"face.{face}" in words


def test_an_unknown_language_is_answered_with_the_known() -> None:
    with pytest.raises(BadValue, match=r"there is no language 'tlh'; there are .*en"):
        catalogue("tlh")


def test_lists_names_and_plurals() -> None:
    speaker = Speaker("impact", ("Ann", "Ben"))
    assert speaker.listed(["a"]) == "a"
    assert speaker.listed(["a", "b", "c"]) == "a, b and c"
    assert speaker.listed([]) == "nobody"
    assert speaker.text("event.x", count=1) == "A die shows the blank side and is gone for good."
    assert speaker.text("event.x", count=2) == "2 dice show the blank side and are gone for good."
    assert speaker.text("event.next_one", player=4) == "E is next."
    assert speaker.unit("pile:1") == "pile 2"
