"""A user's program with every public name in it, fully typed: what strict type checkers say of it,
installed beside nothing but the wheel, they say of users' programs. It runs, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import kessel as k

POSITION = "strike-2020 hands=2,3 arena=2,5 phase=choice"
EVENTS: tuple[type[k.Event], ...] = (
    k.AccioTaken, k.Cocked, k.Collected, k.ColumnWon, k.Eliminated, k.ExtraCalled, k.GameOver,
    k.Locked, k.MayGoOn, k.NextTurn, k.NoDice, k.NullRemoved, k.PassedLeft, k.PileMade,
    k.PilesDissolved, k.Reversed, k.StartAgain, k.Started, k.Suppressed, k.TowerStacked,
    k.TurnEnded, k.WentOut,
)  # fmt: skip
ERRORS: Sequence[type[k.KesselError]] = (
    k.BadRecord, k.BadValue, k.DiceDoNotAddUp, k.IllegalMove, k.NoGame, k.NotAwaited,
    k.ParseError, k.RecordMismatch, k.UnknownEdition, k.UnknownOption, k.UnknownRequest,
)  # fmt: skip


class Cautious:
    """Stops where it may, else throws firmly at the middle."""

    def answer(self, sight: k.Sight, chance: Random) -> k.Answer:
        """The first that is legal."""
        move: k.Move = next(sight.legal())
        if isinstance(move, k.EndTurn):
            return k.Answer("end")
        return k.Answer(move, aim=k.Aim.of_strength("firm", side=chance.random()))


class Sticky(k.Simulator):
    """Dice that never move what lies there."""

    @property
    def name(self) -> str:
        """Of these dice."""
        return "sticky"

    def throw(self, order: k.ThrowOrder) -> k.ThrowResult:
        """Every die thrown is lost."""
        thrown: Iterable[k.Handful] = order.handfuls
        return k.ThrowResult(order.at_rest, tuple(die for one in thrown for die in one.dice))


def who_must_act(waiting: k.Await) -> tuple[int, ...]:
    """The players that a game waits for."""
    match waiting:
        case k.AwaitStartDie() | k.AwaitThrow() | k.AwaitChoice() | k.AwaitCollect():
            return (waiting.player,)
        case k.AwaitAccio(player=player) | k.AwaitStack(player=player):
            return (player,)
        case k.AwaitExtra(units=units):
            return tuple(units)
        case k.AwaitColumn(players=players):
            return players
        case k.Over(winners=winners):
            return winners


def who_moves(move: k.Move) -> str:
    """What a move is about."""
    match move:
        case k.StartDie(face=face):
            return face
        case k.Throw(unit=unit, landing=landing):
            return unit if landing is None else str(landing.out)
        case k.ExtraThrow(units=units):
            return ",".join(units.values())
        case k.WinColumn(winner=winner):
            return str(winner)
        case k.Collect(faces=faces):
            return ",".join(faces)
        case k.TakeAccio(face=face):
            return face or "none"
        case k.StackTower(tower=tower):
            return "/".join(tower)
        case k.EndTurn():
            return "end"


def rules() -> None:
    """A game as pure functions."""
    edition: k.Edition = k.find_edition("harry-potter")
    options: k.Options = k.new_game(edition, 2).options
    state: k.GameState = k.position("strike-2020", [k.Hand(3), 4], ("2", "5"))
    step: k.Step = k.apply(state, k.Throw(landing=k.Landing(("2", "5", "5"))))
    moves: list[k.Move] = list(k.legal_moves(POSITION))
    phase: k.Phase = k.read_state(POSITION).phase
    print(k.EDITIONS[edition.id].hands, k.OPTIONS["supply"].values, options.supply, phase)
    print(k.state_text(step.state), moves, [k.event_text(event) for event in step.events])
    print(
        who_must_act(k.awaited(POSITION)), who_moves(k.read_move("throw 1")), k.move_text(moves[0])
    )
    speaker = k.Speaker("strike-2020", ["Ann", "Ben"], language="fr")
    told = [speaker.say(one) for one in k.explain(state, "throw 1: 2 5 5", step)]
    print(told, [speaker.say(one) for one in k.read_position(state)])


def games() -> None:
    """Games of bots, with dice of every kind."""
    game = k.Game("strike-2020", names=["Ann", "Ben"])
    bots: list[k.Bot] = [Cautious(), k.make_bot("careful")]
    winners: tuple[int, ...] = k.play(game, bots, k.IdealFaces(), seed=1)
    played: list[k.Played] = list(k.steps(k.Game("impact"), "rule", k.IdealDice(), seed=1))
    record: k.GameRecord = game.record()
    again: k.GameRecord = k.read_record(record.text())
    begun = k.begin_record(k.new_game("impact", 2), ["Ann", "Ben"])
    replayed: list[k.Step] = list(k.replay(again))
    picture: k.Svg = k.board_svg(game.state)
    seen: k.Sight = k.sight(k.Game.from_state(POSITION), 0)
    print(winners, played[-1].events, begun.names, len(replayed), len(picture), seen.player)
    print(k.board_text(game.state), k.Referee().answer('{"show": true}'), k.LEVELS)
    told: k.Tournament = k.tournament({"mine": Cautious(), "rule": k.make_bot("rule")}, games=2)
    first: k.Standing = told.standings[0]
    print(first.name, first.share)


def dice() -> None:
    """Dice and how they lie."""
    kinds: tuple[k.Dice, ...] = (
        k.IdealFaces(), k.ModelDice(k.shipped("oval")), Sticky(), k.PhysicsDice(watched=False),
        k.ScriptedDice([k.Landing(("2", "5", "3"))]),
    )  # fmt: skip
    state = k.read_state(POSITION)
    casts: Mapping[int, k.Cast] = {0: k.Cast("1", k.Aim())}
    for one in kinds:
        landed: k.Landed = one.land(state, casts, Random(1))
        lying: k.DiceAtRest | None = landed.at_rest
        for stack in lying or ():
            die: k.LyingDie = stack[0]
            pose: k.Pose = die.pose
            print(die.face, pose.x)


def solving() -> None:
    """Exact values, the coach, strategies."""
    model: k.ChanceModel = k.IdealChance()
    measured: k.MeasuredChance = k.shipped("oval")
    moves: tuple[k.Movement, ...] = measured.movements("firm", 1, 2)
    solved: k.Solved = k.load_or_solve("strike-2020", 2, model)
    told: k.Odds = k.odds(POSITION, solved, model)
    exact = k.solve("strike-2020", 2, "ideal")
    if isinstance(exact, k.Solution):
        policy = k.SolvedPolicy(exact)
        k.play(k.Game("strike-2020"), [policy, k.Habit((0, 0, 1, 1, 1, 1))], seed=2)
    game = k.Game("strike-2020")
    k.play(game, "rule", seed=1)
    reviewed: k.Review = k.review(game.record(), k.Coach("strike-2020", 2, model))
    print(told.best, told.chance, reviewed.exact, sum(move.probability for move in moves))


def refused() -> None:
    """Errors have codes."""
    try:
        k.Game("chess")
    except k.KesselError as error:
        print(error.code, error)
    print([one.code for one in ERRORS], [one.kind for one in EVENTS], k.__version__)


if __name__ == "__main__":
    for part in (rules, games, dice, solving, refused):
        part()
