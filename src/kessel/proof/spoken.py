"""What a device said at its table, held against the log: everything that was accepted is there,
and nothing is there in its name that it did not say."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import msgspec

from kessel.messages import client, playing
from kessel.proof.verdict import Contradiction
from kessel.rules.moves import Player
from kessel.table import log
from kessel.table.answers import clamped_aim
from kessel.table.play import Play
from kessel.table.push import needs_consent

Fits: TypeAlias = Callable[[Any], bool]
"""Whether what was said is what stands in the log."""
_Wish = TypeVar("_Wish", bound=client.ClientMessage)


@dataclass(slots=True)
class _Said:
    message: client.ClientMessage
    is_refused: bool = False
    is_done: bool = False


class Spoken:
    """Everything that was said, by its signature."""

    def __init__(self) -> None:
        self.tips: set[str] = set()
        """Of the chains that it offered."""
        self._since_away: int | None = None
        """How many throws asked for its link after it had said that it shows no more."""
        self._wishes: list[_Said] = []
        """Starts, boxes that were not shown yet, and piles to be kept after the race that runs."""
        self._signed: dict[str, list[_Said]] = {}
        self._asked: dict[int, _Said] = {}
        self._owed: dict[str, _Said] = {}
        """What the table accepted, and has to stand in the log."""
        self._entered: set[str] = set()

    def visit(self, tip: str | None) -> None:
        """A connection begins, with a chain for the next game."""
        # Who comes anew may still be answered what was asked before that.
        asked = self._asked.items()
        self._asked = {ref: one for ref, one in asked if isinstance(one.message, playing.AskLines)}
        self.tips |= {tip} if tip else set()
        self._since_away = None

    def begin_game(self) -> None:
        """What was said was for another game."""
        self._owed.clear()
        self._since_away = None

    def say(self, message: client.ClientMessage) -> None:
        """The device says something."""
        said = _Said(message)
        if message.ref is not None:
            self._asked[message.ref] = said
        match message:
            case playing.OfferChain(tip=tip):
                self.tips.add(tip)
                self._since_away = None
            case playing.GoAway():
                self._since_away = 0
            case playing.KeepPiles() | client.StartGame() | client.ChooseBox():
                self._wishes.append(said)
            case _:
                pass
        if sign := _sign_of(message):
            self._signed.setdefault(sign, []).append(said)

    def asked_lines(self, ref: int | None) -> int | None:
        """From which line on lines were asked for."""
        said = self._asked.get(-1 if ref is None else ref)
        message = None if said is None else said.message
        return message.first if isinstance(message, playing.AskLines) else None

    def _wished(self, kind: type[_Wish]) -> list[tuple[_Said, _Wish]]:
        """What was said of a kind, and not refused."""
        wishes = ((one, one.message) for one in self._wishes if not one.is_refused)
        return [(one, message) for one, message in wishes if isinstance(message, kind)]

    @property
    def start(self) -> client.StartGame | None:
        """How the first game was started, if that was said here."""
        said = self._wished(client.StartGame)
        return said[-1][1] if said else None

    def chose(self, is_it: Callable[[client.ChooseBox], bool]) -> bool:
        """Whether such a box was chosen here, and was not shown before."""
        boxes = self._wished(client.ChooseBox)
        found = next((number for number, (_, one) in enumerate(boxes) if is_it(one)), None)
        shown = boxes[: 0 if found is None else found + 1]
        self._wishes = [one for one in self._wishes if all(one is not said for said, _ in shown)]
        return found is not None

    def refused(self, ref: int | None) -> None:
        """What was asked was refused."""
        if ref in self._asked:
            self._asked[ref].is_refused = True

    def accepted(self, ref: int | None, play: Play | None) -> None:
        """What was asked was done: it stands in the log, or will before the next move."""
        said = self._asked.get(-1 if ref is None else ref)
        if said is None or play is None:
            return
        said.is_done = True
        sign, message = _sign_of(said.message), said.message
        is_owed = isinstance(message, playing.ThrowDice | playing.AnswerGame) or (
            isinstance(message, playing.PushDice) and not needs_consent(play.state.options)
        )
        if is_owed and sign and sign not in self._entered:
            self._owed[sign] = said

    def entered(self, play: Play, entry: log.GameEntry, own: frozenset[Player]) -> int:
        """An entry comes: how many signatures of ours are in it that this device did not make here;
        raises where it never can have."""
        if isinstance(entry, log.ThrowFixed) and not entry.attempt:
            self._asks(play, entry)
        found = list(_in_our_name(play, entry, own))
        unknown = sum(not self._fits(sign, fits) for sign, fits in found)
        if isinstance(entry, log.RaceWon):
            unknown += sum(not self._keeps(play, entry, player) for player in own)
        self._entered.update(sign for sign, _ in found)
        self._owed = {sign: one for sign, one in self._owed.items() if sign not in self._entered}
        if isinstance(entry, log.MoveEntry) and self._owed:
            kind = next(iter(self._owed.values())).message.__struct_config__.tag
            raise Contradiction("left_out", str(kind))
        if isinstance(entry, log.MoveEntry):
            self._wishes = [
                one for one in self._wishes if not isinstance(one.message, playing.KeepPiles)
            ]
        return unknown

    def _asks(self, play: Play, fixed: log.ThrowFixed) -> None:
        """Links are asked for. Whoever said that they go is asked once more at most: for the throw
        that was fixed meanwhile."""
        tips = {play.chains.devices[number].tip for number in fixed.devices}
        if self._since_away is not None and tips & self.tips:
            self._since_away += 1
            if self._since_away > 1:
                raise Contradiction("left_out", "away")

    def _keeps(self, play: Play, entry: log.RaceWon, own: Player) -> bool:
        """Whether a player of ours keeps what was said last, as far as the table heard it."""
        kept = sorted(pile for player, pile in entry.keep if player == own)
        may: list[list[int]] = [[]]
        for said, message in self._wished(playing.KeepPiles):
            if message.seat == play.seat_of(own):
                may = [*([] if said.is_done else may), sorted(message.piles)]
        return kept in may

    def _fits(self, sign: str, fits: Fits) -> bool:
        said = self._signed.get(sign)
        if said is None:
            return False
        if all(one.is_refused for one in said):
            raise Contradiction("refused", str(said[-1].message.__struct_config__.tag))
        if not any(fits(one.message) for one in said):
            raise Contradiction("not_said", str(said[-1].message.__struct_config__.tag))
        return True


def _sign_of(message: client.ClientMessage) -> str:
    return getattr(message, "sign", None) or ""


def _in_our_name(
    play: Play, entry: log.GameEntry, own: frozenset[Player]
) -> Iterator[tuple[str, Fits]]:
    """Every signature of ours in an entry, with what has to have been said."""
    seats = {play.seat_of(player) for player in own}
    match entry:
        case log.ThrowFixed(casts=casts) if not play.gave_up:
            for cast in casts:
                if cast.player in own and cast.by == "person":
                    yield cast.sign, _cast(play, cast)
        case log.Answered(player=player, by="person", links=None) if player in own:
            yield entry.sign, _answer(entry)
        case log.DicePushed(player=player, agreed=agreed):
            if player in own:
                yield entry.sign, _push(entry)
            yield from ((sign, _agree(entry)) for other, sign in agreed if other in own)
        case log.DeviceJoined() if seats & set(entry.seats):
            yield entry.sign, lambda said: said.tip == entry.tip
        case log.DevicesAway(devices=devices, signs=signs):
            for number, sign in zip(devices, signs, strict=True):
                if sign and play.chains.devices[number].seats & seats:
                    yield sign, lambda said: isinstance(said, playing.GoAway)
        case log.BotPlaysOn(player=player, for_good=True) if player in own:
            yield entry.sign, lambda said: isinstance(said, client.Resign)
        case log.DiceLanded(links=links) | log.Answered(links=log.Links() as links):
            fixed = play.fixed
            asked = [] if fixed is None else fixed.devices
            shown = zip(asked, links.devices, links.signs, strict=True)
            for number, link, sign in shown:
                if play.chains.devices[number].seats & seats:
                    yield sign, _link(play, link)
        case _:
            return


def _cast(play: Play, cast: log.CastShown) -> Fits:
    return lambda said: (
        isinstance(said, playing.ThrowDice)
        and (said.seat, said.unit) == (play.seat_of(cast.player), cast.unit)
        and clamped_aim(msgspec.structs.asdict(said.aim)) == cast.aim
    )


def _answer(entry: log.Answered) -> Fits:
    return lambda said: (
        isinstance(said, playing.AnswerGame)
        and said.move == entry.move
        and said.dice in ([], entry.dice)
    )


def _push(entry: log.DicePushed) -> Fits:
    return lambda said: (
        isinstance(said, playing.PushDice)
        and [(die.die, die.x, die.y) for die in said.dice] == entry.dice
    )


def _agree(entry: log.DicePushed) -> Fits:
    return lambda said: (
        isinstance(said, playing.AnswerPush)
        and said.agree
        and [(die.die, die.x, die.y) for die in said.dice] == entry.dice
    )


def _link(play: Play, link: str) -> Fits:
    return lambda said: (
        isinstance(said, playing.ShowLink)
        and (said.link, said.throw, said.attempt) == (link, play.throws, play.attempt)
    )
