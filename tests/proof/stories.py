"""Stories as pages write them, of games in a hall in memory."""

import asyncio
import json
from itertools import count
from typing import Any

from hall.in_memory import Hall, Visitor

from kessel.hall.frames import MESSAGE, unpack_message

Line = dict[str, Any]
ELSEWHERE = frozenset(
    {
        *("hello", "welcome", "ping", "pong", "look", "lobby", "seek", "seeking", "standing"),
        *("open_code", "code", "find", "found", "daily", "best", "post_daily"),
    }
)
COMING = frozenset({"create", "join", "seek", "resume", "watch"})
SECRET = frozenset({"token", "tokens"})


class Teller(Visitor):
    """A visitor who keeps the story."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.story: list[Line] = []
        self._refs = count(1)
        self._came: Line = {}

    async def say(self, frame: str | bytes) -> None:
        message = {"ref": next(self._refs), **json.loads(frame)}
        if message["type"] in COMING:
            self._came = message
        elif message["type"] not in ELSEWHERE:
            self.story.append({"said": without_secrets(message)})
        await super().say(json.dumps(message))

    async def hear(self) -> str | bytes:
        payload = await super().hear()
        text = payload
        if isinstance(text, bytes) and text[:2] == MESSAGE:
            text = unpack_message(text).decode()
        if isinstance(text, str):
            self._tell(json.loads(text))
        return payload

    def _tell(self, message: Line) -> None:
        if message["type"] in ELSEWHERE:
            return
        if message["type"] == "joined":
            came = {name: one for name, one in self._came.items() if name != "key"}
            head = {
                "table": message["table"],
                "key": self._came.get("signer"),
                "seats": [one["seat"] for one in message["seats"]],
                "shown": {"said": without_secrets(came), "host": None},
            }
            self.story.append({"again": head} if self.story else {"story": 1, **head})
        self.story.append({"heard": without_secrets(message)})


def without_secrets(thing: Any) -> Any:
    """What a page may keep of a message."""
    if isinstance(thing, dict):
        return {name: without_secrets(one) for name, one in thing.items() if name not in SECRET}
    return [without_secrets(one) for one in thing] if isinstance(thing, list) else thing


async def played(
    edition: str, guests: int = 1, watches: bool = False, games: int = 1, **settings: Any
) -> list[Teller]:
    """Whole games: whoever made the table, guests, and perhaps somebody who looks on."""
    hall = Hall()
    ann = Teller(hall)
    await ann.open()
    await ann.create(edition, settings.pop("seats", "p" + "o" * guests), **settings)
    tellers = [ann]
    if watches:
        eve = Teller(hall)
        await eve.open()
        await eve.ask("snapshot", type="watch", table=ann.table)
        tellers.append(eve)
    for number in range(guests):
        ben = Teller(hall)
        await ben.open()
        await ben.join(ann.table, name=f"Ben {number}")
        tellers.append(ben)
    for number in range(games):
        if number:
            await ann.send(type="rematch")
            for one in tellers:
                await one.until("snapshot")
        await asyncio.gather(*(one.play() for one in tellers))
    return tellers
