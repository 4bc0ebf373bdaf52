"""Entries that a game takes or refuses, and what they lead to."""

from typing import Any

import msgspec
import pytest
from table.games import (
    WAITS_FOR_ACCIO,
    WAITS_FOR_TOWER,
    cast,
    links,
    played,
    stacked_by_first,
    started,
    thrown,
    with_casts,
)

from kessel.errors import BadValue, IllegalMove, NotAwaited, ParseError
from kessel.rules.moves import Landing
from kessel.rules.notation import move_text
from kessel.table import log
from kessel.table.feed import check_kept_piles, feed, landed_entry
from kessel.table.play import Play, begin
from kessel.throws.dice import ThrowResult


def test_a_hand_may_be_shown_once_and_only_by_who_throws() -> None:
    play = begin(started())
    with pytest.raises(NotAwaited, match="waits for start_die, not for player 1"):
        with_casts(play, cast(1))
    with pytest.raises(IllegalMove, match="player 0 may throw 1, not all"):
        with_casts(play, cast(0, "all"))
    shown = with_casts(play, cast(0))
    with pytest.raises(NotAwaited):
        with_casts(shown, cast(0))
    with pytest.raises(BadValue, match="throw 0 is to land"):
        with_casts(feed(shown, shown.to_fix()).play, cast(0))


def test_nothing_is_thrown_where_the_start_die_is_placed_or_an_answer_is_awaited() -> None:
    with pytest.raises(IllegalMove, match="may throw nothing, not 1"):
        with_casts(begin(started("impact")), cast(0))
    with pytest.raises(NotAwaited, match="waits for accio"):
        with_casts(played(started("harry-potter"), *WAITS_FOR_ACCIO), cast(0))


def test_a_start_die_is_placed_only_where_the_edition_says_so() -> None:
    with pytest.raises(NotAwaited, match="not for a die to be placed"):
        feed(begin(started()), log.Answered(player=0, move="start 4"))


def test_a_throw_lands_once_all_hands_are_there_with_the_dice_that_flew() -> None:
    play = begin(started())
    shown = with_casts(play, cast(0))
    flying = feed(shown, shown.to_fix()).play
    landed = landed_entry(flying, ThrowResult((), (0,)), links(flying))
    for early in (play, shown):
        with pytest.raises(BadValue, match="throw 0 has no links, or was not fixed for them"):
            feed(early, landed)
    with pytest.raises(BadValue, match="throw 7 lands, but throw 0 is not in the air"):
        feed(flying, msgspec.structs.replace(landed, throw=7))
    with pytest.raises(BadValue, match=r"dice \[0\] flew or lay there, but \[5\]"):
        feed(flying, landed_entry(flying, ThrowResult((), (5,)), links(flying)))
    assert feed(flying, landed).play.throws == 1


def test_a_throw_is_fixed_with_the_hands_that_were_shown() -> None:
    play = begin(started())
    shown = with_casts(play, cast(0))
    fixed = shown.to_fix()
    assert feed(play, fixed).play == feed(shown, fixed).play, "read from a record"
    with pytest.raises(BadValue, match="fixed with other casts"):
        feed(shown, msgspec.structs.replace(fixed, casts=[]))


def test_a_game_does_not_begin_twice() -> None:
    with pytest.raises(BadValue, match="cannot come in the middle of a game"):
        feed(begin(started()), started())


def test_sets_that_may_be_left_lying_are_chosen() -> None:
    play = played(started(collecting="optional"), ("4",), ("4", "4"))
    assert play.awaited.kind == "collect"
    with pytest.raises(IllegalMove):
        feed(play, log.Answered(player=0, move="collect 5"))
    taken = feed(play, log.Answered(player=0, move="collect 4"))
    assert taken.play.at_rest == ()
    assert taken.happened[0].dice == (0, 1)
    assert set(taken.play.pool) >= {0, 1}, "dice that were taken are thrown again"


def test_a_die_that_does_not_lie_there_is_not_taken() -> None:
    play = played(started("harry-potter"), *WAITS_FOR_ACCIO)
    with pytest.raises(IllegalMove, match="die 30 does not lie in the arena"):
        feed(play, log.Answered(player=0, move="accio confundo", dice=[30]))
    early = played(started("harry-potter"), ("accio",))
    with pytest.raises(IllegalMove, match="die 30 does not lie in the arena"):
        feed(early, log.Answered(player=0, move="accio accio", dice=[30]))


@pytest.mark.parametrize(
    ("move", "dice"),
    [
        ("accio confundo", []),
        ("accio accio", [1]),
        ("accio confundo", [1, 1]),
        ("accio -", [1]),
        ("end", [1]),
        ("stack confundo/confundo", [1, 1]),
    ],
)
def test_a_move_is_made_with_the_dice_it_names(move: str, dice: list[int]) -> None:
    play = played(started("harry-potter"), *WAITS_FOR_ACCIO)
    assert play.accio_dice() == (1,)
    with pytest.raises(IllegalMove, match=f"{move} is not made with dice"):
        feed(play, log.Answered(player=0, move=move, dice=dice))
    assert feed(play, log.Answered(player=0, move="accio confundo", dice=[1])).move is not None


def test_what_several_decide_or_nobody_writes_like_that_is_no_answer() -> None:
    play = played(started(), ("4",), ("4", "5"))
    for move in ("throw 1", "extra A=1", "column A"):
        with pytest.raises(IllegalMove, match="is not what one player answers"):
            feed(play, log.Answered(player=0, move=move))
    with pytest.raises(ParseError, match="is not a move"):
        feed(play, log.Answered(player=0, move="resign"))


def _accio_of_equal_dice(**options: Any) -> Play:
    """A tower, and a loose die that shows what its lowest one does."""
    tower = played(started("harry-potter", **options), *WAITS_FOR_TOWER)
    stacked = feed(tower, stacked_by_first(tower)).play
    assert stacked.accio_dice() == (), "no Accio is awaited"
    piece = tuple(die.face for die in stacked.at_rest[0])
    for arena in (
        (piece, piece[0]),
        (piece, piece[0], "accio"),
        (piece, piece[0], "accio", "accio"),
    ):
        stacked = thrown(stacked, Landing(arena)).play
    assert stacked.awaited.kind == "accio"
    return stacked


@pytest.mark.parametrize("level", [None, 0], ids=["loose", "covered"])
def test_accio_takes_the_die_that_is_pointed_at_among_equal_ones(level: int | None) -> None:
    play = _accio_of_equal_dice()
    (tower, loose) = sorted(play.at_rest, key=len, reverse=True)
    die, face = (loose if level is None else tower)[0].die, tower[0].face
    assert die in play.accio_dice()
    taken = feed(play, log.Answered(player=0, move=f"accio {face}", dice=[die]))
    lying = {one.die for spot in taken.play.at_rest for one in spot}
    assert die not in lying
    place = play.at_rest.index(tower)
    named = f"accio {face}" if level is None else f"accio {face} {place}.0"
    assert taken.move is not None
    assert move_text(taken.move) == named
    other = f"accio {face} {place}.1"
    with pytest.raises(IllegalMove, match="Accio can take dice"):
        feed(play, log.Answered(player=0, move=other, dice=[die]))


def test_accio_takes_no_covered_die_where_only_tops_may_be_taken() -> None:
    play = _accio_of_equal_dice(accio_tower="top")
    tower = max(play.at_rest, key=len)
    with pytest.raises(IllegalMove, match="Accio can take dice"):
        feed(play, log.Answered(player=0, move=f"accio {tower[0].face}", dice=[tower[0].die]))


def test_piles_are_kept_only_by_their_owner_and_only_in_a_race() -> None:
    waits = started("impact-avatar", elements=["fire", "stone"], piles_after_column="owner_choice")
    early = begin(waits)
    with pytest.raises(NotAwaited, match="not for piles to be kept"):
        check_kept_piles(early, 0, [])
    race = _at_the_race(waits)
    check_kept_piles(race, 0, [])
    with pytest.raises(IllegalMove, match=r"piles are \[\], not \[0\]"):
        check_kept_piles(race, 0, [0])
    dissolving = _at_the_race(started("impact-avatar", elements=["fire", "stone"]))
    with pytest.raises(IllegalMove, match="piles dissolve"):
        check_kept_piles(dissolving, 0, [])


def _at_the_race(entry: log.GameStarted) -> Play:
    play = begin(entry)
    if play.awaited.kind == "start_die" and not play.units(0):
        play = feed(play, log.Answered(player=0, move="start fire")).play
    else:
        play = thrown(play, Landing(("fire",))).play
    race = thrown(play, Landing(("fire", "fire"))).play
    assert race.awaited.kind == "column"
    return race
