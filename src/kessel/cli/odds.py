"""`kessel odds`: in one position, the chance to win by stopping and by each kind of throw."""

import argparse
import json
from typing import Any

from kessel.cli.chance import chosen_model, estimate_argument, model_arguments
from kessel.coach.coach import Advice, Coach
from kessel.lab.progress import Bar
from kessel.rules.notation import letter, read_state
from kessel.rules.state import GameState

HELP = "win chances in a position: for stopping and for each kind of throw"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What `kessel odds` can be told."""
    parser.add_argument(
        "position",
        nargs="+",
        help="such as: strike-2020 hands=8,5 arena=2,5 phase=choice",
    )
    model_arguments(parser)
    estimate_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Answer for one position."""
    state = read_state(" ".join(args.position))
    model = chosen_model(args, state.edition)
    with Bar(f"solving {state.edition.id} for {state.players}") as bar:
        coach = Coach(state.edition, state.players, model, bar, solves=not args.estimate)
        advice = coach.advise(state)
    if args.json:
        print(json.dumps(_as_json(state, model.name, advice)))
    else:
        _print(state, advice)
    return 0


def _as_json(state: GameState, model: str, advice: Advice) -> dict[str, Any]:
    return {
        "edition": state.edition.id,
        "model": model,
        "player": letter(advice.seat),
        "actions": {name: list(chances) for name, chances in advice.actions.items()},
        "best": advice.best,
        "exact": advice.is_exact,
        "error": advice.error,
    }


def _print(state: GameState, advice: Advice) -> None:
    kind = "exact" if advice.is_exact else f"estimated, standard error {advice.error:.1%}"
    print(f"{letter(advice.seat)} to play ({kind})")
    heads = "".join(f"{letter(seat):>10s}" for seat in range(state.players))
    print(f"  {'':10s}{heads}")
    for name, chances in advice.actions.items():
        mark = "  best" if name == advice.best and len(advice.actions) > 1 else ""
        print(f"  {name:10s}" + "".join(f"{chance:10.6f}" for chance in chances) + mark)
