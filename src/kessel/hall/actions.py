"""A request to a table as a call of the table. Who may ask for what is decided at the desk."""

from collections.abc import Sequence

import msgspec

from kessel.messages import client, playing
from kessel.messages.fields import PushedDie
from kessel.rules.notation import read_move
from kessel.table import Outcome, Table
from kessel.table.log import BoxChosen
from kessel.throws.placing import Push


def perform(table: Table, request: client.TableRequest, now: float) -> Outcome:
    """Let the table do it; raises where the game does not allow it."""
    match request:
        case client.StartGame(fill=fill, first=first):
            return table.start(fill, now, first)
        case client.Rematch():
            return table.rematch(now)
        case client.ChooseBox():
            chosen = msgspec.structs.asdict(request)
            del chosen["ref"]
            return table.choose_box(BoxChosen(**chosen))
        case client.SitBot(seat=seat, level=level):
            return table.sit_bot(seat, level)
        case client.FreeSeat(seat=seat):
            return table.free(seat, now)
        case client.Resign(seat=seat, sign=sign):
            return table.resign(seat, now, sign or "")
        case client.TakeBack(seat=seat):
            return table.take_back(seat, now)
        case client.Wear(seat=seat, finish=finish, mat=mat):
            return table.wear(seat, finish, mat)
        case client.Rename(seat=seat, name=name):
            return table.rename(seat, name)
        case client.ThrowAgain(seat=seat):
            return table.throw_again(seat, now)
        case client.Hurry(seat=seat, fast=fast):
            return table.hurry(seat, fast, now)
        case _:
            return _answer(table, request, now)


def _answer(table: Table, action: playing.GameAction, now: float) -> Outcome:
    seat, state = action.seat, action.state
    match action:
        case playing.ThrowDice(unit=unit, aim=aim, sign=sign):
            return table.throw(seat, state, unit, msgspec.structs.asdict(aim), now, sign or "")
        case playing.AnswerGame(move=move, dice=dice, sign=sign):
            return table.answer(seat, state, read_move(move), dice, now, sign or "")
        case playing.KeepPiles(piles=piles):
            return table.keep_piles(seat, state, piles, now)
        case playing.Tap(done=done):
            return table.tap(seat, state, done, now)
        case playing.PushDice(dice=pushed, sign=sign):
            return table.push(seat, state, _pushes(pushed), now, sign or "")
        case _:
            pushes, sign = _pushes(action.dice), action.sign or ""
            return table.agree(seat, state, pushes, action.agree, now, sign)


def _pushes(dice: Sequence[PushedDie]) -> list[Push]:
    return [(die.die, die.x, die.y) for die in dice]
