"""Throws made again: to the last bit, as they are written."""

from random import Random

import msgspec
import pytest
from fairness.adversary import SERVER, Game, fix, landing
from proof.test_auditor import Elsewhere

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
    entry = msgspec.structs.replace(landing(flying, flying.play), dice=IdealDice().name)
    throws = Rethrows(lambda _: Elsewhere())
    throws.check(flying.play, entry)
    assert [one.code for one in throws.unproven()] == ["stepped_in"]
    other = log.read_entry(log.entry_text(entry).replace(",0.0,", ",-0.0,", 1))
    assert isinstance(other, log.DiceLanded)
    with pytest.raises(BadValue, match="lands differently"):
        throws.check(flying.play, other)
