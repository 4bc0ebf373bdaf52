"""`kessel throw`: throw one die at lying dice, many times, and say what became of them."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kessel.cli.arguments import USUAL, edition_argument
from kessel.errors import BadValue
from kessel.game.round_robin import interval
from kessel.rules.edition import Edition, find_edition
from kessel.rules.faces import Face
from kessel.terminal import tell
from kessel.throws.aim import KINDS

LAST_SHOWN = 700
"""ms for which a film shows its last picture."""
OUT = "out"


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser, usual=USUAL)
    parser.add_argument(
        "--lying",
        default="",
        metavar="FACES",
        help="faces of the lying dice, as in 2,5,6",
    )
    parser.add_argument("--strength", default="firm", help=", ".join(KINDS))
    parser.add_argument("--count", type=int, default=1, metavar="N", help="independent throws")
    parser.add_argument("--seed", default="0", metavar="S", help="any text")
    parser.add_argument("--json", action="store_true", help="one JSON line per throw")
    parser.add_argument("--png", type=Path, metavar="FILE", help="draw the end of the first throw")
    parser.add_argument("--gif", type=Path, metavar="FILE", help="animate the first throw")


def run(args: argparse.Namespace) -> int:
    """Throw, and print lines of JSON or a summary."""
    edition = find_edition(args.edition)
    lying = _faces(edition, args.lying)
    if args.strength not in KINDS:
        raise BadValue(f"--strength {args.strength}: {', '.join(KINDS)} are accepted")
    if args.count < 1:
        raise BadValue(f"--count {args.count}: 1 and more are accepted")
    throws = _throws(edition, lying, args)
    if args.json:
        for throw in throws:
            tell(json.dumps(throw))
    else:
        _summary(edition, lying, args.strength, list(throws))
    _draw(edition, lying, args)
    return 0


def _throws(edition: Edition, lying: tuple[Face, ...], args: argparse.Namespace) -> Any:
    from kessel.physics.batch import Strike, throw_many
    from kessel.physics.practice import THROWN_DIE, seed_of
    from kessel.throws.at_rest import dice_in

    tasks = [Strike(lying, args.strength, seed_of(args.seed, k)) for k in range(args.count)]
    for outcome in throw_many(edition.id, tasks, progress=_progress()):
        shown = {d.die: d.face for d in dice_in(outcome.at_rest)}
        after = [shown.get(die, OUT) for die in range(len(lying))]
        yield {
            "thrown": shown.get(THROWN_DIE, OUT),
            "lying": after,
            "cocked": len(outcome.unread),
            "seconds": round(outcome.seconds, 3),
            "flipped": len(outcome.flipped),
        }


def _progress() -> Any:
    if not sys.stderr.isatty():
        return None

    def show(done: int, count: int) -> None:
        sys.stderr.write(f"\r{done} of {count}" + ("\n" if done == count else ""))

    return show


def _summary(
    edition: Edition, lying: Sequence[Face], strength: str, throws: list[dict[str, Any]]
) -> None:
    count = len(throws)
    tell(f"{edition.id}: {count} {strength} throw{'s' * (count != 1)} at {len(lying)} lying dice")
    faces = Counter(throw["thrown"] for throw in throws)
    for face in (*edition.faces, OUT):
        what = "leaves the arena" if face == OUT else f"shows {face}"
        tell(f"  thrown die {what:<18} {_share(faces[face], count)}")
    changed = sum(throw["flipped"] > 0 for throw in throws)
    lost = sum(OUT in throw["lying"] for throw in throws)
    cocked = sum(throw["cocked"] > 0 for throw in throws)
    for words, hits in (
        ("a lying die changes its face", changed),
        ("a lying die leaves the arena", lost),
        ("a die is cocked and settled", cocked),
    ):
        tell(f"  {words:<29} {_share(hits, count)}")
    tell(f"  simulated time, mean          {sum(t['seconds'] for t in throws) / count:6.2f} s")


def _share(hits: int, count: int) -> str:
    """Per cent with Wilson's 95% interval."""
    low, high = interval(hits, count)
    return f"{100 * hits / count:6.2f}%  ({100 * low:.2f} to {100 * high:.2f})"


def _draw(edition: Edition, lying: tuple[Face, ...], args: argparse.Namespace) -> None:
    if not (args.png or args.gif):
        return
    from kessel.physics.practice import seed_of, throw_at
    from kessel.physics.render import draw
    from kessel.physics.simulator import ArenaSimulator

    thrown = throw_at(ArenaSimulator(edition), lying, args.strength, seed_of(args.seed, 0))
    last = thrown.trajectory.frames - 1
    try:
        if args.png:
            draw(edition.id, thrown.trajectory, [last], 800, 600)[0].save(args.png, "PNG")
        if args.gif:
            first, *rest = draw(edition.id, thrown.trajectory, range(0, last + 1, 2), 400, 300)
            shown = [30] * len(rest) + [LAST_SHOWN]
            first.save(args.gif, "GIF", save_all=True, append_images=rest, duration=shown, loop=0)
    except OSError as error:
        raise BadValue(f"the picture cannot be written: {error}") from error


def _faces(edition: Edition, words: str) -> tuple[Face, ...]:
    return tuple(edition.check_face(word.strip()) for word in words.split(",") if word.strip())
