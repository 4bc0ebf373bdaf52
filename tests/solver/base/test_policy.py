"""Policies: what is kept for every decision."""

from kessel.solver.base.hands import HandIndex
from kessel.solver.base.policy import STOP_ACTION, Point, Policy, PolicyNode


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
