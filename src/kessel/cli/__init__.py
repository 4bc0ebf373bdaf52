"""The `kessel` command: one file a command, imported only when it is called.

A command module has `HELP` (one line), `arguments(parser)` and `run(args) -> int`.
"""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from kessel import __version__
from kessel.cli.language import speak_plainly, system_language
from kessel.errors import KesselError
from kessel.words import refusal

COMMANDS: tuple[str, ...] = (
    "calibrate",
    "match",
    "options",
    "odds",
    "referee",
    "replay",
    "review",
    "serve",
    "solve",
    "study",
    "throw",
    "verify",
)

ALONE = ["serve", "--open"]
"""What `kessel` does when it is called without a command: play on this machine."""
ABOUT = ("-h", "--help", "--version")

BAD_INPUT = 2
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
        said = refusal(error, getattr(args, "language", system_language()))
        print(f"kessel: {said}", file=sys.stderr)
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


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kessel", description="The STRIKE family of dice games.")
    parser.add_argument("--version", action="version", version=f"kessel {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    for name in COMMANDS if wanted not in COMMANDS else (wanted,):
        module = importlib.import_module(f"kessel.cli.{name.replace('-', '_')}")
        escaped = module.HELP.replace("%", "%%")  # a help is a template, a description is not
        command = commands.add_parser(name, help=escaped, description=module.HELP)
        module.arguments(command)
        command.set_defaults(run=module.run)
    return parser
