"""Lets bots play a game with any thrower, one step after the other.

Bots see what their players may see and draw from a random source of their own: nothing they are
given tells how dice will fall.
"""

import secrets
from collections.abc import Iterator, Sequence
from random import Random

from kessel.bots.bot import Answer, Bot, Sight
from kessel.errors import BadValue
from kessel.game.game import SEED_BYTES, Game, Played
from kessel.rules.awaits import Await, AwaitColumn, AwaitExtra, AwaitStack, Over
from kessel.rules.moves import Player, StackTower, Throw, WinColumn
from kessel.rules.view import as_seen
from kessel.throws.aim import Aim
from kessel.throws.dice import Dice


def play(
    game: Game, bots: Sequence[Bot], thrower: Dice, seed: int | str | None = None
) -> tuple[Player, ...]:
    """Play a game to its end, a bot for each player; the winners. A seed repeats the game."""
    for _ in steps(game, bots, thrower, seed):
        pass
    return game.winners


def steps(
    game: Game, bots: Sequence[Bot], thrower: Dice, seed: int | str | None = None
) -> Iterator[Played]:
    """The same, step by step: what was played, right after it was."""
    if len(bots) != game.start.players:
        raise BadValue(f"{game.start.players} players need as many bots, not {len(bots)}")
    source = secrets.token_hex(SEED_BYTES) if seed is None else str(seed)
    dice, minds = Random(f"dice {source}"), Random(f"minds {source}")
    while not game.is_over:
        yield _advance(game, bots, thrower, dice, minds)


def sight(game: Game, player: Player, thrower: Dice | None = None) -> Sight:
    """What a player may see of a game; hidden supplies are filled in evenly."""
    return Sight(player, as_seen(game.state, player), game.layout or (), thrower)


def _advance(game: Game, bots: Sequence[Bot], thrower: Dice, dice: Random, minds: Random) -> Played:
    match game.awaited:
        case AwaitColumn(players=players):
            game.push(WinColumn(_first_to_finish(game, players, dice)))
        case AwaitStack(faces=faces) if game.state.options.tower_builder == "random":
            game.push(StackTower(tuple(dice.sample(faces, len(faces)))))
        case waiting:
            players = asked(waiting)
            answers = {s: bots[s].answer(sight(game, s, thrower), minds) for s in players}
            _make(game, answers, thrower, dice)
    assert game.last is not None
    return game.last


def asked(waiting: Await) -> tuple[Player, ...]:
    """The players that have to answer; nobody's answer is asked in a race or after the end."""
    match waiting:
        case AwaitExtra(units=units):
            return tuple(units)
        case AwaitColumn() | Over():
            return ()
        case _:
            return (waiting.player,)


def _make(game: Game, answers: dict[Player, Answer], thrower: Dice, dice: Random) -> None:
    hands = {
        player: (answer.move.unit, Aim.from_json(answer.aim or {}))
        for player, answer in answers.items()
        if isinstance(answer.move, Throw)
    }
    if hands:
        game.throw(thrower, hands, seed=dice.randbytes(SEED_BYTES))
    else:
        (answer,) = answers.values()
        game.push(answer.move)


def _first_to_finish(game: Game, players: Sequence[Player], dice: Random) -> Player:
    from kessel.bots.trial import column_winner  # which loads the solver's mathematics

    return column_winner(game.state, players, dice)
