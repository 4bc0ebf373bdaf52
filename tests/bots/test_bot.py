"""What a player may answer, as a bot is told it."""

from kessel.bots.bot import Sight
from kessel.rules.moves import EndTurn, StartDie, Throw
from kessel.rules.positions import read_state


def test_to_end_the_turn_comes_first() -> None:
    state = read_state("strike-2020 hands=2,3 arena=2,5 phase=choice")
    assert list(Sight(0, state).legal()) == [EndTurn(), Throw("1")]


def test_a_start_die_is_thrown_or_turned() -> None:
    state = read_state("strike-2020 hands=8,8 phase=start")
    assert list(Sight(0, state).legal()) == [Throw("1")]
    again = list(Sight(0, state._replace(phase=type(state.phase)("start_again"))).legal())
    assert again == [*map(StartDie, state.edition.symbols), Throw("1")]


def test_everybody_answers_for_themselves() -> None:
    state = read_state("impact-avatar hands=2,3+2 arena=lightning,lightning phase=extra")
    assert list(Sight(1, state).legal()) == [Throw("1"), Throw("pile:0")]
