"""Why a table refuses something, where the rules of the game have nothing to do with it."""

from kessel.errors import KesselError


class WrongSeat(KesselError):
    """Something was asked for a seat that cannot do it."""

    code = "wrong_seat"


class SeatIsTaken(KesselError):
    """Somebody sits there already."""

    code = "seat_taken"


class Stale(KesselError):
    """An answer to a state that has passed."""

    code = "stale"
