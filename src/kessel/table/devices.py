"""What a table knows of the devices at its seats: who is there, what their lines take, which chains
they offer, and the links that they have shown.

It checks what they sign. It enters nothing in the log and knows no deadlines.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from kessel.errors import NotAwaited
from kessel.fairness.chain import check_tip, link_bytes
from kessel.table import log, signing
from kessel.table.chains import Chains, ShownDevice, key_of_seats
from kessel.table.play import Play
from kessel.table.terms import Seat

SLOW_LINE, QUICK_LINE = 0.6, 0.4
"""s there and back from which a line is called slow, and below which it is no more."""


class Offer(NamedTuple):
    """A fresh chain: of which seats, and signed for the game that runs."""

    seats: frozenset[Seat]
    sign: str


class Devices:
    """The devices of one table, from the first guest to the last rematch."""

    def __init__(self) -> None:
        self.present: set[Seat] = set()
        """Seats whose persons are there."""
        self.gone: set[Seat] = set()
        """Seats whose persons were there and are not any more."""
        self.slow: set[Seat] = set()
        """Seats whose devices are on slow lines."""
        self._beats: dict[Seat, float] = {}
        """When devices that give signs of life last gave one."""
        self._trips: dict[Seat, float] = {}
        """Seconds that these devices' lines take, there and back."""
        self._offers: dict[str, Offer] = {}
        """Chains that devices offer, by their tips, until a game or a throw begins with them."""
        self._used: set[str] = set()
        """Tips of chains with which games and throws began: their links may be known."""
        self._aways: dict[str, str] = {}
        """Signatures of devices that show no more links, by the tips of their chains."""
        self._links: dict[int, tuple[str, str]] = {}
        """What devices have shown for the throw that is fixed, and their signatures."""

    # --- who is there -------------------------------------------------------------------------

    def arrive(self, seat: Seat) -> None:
        """The person of a seat is there (again)."""
        self.present.add(seat)
        self.gone.discard(seat)

    def depart(self, seat: Seat) -> None:
        """The person of a seat is not there any more."""
        self.present.discard(seat)
        self.gone.add(seat)
        self._beats.pop(seat, None)
        self._trips.pop(seat, None)
        self.slow.discard(seat)
        self._offers = {tip: one for tip, one in self._offers.items() if seat not in one.seats}

    def beat(self, seats: Collection[Seat], now: float, trip: float) -> bool:
        """A sign of life; `trip` is what the line takes, there and back. Whether other lines are
        slow now than before."""
        self._beats |= dict.fromkeys(seats, now)
        self._trips |= dict.fromkeys(seats, trip)
        before = set(self.slow)
        if trip >= SLOW_LINE:
            self.slow |= set(seats)
        elif trip < QUICK_LINE:
            self.slow -= set(seats)
        return self.slow != before

    def slowest(self, seats: Collection[Seat]) -> float:
        """Seconds there and back over the slowest of these seats' lines."""
        return max((self._trips.get(seat, 0.0) for seat in seats), default=0.0)

    # --- chains ---------------------------------------------------------------------------------

    def offer(self, play: Play | None, seats: Collection[Seat], tip: str | None, sign: str) -> None:
        """A fresh chain. One that was used before does nothing: everybody may know its links."""
        check_tip(tip)
        if tip is None:
            return
        held = frozenset(seats)
        if tip in self._used or (play is not None and tip in play.chains.tips):
            return
        if play is not None and sign:
            playing = held & set(play.started.seats)
            key = key_of_seats(play.started.players, playing)
            signing.check_said(key, signing.join_message(play, tip), sign)
        others = {one: left for one, left in self._offers.items() if not left.seats & held}
        self._offers = others | ({tip: Offer(held, sign)} if held else {})

    @property
    def offered(self) -> dict[str, frozenset[Seat]]:
        """The seats of the devices that offer a chain, by its tip."""
        return {tip: one.seats for tip, one in self._offers.items()}

    def begin_game(self) -> None:
        """A game has begun with the chains that were offered."""
        self._used |= self._offers.keys()
        self._offers.clear()
        self._aways.clear()

    def joining(self, play: Play) -> list[tuple[str, list[Seat], str]]:
        """Tip, seats and signature of each device that joins the game with the chain it offered."""
        joining = []
        for tip, (held, sign) in list(self._offers.items()):
            seats = sorted(seat for seat in held if _may_join(play, seat, sign))
            if seats:
                joining.append((tip, seats, sign))
                del self._offers[tip]
                self._used.add(tip)
        return joining

    def away(self, play: Play, seats: Collection[Seat], sign: str) -> None:
        """A device shows no more links of its chain."""
        held = set(seats)
        for device in play.chains.devices:
            if device.contributes and device.seats <= held:
                key = key_of_seats(play.started.players, device.seats)
                signing.check_said(key, signing.away_message(device.tip), sign)
                self._aways[device.tip] = sign

    def absent(self, chains: Chains, silence: float, now: float) -> log.DevicesAway | None:
        """The devices that said that they go, or were not heard for that long; None if all are
        there."""
        devices = chains.devices
        absent = [n for n in chains.contributing if self._is_absent(devices[n], silence, now)]
        signs = [self._aways.get(devices[number].tip, "") for number in absent]
        return log.DevicesAway(devices=absent, signs=signs) if absent else None

    def _is_absent(self, device: ShownDevice, silence: float, now: float) -> bool:
        beats = [self._beats[seat] for seat in device.seats if seat in self._beats]
        is_silent = bool(beats) and now - max(beats) > silence
        return device.tip in self._aways or device.seats <= self.gone or is_silent

    # --- links ----------------------------------------------------------------------------------

    def drop_links(self) -> None:
        """Another throw is fixed."""
        self._links.clear()

    def show_link(
        self, play: Play, fixed: log.ThrowFixed, seats: Collection[Seat], link: str, sign: str
    ) -> bool:
        """A link for the throw that is fixed; whether it is the last one."""
        device = play.chains.showing(seats, fixed.devices, link_bytes(link))
        if device is None:
            raise NotAwaited(f"devices {fixed.devices} are asked for a link, not this one")
        key = key_of_seats(play.started.players, play.chains.devices[device].seats)
        signing.check_said(key, signing.link_message(play, link), sign)
        self._links[device] = (link, sign)
        return len(self._links) == len(fixed.devices)

    def missing(self, fixed: log.ThrowFixed) -> list[int]:
        """Who has not shown a link yet."""
        return [number for number in fixed.devices if number not in self._links]

    def links(self, server: bytes, devices: Sequence[int]) -> log.Links:
        """The links of a throw, all of which are there."""
        return log.Links(
            server=server.hex(),
            devices=[self._links[number][0] for number in devices],
            signs=[self._links[number][1] for number in devices],
        )


def _may_join(play: Play, seat: Seat, sign: str) -> bool:
    """Whether a person of this game is at the seat, whose device signed if it has a key."""
    mine = [one for one in play.started.players if one.seat == seat and not one.bot]
    return any(bool(one.key) == bool(sign) for one in mine)
