"""Fills the catalogue's sentences in, as the page does: names, lists, sides, the arena's name."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kessel.errors import BadValue, KesselError, OneOf, Phrase
from kessel.names import check_names
from kessel.rules.edition import MAX_PLAYERS, find_edition
from kessel.rules.faces import NULL, Face, Piece, dice_of
from kessel.rules.moves import ALL, Player, Unit
from kessel.rules.notation import letter
from kessel.rules.options import Option, OptionValue, as_text, check_value
from kessel.rules.reading import Remark
from kessel.words.catalogue import FALLBACK, Words, catalogue, check_language, part

ANY_EDITION = "strike-2020"
"""For what is said before an edition is known, or of none."""

_FIELD = re.compile(r"\{(\w+)\}")
_CAPITAL = re.compile(r"\{(arena|null|theNull|face\})")
"""A sentence that begins with one of these begins with a capital letter all the same."""
_SIGNS = re.compile(r"[¡!]\s*")
_BEFORE_PERCENT = {"de": "\u00a0", "es": "\u00a0", "fr": "\u202f"}
_UNIT = re.compile(r"1|all|(pile|die):[0-9]+")
_ACTION = re.compile("stop|all|((pile|die):[0-9]+ )?(throw|gentle|firm|wild)")
_VOWEL_I = re.compile(r"h?i(?![ae])", re.IGNORECASE)


class Speaker:
    r"""Says remarks in one language to the players of one game.

    >>> from kessel import apply, explain
    >>> before, move = "strike-2020 hands=7,7 arena=5,6", "throw 1: 5 6 6"
    >>> speaker = Speaker("strike-2020", ["Ann", "Ben"], language="de")
    >>> [speaker.say(remark) for remark in explain(before, move, apply(before, move))]
    ['Ann nimmt 2\xa0×\xa06.', 'Der Zug von Ann ist zu Ende.', 'Ben ist dran.']
    """

    def __init__(self, edition: str, names: Sequence[str] = (), language: str = FALLBACK) -> None:
        self._edition = find_edition(edition)
        self._names = names
        self._language = language
        check_names(names)
        check_language(language)  # a list cannot even be looked for
        self._words = catalogue(language)

    def say(self, remark: Remark) -> str:
        """A remark as a sentence."""
        if not isinstance(remark, Remark):
            raise BadValue(
                "a remark is what `explain` or `read_position` gave, not {given}",
                given=repr(remark),
            )
        return self.text(remark.key, **remark.params)

    def say_why(self, remark: Remark) -> str:
        """A remark as a sentence, with its reason and the rules behind it."""
        said = [self.say(remark)]
        if remark.why:
            said.append(self.text(remark.why))
        if remark.rules:
            said.append(f"[{', '.join(remark.rules)}]")
        return " ".join(said)

    def text(self, key: str, **params: Any) -> str:
        """A sentence with everything filled in; spoken of somebody, not to them."""
        known = isinstance(key, str)
        message = (self._words.get(key) or self._words.get(f"{key}.other")) if known else None
        if message is None:
            raise BadValue("there is no sentence {key}", key=repr(key))
        named = self.around() | {name: self._fill(name, value) for name, value in params.items()}
        try:
            if isinstance(message, dict):
                one = params["count"] in self._words["plural.one"]
                message = message["one" if one else "other"]
            return fill(str(message), named)
        except KeyError as missing:
            raise BadValue(
                "the sentence {key} needs {name}", key=repr(key), name=missing.args[0]
            ) from None

    def option(self, option: Option, value: OptionValue) -> str:
        """How an option is played with this value."""
        if not isinstance(option, Option):
            raise BadValue(
                "an option is one of {options}, not {given}",
                options="options_of(edition)",
                given=repr(option),
            )
        check_value(option.name, value)
        words = part(self._language, "options")[option.name]
        allin = _SIGNS.sub("", self._words[f"allin.{self._edition.id}"]).strip()
        sentence = f"{words['begins']} {words['ends'][as_text(value)]}"
        return fill(sentence, self.around() | {"allin": allin})

    def face(self, face: Face) -> str:
        """A side by its name in this language."""
        blank = face == NULL and self._edition.family == "impact"
        said = self._words.get("face.blank" if blank else f"face.{face}")
        known = isinstance(face, str) and said is not None
        return str(said) if known else self._edition.check_face(face)

    def piece(self, piece: Piece) -> str:
        """A die by its side, a tower by its sides from bottom to top."""
        if not isinstance(piece, str | tuple | list) or not piece:
            raise BadValue("a piece is a face or a tower of faces, not {given}", given=repr(piece))
        return "/".join(map(self.face, dice_of(piece)))

    def unit(self, unit: Unit) -> str:
        """What is thrown, in words."""
        if not isinstance(unit, str) or not _UNIT.fullmatch(unit):
            raise BadValue(
                "what is thrown is one of {units} and so on, not {given}",
                units="1, all, pile:0, die:0",
                given=repr(unit),
            )
        kind, _, index = unit.partition(":")
        return self.text(f"throws.{kind}", number=int(index or 0) + 1)

    def action(self, name: str) -> str:
        """What the coach calls `stop`, `all`, `throw` (any), `firm` or `pile:0 firm`."""
        if not isinstance(name, str) or not _ACTION.fullmatch(name):
            raise BadValue(
                "an action is stop, all, or a throw such as {throws}, not {given}",
                throws=OneOf(("firm", "pile:0 firm")),
                given=repr(name),
            )
        if name in ("stop", ALL):
            return self.text(f"report.action.{name}")
        unit, _, strength = name.rpartition(" ")
        named = "odds.throw" if strength == "throw" else f"report.action.{strength}"
        kind, colon, index = unit.partition(":")
        if not colon:
            return self.text(named)
        return self.text(f"report.unit.{kind}", throw=self.text(named), number=int(index) + 1)

    def number(self, value: float, form: str) -> str:
        """A number with the decimal sign of the language, and its space before a percent sign."""
        try:
            written = format(value, form)
        except (TypeError, ValueError):
            raise BadValue(
                "{given} is no number that {form} writes", given=repr(value), form=repr(form)
            ) from None
        if not any(digit in written for digit in "123456789"):
            written = written.replace("-", "")  # nobody loses nothing
        if self._language == "en":
            return written
        space = _BEFORE_PERCENT.get(self._language, "")
        return written.replace(".", ",").replace("%", f"{space}%")

    def listed(self, words: Sequence[str], joint: str = "list.and") -> str:
        """A list as it is spoken: a, b and c."""
        if len(words) < 2:
            return words[0] if words else str(self._words["list.nobody"])
        joined = str(self._words[joint])
        if self._language == "es" and joint == "list.and" and _VOWEL_I.match(words[-1]):
            joined = " e "
        return ", ".join(words[:-1]) + joined + words[-1]

    def name(self, player: Player) -> str:
        """A player's name, or the letter of the player."""
        if not isinstance(player, int) or not 0 <= player < MAX_PLAYERS:
            raise BadValue(
                "there is no player {player}; players are 0 to {last}",
                player=repr(player),
                last=MAX_PLAYERS - 1,
            )
        return self._names[player] if player < len(self._names) else letter(player)

    def around(self) -> dict[str, str]:
        """What every sentence may name: the arena, the throw of all dice, the null side."""
        family = self._edition.family
        forms = {form: str(self._words[f"arena.{family}.{form}"]) for form in _ARENA}
        side = "blank" if family == "impact" else NULL
        return {
            "arenaThe": forms["the"],
            "ArenaThe": capital(forms["the"]),
            "arenaIn": forms["in"],
            "arenaInto": forms["into"],
            "arenaFrom": forms["from"],
            "allin": str(self._words[f"allin.{self._edition.id}"]),
            "null": self.face(NULL),
            "theNull": str(self._words[f"face.the.{side}"]),
        }

    def _fill(self, name: str, value: Any) -> Any:
        is_said_already = isinstance(value, str) and name != "face"
        say = _SAID.get(name)
        return value if say is None or is_said_already else say(self, value)

    def _players(self, players: Sequence[Player]) -> str:
        return self.listed([self.name(player) for player in players])

    def _faces(self, faces: Mapping[Face, int] | Sequence[Face]) -> str:
        if isinstance(faces, Mapping):
            counted = faces.items()
            return self.listed([self.text("count.faces", count=n, face=f) for f, n in counted])
        return self.listed([self.face(face) for face in faces])

    def _effects(self, elements: Sequence[Face]) -> str:
        return self.listed([str(self._words[f"effect.{element}"]) for element in elements])

    def _units(self, units: Sequence[Unit]) -> str:
        return self.listed([self.unit(unit) for unit in units], "list.or")


_ARENA = ("the", "in", "into", "from")

_SAID: Mapping[str, Callable[[Speaker, Any], str]] = {
    "name": Speaker.name,
    "names": Speaker._players,
    "face": Speaker.face,
    "faces": Speaker._faces,
    "elements": Speaker._effects,
    "units": Speaker._units,
}
"""How a value is said, by the name under which a sentence asks for it."""


def fill(text: str, params: Mapping[str, Any]) -> str:
    """A text with its {names} filled in."""
    filled = _FIELD.sub(lambda found: str(params[found[1]]), text)
    return capital(filled) if _CAPITAL.match(text) else filled


def capital(text: str) -> str:
    """A text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


# --- errors ----------------------------------------------------------------------------------


def refusal(error: KesselError, language: str = FALLBACK) -> str:
    """What an error says, in the reader's language; English where only programs meet it."""
    if language == FALLBACK:
        return str(error)
    words = part(language, "refusals")
    message = words.get(error.message)
    if message is None:
        return str(error)
    said = {name: _said(value, language, words) for name, value in error.params.items()}
    return fill(message, said)


def _said(value: object, language: str, words: Words) -> str:
    if isinstance(value, KesselError):
        return refusal(value, language)
    if isinstance(value, Phrase):
        return str(words[value])
    if isinstance(value, OneOf):
        return str(catalogue(language)["list.or"]).join(value)
    return str(value)
