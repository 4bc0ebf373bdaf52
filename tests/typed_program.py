"""A user's program with every public name in it, fully typed: what strict type checkers say of it,
installed beside nothing but the wheel, they say of users' programs. It runs, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

import kessel
from kessel import (
    EDITIONS,
    LEVELS,
    OPTIONS,
    AccioTaken,
    Aim,
    Answer,
    Await,
    AwaitAccio,
    AwaitChoice,
    AwaitCollect,
    AwaitColumn,
    AwaitExtra,
    AwaitStack,
    AwaitStartDie,
    AwaitThrow,
    BadRecord,
    BadValue,
    Bot,
    Cast,
    ChanceModel,
    Coach,
    Cocked,
    Collect,
    Collected,
    ColumnWon,
    Dice,
    DiceAtRest,
    DiceDoNotAddUp,
    Edition,
    Eliminated,
    EndTurn,
    Event,
    ExtraCalled,
    ExtraThrow,
    Game,
    GameOver,
    GameRecord,
    GameState,
    Habit,
    Hand,
    Handful,
    IdealChance,
    IdealDice,
    IdealFaces,
    IllegalMove,
    KesselError,
    Landed,
    Landing,
    Locked,
    LyingDie,
    MayGoOn,
    MeasuredChance,
    ModelDice,
    Move,
    Movement,
    NextTurn,
    NoDice,
    NoGame,
    NotAwaited,
    NullRemoved,
    Odds,
    Options,
    Over,
    ParseError,
    PassedLeft,
    Phase,
    PhysicsDice,
    PileMade,
    PilesDissolved,
    Played,
    Pose,
    RecordMismatch,
    Referee,
    Reversed,
    Review,
    ScriptedDice,
    Sight,
    Simulator,
    Solution,
    Solved,
    SolvedPolicy,
    Speaker,
    StackTower,
    Standing,
    StartAgain,
    StartDie,
    Started,
    Step,
    Suppressed,
    Svg,
    TakeAccio,
    Throw,
    ThrowOrder,
    ThrowResult,
    Tournament,
    TowerStacked,
    TurnEnded,
    UnknownEdition,
    UnknownOption,
    UnknownRequest,
    WentOut,
    WinColumn,
    apply,
    awaited,
    begin_record,
    board_svg,
    board_text,
    event_text,
    explain,
    find_edition,
    legal_moves,
    load_or_solve,
    make_bot,
    move_text,
    new_game,
    odds,
    play,
    position,
    read_move,
    read_position,
    read_record,
    read_state,
    replay,
    review,
    shipped,
    sight,
    solve,
    state_text,
    steps,
    tournament,
)

POSITION = "strike-2020 hands=2,3 arena=2,5 phase=choice"
EVENTS: tuple[type[Event], ...] = (
    AccioTaken, Cocked, Collected, ColumnWon, Eliminated, ExtraCalled, GameOver, Locked, MayGoOn,
    NextTurn, NoDice, NullRemoved, PassedLeft, PileMade, PilesDissolved, Reversed, StartAgain,
    Started, Suppressed, TowerStacked, TurnEnded, WentOut,
)  # fmt: skip
ERRORS: Sequence[type[KesselError]] = (
    BadRecord, BadValue, DiceDoNotAddUp, IllegalMove, NoGame, NotAwaited, ParseError,
    RecordMismatch, UnknownEdition, UnknownOption, UnknownRequest,
)  # fmt: skip


class Cautious:
    """Stops where it may, else throws firmly at the middle."""

    def answer(self, sight: Sight, chance: Random) -> Answer:
        """The first that is legal."""
        move: Move = next(sight.legal())
        return Answer(move, aim=Aim.of_strength("firm", side=chance.random()))


class Sticky(Simulator):
    """Dice that never move what lies there."""

    @property
    def name(self) -> str:
        """Of these dice."""
        return "sticky"

    def throw(self, order: ThrowOrder) -> ThrowResult:
        """Every die thrown is lost."""
        thrown: Iterable[Handful] = order.handfuls
        return ThrowResult(order.at_rest, tuple(die for one in thrown for die in one.dice))


def who_must_act(waiting: Await) -> tuple[int, ...]:
    """The players that a game waits for."""
    match waiting:
        case AwaitStartDie() | AwaitThrow() | AwaitChoice() | AwaitCollect():
            return (waiting.player,)
        case AwaitAccio(player=player) | AwaitStack(player=player):
            return (player,)
        case AwaitExtra(units=units):
            return tuple(units)
        case AwaitColumn(players=players):
            return players
        case Over(winners=winners):
            return winners


def who_moves(move: Move) -> str:
    """What a move is about."""
    match move:
        case StartDie(face=face):
            return face
        case Throw(unit=unit, landing=landing):
            return unit if landing is None else str(landing.out)
        case ExtraThrow(units=units):
            return ",".join(units.values())
        case WinColumn(winner=winner):
            return str(winner)
        case Collect(faces=faces):
            return ",".join(faces)
        case TakeAccio(face=face):
            return face or "none"
        case StackTower(tower=tower):
            return "/".join(tower)
        case EndTurn():
            return "end"


def rules() -> None:
    """A game as pure functions."""
    edition: Edition = find_edition("harry-potter")
    options: Options = new_game(edition, 2).options
    state: GameState = position("strike-2020", [Hand(3), 4], ("2", "5"))
    step: Step = apply(state, Throw(landing=Landing(("2", "5", "5"))))
    moves: list[Move] = list(legal_moves(POSITION))
    phase: Phase = read_state(POSITION).phase
    print(EDITIONS[edition.id].hands, OPTIONS["supply"].values, options.supply, phase)
    print(state_text(step.state), moves, [event_text(event) for event in step.events])
    print(who_must_act(awaited(POSITION)), who_moves(read_move("throw 1")), move_text(moves[0]))
    speaker = Speaker("strike-2020", ["Ann", "Ben"], language="fr")
    told = [speaker.say(one) for one in explain(state, "throw 1: 2 5 5", step)]
    print(told, [speaker.say(one) for one in read_position(state)])


def games() -> None:
    """Games of bots, with dice of every kind."""
    game = Game("strike-2020", names=["Ann", "Ben"])
    bots: list[Bot] = [Cautious(), make_bot("careful")]
    winners: tuple[int, ...] = play(game, bots, IdealFaces(), seed=1)
    played: list[Played] = list(steps(Game("impact"), "rule", IdealDice(), seed=1))
    record: GameRecord = game.record()
    again: GameRecord = read_record(record.text())
    begun = begin_record(new_game("impact", 2), ["Ann", "Ben"])
    replayed: list[Step] = list(replay(again))
    picture: Svg = board_svg(game.state)
    seen: Sight = sight(Game.from_state(POSITION), 0)
    print(winners, played[-1].events, begun.names, len(replayed), len(picture), seen.player)
    print(board_text(game.state), Referee().answer('{"show": true}'), LEVELS)
    told: Tournament = tournament({"mine": Cautious(), "rule": make_bot("rule")}, games=2)
    first: Standing = told.standings[0]
    print(first.name, first.share)


def dice() -> None:
    """Dice and how they lie."""
    kinds: tuple[Dice, ...] = (
        IdealFaces(), ModelDice(shipped("oval")), Sticky(), PhysicsDice(watched=False),
        ScriptedDice([Landing(("2", "5", "3"))]),
    )  # fmt: skip
    state = read_state(POSITION)
    casts: Mapping[int, Cast] = {0: Cast("1", Aim())}
    for one in kinds:
        landed: Landed = one.land(state, casts, Random(1))
        lying: DiceAtRest | None = landed.at_rest
        for stack in lying or ():
            die: LyingDie = stack[0]
            pose: Pose = die.pose
            print(die.face, pose.x)


def solving() -> None:
    """Exact values, the coach, strategies."""
    model: ChanceModel = IdealChance()
    measured: MeasuredChance = shipped("oval")
    moves: tuple[Movement, ...] = measured.movements("firm", 1, 2)
    solved: Solved = load_or_solve("strike-2020", 2, model)
    told: Odds = odds(POSITION, solved, model)
    exact = solve("strike-2020", 2, "ideal")
    if isinstance(exact, Solution):
        policy = SolvedPolicy(exact)
        play(Game("strike-2020"), [policy, Habit((0, 0, 1, 1, 1, 1))], seed=2)
    game = Game("strike-2020")
    play(game, "rule", seed=1)
    reviewed: Review = review(game.record(), Coach("strike-2020", 2, model))
    print(told.best, told.chance, reviewed.exact, sum(move.probability for move in moves))


def refused() -> None:
    """Errors have codes."""
    try:
        Game("chess")
    except KesselError as error:
        print(error.code, error)
    print([one.code for one in ERRORS], [one.kind for one in EVENTS], kessel.__version__)


if __name__ == "__main__":
    for part in (rules, games, dice, solving, refused):
        part()
