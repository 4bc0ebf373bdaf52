"""Which face has which effect, by edition and active elements."""

from dataclasses import fields

from kessel.rules.edition import EDITIONS, Effect
from kessel.rules.effects import Acting, acting_in
from kessel.rules.faces import NULL


def test_every_effect_has_its_field() -> None:
    assert {one.name for one in fields(Acting)} == {effect.value for effect in Effect}


def test_without_effects_every_field_is_the_face_that_never_matches() -> None:
    acting = acting_in(EDITIONS["strike-2020"], frozenset())
    assert acting == Acting()
    assert acting.after_collecting == (NULL, NULL, NULL)


def test_only_active_elements_act() -> None:
    acting = acting_in(EDITIONS["impact-avatar"], frozenset({"stone", "air"}))
    assert acting == Acting(boulders="stone", hurricane="air")


def test_all_spells_act_always_in_the_booklets_order() -> None:
    acting = acting_in(EDITIONS["harry-potter"], frozenset())
    assert NULL not in (acting.freeze, acting.salvo, *acting.after_collecting)
    assert acting.after_collecting == (acting.summon, acting.tower, acting.reverse)
