"""`kessel referee`: for the real box at a terminal, or as JSON on a pipe.

At the terminal it asks how the dice lie, says what to take and who is next, and keeps the game
in a record file after every answer, so that quitting (or a power cut) loses nothing.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from kessel.cli.arguments import chosen_options, edition_argument, option_argument
from kessel.cli.files import naming, write_whole
from kessel.cli.language import language_argument
from kessel.cli.replay import load
from kessel.cli.shorthand import Shorthand
from kessel.errors import BadValue, KesselError
from kessel.folders import data_folder
from kessel.names import MAX_RECORDED_NAME, clean_name
from kessel.record import GameRecord, begin_record, replay
from kessel.referee import Referee
from kessel.rules.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS
from kessel.rules.engine import apply
from kessel.rules.options import edition_and_preset, resolve_options
from kessel.rules.reading import explain, read_position, what_is_asked
from kessel.rules.setup import new_game
from kessel.rules.state import GameState
from kessel.terminal import tell
from kessel.words import Speaker, refusal


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object per line, in and out")
    parser.add_argument("--why", action="store_true", help="with --json: why each event happened")
    parser.add_argument("--players", nargs="+", metavar="NAME", help="clockwise")
    parser.add_argument("--first", metavar="NAME", help="the oldest player (default: the first)")
    parser.add_argument("--elements", nargs="+", metavar="ELEMENT", help="for impact-avatar")
    option_argument(parser)
    parser.add_argument("--file", type=Path, help="where the game is saved and resumed from")
    parser.add_argument("--new", action="store_true", help="do not resume an unfinished game")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        referee = Referee(args.why)
        for line in sys.stdin.buffer:
            sys.stdout.write(referee.answer(line.rstrip(b"\r\n")) + "\n")
            sys.stdout.flush()
        return 0
    return Dialogue(args).run()


class Quit(Exception):
    """The person wants to stop; the game is kept."""


class Dialogue:
    """A person at a terminal with the real box."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._args = args
        self._speaker = Speaker("strike-2020", (), args.language)
        self._path: Path = args.file or data_folder() / "referee-game.txt"

    def run(self) -> int:
        try:
            if not self._resume():
                self._begin()
            self._play()
        except Quit:
            self._tell("referee.kept", path=str(self._path))
        return 0

    # --- beginning ------------------------------------------------------------------------

    def _resume(self) -> bool:
        """Go on with the game that is kept, if it is not over and no other is asked for."""
        asked_for_new = self._args.new or self._args.edition or self._args.players
        if asked_for_new or not self._path.exists():
            return False
        record = load(self._path)
        with naming(self._path):
            states = [record.start, *(step.state for step in replay(record))]
        if record.result is not None:
            return False
        self._tell("referee.resumed", names=", ".join(record.names), path=str(self._path))
        self._record, self._states = record, states
        return True

    def _begin(self) -> None:
        which = self._speaker.text("referee.which_edition", editions=" ".join(EDITIONS))
        edition, language = edition_and_preset(self._args.edition or self._ask(which))
        given = self._args.players or self._names()
        names = [clean_name(name, MAX_RECORDED_NAME) for name in given]
        if not MIN_PLAYERS <= len(names) <= MAX_PLAYERS:
            raise BadValue(
                "{least} to {most} players sit down, not {given}",
                least=MIN_PLAYERS,
                most=MAX_PLAYERS,
                given=len(names),
            )
        if len({name.lower() for name in names}) < len(names):
            raise BadValue("every player needs a name of their own")
        first = clean_name(self._args.first or names[0], MAX_RECORDED_NAME)
        if first not in names:
            raise BadValue(
                "{first} does not play; the players are {names}",
                first=repr(first),
                names=", ".join(names),
            )
        options = resolve_options(edition, chosen_options(self._args.option), language)
        state = new_game(
            edition, len(names), options, elements=self._args.elements, first=names.index(first)
        )
        self._tell("referee.deal", count=state.hands[0], aside=state.aside)
        self._record, self._states = begin_record(state, names), [state]

    def _names(self) -> list[str]:
        return self._ask(self._speaker.text("referee.who_plays")).replace(",", " ").split()

    # --- playing --------------------------------------------------------------------------

    def _play(self) -> None:
        start, names = self._record.start, self._record.names
        self._speaker = Speaker(start.edition.id, names, self._args.language)
        keys = Shorthand(start.edition, names)
        self._tell("referee.keys", keys=keys.legend(self._speaker))
        if start.knows_towers:
            self._tell("referee.tower")
        self._keep(self._record)
        while not (state := self._states[-1]).is_over:
            answer = self._ask(self._question(state, keys))
            if answer == "u":
                self._undo()
            elif answer == "?":
                for remark in read_position(state):
                    tell(f"  {self._speaker.say_why(remark)}")
            else:
                self._answer(answer, state, keys)

    def _question(self, state: GameState, keys: Shorthand) -> str:
        asked = self._speaker.say(what_is_asked(state))
        lies, hint = keys.arena(state.arena, self._speaker), keys.hint(state, self._speaker)
        return f"\n[{lies}] {asked}\n{hint}"

    def _answer(self, answer: str, state: GameState, keys: Shorthand) -> None:
        try:
            move = keys.read(answer, state, self._flew_out)
            step = apply(state, move)
        except KesselError as error:
            self._tell("referee.refused", reason=refusal(error, self._args.language))
            return
        asked = "" if step.state.is_over else self._speaker.say(what_is_asked(step.state))
        for remark in explain(state, move, step):
            said = self._speaker.say(remark)
            if said != asked:
                tell(f"  {said}")
        self._states.append(step.state)
        self._keep(self._record.add(state, move, step))

    def _undo(self) -> None:
        entries = self._record.entries
        if not entries:
            self._tell("referee.nothing_to_undo")
            return
        self._states.pop()
        self._keep(replace(self._record, entries=entries[:-1], result=None))
        self._tell("referee.undone")

    # --- the terminal ---------------------------------------------------------------------

    def _keep(self, record: GameRecord) -> None:
        self._record = record
        write_whole(self._path, record.text().encode("utf-8"))

    def _flew_out(self, missing: int) -> bool:
        question = self._speaker.text("referee.missing", count=missing)
        return self._ask(question)[:1].lower() == self._speaker.text("referee.yes")

    def _ask(self, question: str) -> str:
        tell(question)
        tell("> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() == "q":
            raise Quit
        return line.strip()

    def _tell(self, key: str, **params: object) -> None:
        tell(self._speaker.text(key, **params))
