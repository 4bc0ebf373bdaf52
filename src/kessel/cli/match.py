"""`kessel match`: bots against bots, with win rates and Elo, each with its interval."""

import argparse
import json
import secrets

from kessel.bots.external import ANSWER_SECONDS, COMMAND, bot_name
from kessel.bots.levels import LEVELS
from kessel.cli.arguments import USUAL, cluster_argument, edition_argument, workers_of
from kessel.errors import BadValue
from kessel.lab.ladder import ladder, ladder_page
from kessel.lab.match import Match, MatchStanding, play_match
from kessel.lab.progress import Bar
from kessel.rules.edition import EDITIONS, find_edition
from kessel.solver.library import best_model
from kessel.terminal import tell

MOST_JOBS = 512
SEED_BITS = 64


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser, usual=USUAL)
    parser.add_argument("--bots", help=f"two to five of {','.join(LEVELS)}; repeats allowed")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="COMMAND",
        help="a bot in any language, started by this command (docs/how-to/bots.md); may be "
        "repeated",
    )
    parser.add_argument(
        "--bot-seconds", type=float, default=ANSWER_SECONDS, help="its time for an answer (2)"
    )
    parser.add_argument("--games", type=int, default=1000, help="games to play (1000)")
    parser.add_argument(
        "--physics", action="store_true", help="dice in the physics, so that aiming matters (slow)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        help="another seed plays other games (0; a fresh one with --bot, printed afterwards)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    cluster_argument(parser)
    parser.add_argument(
        "--ladder",
        action="store_true",
        help="every bot against the one below it in all editions, as a page of text",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if not 1 <= args.jobs <= MOST_JOBS:
        raise BadValue(f"--jobs {args.jobs}: from 1 to {MOST_JOBS} processes can be started")
    if args.ladder:
        for edition in EDITIONS:
            _make_tables(Match(edition, ("exact", "exact"), 1))
        with workers_of(args) as workers, Bar("playing the ladder") as bar:
            rungs = ladder(
                tuple(EDITIONS), args.games, args.seed or 0, args.jobs, bar, workers=workers
            )
        tell(ladder_page(rungs))
        return 0
    seed = _seed(args)
    match = Match(
        args.edition, _levels(args), args.games, seed, args.physics, seconds=args.bot_seconds
    )
    called = {f"{COMMAND} {command}": bot_name(command) for command in args.bot}
    _make_tables(match)
    with workers_of(args) as workers, Bar(f"playing {match.edition}") as bar:
        standings = play_match(match, args.jobs, bar, workers)
    if args.json:
        tell(json.dumps([_as_json(one) for one in standings]))
    else:
        drawn = f", seed {seed}" if args.bot else ""
        tell(f"{match.edition}, {match.games} games, {_dice_name(match)}{drawn}")
        for one in standings:
            tell(_line(one, called.get(one.name, one.name)))
    return 0


def _levels(args: argparse.Namespace) -> tuple[str, ...]:
    """Who plays: bots by name first, then those of commands; one alone plays against a rule."""
    named = [name for name in (args.bots or "").split(",") if name]
    external = [f"{COMMAND} {command}" for command in args.bot]
    if args.bots is None and not external:
        return "exact", "rule"
    alone = ["rule"] if not named and len(external) == 1 else []
    return (*named, *alone, *external)


def _seed(args: argparse.Namespace) -> int:
    """Fresh unless given, so that no external bot can guess the dice."""
    if args.seed is not None:
        return int(args.seed)
    return secrets.randbits(SEED_BITS) if args.bot else 0


def _dice_name(match: Match) -> str:
    """What throws: the physics, or the model that was measured on it."""
    if not match.physics:
        return best_model(find_edition(match.edition)).name
    from kessel.physics.version import physics_name

    return physics_name()


def _line(one: MatchStanding, called: str) -> str:
    replaced = f"  {one.replaced} answers by another bot" if one.replaced else ""
    return (
        f"  {called:9s} won {one.share:6.2%}  95% {one.low:6.2%} to {one.high:6.2%}"
        f"  Elo {one.elo:+5.0f} ± {one.elo_error:.0f}{replaced}"
    )


def _make_tables(match: Match) -> None:
    for table in match.missing_tables():
        with Bar(f"solving {table.name}") as bar:
            table.load(bar)


def _as_json(one: MatchStanding) -> dict[str, object]:
    return {
        "bot": one.name,
        "games": one.games,
        "won": one.won,
        "rate": one.share,
        "interval": [one.low, one.high],
        "elo": one.elo,
        "elo_error": one.elo_error,
        "replaced": one.replaced,
    }
