"""`kessel leaderboard`: agents against the exact solution; yours as a bot of a command or of a
package."""

import argparse
import json
from dataclasses import asdict

from kessel.bots.external import COMMAND, bot_name
from kessel.bots.roster import check_bot
from kessel.cli.arguments import USUAL, chosen_model, edition_argument, model_arguments
from kessel.errors import BadValue
from kessel.game.arguments import BotLike
from kessel.lab.leaderboard import GAMES, SHIPPED, leaderboard, leaderboard_text
from kessel.lab.progress import Bar
from kessel.rules.edition import find_edition
from kessel.terminal import tell

Agents = dict[str, BotLike]


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser, usual=USUAL)
    parser.add_argument("--players", type=int, default=2, help="2 to 5 (2)")
    model_arguments(parser)
    parser.add_argument(
        "--bots", default=",".join(SHIPPED), help="bots by name, also of packages (%(default)s)"
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="COMMAND",
        help="a bot in any language, started by this command (docs/how-to/bots.md); may be "
        "repeated",
    )
    parser.add_argument("--games", type=int, help=f"games for each bot (about {GAMES})")
    parser.add_argument("--seed", type=int, default=0, help="another seed plays other games (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    edition = find_edition(args.edition)
    model = chosen_model(args, edition)
    agents = _agents(args)
    with Bar(f"leaderboard of {edition.id}") as bar:
        ranked = leaderboard(
            agents, edition, args.players, model, games=args.games, seed=args.seed, progress=bar
        )
    if args.json:
        tell(json.dumps([asdict(one) for one in ranked]))
    else:
        tell(f"{edition.id}, {args.players} players, {model.name}, seed {args.seed}\n")
        tell(leaderboard_text(ranked))
    return 0


def _agents(args: argparse.Namespace) -> Agents:
    agents: Agents = {name: name for name in args.bots.split(",") if name}
    for name in agents:
        check_bot(name)
    for command in args.bot:
        name = bot_name(command)
        if name in agents:
            raise BadValue(f"two agents are called {name!r}; give one of them another name")
        agents[name] = f"{COMMAND} {command}"
    if not agents:
        raise BadValue("nobody to rank: give --bots or --bot")
    return agents
