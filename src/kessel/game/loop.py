"""The loop that plays a game: bots decide, any dice fall, one step after the other.

Bots see what their players may see and draw from a random source of their own: nothing they are
given tells how dice will fall.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from kessel.bots.bot import Answer, Bot, Sight
from kessel.errors import BadValue
from kessel.game.game import Game, Played, Seed
from kessel.rules.awaits import Await, AwaitColumn, AwaitExtra, AwaitStack, Over
from kessel.rules.moves import ONE, Player, StackTower, Throw, WinColumn
from kessel.rules.state import Phase
from kessel.rules.view import as_seen
from kessel.throws.dice import SEED_BYTES, Cast, Dice, Simulator

_ONE_DECIDES = (Phase.THROW, Phase.CHOICE)


def play(
    game: Game, bots: Sequence[Bot], dice: Dice, seed: Seed | None = None
) -> tuple[Player, ...]:
    """Play a game to its end, a bot for each player; the winners. A seed repeats the game."""
    for _ in steps(game, bots, dice, seed):
        pass
    return game.winners


def steps(
    game: Game, bots: Sequence[Bot], dice: Dice, seed: Seed | None = None
) -> Iterator[Played]:
    """Play a game step by step: what was played, right after it was."""
    if len(bots) != game.start.players:
        raise BadValue(f"{game.start.players} players need as many bots, not {len(bots)}")
    source = secrets.token_hex(SEED_BYTES) if seed is None else str(seed)
    falls, minds = Random(f"dice {source}"), Random(f"minds {source}")
    simulator = dice if isinstance(dice, Simulator) else None
    while (state := game.state).phase is not Phase.OVER:
        if state.phase in _ONE_DECIDES:
            player = state.active
            answer = bots[player].answer(sight(game, player, simulator), minds)
            _make(game, {player: answer}, dice, falls)
        elif not _left_to_chance(game, falls):
            players = asked(game.awaited)
            answers = {p: bots[p].answer(sight(game, p, simulator), minds) for p in players}
            _make(game, answers, dice, falls)
        assert game.last is not None
        yield game.last


def sight(game: Game, player: Player, simulator: Simulator | None = None) -> Sight:
    """What a player may see of a game; hidden supplies are filled in evenly."""
    layout = game.layout
    if layout is None and simulator is not None:
        layout = ()
    return Sight(player, as_seen(game.state, player), layout, simulator)


def asked(waiting: Await) -> tuple[Player, ...]:
    """The players that have to answer; nobody's answer is asked in a race or after the end."""
    match waiting:
        case AwaitExtra(units=units):
            return tuple(units)
        case AwaitColumn() | Over():
            return ()
        case _:
            return (waiting.player,)


def _left_to_chance(game: Game, falls: Random) -> bool:
    """Decide what nobody decides, if that is awaited."""
    match game.awaited:
        case AwaitColumn(players=players):
            game.push(WinColumn(_first_to_finish(game, players, falls)))
        case AwaitStack(faces=faces) if game.state.options.tower_builder == "random":
            game.push(StackTower(tuple(falls.sample(faces, len(faces)))))
        case _:
            return False
    return True


def _make(game: Game, answers: Mapping[Player, Answer], dice: Dice, falls: Random) -> None:
    hands: dict[Player, Cast] = {}
    plain = True
    for player, (move, aim, kind, _) in answers.items():
        if not isinstance(move, Throw):
            game.push(move)
            return
        hands[player] = Cast(move.unit, aim, kind)
        plain = plain and move.unit == ONE
    if plain:  # as nearly always; the rules refuse it themselves if it is not allowed
        game.fall(dice, hands, falls)
    else:
        game.throw(dice, hands, seed=falls)


def _first_to_finish(game: Game, players: Sequence[Player], falls: Random) -> Player:
    from kessel.bots.trial import column_winner  # which loads the solver's mathematics

    return column_winner(game.state, players, falls)
