"""Known answers of a device, honest games and cheats: what it hears when, and what it makes of it.

Python and the page run the same files (`tests/proof/test_known.py`, `client/test/proof`).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from fairness import test_adversary as cheats
from fairness.adversary import (
    GUEST_DEVICE,
    HOST_DEVICE,
    Game,
    dropping,
    fixed_with,
    honestly,
    host_is_to_throw,
    play_on,
    play_through,
)
from msgspec import structs
from proof.behind import Behind
from proof.device import Device, LinkShown
from proof.line_up import LineUp

from kessel.fairness import Chain
from kessel.table import log
from tools.made import ROOT, Files, Generator, is_missing

FOLDER = ROOT / "tests" / "proof" / "known"
SHORT = 8
"""The seed of a short game."""


@dataclass(slots=True)
class Recorded(Device):
    """A device that writes down what happens to it, and what it made of that."""

    events: list[dict[str, Any]] = field(default_factory=list)
    at: float = 0.0
    behind: Behind = field(default_factory=Behind)

    def __post_init__(self) -> None:
        Device.renew(self, self.chain)

    def _note(self, event: dict[str, Any], **made: Any) -> None:
        expect = {"colour": self.colour, **made}
        self.events.append({"at": round(self.at, 3), **event, "expect": expect})

    def connected(self, game: str = "", lines: int = 0, at: float = 0.0) -> None:
        """A connection begins."""
        Device.connected(self, game, lines, at)
        self.at = at
        self._note({"connected": {"game": game, "lines": lines}})

    def hear(
        self, first: int, lines: Sequence[str], game: str = "", at: float = 0.0
    ) -> list[LinkShown]:
        """Lines come."""
        links = Device.hear(self, first, lines, game, at)
        self.at = at
        told = [vars_of(link) for link in links]
        fell = self.behind.hear(first, lines)
        heard = {"first": first, "lines": list(lines)} | ({"fell": fell} if fell else {})
        self._note({"hear": heard}, links=told)
        return links

    def renew(self, chain: Chain) -> str:
        """It takes another chain, to be offered."""
        tip = Device.renew(self, chain)
        self._note({"renew": chain.secret.hex()}, tip=tip)
        return tip

    def ping(self, number: int, at: float) -> None:
        """It sends a ping."""
        Device.ping(self, number, at)
        self.at = at
        self._note({"ping": number})

    def pong(self, number: int) -> None:
        """A ping is answered."""
        Device.pong(self, number)
        self._note({"pong": number})

    def offer(self, at: float = 0.0) -> str:
        """It offers its newest chain."""
        sign = Device.offer(self, at)
        self.at = at
        self._note({"offer": True}, sign=sign)
        return sign

    def away(self) -> str:
        """It says that it goes."""
        sign = Device.away(self)
        self._note({"away": True}, sign=sign)
        return sign


def vars_of(link: LinkShown) -> dict[str, Any]:
    """A link as JSON."""
    return {
        "throw": link.throw,
        "attempt": link.attempt,
        "link": link.link,
        "sign": link.sign,
    }


def made(about: str, play: Callable[[Game], None], **settings: Any) -> bytes:
    """A file: the device, and everything that happened to it."""
    game = Game(Random(SHORT), made_by=Recorded, **settings)
    chain = game.guest.chain
    play(game)
    guest = game.guest
    assert isinstance(guest, Recorded)
    known = {
        "about": about,
        "device": {"key": guest.key.secret.hex(), "secret": chain.secret.hex(), "seats": [1]},
        "agreed": agreed_as_json(guest.agreed),
        "colour": guest.colour,
        "events": guest.events,
    }
    return (json.dumps(known, indent=1, ensure_ascii=False) + "\n").encode()


def agreed_as_json(agreed: LineUp) -> dict[str, Any]:
    """What the person was shown before the game."""
    seats = [[seat, kind, name] for seat, (kind, name) in agreed.seats.items()]
    values = {"edition": agreed.edition, "options": agreed.options, "seats": seats}
    return values | {"first": agreed.first, "dice": agreed.dice, "host": agreed.host}


def through(throw: Callable[[Game, int], None]) -> Callable[[Game], None]:
    return lambda game: play_through(game, throw)


def told_first(cheat: Callable[[Game], None]) -> Callable[[Game], None]:
    def play(game: Game) -> None:
        game.tell()
        cheat(game)

    return play


def away_and_back(game: Game) -> None:
    """The page is hidden for a throw, comes back, and is hidden again."""
    play_on(game, host_is_to_throw)
    for _ in range(2):
        game.write(log.DevicesAway(devices=[GUEST_DEVICE], signs=[game.guest.away()]))
        game.wait(10)
        honestly(game, game.play.waited_for()[0])
        game.wait(10)
        game.join(GUEST_DEVICE)
        game.wait()
        honestly(game, game.play.waited_for()[0])


def reloaded(game: Game) -> None:
    """The page is loaded again while a throw is fixed, and late by then."""
    game.tell()
    game.wait()
    game.answers_pings = False
    fixed = fixed_with(game.play, game.cast(0))
    game.guest.connected(game.play.started.game, 3, game.now)
    game.claim(fixed, log.DevicesLate(throw=0, attempt=0, devices=[GUEST_DEVICE]))


def without_our_device(game: Game) -> None:
    """The game begins with the devices of the others; offers are not answered."""
    game.answers_pings = False
    game.begin(devices=lambda first: first.devices[:1])
    play_through(game, honestly)


def without_a_key(game: Game) -> None:
    """The host's device signs nothing."""
    game.begin(players=lambda first: [structs.replace(first.players[0], key=""), first.players[1]])
    game.tell()


def machine_of_its_own(game: Game) -> None:
    """Dice that nobody can throw elsewhere were not agreed against."""
    game.guest.agreed = replace(game.guest.agreed, dice="")
    game.begin(dice="physics-1 mujoco-3.14.0 vax")
    game.tell()


def silent(throw: Callable[[Game, int], None]) -> Callable[[Game], None]:
    return through(cheats.silent(throw))


SCENES: dict[str, tuple[str, Callable[[Game], None], dict[str, Any]]] = {
    "honest": ("an honest game between two", through(honestly), {}),
    "honest-three": ("an honest game among three", through(honestly), {"players": 3}),
    "away": ("the device says that it goes, and joins again", away_and_back, {}),
    "reload": ("late before this connection", reloaded, {}),
    "late-once": ("5 late once behind a faked stall", silent(dropping(GUEST_DEVICE, most=1)), {}),
    "late-stall": ("5 late behind a faked stall", silent(dropping(GUEST_DEVICE)), {}),
    "late-helper": (
        "6 a helper's device is late when a throw does not suit",
        through(dropping(HOST_DEVICE)),
        {},
    ),
    "left-out": ("7 left out behind a faked stall", through(cheats.leaving_out), {}),
    "bot-stall": ("a bot for the guest behind a faked stall", cheats.played_by_a_bot, {}),
    "begins-without": ("7 a game that begins without our device", without_our_device, {}),
    "unsigned": ("a person without a key", without_a_key, {}),
    "native": ("dice that cannot be thrown again here", machine_of_its_own, {}),
}
CHEATS = {
    "late-at-once": "5 fixed and late at once",
    "late-answered": "5 late, though it had answered",
    "away-there": "away, though we are there",
    "away-old": "an old word that we go",
    "offer-ignored": "an offer ignored",
    "chain-joins": "2 a foreign chain joins in our place",
    "chain-ours": "2 a foreign chain in our place",
    "chain-elsewhere": "our chain at another seat",
    "chain-used": "1 a used chain begins",
    "chain-used-joins": "1 a used chain joins",
    "key-missing": "4 a proof without keys",
    "key-other": "another key at our seat",
    "device-of-a-bot": "6 a device at a bot's seat",
    "cast-forged": "8 a cast that was not sent",
    "cast-unsigned": "8 a cast that nobody signed",
    "cast-moved": "an aim moved by 1e-12",
    "cast-old": "a cast of an earlier throw",
    "answer-forged": "a decision in our name",
    "table-acts": "the table acts without a clock",
    "bot-acts": "a bot acts for us",
    "bot-takes-over": "a bot takes over, though we are there",
    "resigned": "a resignation in our name",
    "told-twice": "told twice",
    "told-others": "another story for the others",
    "fixed-twice": "fixed twice",
    "push-late": "a push once links are known",
    "link-ours": "a link of ours changed",
    "link-theirs": "a link of theirs changed",
    "link-server": "another link of the server's",
    "dice-unknown": "9 ideal dice of no version",
    "dice-odds": "dice with other odds",
    "dice-odds-throw": "dice with other odds for a throw",
    "dice-step-in": "dice that step in",
    "dice-wasm32": "3 dice called wasm32",
    "dice-machine": "9 throws on a machine nobody has",
    "dice-chosen": "dice that do not follow",
    "minus-zero": "10 minus zero",
    "rules": "a move against the rules",
    "name-endless": "11 an endless name",
    "lineup-names": "12 other names",
    "lineup-bot": "12 a bot for a person",
    "lineup-edition": "12 another edition",
    "lineup-options": "12 other options",
    "lineup-first": "12 another one begins",
    "lineup-order": "12 another order of play",
    "host-other": "another host than invited",
}
"""All of the adversary's that turn red."""


def files() -> Files:
    """Every file with what makes it."""
    scenes = {name: (about, play, given) for name, (about, play, given) in SCENES.items()}
    for name, about in CHEATS.items():
        scenes[name] = (about, told_first(cheats.RED[about][0]), {})

    def maker(about: str, play: Callable[[Game], None], given: dict[str, Any]) -> Any:
        return lambda: made(about, play, **given)

    return {FOLDER / f"{name}.json": maker(*scene) for name, scene in scenes.items()}


GENERATOR = Generator("known", files, is_missing)
