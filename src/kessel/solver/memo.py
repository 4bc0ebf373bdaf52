"""Methods whose answers are kept: each is found once, for as long as the object lives."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def memo(
    method: Callable[Concatenate[Owner, Asked], Answer],
) -> Callable[Concatenate[Owner, Asked], Answer]:
    """Keep what a method answers, by its arguments, in the object whose it is."""
    name = f"_kept_{method.__name__}"

    @wraps(method)
    def answer(owner: Owner, /, *args: Asked.args, **named: Asked.kwargs) -> Answer:
        known: dict[Any, Answer] | None = owner.__dict__.get(name)
        if known is None:
            known = owner.__dict__[name] = {}
        key = (args, *named.items()) if named else args
        if key not in known:
            known[key] = method(owner, *args, **named)
        return known[key]

    return answer
