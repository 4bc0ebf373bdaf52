"""The `kessel` command: one file a command, with `arguments(parser)` and `run(args) -> int`."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from kessel import __version__
from kessel.cli.language import speak_plainly, system_language
from kessel.errors import KesselError
from kessel.terminal import tell

TYPE_CHECKING = False  # without `typing`, which takes its time to load
if TYPE_CHECKING:
    from typing import Any

COMMANDS = {
    "calibrate": "measure what throws do: writes the chance model and a report with plots",
    "check": "look for damage in a server's database: what is damaged, what is intact",
    "check-bot": "ask a bot of your own in positions of every edition: what is wrong, in sentences",
    "leaderboard": "agents against the exact solution: what they win, and their exploitability",
    "match": "let bots play each other: win rates and Elo with confidence intervals",
    "odds": "win chances in a position: for stopping and for each kind of throw",
    "options": "list what can be played differently in an edition, and why",
    "referee": "referee and scorekeeper for the real box, or the rules as JSON on a pipe",
    "replay": "show a recorded game in words and check it against the rules",
    "review": "review a game: luck, what each choice gave away, aim",
    "rules": "the rules of an edition as a table plays them, also as a sheet to print",
    "serve": "serve the game to browsers",
    "solve": "solve an edition exactly: win chances, policy, exploitability",
    "study": 'the study "Is it 99% luck?": draw its plots, or measure and solve everything again',
    "throw": "throw a die at lying dice in the simulated arena and see what happens",
    "verify": "check a record: every link, every throw, every rule",
}
"""What each does, in a line. Its file is imported only if it is called."""

ALONE = ["serve", "--open"]
"""What `kessel` does when it is called without a command: play on this machine."""
ABOUT = ("-h", "--help", "--version")

BAD_INPUT = 2
MOST_SAID = 2000
"""Letters of a refusal: it quotes what was given, and a file may give anything."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "1")
"""The solver's matrices are too small to be shared out among threads, which would only wait for
each other. Whoever sets this to something else is obeyed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; a mistake of the caller is one line on stderr and exit code 2."""
    os.environ.setdefault(*ONE_THREAD)
    arguments = with_command(sys.argv[1:] if argv is None else argv)
    args = argparse.Namespace()
    try:
        speak_plainly()
        _parser(arguments).parse_args(arguments, args)
        code: int = args.run(args)
        return code
    except KesselError as error:
        from kessel.words import refusal

        said = refusal(error, getattr(args, "language", system_language()))
        more = " …" if len(said) > MOST_SAID else ""
        tell(f"kessel: {said[:MOST_SAID]}{more}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def with_command(arguments: Sequence[str]) -> list[str]:
    """Options without a command are those of `serve`: `kessel --lan`."""
    told = next(iter(arguments), "-")
    alone = told.startswith("-") and told not in ABOUT
    return [*ALONE, *arguments] if alone else list(arguments)


class _Parser(argparse.ArgumentParser):
    """Repeats what was typed, as everything else, through the one way to the terminal."""

    def _print_message(self, message: str, file: "Any" = None) -> None:
        tell(message, end="", file=file or sys.stderr)


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="kessel",
        usage="kessel [--lan]\n       kessel COMMAND ...",
        description="The STRIKE family of dice games. Without a command, kessel plays: it serves "
        "the game on this machine and opens the browser; --lan lets everybody on the local "
        "network play, too. Further options are those of serve.",
    )
    parser.add_argument("--version", action="version", version=f"kessel {__version__}")
    commands = parser.add_subparsers(
        title="commands", prog="kessel", metavar="COMMAND", required=True
    )
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    for name, told in COMMANDS.items() if wanted not in COMMANDS else [(wanted, COMMANDS[wanted])]:
        escaped = told.replace("%", "%%")  # a help is a template, a description is not
        command = commands.add_parser(name, help=escaped, description=told)
        if name == wanted:
            module = importlib.import_module(f"kessel.cli.{name.replace('-', '_')}")
            module.arguments(command)
            command.set_defaults(run=module.run)
    return parser
