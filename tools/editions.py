"""What the server says of each edition, `client/test/editions.json`, for the page's tests; and a
page of each edition's rules for the site, from the sentences that players read.
"""

import json

import msgspec

from kessel.rules.edition import EDITIONS, Edition
from kessel.views.editions import editions
from kessel.words import Speaker
from kessel.words.sheet import Chapter, Ruleset, Said, chapters
from tools.made import ROOT, Generator

TARGET = ROOT / "client" / "test" / "editions.json"


def editions_json() -> str:
    """All editions without their arenas, one a line."""
    said = [msgspec.to_builtins(edition) for edition in editions()]
    lines = (json.dumps({k: v for k, v in one.items() if k != "arena"}) for one in said)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def pages() -> dict[str, str]:
    """The pages of all editions, by their places in the site."""
    return {f"reference/editions/{name}.md": page(box) for name, box in EDITIONS.items()}


def page(box: Edition) -> str:
    """Dice and rules of an edition; each option stands where it picks a sentence."""
    speaker = Speaker(box.id, (), "en")
    hands = (
        f"| {players} | {dice} | {box.aside(players)} |" for players, dice in box.hands.items()
    )
    return "\n".join(
        (
            f"# {speaker.text(f'edition.{box.id}')} ({box.id})\n",
            f"{box.dice} dice with the faces {', '.join(map(speaker.face, box.faces))}. One is the "
            "starting die; what is aside is not used.\n",
            "| players | dice each | aside |\n|---|---|---|",
            *hands,
            *map(_chapter, chapters(Ruleset.of(box), "en")),
            "\n## Booklets\n\nWhat differs is in [the rules by number](../rules.md#booklets); "
            f"`kessel rules {box.id}:LANGUAGE` tells the rules of one.\n",
        )
    )


def _chapter(chapter: Chapter) -> str:
    told = " ".join(map(_sentence, (*chapter.sentences, *chapter.details)))
    return f"\n## {chapter.title}\n\n{told}"


def _sentence(said: Said) -> str:
    return said.text if said.option is None else f"{said.text} (`{said.option}`)"


GENERATOR = Generator("editions", lambda: {TARGET: lambda: editions_json().encode()})
