"""`kessel review`: after a game, what was luck, what each choice gave away, and the aim."""

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from kessel.cli.arguments import chosen_model, estimate_argument, model_arguments
from kessel.cli.files import naming
from kessel.cli.language import language_argument
from kessel.cli.replay import load
from kessel.coach.coach import Coach
from kessel.coach.review import review, review_lines
from kessel.lab.progress import Bar
from kessel.solver.options import relevant, rules_text
from kessel.terminal import tell
from kessel.words import Speaker


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path, help="a record file, or - for standard input")
    model_arguments(parser)
    estimate_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    record = load(args.record)
    start = record.start
    model = chosen_model(args, start.edition)
    with Bar(f"solving {start.edition.id} for {start.players}") as bar:
        coach = Coach(start.edition, start.players, model, bar, solves=not args.estimate)
        with naming(args.record):
            reviewed = review(record, coach)
    rules = rules_text(start.edition, relevant(start.edition, start.options))
    if args.json:
        tell(json.dumps({"model": model.name, "rules": rules, **asdict(reviewed)}))
    else:
        speaker = Speaker(start.edition.id, record.names, args.language)
        tell(speaker.text("odds.rules", rules=rules, model=model.name))
        tell("\n".join(review_lines(reviewed, speaker)))
    return 0
