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
            return table.seating.start(fill, now, first)
        case client.Rematch():
            return table.seating.rematch(now)
        case client.ChooseBox():
            chosen = msgspec.structs.asdict(request)
            del chosen["ref"]
            return table.seating.choose_box(BoxChosen(**chosen))
        case client.SitBot(seat=seat, level=level):
            return table.seating.sit_bot(seat, level)
        case client.FreeSeat(seat=seat):
            return table.seating.free(seat, now)
        case client.Resign(seat=seat, sign=sign):
            return table.seating.resign(seat, now, sign or "")
        case client.TakeBack(seat=seat):
            return table.seating.take_back(seat, now)
        case client.Wear(seat=seat, finish=finish, mat=mat):
            return table.seating.wear(seat, finish, mat)
        case client.Rename(seat=seat, name=name):
            return table.seating.rename(seat, name)
        case client.ThrowAgain(seat=seat):
            return table.acts.throw_again(seat, now)
        case client.Hurry(seat=seat, fast=fast):
            return table.acts.hurry(seat, fast, now)
        case _:
            return _answer(table, request, now)


def _answer(table: Table, action: playing.GameAction, now: float) -> Outcome:
    seat, state = action.seat, action.state
    match action:
        case playing.ThrowDice(unit=unit, aim=aim, sign=sign):
            return table.acts.throw(seat, state, unit, msgspec.structs.asdict(aim), now, sign or "")
        case playing.AnswerGame(move=move, dice=dice, sign=sign):
            return table.acts.answer(seat, state, read_move(move), dice, now, sign or "")
        case playing.KeepPiles(piles=piles):
            return table.acts.keep_piles(seat, state, piles, now)
        case playing.Tap(done=done):
            return table.acts.tap(seat, state, done, now)
        case playing.PushDice(dice=pushed, sign=sign):
            return table.acts.push(seat, state, _pushes(pushed), now, sign or "")
        case _:
            pushes, sign = _pushes(action.dice), action.sign or ""
            return table.acts.agree(seat, state, pushes, action.agree, now, sign)


def _pushes(dice: Sequence[PushedDie]) -> list[Push]:
    return [(die.die, die.x, die.y) for die in dice]
