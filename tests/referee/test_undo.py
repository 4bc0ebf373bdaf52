"""Undo restores: any game, taken back request by request, stands again where it stood."""

import json
from random import Random

from games import random_move
from hypothesis import given, settings
from hypothesis import strategies as st
from referee.test_fuzz import begin, request_of

from kessel.referee import Referee
from kessel.rules.edition import EDITIONS


@given(st.sampled_from(list(EDITIONS)), st.integers(0, 2**32 - 1))
@settings(max_examples=40, deadline=None)
def test_undo_restores_every_state_of_a_game(edition: str, seed: int) -> None:
    chance, referee = Random(seed), Referee()
    names = begin(referee, edition, chance)
    shown = [referee.answer('{"show": true}')]
    while (state := referee.state) and not state.is_over:
        request = request_of(random_move(state, chance), names)
        assert "error" not in json.loads(referee.answer(json.dumps(request)))
        shown.append(referee.answer('{"show": true}'))
    for before in reversed(shown[:-1]):
        assert referee.answer('{"undo": true}') == before
    assert json.loads(referee.answer('{"undo": true}'))["error"]["code"] == "illegal"
