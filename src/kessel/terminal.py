"""The one way to a terminal: nothing that is said can control it. Knows neither words nor
commands.
"""

import sys
import unicodedata

TYPE_CHECKING = False  # without `typing`, which takes its time to load
if TYPE_CHECKING:
    from typing import TextIO

_KEPT = "\n\t"
_CONTROLS = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""What Unicode knows to control how text is shown, or to break lines, instead of being shown."""


def shown(text: str) -> str:
    r"""A text with everything spelled out that would control a terminal.

    >>> print(shown("\x1b]0;title\x07 \u202ennA"))
    \x1b]0;title\x07 \u202ennA
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(sign: str) -> str:
    if sign in _KEPT or unicodedata.category(sign) not in _CONTROLS:
        return sign
    return sign.encode("unicode-escape").decode("ascii")


def tell(text: str, end: str = "\n", file: "TextIO | None" = None, flush: bool = False) -> None:
    """Print, as `print` does, but never a control character."""
    print(shown(text), end=end, file=file or sys.stdout, flush=flush)
