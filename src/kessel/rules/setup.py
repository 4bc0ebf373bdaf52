"""Games that begin, and positions set up by hand: hands, dice, elements and options checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, TypeAlias

from kessel.errors import BadValue, Phrase
from kessel.rules import spells
from kessel.rules.edition import Activation, Edition, Effect, find_edition
from kessel.rules.effects import check_elements
from kessel.rules.faces import NULL, Arena, all_faces, are_pieces, visible
from kessel.rules.moves import Player
from kessel.rules.notation import letter
from kessel.rules.options import (
    Options,
    check_options,
    edition_and_preset,
    read_options,
    resolve_options,
)
from kessel.rules.state import NOTHING_PENDING, Emptied, GameState, Phase

MAX_POSITION_DICE = 999
"""A position set up by hand may hold more dice than a box, but not without end."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A supply when a position is set up.

    >>> from kessel import position
    >>> str(position("impact-power", [Hand(2, piles=(3,)), 4], ("water",), elements=["stone"]))
    'impact-power hands=2+3,4 arena=water turn=A> phase=throw elements=stone'
    """

    loose: int = 0
    piles: tuple[int, ...] = ()
    eliminated: bool = False


OptionsLike: TypeAlias = Options | Mapping[str, Any] | str | None
"""Options as themselves, by name, or as text: `supply:hidden,collecting:optional`."""


def new_game(
    edition: Edition | str,
    players: int,
    options: OptionsLike = None,
    *,
    elements: object = None,
    first: Player = 0,
) -> GameState:
    """A fresh game with hands dealt from the edition's table; the starting die is awaited.

    >>> new_game("strike-2020", 3).hands
    (7, 7, 7)
    """
    edition, chosen = edition_and_options(edition, options)
    hand, aside = edition.hand(players), edition.aside(players)
    if edition.activation is Activation.START_DIE and elements:
        raise BadValue(
            "in {edition} the starting die decides the element; none can be given",
            edition=edition.id,
        )
    return GameState(
        edition=edition,
        options=chosen,
        elements=check_elements(edition, elements),
        hands=(hand,) * players,
        piles=((),) * players,
        arena=(),
        active=_check_player(first, players),
        direction=1,
        phase=Phase.START,
        pending=NOTHING_PENDING,
        emptied=Emptied.NOT,
        removed=0,
        aside=aside,
        eliminated=(),
        points=(None,) * players,
        winners=(),
    )


def position(
    edition: Edition | str,
    hands: Sequence[Hand | int],
    arena: Arena,
    options: OptionsLike = None,
    *,
    active: Player = 0,
    elements: object = None,
    direction: int = 1,
) -> GameState:
    """Any position at the start of a turn, however it came about; a number means loose dice.

    >>> str(position("strike-2020", hands=[3, 4], arena=("2", "5")))
    'strike-2020 hands=3,4 arena=2,5 turn=A> phase=throw'
    """
    edition, chosen = edition_and_options(edition, options)
    held = _read_hands(hands)
    edition.hand(len(held))
    if not are_pieces(arena):
        raise BadValue(
            "an arena is faces and towers of faces such as {example}, not {given}",
            example="('4', '6')",
            given=repr(arena),
        )
    if not all(arena):
        raise BadValue("a piece in the arena is a face or a tower of faces, not an empty one")
    active_elements = check_elements(edition, elements)
    if edition.activation is Activation.START_DIE and len(active_elements) != 1:
        raise BadValue("a position of {edition} has exactly one active element", edition=edition.id)
    state = GameState(
        edition=edition,
        options=chosen,
        elements=active_elements,
        hands=tuple(hand.loose for hand in held),
        piles=tuple(tuple(hand.piles) for hand in held),
        arena=arena,
        active=_check_player(active, len(held)),
        direction=direction,
        phase=Phase.THROW,
        pending=NOTHING_PENDING,
        emptied=Emptied.NOT,
        removed=0,
        aside=0,
        eliminated=tuple(player for player, hand in enumerate(held) if hand.eliminated),
        points=(None,) * len(held),
        winners=(),
    )
    _check_position(state)
    return state


def edition_and_options(
    edition: Edition | str, options: OptionsLike = None
) -> tuple[Edition, Options]:
    """An edition, or its name with a language preset, and its options, as they may be given."""
    language = None
    if isinstance(edition, str):
        edition, language = edition_and_preset(edition)
    edition = find_edition(edition)
    if isinstance(options, Options):
        check_options(edition, options)
        return edition, options
    given = read_options(options) if isinstance(options, str) else options
    if given is not None and not isinstance(given, Mapping):
        raise BadValue(
            "options are a mapping or text such as {example}, not {given}",
            example="supply:hidden",
            given=repr(given),
        )
    return edition, resolve_options(edition, given, language)


def check_supplies(state: GameState) -> None:
    """Raise where somebody holds what nobody can hold, or there are dice without end."""
    if state.total_dice() > MAX_POSITION_DICE:
        raise BadValue("a position has at most {most} dice", most=MAX_POSITION_DICE)
    for player, hand in enumerate(state.hands):
        piles = state.piles[player]
        if hand < 0 or any(size < spells.MIN_TOWER for size in piles):
            raise BadValue(
                "player {player} holds {loose} loose dice and piles of {piles}: loose dice are 0 "
                "or more, a pile two dice or more",
                player=letter(player),
                loose=hand,
                piles=",".join(map(str, piles)) or Phrase("nothing"),
            )
        if piles and Effect.BOULDERS not in state.edition.effects.values():
            raise BadValue("there are no piles of boulders in {edition}", edition=state.edition.id)


def _read_hands(hands: Sequence[Hand | int]) -> list[Hand]:
    """A supply for each player; a number means loose dice."""
    listed = isinstance(hands, Sequence) and not isinstance(hands, str | bytes)
    given: Any = hands if listed else ()
    held = [Hand(int(hand)) if isinstance(hand, Integral) else hand for hand in given]
    if not listed or not all(map(_is_hand, held)):
        raise BadValue(
            "supplies are a list with a number of loose dice or a {hand} for each player, "
            "not {given}",
            hand="Hand",
            given=repr(hands),
        )
    return held


def _is_hand(hand: object) -> bool:
    return (
        isinstance(hand, Hand)
        and isinstance(hand.piles, tuple | list)
        and all(isinstance(size, Integral) for size in (hand.loose, *hand.piles))
    )


def _check_player(player: Player, players: int) -> Player:
    if not isinstance(player, int) or not 0 <= player < players:
        raise BadValue(
            "there is no player {player}; players are 0 to {last}", player=player, last=players - 1
        )
    return player


def _check_position(state: GameState) -> None:
    check_supplies(state)
    if len(state.eliminated) > state.players - 2:
        raise BadValue("a position has at least two players still in the game")
    if state.active in state.eliminated or not state.supply(state.active):
        raise BadValue("the player whose turn it is must have a die")
    if state.direction not in (1, -1):
        raise BadValue(
            "the direction is 1 (clockwise) or -1, not {direction}", direction=repr(state.direction)
        )
    for face in all_faces(state.arena):
        state.edition.check_face(face)
    if NULL in visible(state.arena):
        raise BadValue("a visible {null} never lies in the arena at the start of a turn", null=NULL)
    _check_towers(state)


def _check_towers(state: GameState) -> None:
    towers = [piece for piece in state.arena if not isinstance(piece, str)]
    if any(len(tower) < spells.MIN_TOWER for tower in towers):
        raise BadValue("a tower has two faces or more, bottom to top")
    if towers and not state.knows_towers:
        raise BadValue(
            "{edition} has no towers; "
            "only with accidental_stack=top_counts dice may lie on each other",
            edition=state.edition.id,
        )
