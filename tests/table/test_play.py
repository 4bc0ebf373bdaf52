"""A game at one moment: who is waited for, which dice are meant, what chance decides."""

from table.games import (
    SEED,
    WAITS_FOR_ACCIO,
    WAITS_FOR_TOWER,
    cast,
    played,
    stacked_by_first,
    started,
    thrown,
    with_casts,
)

from kessel.rules.moves import Landing
from kessel.table.feed import feed
from kessel.table.play import Play, begin


def test_a_player_has_the_seat_the_game_was_started_with() -> None:
    play = begin(started(seats=(1, 3, 4), first=1))
    assert play.on_move == 1
    assert play.waited_for() == (1,)
    assert play.seat_of(1) == 3


def test_all_hands_are_there_once_everybody_who_throws_has_shown_one() -> None:
    play = played(started("harry-potter"), ("relashio",), ("relashio", "relashio"))
    assert play.on_move is None
    assert play.waited_for() == (0, 1)
    assert not play.has_all_casts
    one = with_casts(play, cast(1))
    assert one.waited_for() == (0,)
    assert not one.has_all_casts
    both = with_casts(one, cast(0))
    assert both.waited_for() == ()
    assert both.has_all_casts
    assert [one.player for one in both.order(SEED).handfuls] == [0, 1], "in the players' order"


def test_accio_takes_a_loose_die_where_there_is_one_and_else_one_of_a_tower() -> None:
    loose = played(started("harry-potter"), *WAITS_FOR_ACCIO)
    assert loose.accio_dice() == tuple(
        spot[0].die for spot in loose.at_rest if spot[0].face == "confundo"
    )
    tower = played(started("harry-potter"), *WAITS_FOR_TOWER)
    stacked = feed(tower, stacked_by_first(tower)).play
    (top,) = stacked.at_rest
    assert stacked.accio_dice() == (), "no Accio is awaited"
    waits = _accio_over(stacked)
    assert waits.awaited.kind == "accio"
    assert {waits.face_of(die): die for die in waits.accio_dice()} == {
        die.face: die.die for die in top
    }


def _towered(play: Play) -> list[int]:
    return [spot[0].die for spot in play.at_rest]


def _accio_over(play: Play) -> Play:
    """Two more throws, so that a pair of Accio lies beside the tower."""
    (tower,) = (spot for spot in play.at_rest)
    piece = tuple(die.face for die in tower)
    for arena in ((piece, "accio"), (piece, "accio", "accio")):
        play = thrown(play, Landing(arena)).play
    return play


def test_a_random_tower_follows_from_the_seed() -> None:
    play = played(started("harry-potter", tower_builder="random"), *WAITS_FOR_TOWER)
    assert sorted(play.random_tower(SEED)) == sorted(_towered(play))
    assert play.random_tower(SEED) == play.random_tower(SEED)
    others = {tuple(play.random_tower(bytes([n]) * 32)) for n in range(20)}
    assert len(others) == 2, "both orders of two dice come up in 20 seeds"


def test_a_throw_of_two_dice_uses_the_script_in_order() -> None:
    play = played(started(), ("4",))
    assert thrown(play, Landing(("4", "5"))).play.state.arena == ("4", "5")


def test_a_die_is_of_whoever_threw_it_last_and_the_starting_die_of_nobody() -> None:
    play = played(started("harry-potter"), ("relashio",))
    assert play.thrown_by == {}
    play = thrown(play, Landing(("relashio", "relashio"))).play
    assert play.thrown_by == {1: 0}
    both = thrown(play, Landing(("relashio", "accio", "confundo"))).play
    flown = {die: who for die, who in both.thrown_by.items() if die > 1}
    assert sorted(flown.values()) == [0, 1]
