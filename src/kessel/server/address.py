"""Where others reach this server. Finds the address in the local network, and sends nothing."""

import ipaddress
import socket

EVERYWHERE = "0.0.0.0"
"""To listen at this is to listen at every address of this machine."""
_SOMEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asked for the way there, nobody is spoken to."""


def address_in_network() -> str | None:
    """The address of this machine in the network it is in; None where it is in none."""
    for find in (_on_the_way_out, _by_own_name):
        found = find()
        if found is not None and not ipaddress.ip_address(found).is_loopback:
            return found
    return None


def origin_for_others(host: str, port: int, name: str | None = None) -> str | None:
    """Where browsers of others find a server that listens at `host`; None where only ours does.

    `name` is what it is called in the network, where somebody knows better than we can find out.
    """
    if is_loopback(host):
        return None
    reached = name or (address_in_network() if host in (EVERYWHERE, "::") else host)
    return None if reached is None else origin(reached, port)


def origin(host: str, port: int) -> str:
    """The address of a page as a browser writes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a host is this very machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _on_the_way_out() -> str | None:
    """This end of the way to any other network: a datagram socket only looks it up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def _by_own_name() -> str | None:
    """In a network that leads nowhere else the machine's own name is all there is."""
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return None
    return next((one for one in found if not one.startswith("127.")), None)
