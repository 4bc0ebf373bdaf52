"""`kessel rules EDITION`: the rules as a table plays them, to read here or as a sheet to print."""

import argparse
import textwrap
from collections.abc import Iterator
from html import escape

from kessel.cli.arguments import chosen_options, edition_argument, option_argument
from kessel.cli.language import language_argument
from kessel.rules.edition import Edition
from kessel.rules.options import edition_and_preset
from kessel.terminal import tell
from kessel.words import Speaker
from kessel.words.sheet import Chapter, Ruleset, chapters

WIDTH = 80
STYLE = """
@page { margin: 10mm }
body { font: 9.3pt/1.25 Georgia, serif; color: #111; margin: 0 auto; max-width: 190mm }
h1 { font-size: 15pt; margin: 0 0 1mm }
main { columns: 2; column-gap: 6mm }
section { break-inside: avoid; margin: 0 0 2.2mm }
h2 { font-size: 10.5pt; margin: 0 0 .4mm; break-after: avoid }
p { margin: 0 0 .5mm }
.detail { font-size: 8.3pt; color: #333 }
@media print and (max-width: 150mm) {
  body { font-size: 8pt; line-height: 1.22 }
  h1 { font-size: 13pt }
  h2 { font-size: 9.3pt }
  .detail { font-size: 7.4pt }
  main { column-gap: 4mm }
  section { break-inside: auto; margin-bottom: 1.7mm }
}
"""
"""One side of A4; of A5 one side, or both where there are spells or powers. A test prints them."""


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser, required=True)
    option_argument(parser)
    parser.add_argument("--elements", nargs="+", metavar="ELEMENT", help="for impact-avatar")
    parser.add_argument(
        "--html", action="store_true", help="one sheet to print on A4 or A5, for the box"
    )
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    edition, preset = edition_and_preset(args.edition)
    played = Ruleset.of(edition, preset, chosen_options(args.option), args.elements)
    told = list(chapters(played, args.language))
    speaker = Speaker(edition.id, (), args.language)
    title, hands = speaker.text(f"edition.{edition.id}"), " · ".join(_hands(edition, speaker))
    if args.html:
        tell(page(title, hands, told, args.language), end="")
    else:
        tell(f"{title}\n{'=' * len(title)}")
        for chapter in told:
            tell("\n".join(("", *_lines(chapter, hands))))
    return 0


def _hands(edition: Edition, speaker: Speaker) -> Iterator[str]:
    """How many dice each player gets."""
    for players, dice in edition.hands.items():
        first, second = (
            speaker.text(f"count.{what}", count=count)
            for what, count in (("players", players), ("dice", dice))
        )
        yield speaker.text("pair", first=first, second=second)


def _lines(chapter: Chapter, hands: str) -> Iterator[str]:
    yield chapter.title
    for part in (chapter.sentences, chapter.details):
        if part:
            yield textwrap.fill(
                " ".join(map(str, part)), WIDTH, initial_indent="  ", subsequent_indent="  "
            )
    if chapter.id == "setup":
        yield textwrap.fill(hands, WIDTH, initial_indent="  ", subsequent_indent="  ")


def page(title: str, hands: str, told: list[Chapter], language: str) -> str:
    """The sheet as one file that needs nothing else."""
    sections = "\n".join(_section(chapter, hands) for chapter in told)
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<h1>{escape(title)}</h1>\n<main>\n{sections}\n</main>\n</html>\n"
    )


def _section(chapter: Chapter, hands: str) -> str:
    parts = [f"<h2>{escape(chapter.title)}</h2>"]
    if chapter.sentences:
        parts.append(f"<p>{escape(' '.join(map(str, chapter.sentences)))}</p>")
    if chapter.details:
        parts.append(f'<p class="detail">{escape(" ".join(map(str, chapter.details)))}</p>')
    if chapter.id == "setup":
        parts.append(f"<p>{escape(hands)}</p>")
    return f"<section>{''.join(parts)}</section>"
