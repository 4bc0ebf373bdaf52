"""The race for a column of fire."""

from kessel.solver.impact.column import column_weights


def test_fewer_dice_to_stack_mean_a_better_chance() -> None:
    assert column_weights([1, 2, 4]) == [1.0, 0.5, 0.25]


def test_nobody_is_faster_than_a_player_with_a_single_die() -> None:
    assert column_weights([0, 1]) == [1.0, 1.0]
