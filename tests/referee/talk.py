"""Talk with a referee in tests."""

import json
from typing import Any

from kessel.referee import Referee

Json = dict[str, Any]


NEW: Json = {"new": {"edition": "strike-2020", "players": ["Ann", "Ben"]}}


def ask(referee: Referee, request: Any) -> Json:
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    reply: Json = json.loads(referee.answer(line))
    return reply


def error(referee: Referee, request: Any) -> tuple[str, str]:
    reply = ask(referee, request)
    assert set(reply) == {"error"}, reply
    return reply["error"]["code"], reply["error"]["message"]


def started() -> Referee:
    referee = Referee()
    ask(referee, NEW)
    ask(referee, {"start_die": "4"})
    return referee
