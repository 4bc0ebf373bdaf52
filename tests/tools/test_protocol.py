"""The client's types are those of the messages."""

from tools.protocol import protocol_ts


def test_every_message_and_view_is_written() -> None:
    text = protocol_ts()
    for name in ("ThrowDice", "GameView", "AwaitColumn", "StepMade", "Failed", "Replay"):
        assert f"export interface {name} {{" in text
    assert 'type: "throw";' in text
    assert "awaited: AwaitedView;" in text
    assert "events: EventView[];" in text
