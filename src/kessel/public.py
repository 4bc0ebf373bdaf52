"""The names that programs use as `kessel.NAME`: said here, and nowhere else.

`kessel` loads each from its home, and `make generate` writes from this what type checkers read
(`__init__.pyi`) and the reference. Nothing but names: `import kessel` loads it.
"""

PUBLIC = {
    "A game": {
        "kessel.game": (
            "Game Played play steps sight tournament Tournament Standing board_text board_svg Svg"
        ),
    },
    "The rules": {
        "kessel.rules.setup": "new_game position Hand",
        "kessel.rules.engine": "awaited legal_moves apply Step",
        "kessel.rules.state": "GameState Phase",
        "kessel.rules.edition": "EDITIONS Edition find_edition",
        "kessel.rules.options": "OPTIONS Options",
    },
    "Moves": {
        "kessel.rules.moves": (
            "Move StartDie Throw Landing EndTurn ExtraThrow WinColumn Collect TakeAccio StackTower"
        ),
    },
    "What is awaited": {
        "kessel.rules.awaits": (
            "Await AwaitStartDie AwaitThrow AwaitChoice AwaitExtra AwaitColumn AwaitCollect "
            "AwaitAccio AwaitStack Over"
        ),
    },
    "Events": {
        "kessel.rules.events": (
            "Event Started StartAgain Cocked WentOut NullRemoved Locked ExtraCalled ColumnWon "
            "PilesDissolved Collected Suppressed AccioTaken TowerStacked Reversed PileMade "
            "PassedLeft MayGoOn TurnEnded NoDice Eliminated NextTurn GameOver"
        ),
    },
    "Texts, records and words": {
        "kessel.rules.positions": "state_text read_state",
        "kessel.rules.notation": "move_text read_move event_text",
        "kessel.record": "GameRecord begin_record read_record replay",
        "kessel.referee": "Referee",
        "kessel.words": "Speaker",
        "kessel.rules.reading": "explain read_position",
    },
    "Dice": {
        "kessel.throws": (
            "Dice Cast Aim Landed IdealFaces Simulator ThrowOrder Handful ThrowResult "
            "IdealDice ScriptedDice DiceAtRest LyingDie Pose"
        ),
        "kessel.solver.dice": "ModelDice",
        "kessel.physics.dice": "PhysicsDice",
    },
    "Bots": {
        "kessel.bots.bot": "Bot Sight Answer",
        "kessel.bots.roster": "make_bot",
        "kessel.bots.levels": "LEVELS",
    },
    "Solver and coach": {
        "kessel.solver": (
            "solve load_or_solve Solved Solution odds Odds ChanceModel IdealChance "
            "MeasuredChance Movement"
        ),
        "kessel.solver.base.strategies": "Habit SolvedPolicy",
        "kessel.solver.measured": "shipped",
        "kessel.coach.coach": "Coach",
        "kessel.coach.review": "review Review",
    },
    "Errors": {
        "kessel.errors": (
            "KesselError ParseError BadValue IllegalMove NotAwaited DiceDoNotAddUp "
            "UnknownEdition UnknownOption UnknownRequest NoGame"
        ),
        "kessel.record": "BadRecord RecordMismatch",
    },
}
"""By what they are about, then by the module that each is from; the reference has this order."""
HOMES = {
    name: home
    for homes in PUBLIC.values()
    for home, names in homes.items()
    for name in names.split()
}
"""Where each name is from."""
