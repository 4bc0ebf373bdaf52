"""A method is asked once for each of its arguments, in every object anew."""

from kessel.solver.kept import kept


class Counted:
    def __init__(self) -> None:
        self.asked: list[tuple[int, bool]] = []

    @kept
    def answer(self, number: int, *, twice: bool = False) -> int:
        """Double it, if it is asked to."""
        self.asked.append((number, twice))
        return number * (1 + twice)


def test_an_answer_is_kept_by_its_arguments() -> None:
    one, other = Counted(), Counted()
    assert [one.answer(3), one.answer(3, twice=True), one.answer(3), other.answer(3)] == [
        3,
        6,
        3,
        3,
    ]
    assert (one.asked, other.asked) == ([(3, False), (3, True)], [(3, False)])
