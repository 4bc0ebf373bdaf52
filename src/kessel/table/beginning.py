"""How the next game of a table begins."""

from collections.abc import Callable, Mapping

from kessel.rules.edition import find_edition
from kessel.table import log
from kessel.table.play import spelled_out
from kessel.table.settings import agreed_elements, options_of_table, public_name, with_box
from kessel.table.state import TableState
from kessel.table.terms import Seat


def next_game(
    state: TableState,
    code: str,
    server: str,
    offers: Mapping[str, frozenset[Seat]],
    dice: str,
    level_of: Callable[[Seat], str],
) -> log.GameStarted:
    """The entry with which the next game begins; `offers` has the seats of each device by the
    tip of its chain, `level_of` says which bot plays at a seat."""
    made = with_box(state.made, state.box)
    edition, options = find_edition(made.edition), options_of_table(made)
    seats, first = state.series.next_game(state.regulars, options)
    persons = {seat for seat in seats if state.seats[seat].is_person}
    devices = [
        log.DeviceTip(seats=sorted(held & persons), tip=tip)
        for tip, held in offers.items()
        if held & persons
    ]
    return log.GameStarted(
        table=public_name(made.code),
        game=code,
        number=state.series.games + 1,
        edition=edition.id,
        options=spelled_out(edition, options),
        players=[_player(state, seat, level_of) for seat in seats],
        first=first,
        clock=made.clock,
        dice=dice,
        elements=agreed_elements(edition, made.elements),
        server=server,
        devices=devices,
    )


def _player(state: TableState, seat: Seat, level_of: Callable[[Seat], str]) -> log.PlayerNamed:
    occupant = state.seats[seat]
    if occupant.is_person:
        return log.PlayerNamed(seat=seat, name=occupant.name, key=occupant.key)
    return log.PlayerNamed(seat=seat, name=occupant.name, bot=level_of(seat))
