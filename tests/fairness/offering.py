"""When a device in a test offers a chain: as a page does."""

from proof.device import LOW, Device

from kessel.fairness import CHAIN_LINKS


def needs_offer(device: Device) -> bool:
    """Whether it should offer a chain: it takes no part, or not for long any more."""
    in_game = device._in_game()
    is_pending = device.chain.tip == device._offered and not device.needs_chain
    if device.play is None or not device.players or is_pending:
        return False
    if in_game is None or not in_game.contributes or device.play.state.is_over:
        return True
    return in_game.asked >= CHAIN_LINKS - LOW
