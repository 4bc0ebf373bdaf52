"""Harry Potter's spells, each alone on a turn."""

from typing import Any

import pytest

from kessel.rules import spells
from kessel.rules.effects import acting_in
from kessel.rules.events import AccioTaken, Reversed, Suppressed, TowerStacked, TurnEnded
from kessel.rules.faces import Arena
from kessel.rules.moves import TakeAccio
from kessel.rules.setup import Hand, position
from kessel.rules.state import Emptied, Pending, Phase
from kessel.rules.turn import Turn

HERE = position("harry-potter", [Hand(3), Hand(3)], ("accio",))
ACTING = acting_in(HERE.edition, HERE.elements)
ICE, SALVO, SUMMON = ACTING.freeze, ACTING.salvo, ACTING.summon
TOWER, TURN_ROUND = ACTING.tower, ACTING.reverse


def turn(arena: Arena = (), hands: tuple[int, ...] = (3, 3, 3), **options: Any) -> Turn:
    return Turn(position("harry-potter", [Hand(dice) for dice in hands], arena, options))


def test_immobulus_binds_when_a_pair_lies_there() -> None:
    assert spells.freeze(turn(), ICE, {SUMMON: 2}, (ICE,), False) == (False, False)
    assert spells.freeze(turn(), ICE, {ICE: 2}, (ICE,), False) == (True, True)


@pytest.mark.parametrize(("ruling", "mutes"), [("standing", True), ("fresh_only", False)])
def test_a_pair_that_stood_there_mutes_only_where_it_may(ruling: str, mutes: bool) -> None:
    one = turn(immobulus_suppression=ruling)
    assert spells.freeze(one, ICE, {ICE: 2}, (ICE, ICE), False) == (True, mutes)
    assert spells.freeze(one, ICE, {ICE: 3}, (ICE, ICE), False) == (True, True), "a third is fresh"


def test_a_pair_made_by_a_relashio_may_be_collected() -> None:
    one = turn(relashio_new_immobulus="collect")
    assert spells.freeze(one, ICE, {ICE: 2}, (ICE,), True) == (False, False)
    assert spells.freeze(one, ICE, {ICE: 2}, (ICE, ICE), True)[0], "it stood there before"


@pytest.mark.parametrize(("who", "throwers"), [("all", [0, 2]), ("others", [2])])
def test_who_throws_along_for_a_relashio(who: str, throwers: list[int]) -> None:
    one = turn(relashio_throwers=who)
    one.hands[1] = 0
    assert spells.salvo_throwers(one) == throwers


def test_muted_spells_are_named_and_after_a_relashio_only_those_that_matched_before() -> None:
    taken = {SALVO: 2, SUMMON: 2, TOWER: 2}
    one = turn()
    spells.tell_suppressed(one, ACTING, taken, None)
    spells.tell_suppressed(one, ACTING, taken, (TOWER,))
    spells.tell_suppressed(one, ACTING, taken, ())
    assert one.events == [Suppressed((SALVO, SUMMON, TOWER)), Suppressed((TOWER,))]


@pytest.mark.parametrize(
    ("ruling", "at_work"), [("void", ()), ("intact", (SUMMON,)), ("locked", (SUMMON, TURN_ROUND))]
)
def test_what_still_works_after_a_relashio(ruling: str, at_work: tuple[str, ...]) -> None:
    """Accio and Confundo matched before the throw; then Confundo's pair was struck apart, and
    Wingardium came to match."""
    one = turn(relashio_pending=ruling)
    taken = {SUMMON: 2, TOWER: 2}
    assert spells.spells_at_work(one, ACTING, taken, taken, (SUMMON, TURN_ROUND)) == at_work
    assert spells.spells_at_work(one, ACTING, taken, taken, None) == (SUMMON, TOWER)


def test_an_accio_waits_for_its_player_and_the_rest_waits_behind_it() -> None:
    one = turn((TOWER,))
    spells.carry_out(one, ACTING, Pending(spells=(SUMMON, TURN_ROUND)))
    assert (one.phase, one.pending.spells) == (Phase.ACCIO, (TURN_ROUND,))


def test_without_dice_accio_and_wingardium_do_nothing_and_the_turn_ends() -> None:
    one = turn()
    spells.carry_out(one, ACTING, Pending(spells=(SUMMON, TOWER, TURN_ROUND)))
    assert one.events[:3] == [AccioTaken(0, None), Reversed(-1), TurnEnded(0)]
    assert one.active == 2, "counter-clockwise now"


@pytest.mark.parametrize(
    ("dice", "phase"), [((SUMMON,), Phase.THROW), ((SUMMON, ICE), Phase.STACK)]
)
def test_a_tower_needs_two_dice(dice: Arena, phase: Phase) -> None:
    one = turn(dice)
    spells.carry_out(one, ACTING, Pending(spells=(TOWER,)))
    assert one.phase is phase


@pytest.mark.parametrize(("ruling", "next_one"), [("none", 1), ("extra_turn", 0)])
def test_a_confundo_of_two_may_give_another_turn(ruling: str, next_one: int) -> None:
    one = turn((SUMMON,), (3, 3), confundo_two_players=ruling)
    spells.carry_out(one, ACTING, Pending(spells=(TURN_ROUND,)))
    assert one.active == next_one


def test_accio_takes_a_loose_die_before_one_of_a_tower() -> None:
    one = turn(((TOWER, SALVO), TOWER))

    def take(face: str) -> None:
        spells.take_accio(one, face, spells.accio_place(one, TakeAccio(face), Pending()))

    take(TOWER)
    assert (one.arena, one.hands[0]) == (((TOWER, SALVO),), 4)
    take(TOWER)
    assert one.arena == (SALVO,), "from under the other"
    take(SALVO)
    assert not one.arena
    assert one.emptied is Emptied.BY_COLLECTING
    spells.take_accio(one, None, None)
    assert one.events[-1] == AccioTaken(0, None)


def test_an_accio_takes_any_of_equal_dice_that_leave_something_else() -> None:
    one = turn((TOWER, (TOWER, SALVO, SALVO), (ICE, TOWER)))
    assert spells.accio_choices(one, Pending()) == (
        *(TakeAccio(face) for face in one.edition.faces if face in (ICE, SALVO, TOWER)),
        TakeAccio(TOWER, (2, 1)),
        TakeAccio(TOWER, (1, 0)),
    )
    assert spells.accio_at(one, (1, 1), Pending()) == TakeAccio(SALVO), "the other leaves the same"
    assert spells.accio_at(one, (1, 0), Pending()) == TakeAccio(TOWER, (1, 0))
    spells.take_accio(one, TOWER, (1, 0))
    assert one.arena == (TOWER, (SALVO, SALVO), (ICE, TOWER))


@pytest.mark.parametrize(
    ("options", "bound", "faces"),
    [
        ({}, False, {TOWER, SALVO, ICE}),
        ({"accio_tower": "top"}, False, {SALVO, ICE}),
        ({"accio_single_immobulus": False}, False, {TOWER, SALVO}),
        ({}, True, {TOWER, SALVO}),
    ],
)
def test_what_an_accio_may_take(options: dict[str, Any], bound: bool, faces: set[str]) -> None:
    """A Relashio lies on a Wingardium, and an Immobulus beside them, bound or not."""
    one = turn(((TOWER, SALVO), ICE), **options)
    assert set(spells.accio_faces(one, Pending(bound=bound))) == faces


def test_everything_is_stacked() -> None:
    one = turn((SALVO, ICE))
    spells.stack(one, (ICE, SALVO))
    assert one.arena == ((ICE, SALVO),)
    assert one.events == [TowerStacked((ICE, SALVO))]
