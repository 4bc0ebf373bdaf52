"""What an honest table would never have written is refused; all it writes passes. The cheats that
this stops are played in tests/fairness."""

from dataclasses import replace
from random import Random

import msgspec
import pytest
from fairness.adversary import GUEST, Game, fix, may_stop, play_on
from proof.test_verify import played

from kessel.errors import BadValue, IllegalMove, NotAwaited
from kessel.proof.audit import check_kept
from kessel.table import log, signing
from kessel.table.feed import Settled, feed, landed_entry, with_cast
from kessel.table.play import Play, begin
from kessel.throws.ideal import IdealDice


def audited(play: Play, entry: log.GameEntry) -> Settled:
    """The game after one more entry that a table could have kept."""
    settled = feed(play, entry)
    check_kept(play, entry)
    return settled


@pytest.fixture
def game() -> Game:
    """A game in which somebody may throw again or stop."""
    begun = Game(Random(1)).begin()
    play_on(begun, may_stop)
    return begun


@pytest.mark.parametrize("edition", ["strike-2012", "impact-avatar", "harry-potter"])
def test_what_a_table_writes_passes(edition: str) -> None:
    history = played(edition, IdealDice()).table.state.history
    started = history[0]
    assert isinstance(started, log.GameStarted)
    play = begin(started)
    for entry in history[1:]:
        assert not isinstance(entry, log.TableEntry)
        play = audited(play, entry).play
    assert play.state.is_over


def test_only_who_is_asked_decides(game: Game) -> None:
    asked = game.play.waited_for()[0]
    assert audited(game.play, game.answer(asked, "end")).move is not None
    with pytest.raises(NotAwaited, match="the game waits for choice, not for player"):
        audited(game.play, game.answer(1 - asked, "end"))


def test_dice_are_pushed_only_as_the_options_allow(game: Game) -> None:
    die = game.play.at_rest[0][0]
    asked = game.play.waited_for()[0]
    bare = log.DicePushed(player=asked, dice=[(die.die, die.pose.x + 1e-3, die.pose.y)])
    sign = game.keys[asked].sign(signing.push_message(game.play, bare))
    push = msgspec.structs.replace(bare, sign=sign)
    assert feed(game.play, push).play.at_rest != game.play.at_rest
    with pytest.raises(IllegalMove, match="only dice near the wall"):
        audited(game.play, push)


def test_a_push_from_the_wall_needs_everybodys_consent(game: Game) -> None:
    die = game.play.at_rest[0][0]
    at_wall = replace(die, pose=die.pose.moved(0.066, 0.0, die.pose.z))
    play = replace(game.play, at_rest=((at_wall,),))
    asked = play.waited_for()[0]
    bare = log.DicePushed(player=asked, dice=[(die.die, 0.05, 0.0)])
    sign = game.keys[asked].sign(signing.push_message(play, bare))
    with pytest.raises(BadValue, match="agree to a push, not"):
        audited(play, msgspec.structs.replace(bare, sign=sign))


@pytest.mark.parametrize(
    ("name", "may"),
    [
        (IdealDice().name, True),
        ("ideal-9 strike=0.3 loss=0.02", False),
        ("ideal-1 strike=0.0 loss=1.0", False),
        ("physics-2", False),
    ],
)
def test_a_throw_is_fixed_for_dice_of_the_games_kind(game: Game, name: str, may: bool) -> None:
    cast = game.cast(game.play.waited_for()[0])
    fixed = msgspec.structs.replace(with_cast(game.play, cast).to_fix(), dice=name)
    if may:
        assert audited(game.play, fixed).play.dice == name
    else:
        with pytest.raises(BadValue, match="though the game is one of ideal-1"):
            audited(game.play, fixed)


def test_nothing_steps_in_for_ideal_dice(game: Game) -> None:
    fix(game, game.cast(game.play.waited_for()[0]))
    assert game.play.fixed is not None
    links = game.links(game.play.fixed, game.play)
    thrown = IdealDice().throw(game.play.order(game.play.chance(links)))
    assert audited(game.play, landed_entry(game.play, thrown, links)).move is not None
    with pytest.raises(BadValue, match="thrown by ideal-1"):
        audited(game.play, landed_entry(game.play, thrown, links, IdealDice().name))


def test_what_cannot_be_fed_is_refused_as_ever(game: Game) -> None:
    fix(game, game.cast(game.play.waited_for()[0]))
    with pytest.raises(BadValue, match="is to land"):
        audited(game.play, log.Answered(player=GUEST, move="end"))
