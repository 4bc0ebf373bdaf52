"""Pushing dice: when, where to, and with whose consent."""

from dataclasses import replace

import pytest
from table.games import played, started

from kessel.errors import IllegalMove, NotAwaited
from kessel.rules.options import Options
from kessel.table import log
from kessel.table.play import Play
from kessel.table.push import PushRequest, check_push, needs_consent


def lying(x: float, premove: str = "walls_by_consent") -> Play:
    """A game with one die lying at x."""
    play = played(started(premove=premove), ("4",))
    ((die,),) = play.at_rest
    return replace(play, at_rest=((replace(die, pose=die.pose.moved(x, 0.0, die.pose.z)),),))


def test_dice_are_pushed_before_a_throw_and_at_no_other_time() -> None:
    check_push(lying(0.0, premove="free"), [(0, 0.02, 0.0)])
    with pytest.raises(NotAwaited, match="dice are not pushed now"):
        check_push(played(started()), [(0, 0.02, 0.0)])


def test_by_consent_only_away_from_the_wall() -> None:
    check_push(lying(0.066), [(0, 0.05, 0.0)])
    with pytest.raises(IllegalMove, match="only dice near the wall"):
        check_push(lying(0.0), [(0, 0.02, 0.0)])


def test_where_dice_are_not_moved_nobody_is_asked() -> None:
    with pytest.raises(IllegalMove, match="premove=none"):
        check_push(lying(0.066, premove="none"), [(0, 0.05, 0.0)])


def test_consent_is_needed_unless_dice_are_free() -> None:
    assert not needs_consent(Options(premove="free"))
    assert needs_consent(Options(premove="walls_by_consent"))


def test_consents_are_gathered_one_by_one() -> None:
    both = frozenset((1, 2))
    push = log.DicePushed(player=0, dice=[(3, 0.0, 0.0)])
    request = PushRequest(push, asked=both, agreed=frozenset())
    after = request.agreed_by(2, "hers")
    assert after.asked == {1}
    assert after.agreed == {2}
    assert after.agreed_by(1, "his").push.agreed == [(1, "his"), (2, "hers")]
    assert request.asked == both
