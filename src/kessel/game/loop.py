"""The loop that plays a game: bots decide, any dice fall, one step after the other.

Bots see what their players may see and draw from a random source of their own: nothing they are
given tells how dice will fall.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from types import MappingProxyType

from kessel.bots.bot import Answer, Sight, as_answer
from kessel.bots.hand import FIRM, aim_at_dice
from kessel.errors import BadValue
from kessel.game.arguments import BotsLike, DiceLike, make_bots, make_dice
from kessel.game.game import Game, Played
from kessel.rules.awaits import Await, AwaitColumn, AwaitExtra, AwaitStack, AwaitStartDie, Over
from kessel.rules.moves import ALL, ONE, Player, StartDie, Throw, Unit
from kessel.rules.state import THROWING, as_seen, new_tuple
from kessel.throws.dice import Cast, Casts, Dice, Seed, Simulator, seed_text
from kessel.throws.placing import placed

_PLAIN = (ONE, ALL)
"""Units that dice can throw whether or not they are allowed; the rules refuse them afterwards."""


def play(
    game: Game,
    bots: BotsLike,
    dice: DiceLike = "ideal",
    seed: Seed | None = None,
) -> tuple[Player, ...]:
    """Play a game to its end, a bot for each player or one for all; the winners.

    Bots and dice are themselves or their names. A seed repeats the game.

    >>> from kessel import Game
    >>> play(Game("impact", players=3), ["careful", "rule", "gambler"], seed=7)
    (2,)
    """
    for _ in _played_on(game, bots, dice, seed):
        pass
    return game.winners


def steps(
    game: Game,
    bots: BotsLike,
    dice: DiceLike = "ideal",
    seed: Seed | None = None,
) -> Iterator[Played]:
    """Play a game step by step: what was played, right after it was.

    A bot is asked where there is something to decide: a thrown starting die falls by itself.

    >>> from kessel import Game
    >>> first, *_, last = steps(Game("strike-2020"), "rule", seed=7)
    >>> str(first), last.state.is_over
    ('start X', True)
    """
    for _ in _played_on(game, bots, dice, seed):
        last = game.last
        assert last is not None
        yield last


def _played_on(game: Game, bots: BotsLike, dice: DiceLike, seed: Seed | None) -> Iterator[None]:
    """Play a game, a step for each time it is asked."""
    _check_game(game)
    bots, dice = make_bots(bots, game.start.players), make_dice(dice, game.start.edition)
    source = seed_text(seed)
    falls, minds = Random(f"dice {source}"), Random(f"minds {source}")
    simulator = dice if isinstance(dice, Simulator) else None
    while True:
        state = game.state
        if state.phase in THROWING:
            player = state.active
            at_rest = None if simulator is None else game.layout or ()
            seen = new_tuple(Sight, (player, as_seen(state, player), at_rest, simulator))
            move, aim, kind, _ = as_answer(bots[player].answer(seen, minds))
            if not isinstance(move, Throw):
                game.push(move)
            elif move.unit in _PLAIN:
                unaimed = aim is None and _unaimed(player, move.unit, kind)
                game.fall(dice, unaimed or {player: Cast(move.unit, aim, kind)}, falls)
            else:
                game.throw(dice, {player: Cast(move.unit, aim, kind)}, seed=falls)
        elif state.is_over:
            return
        elif not _left_to_chance(game, waiting := game.awaited, dice, falls):
            players = asked(waiting)
            answers = {
                p: as_answer(bots[p].answer(sight(game, p, simulator), minds)) for p in players
            }
            _make(game, answers, dice, falls)
        yield


@lru_cache(maxsize=256)
def _unaimed(player: Player, unit: Unit, kind: str) -> Casts:
    return MappingProxyType({player: Cast(unit, None, kind)})


def sight(game: Game, player: Player, simulator: Simulator | None = None) -> Sight:
    """What a player may see of a game; hidden supplies are filled in evenly.

    >>> from kessel import Game
    >>> seen = sight(Game("strike-2020", options="supply:hidden"), 1)
    >>> seen.player, list(seen.legal())[:2]
    (1, [Throw(unit='1', landing=None)])
    """
    players = _check_game(game).state.players
    if not isinstance(player, int) or not 0 <= player < players:
        raise BadValue(f"there is no player {player}; players are 0 to {players - 1}")
    if not (simulator is None or isinstance(simulator, Simulator)):
        raise BadValue(f"a simulator is dice that lie somewhere, not {simulator!r}")
    at_rest = game.layout if simulator is None else game.layout or ()
    return Sight(player, as_seen(game.state, player), at_rest, simulator)


def _check_game(game: Game) -> Game:
    if not isinstance(game, Game):
        raise BadValue(f"a game is a `Game`, such as Game('strike-2020'), not {game!r}")
    return game


def asked(waiting: Await) -> tuple[Player, ...]:
    """The players that have to answer; nobody's answer is asked in a race or after the end."""
    match waiting:
        case AwaitExtra(units=units):
            return tuple(units)
        case AwaitColumn() | Over():
            return ()
        case _:
            return (waiting.player,)


def _left_to_chance(game: Game, waiting: Await, dice: Dice, falls: Random) -> bool:
    """Decide what nobody decides, if that is awaited."""
    match waiting:
        case AwaitStartDie(player=player, may_choose=False):
            aim = aim_at_dice(FIRM, (), falls) if isinstance(dice, Simulator) else None
            game.fall(dice, {player: Cast(ONE, aim, FIRM)}, falls)
        case AwaitColumn(players=players):
            from kessel.bots.trial import column_winner  # which loads the solver's mathematics

            game.push(waiting.answer(column_winner(game.state, players, falls)))
        case AwaitStack(faces=faces) if game.state.options.tower_builder == "random":
            game.push(waiting.answer(tuple(falls.sample(faces, len(faces)))))
        case _:
            return False
    return True


def _make(game: Game, answers: Mapping[Player, Answer], dice: Dice, falls: Random) -> None:
    casts: dict[Player, Cast] = {}
    for player, (move, aim, kind, _) in answers.items():
        if not isinstance(move, Throw):
            if isinstance(move, StartDie) and isinstance(dice, Simulator):
                game.push(move, placed(game.start.edition, (), 0, move.face))
            else:
                game.push(move)
            return
        casts[player] = Cast(move.unit, aim, kind)
    game.throw(dice, casts, seed=falls)
