"""`kessel odds`: in one position, the chance to win by stopping and by each kind of throw."""

import argparse
import json
from typing import Any

from kessel.cli.arguments import chosen_model, estimate_argument, model_arguments
from kessel.cli.language import language_argument
from kessel.coach.coach import Coach
from kessel.lab.progress import Bar
from kessel.rules.notation import letter
from kessel.rules.positions import read_state
from kessel.rules.state import GameState
from kessel.solver.actions import Odds
from kessel.terminal import tell
from kessel.words import Speaker


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "position",
        nargs="+",
        help="such as: strike-2020 hands=8,5 arena=2,5 phase=choice",
    )
    model_arguments(parser)
    estimate_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    state = read_state(" ".join(args.position))
    model = chosen_model(args, state.edition)
    with Bar(f"solving {state.edition.id} for {state.players}") as bar:
        coach = Coach(state.edition, state.players, model, bar, solves=not args.estimate)
        odds = coach.advise(state)
    if args.json:
        tell(json.dumps(_as_json(state, model.name, odds)))
    else:
        _print(state, model.name, odds, args.language)
    return 0


def _as_json(state: GameState, model: str, odds: Odds) -> dict[str, Any]:
    return {
        "edition": state.edition.id,
        "rules": odds.rules,
        "model": model,
        "player": letter(odds.player),
        "actions": {name: list(chances) for name, chances in odds.actions.items()},
        "best": odds.best,
        "exact": odds.is_exact,
        "error": odds.error,
    }


def _print(state: GameState, model: str, odds: Odds, language: str) -> None:
    speaker = Speaker(state.edition.id, (), language)
    kind = "odds.exact" if odds.is_exact else "odds.estimated"
    tell(speaker.text(kind, name=odds.player, error=speaker.number(odds.error, ".1%")))
    tell(speaker.text("odds.rules", rules=odds.rules, model=model))
    said = {name: speaker.action(name) for name in odds.actions}
    width = max(map(len, said.values()))
    heads = "".join(f"{letter(player):>10s}" for player in range(state.players))
    tell(f"  {'':{width}s}{heads}")
    for name, chances in odds.actions.items():
        best = name == odds.best and len(odds.actions) > 1
        mark = f"  {speaker.text('odds.best')}" if best else ""
        tell(f"  {said[name]:{width}s}" + "".join(f"{one:10.6f}" for one in chances) + mark)
