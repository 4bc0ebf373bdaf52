"""The rules as people read them: the same sentences for the page and for `kessel rules`."""

import json
import re
from importlib.resources import files
from itertools import product

import pytest

from kessel import Game
from kessel.rules.edition import EDITIONS
from kessel.rules.options import options_of
from kessel.words import languages
from kessel.words.catalogue import part
from kessel.words.sheet import Ruleset, chapters

ORDER = json.loads(files("kessel.words").joinpath("sheet.json").read_text(encoding="utf-8"))


def told(played: Ruleset, language: str = "en") -> str:
    return "\n".join(
        " ".join(map(str, (one.title, *one.sentences, *one.details)))
        for one in chapters(played, language)
    )


def values() -> list[tuple[str, str | None, str, object]]:
    """Every value of every option of every booklet."""
    return [
        (edition.id, language, option.name, value)
        for edition in EDITIONS.values()
        for language in (None, *edition.languages)
        for option in options_of(edition)
        for value in option.values_in(edition, language)
    ]


def test_every_sentence_is_said_somewhere_and_no_other_is_asked_for() -> None:
    english = part("en", "rules")
    said = " ".join(
        told(Ruleset.of(EDITIONS[edition], language, {name: value}))
        for edition, language, name, value in values()
    )
    parts = {
        key: max(re.split(r"\{\w+\}", text), key=len).strip()
        for key, text in english.items()
        if not re.fullmatch(r"\W*\{\w+\}\W*", text)
    }
    assert [key for key, text in parts.items() if text not in said] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_example_is_played_as_it_is_told(edition: str) -> None:
    """Throw by throw: what lies there twice is taken, what lies there once stays."""
    (key,) = [
        one["say"]
        for chapter in ORDER["before"]
        for one in chapter["sentences"]
        if one.get("say") in ORDER["scenes"] and edition in one["editions"]
    ]
    sides = ORDER["examples"][EDITIONS[edition].family]
    lies, *throws = [[sides[name] for name in scene] for scene in ORDER["scenes"][key]]
    game = Game.from_state(f"{edition} hands=5,5 arena={','.join(lies)}")
    for scene in throws:
        assert game.state.active == 0
        assert len(set(lies)) == len(lies), "nothing to take yet"
        game.push(f"throw 1: {' '.join(scene)}")
        lies = scene
    assert game.state.active == 1
    taken = [face for face in lies if lies.count(face) > 1]
    assert [game.state.supply(player) for player in (0, 1)] == [5 - len(throws) + len(taken), 5]
    assert [str(die) for die in game.state.arena] == [one for one in lies if one not in taken]


@pytest.mark.parametrize(("edition", "language"), list(product(EDITIONS, languages())))
def test_sentences_are_whole(edition: str, language: str) -> None:
    text = told(Ruleset.of(EDITIONS[edition]), language)
    assert "{" not in text
    assert len(text.splitlines()) > len(ORDER["before"])


@pytest.mark.parametrize(("edition", "language", "name", "value"), values()[::7])
def test_each_value_of_an_option_is_told(
    edition: str, language: str | None, name: str, value: object
) -> None:
    """Another value, another text."""
    box = EDITIONS[edition]
    option = next(one for one in options_of(box) if one.name == name)
    # Of a placed starting die nobody asks what it shows when it is thrown.
    base = {"start_die": "thrown"} if name == "start_die_x" else {}
    texts = {
        told(Ruleset.of(box, language, {**base, name: other}))
        for other in option.values_in(box, language)
    }
    assert len(texts) == len(option.values_in(box, language))
    assert told(Ruleset.of(box, language, {**base, name: value})) in texts


def test_what_a_booklet_does_not_know_is_not_said() -> None:
    by = {name: told(Ruleset.of(EDITIONS["harry-potter"], name)) for name in (None, "nl")}
    assert "one more game" in by[None]
    assert "one more game" not in by["nl"]
    aged = {name for name, box in EDITIONS.items() if "Ages 8" in told(Ruleset.of(box))}
    assert aged == set(EDITIONS) - {"strike-2020"}
    turned = "may be turned before you throw"
    assert turned in by[None]
    assert turned not in told(Ruleset.of(EDITIONS["strike-2012"]))


def test_only_elements_at_work_are_told() -> None:
    box = EDITIONS["impact-avatar"]
    some = told(Ruleset.of(box, elements=["fire", "stone"]))
    assert "Column of Fire" in some
    assert "Hurricane" not in some
    assert "Hurricane" in told(Ruleset.of(box))
