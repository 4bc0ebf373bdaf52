"""Lines without the links that follow from others: a chain's link is the hash of the one after it.

Links are counted from the last line to the first, in a line from left to right. One that is the
hash of another that was counted before it stands as `~n`: that one was counted `n` links before.
"""

import re
from collections.abc import Callable, Sequence

from kessel.fairness.chain import link_before

_SHOWN = re.compile(r'"links":\{')
"""Nothing behind it in a line is free text; inside a text quotes are escaped."""
_LINK = re.compile(r'"([0-9a-f]{64}|~[1-9][0-9]{0,3})"')


def thinned(lines: Sequence[str]) -> list[str]:
    """Lines to be sent, with as few links as possible."""
    counted = 0
    next_ones: dict[str, int] = {}
    """By the link before it, when a link was counted."""

    def short(found: re.Match[str]) -> str:
        nonlocal counted
        at = next_ones.get(found[1])
        next_ones[link_before(found[1])] = counted
        counted += 1
        return found[0] if at is None else f'"~{counted - 1 - at}"'

    return _backwards(lines, short)


def restored(lines: Sequence[str]) -> list[str]:
    """Lines as they were written; what leads nowhere stays as it is."""
    links: list[str] = []

    def whole(found: re.Match[str]) -> str:
        link = found[1]
        if link.startswith("~"):
            back = int(link[1:])
            if back > len(links):
                return found[0]
            link = link_before(links[-back])
        links.append(link)
        return f'"{link}"'

    return _backwards(lines, whole)


def _backwards(lines: Sequence[str], change: Callable[[re.Match[str]], str]) -> list[str]:
    """Lines whose links are changed, one after the other as they are counted."""
    changed = []
    for line in reversed(lines):
        shown = _SHOWN.search(line)
        at = len(line) if shown is None else shown.end()
        changed.append(line[:at] + _LINK.sub(change, line[at:]))
    return changed[::-1]
