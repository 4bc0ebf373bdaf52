"""The dice thrown again behind a page, as `client/src/engine/rethrower.ts` hands the lines on."""

import json
from collections.abc import Sequence

from kessel.page.rethrow import Rethrower
from kessel.throws.ideal import IdealDice

Fell = tuple[int, str]
"""The number of a throw, and what was found."""


class Behind:
    """Every line once, in order."""

    def __init__(self) -> None:
        self._rethrower = Rethrower(IdealDice())
        self._game = ""
        self._next = 0

    def hear(self, first: int, lines: Sequence[str]) -> list[Fell]:
        """What is found of lines, some of which may have been heard before."""
        game = json.loads(lines[0])["game"] if first == 0 and lines else self._game
        if game != self._game:
            self._game, self._next = game, 0
        fresh = [] if first > self._next else lines[self._next - first :]
        self._next = max(self._next, first + len(lines)) if fresh else self._next
        return [fell for line in fresh if (fell := self._fell(line))]

    def _fell(self, line: str) -> Fell | None:
        fell = self._rethrower.hear(line)
        if fell is None:
            return None
        return (self._rethrower.throws - (fell != "order"), fell)
