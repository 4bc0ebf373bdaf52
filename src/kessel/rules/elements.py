"""Impact's powers: lightning storm, column of fire, boulders, hurricane, swamp.

Each function carries one power out on a turn; the order among them is that of the booklet.
"""

from collections.abc import Collection, Mapping

from kessel.rules.effects import EffectFaces
from kessel.rules.events import ColumnWon, PassedLeft, PileMade, PilesDissolved
from kessel.rules.faces import Face
from kessel.rules.moves import ONE, Player, Unit
from kessel.rules.state import GameState
from kessel.rules.turn import Turn, players_from, units_of


def storm_throwers(turn: Turn) -> list[Player]:
    """Who throws in a lightning storm: every other player who has a die."""
    everybody = players_from(turn, turn.active)
    return [player for player in everybody if player != turn.active and turn.supply(player)]


def storm_units(game: GameState | Turn, player: Player) -> tuple[Unit, ...]:
    """What a player may throw in an extra throw (C-26)."""
    if game.options.storm_unit == "loose_first" and game.hands[player]:
        return (ONE,)
    return units_of(game, player)


def column_builders(game: GameState | Turn) -> tuple[Player, ...]:
    """Who can win a column of fire, from the active player clockwise (C-35); nobody, if nobody
    has a die to build with (C-36)."""
    players = tuple(players_from(game, game.active))
    with_dice = tuple(player for player in players if game.supply(player))
    return players if with_dice and game.options.column_zero_dice == "may_win" else with_dice


def win_column(turn: Turn, winner: Player, keep: tuple[tuple[Player, int], ...]) -> None:
    """The column is decided; the piles used for building dissolve, but for those kept (C-39)."""
    turn.events.append(ColumnWon(winner))
    if sum(map(len, turn.piles)) > len(keep):
        turn.events.append(PilesDissolved())
    dissolve_piles(turn, keep)


def dissolve_piles(turn: Turn, keep: Collection[tuple[Player, int]] = ()) -> None:
    """Boulder piles become loose dice."""
    keep = frozenset(keep)
    for player, piles in enumerate(turn.piles):
        kept = tuple(size for index, size in enumerate(piles) if (player, index) in keep)
        turn.hands[player] += sum(piles) - sum(kept)
        turn.set_piles(player, kept)


def works_after_storm(turn: Turn, face: Face, before: tuple[Face, ...] | None) -> bool:
    """Whether an element matched now has its effect, by what lay there before a storm (C-17)."""
    return before is None or turn.options.storm_recheck == "state" or face in before


def after_collecting(
    turn: Turn,
    acting: EffectFaces,
    taken: Mapping[Face, int],
    collector: Player,
    before: tuple[Face, ...] | None,
) -> None:
    """Boulders, then hurricane."""
    stone, air = acting.boulders, acting.hurricane
    if stone in taken and works_after_storm(turn, stone, before):
        _pile_up(turn, collector, taken[stone])
    if air in taken and works_after_storm(turn, air, before):
        _pass_left(turn)


def _pile_up(turn: Turn, player: Player, stones: int) -> None:
    turn.hands[player] -= stones
    turn.set_piles(player, (*turn.piles[player], stones))
    turn.events.append(PileMade(player, stones))


def _pass_left(turn: Turn) -> None:
    if not turn.options.hurricane_keeps_piles:
        dissolve_piles(turn)
    circle = list(players_from(turn, 0))
    hands, piles = list(turn.hands), turn.piles
    for giver, taker in zip(circle, circle[1:] + circle[:1], strict=True):
        turn.hands[taker] = hands[giver]
        turn.set_piles(taker, piles[giver])
    turn.events.append(PassedLeft())
