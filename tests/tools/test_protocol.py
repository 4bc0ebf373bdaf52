"""The client's types are those of the messages."""

import re

from tools.protocol import protocol_ts


def test_every_message_and_view_is_written() -> None:
    text = protocol_ts()
    for name in (
        "ThrowDice",
        "GameView",
        "AwaitColumn",
        "Collected",
        "Remark",
        "StepMade",
        "Failed",
        "Replay",
    ):
        assert f"export interface {name} {{" in text
    assert 'type: "throw";' in text
    assert "awaited: AwaitedView;" in text
    assert "events: EventView[];" in text


def test_what_is_a_player_in_the_rules_is_a_seat_on_the_wire() -> None:
    text = protocol_ts()
    assert 'kind: "collect";\n  seat: number;\n  faces: Record<string, number>;' in text
    assert 'kind: "extra";\n  seats: number[];' in text
    table = text.partition("export interface RefereeHand")[0]
    assert not re.search(r"^  players?\??:", table, re.MULTILINE)
