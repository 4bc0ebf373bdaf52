"""The chains of a game as everybody sees them: the server's, and one for each device at the table.

Checks every link that is shown against the one before. Frozen; knows no casts and no dice.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from kessel.errors import BadValue
from kessel.fairness import CHAIN_LINKS, ShownChain, WrongLink
from kessel.fairness.chain import link_bytes
from kessel.table import log
from kessel.table.terms import Seat


@dataclass(frozen=True, slots=True)
class ShownDevice:
    """One device that holds seats: its chain, and how often a link of it was asked for."""

    seats: frozenset[Seat]
    tip: str
    chain: ShownChain
    asked: int = 0
    is_late: bool = False
    is_away: bool = False

    @classmethod
    def of(cls, seats: Sequence[Seat], tip: str) -> "ShownDevice":
        """A device with a fresh chain."""
        return cls(frozenset(seats), tip, ShownChain.from_tip(tip))

    @property
    def contributes(self) -> bool:
        """Whether it shows a link for the next throw."""
        is_there = not self.is_late and not self.is_away
        return bool(self.seats) and is_there and self.asked < CHAIN_LINKS


@dataclass(frozen=True, slots=True)
class Chains:
    """All chains of one game."""

    server: ShownChain
    asked: int = 0
    """How often a link of the server's chain was called for."""
    devices: tuple[ShownDevice, ...] = ()
    tips: frozenset[str] = frozenset()
    """Every tip published in this game: none may come twice, for its links are known by then."""

    @classmethod
    def begin(cls, started: log.GameStarted) -> "Chains":
        """The chains that a game starts with."""
        devices = tuple(ShownDevice.of(one.seats, one.tip) for one in started.devices)
        seats = [seat for device in devices for seat in device.seats]
        if len(seats) != len(set(seats)):
            raise BadValue("two devices cannot hold one seat")
        tips = frozenset({started.server, *(one.tip for one in devices)})
        if len(tips) <= len(devices):
            raise BadValue("two chains cannot have one tip")
        return cls(ShownChain.from_tip(started.server), devices=devices, tips=tips)

    @property
    def contributing(self) -> list[int]:
        """The devices that show a link for the next throw."""
        return [number for number, one in enumerate(self.devices) if one.contributes]

    @property
    def server_is_used_up(self) -> bool:
        """Whether the server needs a new chain."""
        return self.asked >= CHAIN_LINKS

    def showing(self, seats: Collection[Seat], numbers: Sequence[int], link: bytes) -> int | None:
        """Which of the devices asked, of those that hold any of these seats, shows this link; None
        where none of them is asked. Raises where it is a link of none of them.

        There may be several: whoever took over a seat holds it together with their own.
        """
        held, wrong = set(seats), None
        for number in numbers:
            if self.devices[number].seats & held:
                try:
                    self.check(number, link)
                    return number
                except WrongLink as error:
                    wrong = error
        if wrong is not None:
            raise wrong
        return None

    def with_tip(self, tip: str) -> "Chains":
        """The chains with one more tip published; raises where it was before."""
        if tip in self.tips:
            raise BadValue("a chain that was published before cannot come again")
        return replace(self, tips=self.tips | {tip})

    def to_join(self, seats: Sequence[Seat], tip: str, sign: str = "") -> log.DeviceJoined:
        """The entry with which a device joins: under its old number if it held just these seats,
        as the next one otherwise."""
        held = frozenset(seats)
        again = (n for n, one in enumerate(self.devices) if one.seats == held)
        number = next(again, len(self.devices))
        return log.DeviceJoined(device=number, seats=list(seats), tip=tip, sign=sign)

    def joined(self, entry: log.DeviceJoined) -> "Chains":
        """A device joins, or goes on with a new chain; its seats leave every other device."""
        if not 0 <= entry.device <= len(self.devices) or not entry.seats:
            raise BadValue(f"device {entry.device} cannot join: the next is {len(self.devices)}")
        known = self.devices[entry.device].seats if entry.device < len(self.devices) else None
        if known is not None and known != set(entry.seats):
            raise BadValue(f"device {entry.device} holds seats {sorted(known)}, not {entry.seats}")
        joining = ShownDevice.of(entry.seats, entry.tip)
        others = [replace(one, seats=one.seats - joining.seats) for one in self.devices]
        others[entry.device : entry.device + 1] = [joining]
        return replace(self.with_tip(entry.tip), devices=tuple(others))

    def renewed(self, tip: str) -> "Chains":
        """The server goes on with a new chain."""
        if not self.server_is_used_up:
            raise BadValue(f"the server has links left: {CHAIN_LINKS - self.asked}")
        return replace(self.with_tip(tip), server=ShownChain.from_tip(tip), asked=0)

    def called(self, numbers: Sequence[int]) -> "Chains":
        """A throw was fixed: server and devices are asked for their next links."""
        if list(numbers) != self.contributing:
            raise BadValue(f"devices {self.contributing} contribute, not {list(numbers)}")
        devices = tuple(
            replace(one, asked=one.asked + 1) if number in numbers else one
            for number, one in enumerate(self.devices)
        )
        return replace(self, asked=self.asked + 1, devices=devices)

    def late(self, numbers: Sequence[int]) -> "Chains":
        """Devices did not answer: their links count no more until they join again."""
        devices = tuple(
            replace(one, is_late=True) if number in numbers else one
            for number, one in enumerate(self.devices)
        )
        return replace(self, devices=devices)

    def away(self, numbers: Sequence[int]) -> "Chains":
        """Devices are not there: their links count no more until they join again."""
        if not numbers or not set(numbers) <= set(self.contributing):
            raise BadValue(f"devices {self.contributing} are there, not {list(numbers)}")
        devices = tuple(
            replace(one, is_away=True) if number in numbers else one
            for number, one in enumerate(self.devices)
        )
        return replace(self, devices=devices)

    def check(self, number: int, link: bytes) -> None:
        """Raise unless this is the link that a device was asked for."""
        device = self.devices[number]
        device.chain.show(link, device.asked)

    def shown(self, numbers: Sequence[int], links: log.Links) -> "Chains":
        """All links of a throw are shown; raises where one does not belong to its chain."""
        if len(links.devices) != len(numbers):
            raise WrongLink(f"{len(numbers)} devices show a link, not {len(links.devices)}")
        devices = list(self.devices)
        for number, link in zip(numbers, links.devices, strict=True):
            one = devices[number]
            devices[number] = replace(one, chain=one.chain.show(link_bytes(link), one.asked))
        server = self.server.show(link_bytes(links.server), self.asked)
        return replace(self, server=server, devices=tuple(devices))


def key_of_seats(players: Collection[log.PlayerNamed], seats: Collection[Seat]) -> str:
    """The one key of all persons at these seats; raises where there is no such key."""
    found = {one.seat: one for one in players}
    held = [found.get(seat) for seat in seats]
    is_doubled = len(set(seats)) < len(seats)
    if not held or is_doubled or any(one is None or one.bot for one in held):
        raise BadValue(f"a device has seats of persons who play, each once, not {sorted(seats)}")
    keys = {one.key for one in held if one is not None}
    if len(keys) > 1:
        raise BadValue(f"the persons of seats {sorted(seats)} have different keys, so devices")
    return keys.pop()
