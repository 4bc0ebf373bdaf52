"""Editions say all that a page needs to offer a table."""

from kessel.rules.edition import EDITIONS
from kessel.views.editions import editions


def test_every_edition_is_there_with_its_arena_and_options() -> None:
    shown = editions()
    assert [one.id for one in shown] == list(EDITIONS)
    strike = next(one for one in shown if one.id == "strike-2020")
    assert strike.hands == {"2": 8, "3": 7, "4": 6, "5": 5}
    assert {one.name: one.values for one in strike.options}["supply"] == ["open", "hidden"]
    assert strike.arena["die"]["faces"]["+x"] == "X"
    assert strike.elements == []
    assert next(one for one in shown if one.id == "impact-avatar").elements


def test_a_booklet_says_what_it_sets_and_what_it_leaves_no_choice_in() -> None:
    presets = {one.id: one.presets for one in editions()}
    assert presets["harry-potter"]["fr"].values["relashio_throwers"] == "others"
    assert presets["harry-potter"]["nl"].fixed == ["tournament_tie"]
    assert presets["impact-avatar"]["it"].values == {}
    assert presets["impact-avatar"]["it"].fixed == ["piles_after_column"]


def test_values_that_no_booklet_has_are_known_as_house_rules() -> None:
    options = {one.id: {row.name: row for row in one.options} for one in editions()}
    assert options["strike-2020"]["start_die"].in_no_booklet == ["placed"]
    assert options["harry-potter"]["start_die"].in_no_booklet == []
    for rows in options.values():
        assert all(set(row.in_no_booklet) <= set(row.values) for row in rows.values())
