"""The client's types are those of the messages."""

from kessel.server.typescript import TARGET, protocol_ts


def test_the_clients_types_are_those_of_the_messages() -> None:
    written = TARGET.read_text(encoding="utf-8")
    assert written == protocol_ts(), "run: python -m kessel.server.typescript"


def test_every_message_and_view_is_written() -> None:
    text = protocol_ts()
    for name in ("ThrowDice", "GameView", "AwaitColumn", "StepMade", "Failed", "Replay"):
        assert f"export interface {name} {{" in text
    assert 'type: "throw";' in text
    assert "awaited: AwaitedView;" in text
    assert "events: EventView[];" in text
