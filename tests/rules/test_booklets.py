"""What the booklets say, played: the points on which defaults and presets could go against them.

Every test names the rule of `docs/reference/rules.md` it holds to.
"""

from typing import Any

import pytest

from kessel.errors import BadValue, IllegalMove
from kessel.rules.edition import EDITIONS
from kessel.rules.engine import apply
from kessel.rules.events import AccioTaken, Collected, Eliminated, MayGoOn, TurnEnded
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState, Phase

POTTERS = [f"harry-potter:{one}" for one in EDITIONS["harry-potter"].languages]
NOT_GERMAN = ["harry-potter", *(one for one in POTTERS if not one.endswith(":de"))]
POWERS = ["impact-power", *(f"impact-power:{one}" for one in EDITIONS["impact-power"].languages)]
FIRE: dict[str, Any] = {"elements": ["fire"]}


def lying(name: str, *arena: str, hands: tuple[int, ...] = (3, 3), **given: Any) -> GameState:
    return position(name, [Hand(dice) for dice in hands], arena, **given)


def kinds(state: GameState, *moves: str) -> list[type]:
    told: list[type] = []
    for move in moves:
        step = apply(state, move)
        state = step.state
        told += map(type, step.events)
    return told


@pytest.mark.parametrize("name", NOT_GERMAN)
def test_b_15_a_turn_in_which_only_immobulus_matches_is_over(name: str) -> None:
    told = kinds(lying(name, "immobulus"), "throw 1: immobulus immobulus")
    assert TurnEnded in told
    assert MayGoOn not in told


def test_b_15_in_german_it_goes_on() -> None:
    told = kinds(lying("harry-potter:de", "immobulus"), "throw 1: immobulus immobulus")
    assert MayGoOn in told
    assert TurnEnded not in told


def after_relashio(name: str) -> GameState:
    """A Relashio whose extra throw makes two Immobulus match; in French only the other throws."""
    state = lying(name, "relashio", "immobulus", hands=(4, 4))
    state = apply(state, "throw 1: relashio relashio immobulus").state
    assert state.phase is Phase.EXTRA
    if name.endswith(":fr"):
        return apply(state, "extra B=1: relashio relashio immobulus immobulus").state
    return apply(state, "extra A=1 B=1: relashio relashio immobulus immobulus accio").state


@pytest.mark.parametrize("name", NOT_GERMAN)
def test_b_19_immobulus_matched_by_relashio_is_taken(name: str) -> None:
    assert "immobulus" not in after_relashio(name).arena


def test_b_19_in_german_it_is_bound() -> None:
    assert after_relashio("harry-potter:de").arena.count("immobulus") == 2


@pytest.mark.parametrize("name", POTTERS)
def test_b_17_accio_takes_a_single_immobulus_but_never_in_german(name: str) -> None:
    state = lying(name, "accio", "immobulus", "confundo")
    state = apply(state, "throw 1: accio accio immobulus confundo").state
    assert state.phase is Phase.ACCIO
    if name.endswith(":de"):
        with pytest.raises(IllegalMove):
            apply(state, "accio immobulus")
    else:
        assert AccioTaken(0, "immobulus") in apply(state, "accio immobulus").events


@pytest.mark.parametrize("name", POWERS)
def test_c_35_a_big_bang_with_a_match_need_not_eliminate_its_thrower(name: str) -> None:
    state = lying(name, hands=(4, 4, 4), **FIRE)
    state = apply(state, "throw all: fire fire stone stone").state
    assert state.phase is Phase.COLUMN
    called = apply(state, "column A")
    assert called.state.supply(0) == 4
    assert Eliminated not in map(type, called.events)


@pytest.mark.parametrize("name", ["strike-2012", "strike-2012:fr", "strike-2012:it"])
def test_b_09_dice_that_merely_flew_out_cause_no_grand_lancer(name: str) -> None:
    flown = apply(apply(lying(name, "4"), "throw 1: -; out 2").state, "end").state
    assert flown.arena == ()
    apply(flown, "throw 1: 5")
    for emptied in ("throw 1: 4 4", "throw 1: X X"):
        state = apply(lying(name, "4"), emptied).state
        state = apply(state, "end").state if state.active == 0 else state
        with pytest.raises(IllegalMove):
            apply(state, "throw 1: 5")
        apply(state, "throw all: 5 6 3")


@pytest.mark.parametrize("name", [one for one in EDITIONS if one != "strike-2012"])
def test_b_09_elsewhere_whatever_emptied_the_arena_counts(name: str) -> None:
    given: dict[str, Any] = FIRE if name == "impact-power" else {}
    face = EDITIONS[name].faces[1]
    flown = apply(apply(lying(name, face, **given), "throw 1: -; out 2").state, "end").state
    with pytest.raises(IllegalMove):
        apply(flown, f"throw 1: {face}")


@pytest.mark.parametrize("name", EDITIONS)
def test_b_04_an_x_on_the_starting_die_may_be_turned_in_strike_2020_and_harry_potter(
    name: str,
) -> None:
    edition = EDITIONS[name]
    if name in ("strike-2020", "harry-potter"):
        for one in (name, *(f"{name}:{x}" for x in edition.languages if x != "nl")):
            state = apply(new_game(one, 2), "start X").state
            assert state.options.start_die_x == "choose_face"
            assert apply(state, f"start {edition.faces[1]}").state.phase is Phase.THROW
    else:
        with pytest.raises(BadValue):
            new_game(name, 2, {"start_die_x": "choose_face"})


@pytest.mark.parametrize("name", POWERS)
def test_b_02_nobody_places_the_starting_die_of_the_elements(name: str) -> None:
    with pytest.raises(BadValue, match="thrown"):
        new_game(name, 2, {"start_die": "placed"})


def test_b_03_only_the_dutch_booklet_of_harry_potter_has_it_placed() -> None:
    placed = {one for one in POTTERS if new_game(one, 2).options.start_die == "placed"}
    assert placed == {"harry-potter:nl"}


def test_b_16_immobulus_mutes_as_long_as_it_stands_in_every_booklet() -> None:
    assert {new_game(one, 2).options.immobulus_suppression for one in POTTERS} == {"standing"}


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=list(EDITIONS))
def test_b_34_a_tie_is_decided_by_a_game_only_where_a_booklet_has_one(edition: object) -> None:
    box = EDITIONS[getattr(edition, "id", "")]
    known = box.id in ("strike-2020", "harry-potter")
    for language in box.languages:
        name = f"{box.id}:{language}"
        if known and name != "harry-potter:nl":
            assert new_game(name, 2, {"tournament_tie": "playoff"})
        else:
            with pytest.raises(BadValue):
                new_game(name, 2, {"tournament_tie": "playoff"})


@pytest.mark.parametrize("name", EDITIONS)
def test_b_05_only_strike_2012_has_a_die_on_the_rim_out(name: str) -> None:
    for one in (name, *(f"{name}:{x}" for x in EDITIONS[name].languages)):
        assert new_game(one, 2).options.rim_is_out is (name == "strike-2012")


def test_b_30_in_dutch_only_others_are_out_at_once_and_a_last_die_that_matches_saves() -> None:
    state = lying("harry-potter:nl", "accio", hands=(1, 3))
    told = apply(state, "throw 1: accio accio")
    assert Collected in map(type, told.events)
    assert told.state.supply(0) == 2


def test_b_08_and_b_26_a_loose_may_changes_nothing() -> None:
    """Italian, Spanish and French booklets that say one *can* take dice or throw a pile."""
    for name in ("strike-2020:it", "strike-2020:es", "impact:it"):
        assert new_game(name, 2).options.collecting == "mandatory"
    for name in ("impact-power:fr", "impact-power:it", "impact-avatar:fr", "impact-avatar:it"):
        assert new_game(name, 2).options.pile_throw == "whole"
