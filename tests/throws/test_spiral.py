"""Where ideal dice are laid."""

from itertools import combinations, islice

from kessel.throws.arithmetic import length
from kessel.throws.ideal import PITCH, _free_places, _place


def test_however_many_dice_fall_none_lies_on_another() -> None:
    places = [_place(number) for number in islice(_free_places([(0.02, 0.0)]), 25)]
    assert len(set(places)) == 25
    for (x, y), (u, v) in combinations([(0.02, 0.0), *places], 2):
        assert length(x - u, y - v) > PITCH
