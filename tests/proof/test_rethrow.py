"""Throws made again: to the last bit, as they are written."""

from dataclasses import replace
from random import Random

import msgspec
import pytest
from fairness.adversary import SERVER, Game, fix, landing

from kessel.errors import BadValue
from kessel.proof.rethrow import Named, Rethrows, check_landing, thrown_again
from kessel.table import log
from kessel.table.dice import dice_named
from kessel.throws.dice import Simulator, ThrowOrder, ThrowResult
from kessel.throws.ideal import IdealDice


class Frail(Simulator):
    """Dice of the game's name that find no rest."""

    name = IdealDice().name

    def throw(self, order: ThrowOrder) -> ThrowResult:
        raise BadValue(f"no rest for {len(order.handfuls)} casts")


def failing_first() -> Named:
    """The proper dice find no rest, and those that are asked for afterwards do."""
    found = iter((Frail(), IdealDice()))
    return lambda name: next(found)


@pytest.fixture
def flying() -> Game:
    game = Game(Random(1)).begin()
    fix(game, game.cast(SERVER))
    return game


def test_the_same_links_give_the_same_throw(flying: Game) -> None:
    entry = landing(flying, flying.play)
    check_landing(flying.play, entry, dice_named)
    assert thrown_again(flying.play, entry, dice_named) == entry


def test_a_number_that_is_written_otherwise_is_another_throw(flying: Game) -> None:
    entry = landing(flying, flying.play)
    other = log.read_entry(log.entry_text(entry).replace(",0.0,", ",-0.0,", 1))
    assert isinstance(other, log.DiceLanded)
    assert other == entry
    with pytest.raises(BadValue, match=r"throw 0 lands differently: .*, not "):
        check_landing(flying.play, other, dice_named)


def test_others_step_in_only_where_the_proper_dice_find_no_rest(flying: Game) -> None:
    entry = msgspec.structs.replace(landing(flying, flying.play), dice=IdealDice().name)
    check_landing(flying.play, entry, failing_first())
    with pytest.raises(BadValue, match="could have"):
        check_landing(flying.play, entry, dice_named)


def test_others_that_stepped_in_on_another_machine_are_counted(flying: Game) -> None:
    """A14: also beside throws that fell again."""
    honest = landing(flying, flying.play)
    throws = Rethrows(lambda _: IdealDice())
    throws.check(flying.play, honest)
    assert flying.play.fixed is not None
    fixed = msgspec.structs.replace(flying.play.fixed, dice="of another machine")
    elsewhere = replace(flying.play, fixed=fixed)
    entry = msgspec.structs.replace(honest, dice=IdealDice().name)
    throws.check(elsewhere, entry)
    assert (throws.again, [one.code for one in throws.unproven()]) == (1, ["stepped_in"])
    other = log.read_entry(log.entry_text(entry).replace(",0.0,", ",-0.0,", 1))
    assert isinstance(other, log.DiceLanded)
    with pytest.raises(BadValue, match="lands differently"):
        throws.check(elsewhere, other)
