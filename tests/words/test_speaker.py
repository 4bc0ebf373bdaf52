"""Sentences filled in, and the rules as people read them."""

import json
import re
from collections.abc import Callable
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

from kessel import Game
from kessel.errors import BadValue, KesselError
from kessel.rules.edition import EDITIONS, Edition
from kessel.rules.options import options_of
from kessel.words import ANY_EDITION, Speaker, catalogue, languages, refusal
from kessel.words.catalogue import part
from kessel.words.sheet import Ruleset, chapters

# --- Lists, names, plurals; every sentence in every edition and language --------------------------

NAMES = ("Ann", "Emmy", "Ignacio", "Odile", "Ben")
FIELD = re.compile(r"\{(\w+)\}")

ELISION = re.compile(r"(?<![-\w])(?:[DdLlNnSsJjMm]e|[Qq]ue|[Ll]a) (?=[AEIOUÉÈÊaeiouéèê])")
"""French words that lose their vowel before another, wherever a name is filled in."""


PLAIN = """
    where better chosen cost gain error dice near throws path keys editions typed reason
    languages values throw first second chance seal seen lines answered rules edition host people
    again game games line views what model
"""


def values_for(edition: Edition) -> dict[str, Any]:
    """Something to fill in for every field there is."""
    symbols = edition.symbols
    plain = dict.fromkeys(PLAIN.split(), "x")
    return plain | {
        "name": 1,
        "names": (0, 1, 2),
        "face": symbols[0],
        "faces": dict.fromkeys(symbols[:2], 2),
        "elements": tuple(edition.effects)[:2] if edition.family == "impact" else (),
        "units": ("1", "pile:0", "die:1", "all"),
        "number": 2,
        "aside": 3,
    }


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
@pytest.mark.parametrize("language", languages())
def test_every_sentence_of_every_edition_is_whole(language: str, edition: Edition) -> None:
    speaker = Speaker(edition.id, NAMES, language)
    for key, entry in catalogue(language).items():
        if key == "plural.one" or key.startswith(("list.", "report.unit")):
            continue
        for count in (1, 2) if isinstance(entry, dict) else (2,):
            said = speaker.text(key, **values_for(edition), count=count)
            assert said, key
            assert not re.search(r"[{}]|None|\(\)", said), (key, said)
            assert not key.startswith("say.") or said[0] in "¡¿{" or not said[0].islower(), said
    for option in options_of(edition):
        for value in option.values_in(edition):
            assert "{" not in speaker.option(option, value)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_no_french_sentence_lacks_its_elision(edition: Edition) -> None:
    assert ELISION.search("au tour de Emmy")
    assert ELISION.search("Règles de Impact")
    assert ELISION.search("la arène")
    speaker = Speaker(edition.id, ("Emmy", "Emmy", "Emmy", "Emmy", "Emmy"), "fr")
    values = values_for(edition) | {"reason": "Emmy", "throw": "un lancer"}
    said = [
        speaker.text(key, **values, count=2)
        for key in catalogue("fr")
        if key != "plural.one" and not key.startswith("list.")
    ]
    said += [
        speaker.option(option, value)
        for option in options_of(edition)
        for value in option.values_in(edition)
    ]
    assert [one for one in said if ELISION.search(one)] == []


@pytest.mark.parametrize("language", languages())
def test_the_null_side_has_its_article(language: str) -> None:
    article = {"en": "the", "de": "die", "fr": "la", "it": "il", "nl": "de", "es": "la"}[language]
    said = Speaker("impact", (), language).text("asked.start.placed")
    assert f"{article} {catalogue(language)['face.blank']}" in said
    x = {"en": "the X", "de": "das X", "fr": "le X", "it": "la X", "nl": "de X", "es": "la X"}
    assert x[language] in Speaker("strike-2012", (), language).text("asked.start.placed")


POINTS = re.compile(r"punkt|\bpoints?\b|\bpunt(o|os|i|en)?\b", re.IGNORECASE)


@pytest.mark.parametrize("language", languages())
def test_nothing_is_said_of_points_during_a_game(language: str) -> None:
    """They exist in tournaments only, and somebody goes out in every game."""
    tournament = part(language, "rules")["tournament.points"]
    assert POINTS.search(tournament), "the rule of tournaments speaks of them"
    words = catalogue(language)
    said = {key: str(words[key]) for key in words if key.startswith(("say.", "why.", "asked."))}
    assert said["say.elim.other"]
    assert [key for key, text in said.items() if POINTS.search(text)] == []


def test_lists_names_and_plurals() -> None:
    speaker = Speaker("impact", ("Ann", "Ben"))
    assert speaker.listed(["a"]) == "a"
    assert speaker.listed(["a", "b", "c"]) == "a, b and c"
    assert speaker.listed([]) == "nobody"
    assert Speaker("impact", (), "es").listed(["Ann", "Ignacio"]) == "Ann e Ignacio"
    assert Speaker("impact", (), "es").listed(["agua", "hielo"]) == "agua y hielo"
    assert speaker.text("say.x", count=1) == "Blank side: a die goes up in smoke."
    assert speaker.text("say.x", count=2) == "Blank side: 2 dice go up in smoke."
    assert Speaker("strike-2020", (), "fr").text("count.dice", count=0) == "0\u00a0dé"
    assert speaker.text("say.next", name=4) == "E is next."
    assert speaker.text("lies.single", face="fire") == "Fire stays: nothing matches it."
    assert speaker.unit("pile:1") == "pile 2"
    units = ("1", "pile:0", "pile:1")
    assert "throws one die, pile 1 or pile 2:" in speaker.text("asked.throw", name=0, units=units)
    assert speaker.text("say.start", face="fire") == "The starting die shows fire."


def test_numbers_have_the_decimal_sign_of_the_language() -> None:
    assert Speaker(ANY_EDITION).number(-0.0004, ".1%") == "0.0%"
    assert Speaker(ANY_EDITION).number(0.125, ".1%") == "12.5%"
    assert Speaker(ANY_EDITION, (), "de").number(-0.125, "+.1%") == "-12,5\u00a0%"
    assert Speaker(ANY_EDITION, (), "fr").number(0.5, ".0%") == "50\u202f%"
    assert Speaker(ANY_EDITION, (), "nl").number(0.5, ".0%") == "50%"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("stop", "stopping"),
        ("all", "throwing all dice"),
        ("throw", "a throw"),
        ("wild", "a wild throw"),
        ("pile:0 firm", "a firm throw of pile 1"),
        ("die:1 throw", "a throw with one die from pile 2"),
    ],
)
def test_what_the_coach_speaks_of(name: str, said: str) -> None:
    assert Speaker("impact-power").action(name) == said


def test_an_option_is_said_as_the_page_says_it() -> None:
    trigger = next(one for one in options_of(EDITIONS["impact"]) if one.name == "allin_trigger")
    said = Speaker("impact").option(trigger, "turn_start")
    assert said == "Big Bang applies at the start of a turn only"
    assert part("en", "options")["allin_trigger"]["begins"] == "{allin} applies"


@pytest.mark.parametrize(
    ("say", "told"),
    [
        (lambda speaker: speaker.face("zzz"), "'zzz' is not a face of impact"),
        (lambda speaker: speaker.face(5), "5 is not a face of impact"),
        (lambda speaker: speaker.piece(5), "a piece is a face or a tower"),
        (lambda speaker: speaker.piece(("fire", "zzz")), "'zzz' is not a face"),
        (lambda speaker: speaker.name(5), "there is no player 5; players are 0 to 4"),
        (lambda speaker: speaker.name(-1), "there is no player -1"),
        (lambda speaker: speaker.unit(5), "what is thrown is one of 1, all, pile:0"),
        (lambda speaker: speaker.unit("pile:x"), "what is thrown is one of 1, all, pile:0"),
        (lambda speaker: speaker.action(5), "an action is stop, all, or a throw"),
        (lambda speaker: speaker.action("jump"), "an action is stop, all, or a throw"),
        (lambda speaker: speaker.option(5, "x"), "an option is one of options_of"),
        (lambda speaker: speaker.option(options_of(EDITIONS["impact"])[0], "zzz"), "zzz"),
        (lambda speaker: speaker.number("x", ".2f"), "'x' is no number"),
        (lambda speaker: speaker.number(0.5, "zzz"), "no number that 'zzz' writes"),
        (lambda speaker: speaker.text([]), r"there is no sentence \[\]"),
        (lambda speaker: speaker.text("say.x"), "the sentence 'say.x' needs count"),
        (lambda speaker: speaker.text("say.next"), "the sentence 'say.next' needs name"),
    ],
)
def test_what_cannot_be_said_is_refused(say: Callable[[Any], str], told: str) -> None:
    with pytest.raises(KesselError, match=told):
        say(Speaker("impact", ("Ann", "Ben")))


def test_a_sentence_that_is_not_there_is_refused_in_the_language_spoken() -> None:
    with pytest.raises(BadValue, match=r"there is no sentence 'no\.such'") as error:
        Speaker("strike-2020", NAMES, "de").text("no.such")
    assert refusal(error.value, "de") == "einen Satz 'no.such' gibt es nicht"


# --- The rules: the same sentences for the page and for `kessel rules` ----------------------------

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
