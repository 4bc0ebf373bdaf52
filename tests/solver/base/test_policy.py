"""What is kept for every decision, and for every position."""

from kessel.solver.base.hands import HandIndex
from kessel.solver.base.policy import STOP_ACTION, Point, Policy, PolicyNode, ValueTable


def test_an_empty_policy_stops_everywhere() -> None:
    index = HandIndex(2, 5)
    policy = Policy.empty(index)
    assert policy.at(Point.CHOICE).shape == (6, len(index))
    assert (policy.at(Point.CHOICE) == STOP_ACTION).all()
    assert policy.at(Point.TURN) is policy.turn
    assert not policy.mixed


def test_nodes_are_ordered_as_they_are_written_to_files() -> None:
    nodes = [
        PolicyNode(Point.TURN, 0, 1),
        PolicyNode(Point.CHOICE, 2, 0),
        PolicyNode(Point.CHOICE, 1, 9),
    ]
    assert [node.lying for node in sorted(nodes)] == [1, 2, 0]
    assert f"{Point.TURN}" == "turn"


def test_an_empty_table_has_a_place_for_every_seat_of_every_position() -> None:
    index = HandIndex(3, 10)
    table = ValueTable.empty(index)
    assert table.turn.shape == table.choice.shape == (6, len(index), 3)
    assert not table.turn.any()
    assert table.turn is not table.choice
