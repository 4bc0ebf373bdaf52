"""Kessel: the STRIKE family of dice games, as rules, physics, opponents and a referee.

What needs nothing but the standard library is here at once; solver, coach, bots, physics and
the referee are loaded when one of their names is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kessel.bots.bot import (
    Answer,
    Bot,
    Sight,
)
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
    Svg,
    board_svg,
    board_text,
    play,
    sight,
    steps,
)
from kessel.record import (
    BadRecord,
    GameRecord,
    RecordMismatch,
    begin_record,
    read_record,
    replay,
)
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
from kessel.rules.edition import (
    EDITIONS,
    Edition,
    find_edition,
)
from kessel.rules.engine import (
    Hand,
    Step,
    apply,
    awaited,
    legal_moves,
    new_game,
    position,
)
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
from kessel.rules.notation import (
    event_text,
    move_text,
    read_move,
    read_state,
    state_text,
)
from kessel.rules.options import (
    OPTIONS,
    Options,
)
from kessel.rules.reading import (
    explain,
    read_position,
)
from kessel.rules.state import (
    GameState,
    Phase,
)
from kessel.throws import (
    Aim,
    Dice,
    DiceAtRest,
    Handful,
    IdealDice,
    IdealFaces,
    LyingDie,
    Pose,
    ScriptedDice,
    ThrowOrder,
    ThrowResult,
)
from kessel.words import Speaker

if TYPE_CHECKING:
    from kessel.bots.roster import (
        LEVELS,
        make_bot,
    )
    from kessel.coach.coach import Coach
    from kessel.coach.review import (
        Review,
        review,
    )
    from kessel.physics.dice import PhysicsDice
    from kessel.referee import Referee
    from kessel.solver import (
        ChanceModel,
        IdealChance,
        MeasuredChance,
        Movement,
        Odds,
        Solution,
        load_or_solve,
        odds,
        solve,
    )
    from kessel.solver.measured import shipped

__version__ = "0.2.0"

LATER = {
    "LEVELS": "kessel.bots.roster",
    "make_bot": "kessel.bots.roster",
    "Coach": "kessel.coach.coach",
    "Review": "kessel.coach.review",
    "review": "kessel.coach.review",
    "PhysicsDice": "kessel.physics.dice",
    "Referee": "kessel.referee",
    "ChanceModel": "kessel.solver",
    "IdealChance": "kessel.solver",
    "MeasuredChance": "kessel.solver",
    "Movement": "kessel.solver",
    "Odds": "kessel.solver",
    "Solution": "kessel.solver",
    "load_or_solve": "kessel.solver",
    "odds": "kessel.solver",
    "solve": "kessel.solver",
    "shipped": "kessel.solver.measured",
}
"""What is loaded when it is first asked for, and from where."""

__all__ = [
    "EDITIONS",
    "LEVELS",
    "OPTIONS",
    "AccioTaken",
    "Aim",
    "Answer",
    "Await",
    "AwaitAccio",
    "AwaitChoice",
    "AwaitCollect",
    "AwaitColumn",
    "AwaitExtra",
    "AwaitStack",
    "AwaitStartDie",
    "AwaitThrow",
    "BadRecord",
    "BadValue",
    "Bot",
    "ChanceModel",
    "Coach",
    "Cocked",
    "Collect",
    "Collected",
    "ColumnWon",
    "Dice",
    "DiceAtRest",
    "DiceDoNotAddUp",
    "Edition",
    "Eliminated",
    "EndTurn",
    "Event",
    "ExtraCalled",
    "ExtraThrow",
    "Game",
    "GameOver",
    "GameRecord",
    "GameState",
    "Hand",
    "Handful",
    "IdealChance",
    "IdealDice",
    "IdealFaces",
    "IllegalMove",
    "KesselError",
    "Landing",
    "Locked",
    "LyingDie",
    "MayGoOn",
    "MeasuredChance",
    "Move",
    "Movement",
    "NextTurn",
    "NoDice",
    "NoGame",
    "NotAwaited",
    "NullRemoved",
    "Odds",
    "Options",
    "Over",
    "ParseError",
    "PassedLeft",
    "Phase",
    "PhysicsDice",
    "PileMade",
    "PilesDissolved",
    "Played",
    "Pose",
    "RecordMismatch",
    "Referee",
    "Reversed",
    "Review",
    "ScriptedDice",
    "Sight",
    "Solution",
    "Speaker",
    "StackTower",
    "StartAgain",
    "StartDie",
    "Started",
    "Step",
    "Suppressed",
    "Svg",
    "TakeAccio",
    "Throw",
    "ThrowOrder",
    "ThrowResult",
    "TowerStacked",
    "TurnEnded",
    "UnknownEdition",
    "UnknownOption",
    "UnknownRequest",
    "WentOut",
    "WinColumn",
    "__version__",
    "apply",
    "awaited",
    "begin_record",
    "board_svg",
    "board_text",
    "event_text",
    "explain",
    "find_edition",
    "legal_moves",
    "load_or_solve",
    "make_bot",
    "move_text",
    "new_game",
    "odds",
    "play",
    "position",
    "read_move",
    "read_position",
    "read_record",
    "read_state",
    "replay",
    "review",
    "shipped",
    "sight",
    "solve",
    "state_text",
    "steps",
]


def __getattr__(name: str) -> Any:
    home = LATER.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
