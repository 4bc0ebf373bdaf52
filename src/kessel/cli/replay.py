"""`kessel replay FILE`: show a recorded game in words, checking every line against the rules."""

import argparse
from pathlib import Path

from kessel.cli.files import naming, read_record_text
from kessel.cli.language import language_argument
from kessel.record import GameRecord, read_record, replay
from kessel.rules.notation import move_text
from kessel.rules.reading import explain
from kessel.rules.state import GameState
from kessel.terminal import tell
from kessel.words import Speaker


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as a text file; - is standard input"
    )
    parser.add_argument("--why", action="store_true", help="say why, and by which rules")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    record = load(args.file)
    with naming(args.file):
        show(record, args.language, args.why)
    return 0


def load(path: Path) -> GameRecord:
    """A record from a file; whatever is wrong with it is one clear line."""
    text = read_record_text(path)
    with naming(path):
        return read_record(text)


def show(record: GameRecord, language: str, why: bool) -> None:
    """Print the game move by move."""
    speaker = Speaker(record.start.edition.id, record.names, language)
    say = speaker.say_why if why else speaker.say
    edition = speaker.text(f"edition.{record.start.edition.id}")
    tell(speaker.text("pair", first=edition, second=", ".join(record.names)))
    state = record.start
    for number, (entry, step) in enumerate(zip(record.entries, replay(record), strict=True), 1):
        actor = "" if entry.actor == "*" else f"{record.names['ABCDE'.index(entry.actor)]}: "
        tell(f"\n{number}. {actor}{move_text(entry.move)}")
        for remark in explain(state, entry.move, step):
            tell(f"   {say(remark)}")
        state = step.state
        lies = ", ".join(map(speaker.piece, state.arena)) or "-"
        tell(f"   [{lies}]  {_supplies(record, state)}")
    tell(f"\n{speaker.text('replay.agrees')}")


def _supplies(record: GameRecord, state: GameState) -> str:
    return "  ".join(f"{name} {state.supply(player)}" for player, name in enumerate(record.names))
