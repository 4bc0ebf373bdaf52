"""What a bot on a pipe is asked and how its answer is read: plain JSON, no process in here.

The bot is told what its player may see: never a seed, another's hidden supply or dice to come.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias

from kessel.bots.bot import Answer, Sight, as_answer
from kessel.errors import BadValue, IllegalMove, KesselError
from kessel.referee import await_json, state_json
from kessel.rules.awaits import AwaitChoice, AwaitExtra, AwaitStartDie, AwaitThrow
from kessel.rules.engine import apply, awaited
from kessel.rules.moves import Throw
from kessel.rules.notation import letter, move_text, read_move
from kessel.rules.positions import state_text
from kessel.throws.aim import AIM_RANGES, STRENGTHS, Aim, AimValues, check_aim, nearest_strength
from kessel.throws.at_rest import DiceAtRest

PROTOCOL = 1
MOST_LEGAL = 500
"""Legal answers that are written out; only orders of a high tower can be more."""
LONGEST_NAME = 40

Json: TypeAlias = dict[str, Any]


def question(number: int, seconds: float, sight: Sight) -> Json:
    """Everything a bot needs to answer for its player."""
    state = sight.state
    names = [letter(player) for player in range(state.players)]
    return {
        "ask": number,
        "seconds": seconds,
        "player": names[sight.player],
        "edition": state.edition.id,
        "position": state_text(state),
        "state": state_json(state, names, dealt=True),
        "hidden": state.options.supply == "hidden",
        "await": await_json(awaited(state), names),
        "legal": [move_text(move) for move in islice(sight.legal(), MOST_LEGAL)],
        "dice": list(_dice_json(sight.at_rest or ())),
    }


def read_answer(given: Json, sight: Sight) -> Answer:
    """A bot's answer; raises where it is none, or against the rules."""
    text = given.get("move")
    if not isinstance(text, str):
        raise BadValue(f"an answer has a move as text, not {text!r}")
    unknown = set(given) - {"answer", "move", "aim"}
    if unknown:
        raise BadValue(f"an answer has answer, move and aim, not {' '.join(sorted(unknown))}")
    move = read_move(text)
    if not isinstance(move, Throw):
        answer = Answer(move)
    else:
        aim, kind = _read_aim(given.get("aim", {}))
        answer = Answer(move, aim, kind)
    check_answer(answer, sight)
    return answer


def check_answer(answer: Answer, sight: Sight) -> None:
    """Raise unless the player may answer so; what it may is in the message."""
    move, waiting = answer.move, awaited(sight.state)
    if isinstance(waiting, AwaitThrow | AwaitChoice | AwaitExtra | AwaitStartDie):
        allowed = list(sight.legal())
        if move not in allowed:
            may = " or ".join(map(move_text, allowed))
            raise IllegalMove(
                f"player {letter(sight.player)} may answer {may}, not {move_text(move)}"
            )
    else:
        apply(sight.state, move)
    check_aim(answer.aim or {})


def with_kind(answer: Answer) -> Answer:
    """The answer with the kind of its throw, by its aim where it names none; raises where it is
    none."""
    answer = as_answer(answer)
    if not isinstance(answer.move, Throw) or answer.kind in STRENGTHS:
        return answer
    return answer._replace(kind=nearest_strength(answer.aim))


def _read_aim(given: Any) -> tuple[AimValues, str]:
    """An aim and the strength that is nearest to it; what is left out is that strength's."""
    if not isinstance(given, Mapping):
        raise BadValue(f"an aim is an object, not {given!r}")
    values = dict(given)
    strength = values.pop("strength", None)
    if strength is not None and strength not in STRENGTHS:
        raise BadValue(f"strength {strength!r}: there is {', '.join(STRENGTHS)}")
    kind = strength or nearest_strength(values)
    aim = Aim.from_json({"x": 0.0, "y": 0.0, "side": 0.0} | dict(STRENGTHS[kind]) | values)
    return aim.to_json(), kind


def _dice_json(at_rest: DiceAtRest) -> Iterator[Json]:
    """Where every die lies, towers bottom to top; metres and radians as in an aim."""
    for stack in at_rest:
        for level, lying in enumerate(stack):
            x, y, _ = lying.pose.position
            place = {"x": round(x, 5), "y": round(y, 5), "turn": round(lying.pose.yaw, 4)}
            yield {"face": lying.face, "level": level, **place}


def hello(seconds: float) -> Json:
    """The first line a bot is sent."""
    aim = {name: list(ends) for name, ends in AIM_RANGES.items()}
    return {"hello": PROTOCOL, "seconds": seconds, "aim": aim, "strengths": list(STRENGTHS)}


def read_hello(given: Json) -> str:
    """The name a bot gives itself."""
    if given.get("hello") != PROTOCOL:
        raise BadValue(f'the first line is {{"hello": {PROTOCOL}, "name": …}}, not {given}')
    name = given.get("name", "")
    if not isinstance(name, str):
        raise BadValue(f"a name is text, not {name!r}")
    return "".join(filter(str.isprintable, name))[:LONGEST_NAME]


def refusal(number: int, error: KesselError) -> Json:
    """What a bot is told whose answer cannot be."""
    return {"refused": number, "code": error.code, "message": str(error)}
