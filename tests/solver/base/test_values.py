"""Tables of values, by lying dice, hands and seats."""

from kessel.solver.base.hands import HandIndex
from kessel.solver.base.values import ValueTable


def test_an_empty_table_has_a_place_for_every_seat_of_every_position() -> None:
    index = HandIndex(3, 10)
    table = ValueTable.empty(index)
    assert table.turn.shape == table.choice.shape == (6, len(index), 3)
    assert not table.turn.any()
    assert table.turn is not table.choice
