"""Single rules of the engine, each as small as it can be shown."""

from typing import Any

import pytest

from kessel.errors import BadValue, DiceDoNotAddUp, IllegalMove, KesselError, NotAwaited
from kessel.rules.awaits import (
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitColumn,
    AwaitExtra,
    AwaitStartDie,
    AwaitThrow,
)
from kessel.rules.check import checked_landing
from kessel.rules.engine import apply, awaited, column_tie, legal_moves
from kessel.rules.faces import Arena, Piece
from kessel.rules.moves import (
    ALL,
    Collect,
    EndTurn,
    ExtraThrow,
    Landing,
    Move,
    StackTower,
    StartDie,
    TakeAccio,
    Throw,
    WinColumn,
)
from kessel.rules.notation import event_text
from kessel.rules.setup import Hand, new_game, position
from kessel.rules.state import GameState, Phase


def table(edition: str, hands: str, *arena: Piece, **given: Any) -> GameState:
    """A position: hands such as `3 2+4 -` (loose dice, piles; `-` is out of the game)."""
    supplies = []
    for hand in hands.split():
        loose, *piles = hand.split("+")
        out = loose == "-"
        supplies.append(Hand(0 if out else int(loose), tuple(map(int, piles)), out))
    chosen = {
        name: given.pop(name) for name in ("active", "elements", "direction") if name in given
    }
    return position(edition, supplies, arena, given, **chosen)


def throw(*arena: Piece, unit: str = "1", out: int = 0, cocked: int = 0) -> Throw:
    return Throw(unit, Landing(arena, out, cocked))


def extra(units: dict[int, str], *arena: Piece, out: int = 0) -> ExtraThrow:
    return ExtraThrow(units, Landing(arena, out))


def play(state: GameState, *moves: Move) -> tuple[GameState, list[str]]:
    """The state after some moves, and all events as texts."""
    told: list[str] = []
    for move in moves:
        step = apply(state, move)
        state = step.state
        told += map(event_text, step.events)
    return state, told


class TestStart:
    def test_the_thrown_start_die_is_thrown_again_on_x_or_out(self) -> None:
        state, told = play(
            new_game("strike-2020", 2), StartDie("X"), StartDie("out"), StartDie("4")
        )
        assert told == ["start_again", "start_again", "start 4 -"]
        assert (state.arena, state.removed) == (("4",), 0)

    def test_a_placed_start_die_shows_a_symbol(self) -> None:
        state = new_game("strike-2012", 2)
        assert awaited(state) == AwaitStartDie(0, "placed", True)
        for face in ("X", "out"):
            with pytest.raises(IllegalMove, match="placed showing one of 2 3 4 5 6"):
                apply(state, StartDie(face))

    def test_after_an_x_the_die_may_be_turned_where_the_booklet_says_so(self) -> None:
        state = new_game("strike-2020", 2, {"start_die_x": "choose_face"})
        assert awaited(state) == AwaitStartDie(0, "thrown", False)
        again, _ = play(state, StartDie("X"))
        assert awaited(again) == AwaitStartDie(0, "thrown", True)
        assert awaited(play(state, StartDie("out"))[0]) == AwaitStartDie(0, "thrown", False)
        assert len(list(legal_moves(again))) == 5

    def test_in_power_the_start_die_is_the_active_element(self) -> None:
        state, told = play(new_game("impact-power", 3), StartDie("water"))
        assert state.elements == {"water"}
        assert told == ["start water water"]

    def test_in_avatar_its_face_means_nothing_more(self) -> None:
        state, told = play(
            new_game("impact-avatar", 3, elements=["fire", "air"]), StartDie("water")
        )
        assert state.elements == {"fire", "air"}
        assert told == ["start water fire,air"]

    def test_the_oldest_begins(self) -> None:
        state, _ = play(new_game("strike-2020", 4, first=2), StartDie("2"))
        assert awaited(state) == AwaitThrow(2, ("1",))
        with pytest.raises(BadValue, match="players are 0 to 3"):
            new_game("strike-2020", 4, first=4)


class TestThrow:
    def test_a_throw_needs_a_landing(self) -> None:
        with pytest.raises(BadValue, match="needs its landing"):
            apply(table("strike-2020", "3 3", "2"), Throw("1"))
        storm, _ = play(
            table("impact-power", "3 3", "lightning", elements=["lightning"]),
            throw("lightning", "lightning"),
        )
        with pytest.raises(BadValue, match="needs its landing"):
            apply(storm, ExtraThrow({1: "1"}))

    @pytest.mark.parametrize(
        ("move", "error", "reason"),
        [
            (throw("2"), DiceDoNotAddUp, "so 2 must lie there or be out, not 1 and 0"),
            (throw("2", "3", "4"), DiceDoNotAddUp, "not 3 and 0"),
            (throw("2", "3", "4", out=-1), BadValue, "neither is below 0"),
            (throw("2", "3", cocked=3), BadValue, "no more can lean"),
            (
                throw("2", "3", unit="all"),
                IllegalMove,
                "only into an empty arena; here you throw 1",
            ),
            (
                throw("2", "3", unit="pile:0"),
                IllegalMove,
                "'pile:0' cannot be thrown here; you may throw 1",
            ),
            (throw(("2", "3")), IllegalMove, "nudge the box"),
            (throw(("2",), "3"), BadValue, "a tower of at least two"),
            (throw(7, "3"), BadValue, "cannot lie in the arena"),  # type: ignore[arg-type]
            (EndTurn(), NotAwaited, "the throw that every turn begins with"),
        ],
    )
    def test_what_cannot_be(self, move: Move, error: type[KesselError], reason: str) -> None:
        with pytest.raises(error, match=reason):
            apply(table("strike-2020", "3 3", "2"), move)

    def test_all_dice_into_an_empty_arena(self) -> None:
        with pytest.raises(IllegalMove, match="the arena is empty, so all dice"):
            apply(table("strike-2020", "3 3"), throw("2"))

    def test_a_decision_to_throw_lands_later(self) -> None:
        state = table("strike-2020", "3 3", "2")
        (decision,) = legal_moves(state)
        assert isinstance(decision, Throw)
        assert apply(state, decision.lands(Landing(("2", "3")))).state.phase is Phase.CHOICE

    def test_a_stack_by_accident_counts_by_its_top_where_the_option_says_so(self) -> None:
        state = table("strike-2020", "3 3", "2", "3", accidental_stack="top_counts")
        state, told = play(state, throw(("2", "5"), "3"), throw(("2", "5"), "3", "5"))
        assert told[-3:] == ["collect A 5×2", "end A", "next B one"]
        assert state.arena == ("2", "3")

    def test_a_tower_of_nothing_but_x_is_gone(self) -> None:
        state = table("strike-2020", "3 3", ("2", "3"), accidental_stack="top_counts")
        state, told = play(state, throw(("X", "X"), "4"))
        assert told == ["x 2", "choice A"]
        assert (state.arena, state.removed) == (("4",), 2)

    def test_x_under_a_tower_stays_covered(self) -> None:
        state = table("harry-potter", "3 3", ("accio", "confundo"))
        state, told = play(state, throw(("X", "confundo"), "accio"))
        assert told == ["choice A"]
        assert state.arena == (("X", "confundo"), "accio")


class TestEmptyArena:
    def emptied_by_out(self, cause: str, trigger: str = "turn_start") -> GameState:
        state = table("strike-2020", "4 4", "2", allin_cause=cause, allin_trigger=trigger)
        return play(state, throw(out=2))[0]

    def emptied_by_x(self, cause: str, trigger: str = "turn_start") -> GameState:
        state = table("strike-2020", "4 4", "2", allin_cause=cause, allin_trigger=trigger)
        return play(state, throw("X", out=1))[0]

    def emptied_by_taking(self, cause: str) -> list[str]:
        state = table("strike-2020", "4 4", "2", allin_cause=cause)
        return play(state, throw("2", "2"))[1]

    @pytest.mark.parametrize(
        ("cause", "by_out", "by_x", "by_taking"),
        [
            ("any", "all", "all", "all"),
            ("not_by_out_only", "one", "all", "all"),
            ("collected_only", "one", "one", "all"),
        ],
    )
    def test_what_emptied_it(self, cause: str, by_out: str, by_x: str, by_taking: str) -> None:
        assert play(self.emptied_by_out(cause), EndTurn())[1][-1] == f"next B {by_out}"
        assert play(self.emptied_by_x(cause), EndTurn())[1][-1] == f"next B {by_x}"
        assert self.emptied_by_taking(cause)[-1] == f"next B {by_taking}"

    def test_one_die_may_be_thrown_into_it_where_nothing_forces_more(self) -> None:
        state, _ = play(self.emptied_by_out("not_by_out_only"), EndTurn(), throw("4"))
        assert (state.arena, state.hands) == (("4",), (3, 3))

    def test_mid_turn_it_is_one_die_or_all_by_option(self) -> None:
        assert awaited(self.emptied_by_x("any")) == AwaitChoice(0, ("1",))
        assert awaited(self.emptied_by_x("any", "also_mid_turn")) == AwaitChoice(0, (ALL,))
        assert awaited(self.emptied_by_out("not_by_out_only", "also_mid_turn")) == AwaitChoice(
            0, ("1",)
        )

    def test_a_position_with_an_empty_arena_is_all_in(self) -> None:
        for cause in ("any", "not_by_out_only", "collected_only"):
            assert awaited(table("strike-2020", "3 3", allin_cause=cause)) == AwaitThrow(0, (ALL,))


class TestElimination:
    def last_dice_gone(self, **options: Any) -> list[str]:
        """All three players have one die; Relashio takes them all, nothing matches."""
        state = table("harry-potter", "1 1 1", "relashio", **options)
        after = ("relashio", "accio", "wingardium", "confundo")
        return play(state, throw("relashio", "relashio"), extra({1: "1", 2: "1"}, *after))[1]

    def test_all_at_once_share_the_victory(self) -> None:
        assert self.last_dice_gone()[1:] == [
            "end A", "elim A 0", "elim B 0", "elim C 0", "over A,B,C",
        ]  # fmt: skip

    def test_or_the_active_player_loses(self) -> None:
        told = self.last_dice_gone(double_ko="active_loses")
        assert told[1:] == ["end A", "elim A 2", "over B,C"]

    def test_or_the_game_is_played_again(self) -> None:
        assert self.last_dice_gone(double_ko="replay")[1:] == ["end A", "over -"]

    def test_nobody_wins_without_dice_where_players_are_out_at_once(self) -> None:
        shared = ["end A", "elim A 0", "elim B 0", "elim C 0", "over A,B,C"]
        assert self.last_dice_gone(zero_elimination="immediate")[1:] == shared

    def test_at_once_leaves_only_the_active_player(self) -> None:
        state = table("harry-potter", "3 1 1", "relashio", zero_elimination="immediate")
        after = ("relashio", "accio", "wingardium", "confundo", "immobulus")
        units = {0: "1", 1: "1", 2: "1"}
        _, told = play(state, throw("relashio", "relashio"), extra(units, *after))
        assert told[1:] == ["elim B 1", "elim C 1", "over A"]

    def test_at_the_own_turn_players_are_kept_until_then(self) -> None:
        state = table("harry-potter", "1 1 1 2", "relashio", zero_elimination="own_turn")
        after = ("relashio", "accio", "wingardium", "confundo", "immobulus")
        units = {1: "1", 2: "1", 3: "1"}
        _, told = play(state, throw("relashio", "relashio"), extra(units, *after))
        assert told[1:] == [
            "end A", "elim A 3", "no_dice B", "elim B 2", "no_dice C", "elim C 1", "over D",
        ]  # fmt: skip

    def test_all_without_dice_are_one_batch_there_too(self) -> None:
        told = self.last_dice_gone(zero_elimination="own_turn")
        assert told[-1] == "over A,B,C"

    def test_at_the_own_turn_who_gets_dice_before_it_stays(self) -> None:
        state = table(
            "impact-avatar", "3 1 4", "lightning", "air",
            elements=["lightning", "air"], zero_elimination="own_turn",
        )  # fmt: skip
        after = ("lightning", "lightning", "air", "air", "water", "stone")
        _, told = play(
            state,
            throw("lightning", "lightning", "air"),
            extra({1: "1", 2: "1"}, *after[:5]),
        )
        assert told[-3:] == ["pass_left", "end A", "next B one"]

    def test_the_next_with_dice_follows_one_without(self) -> None:
        state = table("harry-potter", "3 1 3", "relashio", zero_elimination="own_turn")
        _, told = play(
            state,
            throw("relashio", "relashio"),
            extra(
                {0: "1", 1: "1", 2: "1"}, "relashio", "relashio", "accio", "confundo", "immobulus"
            ),
        )
        assert told[-5:] == [
            "collect A relashio×2", "end A", "no_dice B", "elim B 2", "next C one",
        ]  # fmt: skip

    def test_points_of_a_batch_by_order_of_play(self) -> None:
        state = table("harry-potter", "4 1 1 3", "relashio", simultaneous_points="turn_order")
        _, told = play(
            state,
            throw("relashio", "relashio"),
            extra({0: "1", 1: "1", 2: "1", 3: "1"}, "relashio", "relashio", out=4),
        )
        assert told[-3:] == ["elim B 3", "elim C 2", "next D all"]


class TestCollectingByChoice:
    def two_sets(self, edition: str = "strike-2020", **options: Any) -> GameState:
        state = table(edition, "3 3", "2", "5", "2", collecting="optional", **options)
        return play(state, throw("2", "2", "5", "5"))[0]

    def test_some_sets_may_be_left(self) -> None:
        state = self.two_sets()
        assert awaited(state) == AwaitCollect(0, ("2", "5"))
        assert len(list(legal_moves(state))) == 4
        after, told = play(state, Collect(("5",)))
        assert told == ["collect A 5×2", "end A", "next B one"]
        assert after.arena == ("2", "2")

    def test_leaving_all_leaves_the_turn_open(self) -> None:
        assert play(self.two_sets(), Collect(()))[1] == ["choice A"]

    @pytest.mark.parametrize("faces", [("6",), ("2", "2")])
    def test_only_sets_that_lie_there(self, faces: tuple[str, ...]) -> None:
        with pytest.raises(IllegalMove, match="the sets lying there are 2 5"):
            apply(self.two_sets(), Collect(faces))

    def test_a_spell_left_lying_does_not_work(self) -> None:
        state = table("harry-potter", "3 3", "confundo", "accio", "accio", collecting="optional")
        state, _ = play(state, throw("confundo", "confundo", "accio", "accio"))
        assert play(state, Collect(("accio",)))[0].phase is Phase.ACCIO
        _, told = play(state, Collect(("confundo",)))
        assert told == ["collect A confundo×2", "reverse -1", "end A", "next B one"]

    def test_bound_dice_are_never_offered(self) -> None:
        state = table("harry-potter", "3 3", "immobulus", "accio", "accio", collecting="optional")
        state, _ = play(state, throw("immobulus", "immobulus", "accio", "accio"))
        assert awaited(state) == AwaitCollect(0, ("accio",))
        assert "suppressed accio" in play(state, Collect(("accio",)))[1]

    def test_the_winner_of_a_column_chooses(self) -> None:
        state = table("impact-power", "3 3", "fire", "air", "air",
                      elements=["fire"], collecting="optional")  # fmt: skip
        state, _ = play(state, throw("fire", "fire", "air", "air"), WinColumn(1))
        assert awaited(state) == AwaitCollect(1, ("fire", "air"))
        _, told = play(state, Collect(("air",)))
        assert told == ["collect B air×2", "end A", "next A one"]
        _, told = play(state, Collect(()))
        assert told == ["end A", "next A one"], "a column ends the turn, whatever is taken"


class TestPiles:
    def test_loose_dice_and_piles_are_units(self) -> None:
        state = table("impact-power", "2+3+2 3", "fire", elements=["stone"])
        assert awaited(state) == AwaitThrow(0, ("1", "pile:0", "pile:1"))
        state, _ = play(state, throw("fire", "air", "water", "lightning", unit="pile:0"))
        assert state.piles[0] == (2,)
        assert awaited(state) == AwaitChoice(0, ("1", "pile:0"))

    def test_a_die_of_a_pile_cannot_be_thrown_singly(self) -> None:
        state = table("impact-power", "0+3 3", "fire", elements=["stone"])
        with pytest.raises(IllegalMove, match="a pile of boulders is thrown as a whole: pile:0"):
            apply(state, throw("fire", "air"))

    def test_unless_the_option_says_so(self) -> None:
        state = table("impact-power", "0+3+2 3", "fire", elements=["stone"], pile_throw="may_split")
        assert awaited(state) == AwaitThrow(0, ("1", "pile:0", "pile:1", "die:0", "die:1"))
        split, _ = play(state, throw("fire", "air", unit="die:0"))
        assert (split.hands[0], split.piles[0]) == (0, (2, 2))
        first, _ = play(state, throw("fire", "air"))
        assert first == split
        small, _ = play(state, throw("fire", "air", unit="die:1"))
        assert (small.hands[0], small.piles[0]) == (1, (3,))

    def test_big_bang_takes_the_piles_too(self) -> None:
        state = table("impact-power", "1+2 3", elements=["stone"])
        state, _ = play(state, throw("fire", "fire", "air", unit="all"))
        assert (state.hands, state.piles) == ((2, 3), ((), ()))

    def test_piles_pass_as_piles_or_loose(self) -> None:
        for keeps, hands, piles in ((True, (3, 4), ((2,), ())), (False, (5, 4), ((), ()))):
            state = table(
                "impact-avatar", "3 3+2", "air", "fire",
                elements=["stone", "air"], hurricane_keeps_piles=keeps,
            )  # fmt: skip
            state, told = play(state, throw("air", "air", "fire"))
            assert told[:2] == ["collect A air×2", "pass_left"]
            assert (state.hands, state.piles) == (hands, piles)

    def test_stones_won_in_a_column_are_piled_and_passed(self) -> None:
        state = table("impact-avatar", "3+2 3 3", "fire", "stone", "air",
                      elements=["fire", "stone", "air"])  # fmt: skip
        state, told = play(
            state, throw("fire", "fire", "stone", "air", unit="1"),
            WinColumn(2),
        )  # fmt: skip
        assert told == [
            "column C", "dissolve", "collect C fire×2", "end A", "next A one",
        ]  # fmt: skip
        state = table("impact-avatar", "3 3 3", "fire", "stone", "air", "air", "stone",
                      elements=["fire", "stone", "air"])  # fmt: skip
        state, told = play(
            state, throw("fire", "fire", "stone", "stone", "air", "air"), WinColumn(1)
        )
        assert told == [
            "column B", "collect B fire×2,stone×2,air×2", "pile B 2", "pass_left", "end A",
            "next C all",
        ]  # fmt: skip
        assert (state.hands, state.piles) == ((3, 2, 7), ((), (), (2,)))

    def test_owners_may_build_their_piles_up_again(self) -> None:
        state = table(
            "impact-avatar", "3+2+2 3+4", "fire",
            elements=["fire", "stone"], piles_after_column="owner_choice",
        )  # fmt: skip
        state, _ = play(state, throw("fire", "fire"))
        assert len(list(legal_moves(state))) == 2 * 2**3
        kept, told = play(state, WinColumn(0, ((0, 1), (1, 0))))
        assert (kept.hands, kept.piles) == ((6, 3), ((2,), (4,)))
        assert "dissolve" in told
        all_kept, told = play(state, WinColumn(0, ((0, 0), (0, 1), (1, 0))))
        assert all_kept.piles == ((2, 2), (4,))
        assert "dissolve" not in told
        for keep in (((0, 2),), ((0, 0), (0, 0))):
            with pytest.raises(IllegalMove, match="cannot be kept"):
                apply(state, WinColumn(0, keep))

    def test_without_the_option_piles_dissolve(self) -> None:
        state = table("impact-avatar", "3+2 3", "fire", elements=["fire", "stone"])
        state, _ = play(state, throw("fire", "fire"))
        with pytest.raises(IllegalMove, match="piles dissolve after a column"):
            apply(state, WinColumn(0, ((0, 0),)))


class TestColumn:
    def test_a_player_without_dice_may_call_at_once(self) -> None:
        state = table("impact-power", "1 2 3", "fire", "water", elements=["fire"])
        state, _ = play(state, throw("fire", "fire", "water"))
        assert awaited(state) == AwaitColumn((0, 1, 2))
        assert apply(state, WinColumn(0)).state.supply(0) == 2

    def test_by_house_rule_only_players_with_dice_can_win(self) -> None:
        state = table("impact-power", "1 2 3", "fire", "water", elements=["fire"],
                      column_zero_dice="excluded")  # fmt: skip
        state, _ = play(state, throw("fire", "fire", "water"))
        assert awaited(state) == AwaitColumn((1, 2))
        with pytest.raises(IllegalMove, match="won by B C, not by A"):
            apply(state, WinColumn(0))

    def test_a_tie_is_built_again_or_goes_by_order_of_play(self) -> None:
        state = table("impact-power", "3 2 3", "fire", elements=["fire"], active=1)
        assert column_tie(state, (0, 2)) is None
        by_turn = table("impact-power", "3 2 3", "fire", elements=["fire"], active=1,
                        column_tie="turn_order")  # fmt: skip
        assert column_tie(by_turn, (0, 2)) == 2
        assert column_tie(by_turn, (0, 1)) == 1


class TestStorm:
    def storm(self, hands: str, **options: Any) -> GameState:
        state = table("impact-avatar", hands, "lightning", "fire",
                      elements=["lightning", "fire", "stone", "air"], **options)  # fmt: skip
        return play(state, throw("lightning", "lightning", "fire"))[0]

    def test_every_other_player_throws_one_unit(self) -> None:
        assert awaited(self.storm("3 2+2 0+3")) == AwaitExtra({1: ("1", "pile:0"), 2: ("pile:0",)})
        loose_first = self.storm("3 2+2 0+3", storm_unit="loose_first")
        assert awaited(loose_first) == AwaitExtra({1: ("1",), 2: ("pile:0",)})
        assert len(list(legal_moves(self.storm("3 2+2 0+3")))) == 2

    def test_exactly_the_players_called(self) -> None:
        state = self.storm("3 2 2")
        with pytest.raises(
            IllegalMove, match="B C must all throw, and nobody else; you gave nobody"
        ):
            apply(state, extra({}, "lightning", "lightning", "fire"))
        with pytest.raises(IllegalMove, match="you gave A B C"):
            apply(state, extra({0: "1", 1: "1", 2: "1"}, "fire"))
        with pytest.raises(IllegalMove, match="B may throw 1, not 'pile:0'"):
            apply(state, extra({1: "pile:0", 2: "1"}, "fire"))

    def test_nobody_else_has_a_die(self) -> None:
        state = table("impact-power", "3 0 0", "lightning", elements=["lightning"])
        _, told = play(state, throw("lightning", "lightning"))
        assert told[:2] == ["extra -", "collect A lightning×2"]

    @pytest.mark.parametrize(("recheck", "piled"), [("state", True), ("initial", False)])
    def test_stones_matched_by_the_storm(self, recheck: str, piled: bool) -> None:
        state = self.storm("3 2", storm_recheck=recheck)
        decided, told = play(state, extra({1: "1"}, "stone", "stone", "air", "fire"))
        assert ("pile A 2" in told) is piled
        assert decided.phase is Phase.THROW

    def test_nothing_left_after_the_storm(self) -> None:
        broken = ("lightning", "fire", "air", "stone")
        assert play(self.storm("3 2"), extra({1: "1"}, *broken))[1] == ["choice A"]
        ends = self.storm("3 2", extra_throw_no_match="end")
        assert play(ends, extra({1: "1"}, *broken))[1] == ["end A", "next B one"]


class TestSpells:
    def test_accio_takes_a_loose_die_before_a_covered_one(self) -> None:
        state = table("harry-potter", "3 3", ("relashio", "confundo"), "accio", "relashio")
        state, _ = play(state, throw(("relashio", "confundo"), "accio", "accio", "relashio"))
        other = ("relashio", (0, 0))
        assert awaited(state) == AwaitAccio(0, ("relashio", "confundo"), True, (other,))
        taken, _ = play(state, TakeAccio("relashio"))
        assert taken.arena == (("relashio", "confundo"),)
        taken, _ = play(state, TakeAccio(*other))
        assert taken.arena == ("confundo", "relashio")
        for face, place in (("relashio", (0, 1)), ("relashio", (9, 0)), (None, (0, 0))):
            with pytest.raises(
                IllegalMove, match="Accio can take accio relashio, accio confundo, "
            ):
                apply(state, TakeAccio(face, place))

    def test_accio_takes_a_covered_die_unless_only_tops_are_allowed(self) -> None:
        tower = ("relashio", "wingardium", "confundo")
        state = table("harry-potter", "3 3", tower, "accio")
        state, _ = play(state, throw(tower, "accio", "accio"))
        taken, _ = play(state, TakeAccio("wingardium"))
        assert taken.arena == (("relashio", "confundo"),)
        tops = table("harry-potter", "3 3", tower, "accio", accio_tower="top")
        tops, _ = play(tops, throw(tower, "accio", "accio"))
        assert awaited(tops) == AwaitAccio(0, ("confundo",), True)
        with pytest.raises(IllegalMove, match="Accio can take confundo, not 'wingardium'"):
            apply(tops, TakeAccio("wingardium"))
        with pytest.raises(BadValue, match="'7' is not a face"):
            apply(tops, TakeAccio("7"))

    def test_accio_may_have_to_take_and_may_not_take_immobulus(self) -> None:
        must = table("harry-potter", "3 3", "accio", "confundo", accio_optional=False)
        must, _ = play(must, throw("accio", "accio", "confundo"))
        assert list(legal_moves(must)) == [TakeAccio("confundo")]
        with pytest.raises(IllegalMove, match="must take a die here: one of confundo"):
            apply(must, TakeAccio(None))
        never = table("harry-potter", "3 3", "accio", "immobulus", accio_single_immobulus=False)
        _, told = play(never, throw("accio", "accio", "immobulus"))
        assert told[1] == "accio A -"

    def test_the_tower_is_built_of_all_dice_left(self) -> None:
        state = table("harry-potter", "3 3", "wingardium", ("accio", "relashio"), "accio")
        state, _ = play(state, throw("wingardium", "wingardium", ("accio", "relashio"), "accio"))
        assert len(list(legal_moves(state))) == 3
        with pytest.raises(IllegalMove, match="of all the dice left, accio relashio accio"):
            apply(state, StackTower(("accio", "relashio")))
        with pytest.raises(IllegalMove, match="not of nothing"):
            apply(state, StackTower(()))
        with pytest.raises(BadValue, match="'7' is not a face"):
            apply(state, StackTower(("7",)))

    def test_the_die_under_a_taken_top_waits_for_the_next_check(self) -> None:
        state = table("harry-potter", "3 3", ("accio", "confundo"), "accio", "confundo")
        state, told = play(state, throw(("accio", "confundo"), "accio", "confundo", "X"))
        assert told[:3] == ["x 1", "collect A confundo×2", "reverse -1"]
        assert state.arena == ("accio", "accio")
        _, told = play(state, throw("accio", "accio", "relashio"))
        assert told[0] == "collect B accio×2"

    def test_a_standing_immobulus_set_mutes_only_when_fresh_by_option(self) -> None:
        lying = ("immobulus", "immobulus", "confundo")
        standing = table("harry-potter", "3 3", *lying)
        after = (*lying, "confundo")
        assert "suppressed confundo" in play(standing, throw(*after))[1]
        fresh_only = table("harry-potter", "3 3", *lying, immobulus_suppression="fresh_only")
        _state, told = play(fresh_only, throw(*after))
        assert told == [
            "lock immobulus 2", "collect A confundo×2", "reverse -1", "end A", "next B one",
        ]  # fmt: skip
        grown = table("harry-potter", "3 3", *lying, "confundo",
                      immobulus_suppression="fresh_only")  # fmt: skip
        _, told = play(grown, throw(*lying, "confundo", "immobulus"))
        assert "suppressed confundo" in told

    def test_accio_cannot_take_bound_dice(self) -> None:
        lying = ("immobulus", "immobulus", "accio")
        state = table("harry-potter", "3 3", *lying, immobulus_suppression="fresh_only")
        _, told = play(state, throw(*lying, "accio"))
        assert "accio A -" in told

    def test_relashio_over_a_standing_set_by_option(self) -> None:
        lying = ("immobulus", "immobulus", "relashio")
        state = table("harry-potter", "3 3", *lying, immobulus_suppression="fresh_only",
                      relashio_new_immobulus="collect")  # fmt: skip
        state, told = play(state, throw(*lying, "relashio"))
        assert told == ["extra A,B"]
        _, told = play(state, extra({0: "1", 1: "1"}, *lying, "relashio", "accio", "confundo"))
        assert told[:2] == ["lock immobulus 2", "collect A relashio×2"]

    def test_immobulus_made_by_relashio_is_taken_by_option(self) -> None:
        state = table("harry-potter", "3 3", "relashio", relashio_new_immobulus="collect")
        _, told = play(
            state,
            throw("relashio", "relashio"),
            extra({0: "1", 1: "1"}, "relashio", "relashio", "immobulus", "immobulus"),
        )
        assert told[1] == "collect A immobulus×2,relashio×2"

    def test_only_immobulus_ends_the_turn_by_option(self) -> None:
        state = table("harry-potter", "3 3", "immobulus", immobulus_only_ends_turn=True)
        _, told = play(state, throw("immobulus", "immobulus"))
        assert told == ["lock immobulus 2", "end A", "next B one"]

    def test_nobody_can_throw_along(self) -> None:
        state = table("harry-potter", "1 0 0", "relashio", "accio", relashio_throwers="others")
        _, told = play(state, throw("relashio", "relashio", "accio"))
        assert told[:2] == ["extra -", "collect A relashio×2"]
        void = table("harry-potter", "3 0", "relashio", "confundo", "confundo",
                     relashio_throwers="others", relashio_pending="void")  # fmt: skip
        _, told = play(void, throw("relashio", "relashio", "confundo", "confundo"))
        assert "reverse -1" in told, "a throw that was skipped voids nothing"
        own = table("harry-potter", "1 0", "relashio")
        assert play(own, throw("relashio", "relashio"))[1][0] == "extra -"

    def test_locked_spells_left_lying_do_not_work(self) -> None:
        state = table("harry-potter", "4 3", "relashio", "confundo",
                      relashio_pending="locked", collecting="optional")  # fmt: skip
        state, _ = play(
            state,
            throw("relashio", "relashio", "confundo"),
        )
        state, _ = play(
            state, extra({0: "1", 1: "1"}, "relashio", "relashio", "confundo", "confundo", "accio")
        )
        _, told = play(state, Collect(("relashio",)))
        assert told == ["collect A relashio×2", "end A", "next B one"]

    def test_confundo_gives_another_turn_to_one_of_two_left(self) -> None:
        state = table("harry-potter", "3 - 3", "confundo", confundo_two_players="extra_turn")
        assert play(state, throw("confundo", "confundo"))[1][-1] == "next A all"
        three = table("harry-potter", "3 3 3", "confundo", confundo_two_players="extra_turn")
        assert play(three, throw("confundo", "confundo"))[1][-1] == "next C all"


def test_an_arena_is_any_order_of_pieces() -> None:
    one: Arena = ("2", "5")
    state = table("strike-2020", "3 3", *one)
    assert play(state, throw("5", "2", "5"))[0].arena == ("2",)


ODD: Any = "23"


@pytest.mark.parametrize(
    "landing",
    [None, ("2", "3"), Landing(ODD), Landing(("2",), ODD), Landing(("2",), cocked=ODD)],
    ids=repr,
)
def test_what_is_no_landing_is_refused_in_a_sentence(landing: Any) -> None:
    with pytest.raises(BadValue, match=r"landing|whole numbers"):
        checked_landing(landing)
