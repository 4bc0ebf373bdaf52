"""The auditor behind a page: lines of a story come in, the verdict goes out; and throws of the day.
Nothing is kept."""

import json
from dataclasses import asdict

import msgspec

from kessel.hall.daily import day_of, landed
from kessel.messages.fields import AimFields
from kessel.proof.auditor import Auditor
from kessel.proof.story import sentences
from kessel.table.dice import dice_named, is_physics
from kessel.throws.dice import Simulator
from kessel.words import ANY_EDITION, Speaker


class StoryJudge:
    """Judges one story."""

    def __init__(self, physics: Simulator | None = None, language: str = "en") -> None:
        """Without `physics` no dice are thrown again."""
        self._physics = physics
        self._auditor = Auditor(None if physics is None else self._named)
        self._speaker = Speaker(ANY_EDITION, (), language)

    def feed(self, text: str) -> str:
        """The verdict after some more lines, as JSON."""
        self._auditor.feed_text(text)
        verdict = self._auditor.verdict
        said = list(sentences(verdict, self._speaker))
        return json.dumps({**asdict(verdict), "sentences": said})

    def _named(self, name: str) -> Simulator:
        physics = self._physics
        return physics if physics is not None and is_physics(name) else dice_named(name)


class Judges:
    """Who judges one story after the other, all with the same dice."""

    def __init__(self, physics: Simulator) -> None:
        self._physics = physics

    def begin(self, language: str) -> StoryJudge:
        """Who judges a story, in the reader's language."""
        return StoryJudge(self._physics, language)

    def day(self, date: str, aim: str) -> str:
        """What comes of a throw of the day here, as JSON and without its flight; `aim` is JSON."""
        order = day_of(date).aimed(msgspec.json.decode(aim, type=AimFields))
        thrown = msgspec.structs.replace(landed(self._physics.throw(order)), frame="")
        return msgspec.json.encode(thrown).decode()
