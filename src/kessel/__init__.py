"""Kessel: the STRIKE family of dice games, as rules, physics, opponents and a referee.

Importing it loads nothing; what a name needs is loaded when the name is first used.
"""

from importlib import import_module

from kessel.extras import advise

TYPE_CHECKING = False  # what type checkers take for true; `typing` would be slow to load
if TYPE_CHECKING:
    from kessel.bots.bot import Answer, Bot, Sight
    from kessel.bots.levels import LEVELS
    from kessel.bots.roster import make_bot
    from kessel.coach.coach import Coach
    from kessel.coach.review import Review, review
    from kessel.errors import (
        BadValue,
        DiceDoNotAddUp,
        IllegalMove,
        KesselError,
        NoGame,
        NotAwaited,
        ParseError,
        UnknownEdition,
        UnknownOption,
        UnknownRequest,
    )
    from kessel.game import (
        Game,
        Played,
        Standing,
        Svg,
        Tournament,
        board_svg,
        board_text,
        play,
        sight,
        steps,
        tournament,
    )
    from kessel.physics.dice import PhysicsDice
    from kessel.record import (
        BadRecord,
        GameRecord,
        RecordMismatch,
        begin_record,
        read_record,
        replay,
    )
    from kessel.referee import Referee
    from kessel.rules.awaits import (
        Await,
        AwaitAccio,
        AwaitChoice,
        AwaitCollect,
        AwaitColumn,
        AwaitExtra,
        AwaitStack,
        AwaitStartDie,
        AwaitThrow,
        Over,
    )
    from kessel.rules.edition import EDITIONS, Edition, find_edition
    from kessel.rules.engine import Step, apply, awaited, legal_moves
    from kessel.rules.events import (
        AccioTaken,
        Cocked,
        Collected,
        ColumnWon,
        Eliminated,
        Event,
        ExtraCalled,
        GameOver,
        Locked,
        MayGoOn,
        NextTurn,
        NoDice,
        NullRemoved,
        PassedLeft,
        PileMade,
        PilesDissolved,
        Reversed,
        StartAgain,
        Started,
        Suppressed,
        TowerStacked,
        TurnEnded,
        WentOut,
    )
    from kessel.rules.moves import (
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
    from kessel.rules.notation import event_text, move_text, read_move
    from kessel.rules.options import OPTIONS, Options
    from kessel.rules.positions import read_state, state_text
    from kessel.rules.reading import explain, read_position
    from kessel.rules.setup import Hand, new_game, position
    from kessel.rules.state import GameState, Phase
    from kessel.solver import (
        ChanceModel,
        IdealChance,
        MeasuredChance,
        Movement,
        Odds,
        Solution,
        Solved,
        load_or_solve,
        odds,
        solve,
    )
    from kessel.solver.base.strategies import Habit, SolvedPolicy
    from kessel.solver.dice import ModelDice
    from kessel.solver.measured import shipped
    from kessel.throws import (
        Aim,
        Cast,
        Dice,
        DiceAtRest,
        Handful,
        IdealDice,
        IdealFaces,
        Landed,
        LyingDie,
        Pose,
        ScriptedDice,
        Simulator,
        ThrowOrder,
        ThrowResult,
    )
    from kessel.words import Speaker

__version__ = "0.2.0"

HOMES = {
    "kessel.bots.bot": "Answer Bot Sight",
    "kessel.bots.levels": "LEVELS",
    "kessel.bots.roster": "make_bot",
    "kessel.coach.coach": "Coach",
    "kessel.coach.review": "Review review",
    "kessel.errors": (
        "BadValue DiceDoNotAddUp IllegalMove KesselError NoGame NotAwaited ParseError "
        "UnknownEdition UnknownOption UnknownRequest"
    ),
    "kessel.game": (
        "Game Played Standing Svg Tournament board_svg board_text play sight steps tournament"
    ),
    "kessel.physics.dice": "PhysicsDice",
    "kessel.record": "BadRecord GameRecord RecordMismatch begin_record read_record replay",
    "kessel.referee": "Referee",
    "kessel.rules.awaits": (
        "Await AwaitAccio AwaitChoice AwaitCollect AwaitColumn AwaitExtra AwaitStack "
        "AwaitStartDie AwaitThrow Over"
    ),
    "kessel.rules.edition": "EDITIONS Edition find_edition",
    "kessel.rules.engine": "Step apply awaited legal_moves",
    "kessel.rules.events": (
        "AccioTaken Cocked Collected ColumnWon Eliminated Event ExtraCalled GameOver Locked "
        "MayGoOn NextTurn NoDice NullRemoved PassedLeft PileMade PilesDissolved Reversed "
        "StartAgain Started Suppressed TowerStacked TurnEnded WentOut"
    ),
    "kessel.rules.moves": (
        "Collect EndTurn ExtraThrow Landing Move StackTower StartDie TakeAccio Throw WinColumn"
    ),
    "kessel.rules.notation": "event_text move_text read_move",
    "kessel.rules.positions": "read_state state_text",
    "kessel.rules.options": "OPTIONS Options",
    "kessel.rules.reading": "explain read_position",
    "kessel.rules.setup": "Hand new_game position",
    "kessel.rules.state": "GameState Phase",
    "kessel.solver": (
        "ChanceModel IdealChance MeasuredChance Movement Odds Solution Solved load_or_solve odds "
        "solve"
    ),
    "kessel.solver.base.strategies": "Habit SolvedPolicy",
    "kessel.solver.dice": "ModelDice",
    "kessel.solver.measured": "shipped",
    "kessel.throws": (
        "Aim Cast Dice DiceAtRest Handful IdealDice IdealFaces Landed LyingDie Pose ScriptedDice "
        "Simulator ThrowOrder ThrowResult"
    ),
    "kessel.words": "Speaker",
}
"""Where the names are from."""
LATER = {name: home for home, names in HOMES.items() for name in names.split()}

__all__ = sorted(["__version__", *LATER])


if not TYPE_CHECKING:  # or a type checker would take any name for one of ours

    def __getattr__(name):
        home = LATER.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(home), name)
        return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


advise()
