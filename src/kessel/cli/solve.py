"""`kessel solve`: the exact win chances of all seats, the policy, and how exploitable it is."""

import argparse
import contextlib
import json
from dataclasses import asdict
from typing import Any

from kessel.cli.arguments import (
    chosen_model,
    cluster_argument,
    edition_argument,
    model_arguments,
    workers_of,
)
from kessel.coach.coach import Coach
from kessel.errors import BadValue
from kessel.lab.batch_workers import make_tables, wanted_tables
from kessel.lab.progress import Bar
from kessel.lab.simulated import value_with_effects
from kessel.rules.edition import Edition
from kessel.rules.options import Options, edition_and_preset, resolve_options
from kessel.rules.positions import read_state
from kessel.solver.base import Solution, load_or_solve
from kessel.solver.base.odds import action_values, playing_order
from kessel.solver.base.policy_text import Table, answers_of, policy_table, policy_text
from kessel.solver.base.strategies import SolvedPolicy
from kessel.solver.chance import ChanceModel, IdealChance
from kessel.solver.games import SolvedGame, element_of
from kessel.solver.options import relevant, rules_text, solved_rules
from kessel.terminal import tell

MOST_LISTED = 2
"""Players up to which the whole policy is part of the JSON; beyond that it is asked for."""

ASKED = "LYING:HANDS"
"""How a position is written where symbols are interchangeable."""


def arguments(parser: argparse.ArgumentParser) -> None:
    edition_argument(parser, required=True)
    parser.add_argument("--players", type=int, required=True, help="2 to 5")
    model_arguments(parser)
    cluster_argument(parser)
    parser.add_argument(
        "--ask",
        action="append",
        default=[],
        metavar=ASKED,
        help="also say what to do there, such as 2:8,5 (hands from the active player on); with "
        "effects 'hands=8,5 arena=accio,confundo phase=choice'",
    )
    parser.add_argument(
        "--element",
        help="impact-power: the active element (else all in turn; stone for three players is only "
        "solved when named, in half an hour and 7 GB)",
    )
    parser.add_argument(
        "--games", type=int, default=400, help="games to play where a value is simulated (400)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    edition, language = edition_and_preset(args.edition)
    options = resolve_options(edition, language=language)
    model = chosen_model(args, edition)
    edition.hand(args.players)
    if args.games < 1:
        raise BadValue("{games} games: at least one is played", games=args.games)
    if args.cluster is not None:
        wanted = wanted_tables(edition, args.players, model, args.element, options)
        with workers_of(args) as workers, Bar(f"solving {edition.id} for {args.players}") as bar:
            assert workers is not None
            make_tables(wanted, workers, bar)
    if edition.effects:
        return _run_with_effects(args, edition, model, options)
    if args.element:
        raise BadValue(
            "--element {element}: {edition} has no active element",
            element=args.element,
            edition=edition.id,
        )
    with Bar(f"solving {edition.id} for {args.players}") as bar:
        solution = load_or_solve(edition, args.players, model, options, progress=bar)
    asked = [_asked(solution, model, text) for text in args.ask]
    if args.json:
        tell(json.dumps(_as_json(edition, model, solution, asked)))
    else:
        _print(solution, asked)
    return 0


def _run_with_effects(
    args: argparse.Namespace, edition: Edition, model: ChanceModel, options: Options
) -> int:
    rules = rules_text(edition, relevant(edition, options))
    with Bar(f"solving {edition.id} for {args.players}") as bar:
        valued = value_with_effects(
            edition, args.players, model, args.element, args.games, bar, options
        )
        asked = [
            _asked_with_effects(args, model, f"{rules} {text}", text, bar) for text in args.ask
        ]
    if args.json:
        told = {
            "edition": edition.id,
            "rules": rules,
            "players": args.players,
            **_model_fields(model),
            "chances": list(valued.chances),
            "errors": list(valued.errors),
            "exploitability": valued.exploitability,
            "states": valued.states,
            "seconds": valued.seconds,
            "parts": [asdict(part) for part in valued.parts],
            "policy": {"asked": asked},
        }
        tell(json.dumps(told))
        return 0
    tell(f"{rules}, {args.players} players, {model.name}")
    for part in valued.parts:
        seats = "  ".join(
            f"{chance:.4f} ± {error:.4f}" if error else f"{chance:.6f}"
            for chance, error in zip(part.chances, part.errors, strict=True)
        )
        tell(f"  {part.name:10s} {part.how:9s} {seats}")
    if valued.exploitability is not None:
        tell(f"  exploitability {valued.exploitability:.1e}, {valued.states} positions", end="")
        tell(f", {valued.seconds:.1f} s")
    _print_asked(asked)
    return 0


def _asked_with_effects(
    args: argparse.Namespace, model: ChanceModel, position: str, text: str, bar: Bar
) -> dict[str, Any]:
    """A position as `kessel odds` reads it, without the edition; chances from the active player
    on."""
    state = read_state(position)
    if args.element and not state.elements:
        state = read_state(f"{position} elements={args.element}")
    SolvedGame(state.edition.id, args.players, element_of(state), model).check()
    odds = Coach(state.edition, args.players, model, bar, solves=True).advise(state)
    if not odds.is_exact or state.players != args.players:
        raise BadValue(
            "--ask {text}: this is no solved position of {players} players; kessel odds estimates "
            "others",
            text=repr(text),
            players=args.players,
        )
    order = playing_order(state)
    return {
        "position": text,
        "play": {odds.best: 1.0},
        "chances": {name: [own[seat] for seat in order] for name, own in odds.actions.items()},
    }


def _as_json(
    edition: Edition, model: ChanceModel, solution: Solution, asked: list[dict[str, Any]]
) -> dict[str, Any]:
    listed: Table = {}
    if solution.players <= MOST_LISTED:
        listed = answers_of(SolvedPolicy(solution), edition, solution.players, solution.kinds)
    return {
        "edition": edition.id,
        "rules": rules_text(edition, solved_rules(edition)),
        "players": solution.players,
        **_model_fields(model),
        "chances": list(solution.chances),
        "exploitability": solution.exploitability,
        "states": solution.states,
        "seconds": solution.seconds,
        "mixed": solution.mixed,
        "policy": {"words": list(policy_text(solution)), "asked": asked, **listed},
    }


def _model_fields(model: ChanceModel) -> dict[str, Any]:
    if isinstance(model, IdealChance):
        return {"model": "ideal", "strike": model.strike, "loss": model.loss}
    return {"model": "measured", "measurement": model.name}


def _asked(solution: Solution, model: ChanceModel, text: str) -> dict[str, Any]:
    lying_text, _, hands_text = text.partition(":")
    lying = 0
    hands: tuple[int, ...] = ()
    with contextlib.suppress(ValueError):
        lying, hands = int(lying_text), tuple(map(int, hands_text.split(",")))
    if len(hands) < 2:
        raise BadValue(
            "--ask {text}: it is {form}, such as {example}",
            text=repr(text),
            form=ASKED,
            example="2:8,5",
        )
    values = action_values(solution, model, lying, hands, may_stop=True)
    return {
        "position": text,
        "play": solution.policy(lying, hands, may_stop=True),
        "chances": {name: list(value) for name, value in values.items()},
    }


def _print(solution: Solution, asked: list[dict[str, Any]]) -> None:
    rules = rules_text(solution.edition, solved_rules(solution.edition))
    tell(f"{rules}, {solution.players} players, {solution.model}")
    for number, chance in enumerate(solution.chances, start=1):
        tell(f"  {_ordinal(number)} to play  {chance:.6f}")
    kind = f"mixed at {solution.mixed} decisions" if solution.mixed else "pure"
    tell(f"  exploitability {solution.exploitability:.1e} ({kind}), ", end="")
    tell(f"{solution.states} positions, {solution.seconds:.2f} s")
    tell("\nAfter a throw without a match:")
    for line in policy_text(solution):
        tell(f"  {line}")
    if solution.players == MOST_LISTED:
        tell("\n" + "\n".join(policy_table(solution)))
    _print_asked(asked)


def _print_asked(asked: list[dict[str, Any]]) -> None:
    for one in asked:
        tell(f"\n{one['position']}: {_shares(one['play'])}")
        for name, value in one["chances"].items():
            tell(f"  {name:8s} {value[0]:.6f}")


def _shares(play: dict[str, float]) -> str:
    if len(play) == 1:
        return next(iter(play))
    return ", ".join(f"{name} {share:.1%}" for name, share in play.items())


def _ordinal(number: int) -> str:
    return {1: "first", 2: "second", 3: "third"}.get(number, f"{number}th")
