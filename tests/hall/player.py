"""A player as a script: says what a page says and answers whatever is awaited of its seats.

How messages travel is left to those who inherit: over a socket, or straight to a desk.
"""

import asyncio
import json
import secrets
import struct
from contextlib import suppress
from typing import Any, Self

from table.device import Device

from kessel.errors import KesselError
from kessel.fairness import Chain
from kessel.fairness.thin import restored
from kessel.hall.frames import MESSAGE, unpack_message
from kessel.messages.server import LINES_A_PAGE, PROTOCOL
from kessel.rules.edition import find_edition
from kessel.table import Seat, log
from kessel.throws.placing import Push

AIM = {"x": 0.01, "y": 0.0, "side": 1.0, "speed": 1.1, "height": 0.1, "spin": 14.0}
A_WHILE = 0.3
"""s until what was refused is said again."""
PATIENCE = 120.0
"""s for a message, on a machine that is busy with much else."""
TAP = 0.001
"""s at most for a tap: two who never need any time would tie in every heat."""
Message = dict[str, Any]
SEATS: dict[str, Message] = {
    "p": {"kind": "person", "name": "Ann"},
    "b": {"kind": "bot"},
    "o": {"kind": "open"},
}


class Player:
    """One connection; `play` answers for its seats until the game is over."""

    def __init__(self) -> None:
        self.tokens: dict[int, str] = {}
        self.table = ""
        self.game: Message | None = None
        self.heard: list[Message] = []
        self.seen: list[Message] = []
        """Steps only."""
        self.frames: dict[int, bytes] = {}
        self.errors: list[Message] = []
        self.snapshots: list[Message] = []
        self.device = Device(Chain(secrets.token_bytes(32)))
        """Shows a link for every throw, as a page does."""
        self._may_begin = False
        """Whether everybody sits at a table of ours, and nothing has begun."""
        self._has_begun = False
        """Whether this was said on this connection."""
        self.answered: set[tuple[int, int, str]] = set()
        """What was answered on this connection."""

    async def open(self) -> Self:
        """Connect and say hello."""
        await self.connect()
        self.answered.clear()
        self._has_begun = False
        await self.send(type="hello", protocol=PROTOCOL)
        self.welcome = await self.until("welcome")
        return self

    async def connect(self) -> None:
        raise NotImplementedError

    async def say(self, frame: str | bytes) -> None:
        """Send one frame as it is."""
        raise NotImplementedError

    async def hear(self) -> str | bytes:
        """The next frame; raises when the connection is closed."""
        raise NotImplementedError

    async def send(self, **message: Any) -> None:
        self._has_begun = self._has_begun or message.get("type") == "start"
        if message.get("type") in ("create", "join", "resume", "seek"):
            message = {"signer": self.device.key.public} | message
        with suppress(KesselError, ValueError, TypeError, AttributeError, KeyError, struct.error):
            message |= self._signature(message)
        await self.say(json.dumps(message))

    def _signature(self, message: Message) -> Message:
        """What our device signs of a message; nothing where there is nothing to sign."""
        seats = [] if self.device.play is None else self.device.play.started.seats
        if "sign" in message or message.get("seat") not in seats:
            return {}
        player = seats.index(message["seat"])
        if player not in self.device.players:
            return {}
        match message["type"]:
            case "throw":
                sign = self.device.cast(player, message["unit"], message["aim"]).sign
            case "answer":
                sign = self.device.answer(player, message["move"], message.get("dice", [])).sign
            case "push":
                sign = self.device.push(player, pushes_of(message["dice"])).sign
            case "agree" if message["agree"] and self.game is not None:
                asked = self.game["push"]
                pusher, dice = seats.index(asked["seat"]), pushes_of(asked["dice"])
                sign = self.device.agree(player, log.DicePushed(player=pusher, dice=dice))
            case "resign":
                sign = self.device.leave(player)
            case _:
                return {}
        return {"sign": sign}

    async def receive(self, seconds: float = PATIENCE) -> Message:
        """The next message; frames are kept on the way."""
        while True:
            data = await asyncio.wait_for(self.hear(), seconds)
            if isinstance(data, bytes) and data[:2] == MESSAGE:
                data = unpack_message(data).decode()
            if isinstance(data, bytes):
                assert data[:3] == b"KF\x01"
                self.frames[int.from_bytes(data[4:8], "little")] = data
                continue
            message: Message = json.loads(data)
            if message["type"] == "lines":
                message["lines"] = restored(message["lines"])
            self._note(message)
            if message["type"] == "lines":
                await self._attest(message)
            if message["type"] == "snapshot" and message["game"] is not None:
                await self._catch_up(message["game"])
            return message

    async def until(self, kind: str, seconds: float = PATIENCE) -> Message:
        while True:
            message = await self.receive(seconds)
            if message["type"] == kind:
                return message

    async def ask(self, answer: str, **message: Any) -> Message:
        await self.send(**message)
        return await self.until(answer)

    async def create(self, edition: str, seats: str, **settings: Any) -> Message:
        """Make a table; `seats` has a letter for each: p (here), b (bot), o (open)."""
        wish = {"dice": "ideal", "tip": self.device.chain.tip} | settings
        await self.ask(
            "joined", type="create", edition=edition, seats=[SEATS[s] for s in seats], **wish
        )
        return await self._arrive()

    async def join(self, table: str, name: str = "Ben", **settings: Any) -> Message:
        wish = {"name": name, "tip": self.device.chain.tip} | settings
        await self.ask("joined", type="join", table=table, **wish)
        return await self._arrive()

    async def sit_with(self, host: "Player", **settings: Any) -> Message:
        """Sit down on the last free seat; who made the table starts the game."""
        await self.join(host.table, **settings)
        await host.send(type="start")
        return await self._arrive()

    async def resume(self) -> Message:
        wish = {"tokens": list(self.tokens.values()), "tip": self.device.chain.tip}
        await self.ask("joined", type="resume", table=self.table, **wish)
        return await self._arrive()

    async def _arrive(self) -> Message:
        """The table as it is shown, once our device has heard what was played there."""
        shown = await self.until("snapshot")
        if shown["game"] is not None:
            await self.hear_all()
        return shown

    async def hear_all(self) -> Message:
        """The game, once our device has heard every line of it."""
        while self.game is None or not self._has_heard(self.game):
            await self.receive()
        return self.game

    async def _catch_up(self, game: Message) -> None:
        """Ask for the lines that were missed, and for the last one again: its answer may have
        been lost."""
        play = self.device.play
        same = play is not None and play.started.game == game["game"]
        await self.send(type="lines", first=max(0, self.device.lines - 1) if same else 0)

    async def _attest(self, message: Message) -> None:
        """Show the links that lines ask for; offer another chain where one is needed."""
        self.device.seats = frozenset(map(Seat, self.tokens))
        for shown in self.device.hear(message["first"], message["lines"], message["game"]):
            where = {"game": message["game"], "throw": shown.throw, "attempt": shown.attempt}
            await self.send(type="link", link=shown.link, sign=shown.sign, **where)
        if self.device.missing is not None:
            await self.send(type="lines", first=self.device.missing)
        elif len(message["lines"]) == LINES_A_PAGE:
            await self.send(type="lines", first=message["first"] + LINES_A_PAGE)
        if self.device.needs_offer:
            if self.device.needs_chain:
                self.device.renew(Chain(secrets.token_bytes(32)))
            await self.send(type="offer", tip=self.device.chain.tip, sign=self.device.offer())

    def _note(self, message: Message) -> None:
        self.heard.append(message)
        if message["type"] == "joined":
            self.table = message["table"]
            self.tokens |= {seat["seat"]: seat["token"] for seat in message["seats"]}
        if message["type"] in ("snapshot", "seats"):
            kinds = [seat["kind"] for seat in message["seats"]]
            waits = message["stage"] == "gathering" and "open" not in kinds
            self._may_begin = waits and message["host"] in self.tokens
        if message["type"] == "snapshot":
            self.snapshots.append(message)
        if message["type"] == "step":
            self.seen.append(message)
        if message["type"] == "error":
            self.errors.append(message)
        if isinstance(message.get("game"), dict):
            self.game = message["game"]

    async def play(self) -> None:
        """Answer whatever is awaited of our seats, until the game is over."""
        await self.act()
        while self.game is None or self.game["awaited"]["kind"] != "over":
            try:
                message = await self.receive()
            except TimeoutError:
                waits = self.game and (self.game["state"], self.game["awaited"], self.game["proof"])
                heard = [one["type"] for one in self.heard[-8:]]
                known = self.device.lines, self.answered
                raise AssertionError(f"{waits}, {heard}, {self.errors[-3:]}, {known}") from None
            if message["type"] in ("snapshot", "seats", "step", "changed", "lines"):
                await self.act()
            elif message["type"] == "error" and message["code"] == "too_fast":
                await self._say_again()

    async def _say_again(self) -> None:
        """What was refused because of a limit, after a while, as a page does."""
        await asyncio.sleep(A_WHILE)
        if self.game is not None and not self._has_heard(self.game):
            await self._catch_up(self.game)
        self.answered.clear()
        await self.act()

    def _has_heard(self, game: Message) -> bool:
        """Whether our device knows what it would sign for."""
        play = self.device.play
        same = play is not None and play.started.game == game["game"]
        return same and self.device.lines >= int(game["proof"]["lines"])

    async def act(self) -> None:
        """One answer for each of our seats that is waited for; a full table of ours begins."""
        if self._may_begin and not self._has_begun:
            await self.send(type="start")
        if self.game is None or not self._has_heard(self.game):
            return
        state, race = self.game["state"], self.game["race"]
        if race and race["starts_in_ms"]:
            await asyncio.sleep(race["starts_in_ms"] / 1000 + 0.01)
        for seat in self.tokens:
            for answer in answers(self.game, seat, self.snapshots[-1]["edition"]):
                once = (seat, state, self.game["game"])
                if answer["type"] == "tap":
                    await asyncio.sleep(TAP * secrets.randbelow(1000) / 1000)
                if answer["type"] == "tap" or once not in self.answered:
                    self.answered.add(once)
                    await self.send(seat=seat, state=state, **answer)


def answers(game: Message, seat: int, edition: str) -> list[Message]:
    """What a scripted person answers."""
    waits = game["awaited"]
    kind = waits["kind"]
    if kind == "extra":
        units = [] if seat in game["ready"] else waits["units"].get(str(seat), [])
        return [throw(units[0])] if units else []
    if kind == "column":
        mine = [one for one in game["race"]["racers"] if one["seat"] == seat]
        return [
            {"type": "tap", "done": one["done"] + 1} for one in mine if one["done"] < one["needed"]
        ]
    if waits.get("seat") != seat:
        return []
    if kind == "start_die":
        face = find_edition(edition).symbols[0]
        return (
            [{"type": "answer", "move": f"start {face}"}] if waits["may_choose"] else [throw("1")]
        )
    if kind == "throw":
        return [throw(waits["units"][0])]
    if kind == "choice":
        goes_on = secrets.randbelow(3) == 0
        return [throw(waits["units"][0]) if goes_on else {"type": "answer", "move": "end"}]
    if kind in ("accio", "stack"):
        dice = game["dice"][:1] if kind == "accio" else game["dice"][::-1]
        shown = {die["id"]: die["face"] for spot in game["arena"] for die in spot["dice"]}
        faces = "/".join(shown[die] for die in dice)
        return [{"type": "answer", "move": f"{kind} {faces}", "dice": dice}]
    return [{"type": "answer", "move": f"collect {' '.join(waits['faces'])}"}]


def pushes_of(dice: list[Message]) -> list[Push]:
    """Pushed dice as a table writes them."""
    return [(die["die"], die["x"], die["y"]) for die in dice]


def throw(unit: str) -> Message:
    return {"type": "throw", "unit": unit, "aim": AIM}
