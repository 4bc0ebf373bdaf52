"""A second reading of the rules, written from the rules' text alone.

A slow, plain transcription of the catalogue as one mutable object that speaks the referee
protocol. It shares nothing with `kessel.rules` and must never import it: its only worth is that
two readers who did not look at each other's work agree.
"""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

Request = dict[str, Any]
Reply = dict[str, Any]
Event = dict[str, Any]
Piece = str | list[str]

FACES = {
    "strike": ["X", "2", "3", "4", "5", "6"],
    "impact": ["X", "fire", "water", "stone", "lightning", "air"],
    "harry-potter": ["X", "immobulus", "relashio", "accio", "wingardium", "confundo"],
}
FAMILY = {
    "strike-2012": "strike",
    "strike-2020": "strike",
    "impact": "impact",
    "impact-power": "impact",
    "impact-avatar": "impact",
    "harry-potter": "harry-potter",
}
HANDS = {True: {2: 9, 3: 8, 4: 7, 5: 6}, False: {2: 8, 3: 7, 4: 6, 5: 5}}
DICE = {True: 31, False: 26}
ELEMENTS = ["lightning", "fire", "stone", "air", "water"]
SPELLS = ["immobulus", "relashio", "accio", "wingardium", "confundo"]

EVERYWHERE = list(FAMILY)
IMPACT = ["impact", "impact-power", "impact-avatar"]
POWERS = ["impact-power", "impact-avatar"]
AVATAR = ["impact-avatar"]
POTTER = ["harry-potter"]

# Option: values (the default first) and the editions which know it.
REGISTRY: dict[str, tuple[list[Any], list[str]]] = {
    "start_die": (["placed", "thrown"], EVERYWHERE),
    "start_die_x": (["rethrow", "choose_face"], EVERYWHERE),
    "collecting": (["mandatory", "optional"], EVERYWHERE),
    "allin_trigger": (["turn_start", "also_mid_turn"], EVERYWHERE),
    "allin_cause": (["any", "not_by_out_only", "collected_only"], EVERYWHERE),
    "zero_elimination": (["end_of_turn", "immediate", "own_turn"], EVERYWHERE),
    "double_ko": (["shared", "active_loses", "replay"], EVERYWHERE),
    "simultaneous_points": (["equal", "turn_order"], EVERYWHERE),
    "cocked": (["nudge", "reroll_outside"], EVERYWHERE),
    "rim_is_out": ([False, True], EVERYWHERE),
    "accidental_stack": (["nudge", "top_counts"], EVERYWHERE),
    "premove": (["free", "walls_by_consent", "none"], EVERYWHERE),
    "supply": (["open", "hidden"], EVERYWHERE),
    "tournament_tie": (["share", "playoff"], EVERYWHERE),
    "tournament_start": (["clockwise", "any_order_each_once"], EVERYWHERE),
    "storm_recheck": (["state", "initial"], AVATAR),
    "storm_unit": (["free", "loose_first"], AVATAR),
    "extra_throw_no_match": (["continue", "end"], POWERS + POTTER),
    "swamp_only_ends_turn": ([False, True], POWERS),
    "pile_throw": (["whole", "may_split"], POWERS),
    "piles_after_column": (["dissolve", "owner_choice"], AVATAR),
    "hurricane_keeps_piles": ([True, False], AVATAR),
    "column_zero_dice": (["may_win", "excluded"], POWERS),
    "column_tie": (["rematch", "turn_order"], POWERS),
    "immobulus_only_ends_turn": ([True, False], POTTER),
    "immobulus_suppression": (["standing", "fresh_only"], POTTER),
    "relashio_throwers": (["all", "others"], POTTER),
    "relashio_pending": (["intact", "locked", "void"], POTTER),
    "relashio_new_immobulus": (["collect", "binds"], POTTER),
    "accio_optional": ([True, False], POTTER),
    "accio_single_immobulus": ([True, False], POTTER),
    "accio_tower": (["any", "top"], POTTER),
    "tower_builder": (["active", "random"], POTTER),
    "confundo_two_players": (["none", "extra_turn"], POTTER),
}

BOOKLETS = {
    "strike-2012": ["fr", "it"],
    "strike-2020": ["en", "de", "fr", "it", "nl", "es"],
    "impact": ["de", "en", "fr", "it", "nl"],
    "impact-power": ["de", "en", "fr", "it", "nl"],
    "impact-avatar": ["de", "en", "fr", "it", "nl"],
    "harry-potter": ["en", "de", "fr", "it", "nl", "es"],
}
POTTER_PRESETS: dict[str, dict[str, Any]] = {
    "de": {
        "immobulus_only_ends_turn": False,
        "relashio_new_immobulus": "binds",
        "accio_single_immobulus": False,
    },
    "en": {},
    "it": {},
    "es": {},
    "fr": {"relashio_throwers": "others", "accio_optional": False},
    "nl": {"start_die": "placed", "zero_elimination": "immediate"},
}


POTTER_NL = ("harry-potter", "nl")


class Refused(Exception):
    """The request is not accepted; the game stays as it was."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def need(condition: bool, code: str, message: str) -> None:
    if not condition:
        raise Refused(code, message)


def edition_options(edition: str, given: Any, preset: Any) -> dict[str, Any]:
    need(isinstance(given, dict), "bad_value", "options must be an object")
    options = {}
    for name, (values, editions) in REGISTRY.items():
        if edition in editions:
            options[name] = values[0]
    options["start_die"] = "placed" if edition in ("strike-2012", "impact") else "thrown"
    if edition == "strike-2012":
        options |= {"cocked": "reroll_outside", "rim_is_out": True}
        options["allin_cause"] = "not_by_out_only"
    if edition in ("strike-2020", "harry-potter"):
        options |= {"premove": "walls_by_consent", "start_die_x": "choose_face"}
    if preset is not None:
        need(preset in BOOKLETS[edition], "bad_value", "no such booklet")
    if preset is not None and edition == "harry-potter":
        options.update(POTTER_PRESETS[preset])
    for name, value in given.items():
        need(name in options, "unknown_option", f"{name} is no option of {edition}")
        allowed = REGISTRY[name][0]
        fits = any(value == one and type(value) is type(one) for one in allowed)
        need(fits, "bad_value", f"{name} cannot be {value}")
        options[name] = value
    if edition not in ("strike-2020", "harry-potter") or (edition, preset) == POTTER_NL:
        need(options["tournament_tie"] == "share", "bad_value", "these booklets know only share")
    if edition == "impact-power":
        need(options["start_die"] == "thrown", "bad_value", "the throw chooses the element")
    if (edition, preset) == ("impact-avatar", "it"):
        need(options["piles_after_column"] == "dissolve", "bad_value", "piles cannot be rebuilt")
    if edition not in ("strike-2020", "harry-potter"):
        need(options["start_die_x"] == "rethrow", "bad_value", "X is thrown again here")
    if edition in IMPACT:
        need(options["supply"] == "open", "bad_value", "Impact is played with open supplies")
    return options


class Game:
    """One game, changed in place, always waiting for `self.awaits`."""

    def __init__(self, edition: str, options: dict[str, Any], names: list[str]) -> None:
        self.edition = edition
        self.family = FAMILY[edition]
        self.faces = FACES[self.family]
        self.opt = options
        self.names = names
        self.loose = dict.fromkeys(names, 0)
        self.piles: dict[str, list[int]] = {name: [] for name in names}
        self.eliminated: list[str] = []
        self.points: dict[str, int] = {}
        self.arena: list[Piece] = []
        self.removed = 0
        self.aside: int | None = None
        self.dir = 1
        self.active = names[0]
        self.elements: list[str] = []
        self.awaits: dict[str, Any] = {}
        self.events: list[Event] = []
        self.emptied_by = "position"
        # The matched faces before the extra throw of this check; None where there was none.
        self.initial: set[str] | None = None
        self.immobulus_before = 0
        self.immobulus_bound = False
        self.spells_to_do: list[str] = []
        self.plays_again = False

    # --- small questions -----------------------------------------------------------------

    def playing(self) -> list[str]:
        return [name for name in self.names if name not in self.eliminated]

    def dice(self, name: str) -> int:
        return self.loose[name] + sum(self.piles[name])

    def order_from(self, name: str, step: int) -> list[str]:
        """Every seat once, from this one onwards."""
        at = self.names.index(name)
        return [self.names[(at + step * i) % len(self.names)] for i in range(len(self.names))]

    def in_arena(self) -> int:
        return sum(1 if isinstance(piece, str) else len(piece) for piece in self.arena)

    def has_tower(self, pieces: list[Piece]) -> bool:
        return any(isinstance(piece, list) for piece in pieces)

    def visible(self) -> list[str]:
        return [piece if isinstance(piece, str) else piece[-1] for piece in self.arena]

    def matches(self) -> dict[str, int]:
        counts = Counter(self.visible())
        return {face: counts[face] for face in self.faces if face != "X" and counts[face] >= 2}

    def all_in(self) -> bool:
        if self.arena:
            return False
        if self.opt["allin_cause"] == "not_by_out_only":
            return self.emptied_by != "out"
        if self.opt["allin_cause"] == "collected_only":
            return self.emptied_by in ("collected", "position")
        return True

    def units(self, name: str, storm: bool = False) -> list[Any]:
        found: list[Any] = []
        if self.loose[name] > 0:
            found.append(1)
        if storm and self.opt.get("storm_unit") == "loose_first" and self.loose[name] > 0:
            return found
        heaps = range(len(self.piles[name]))
        splits = self.opt.get("pile_throw") == "may_split"
        if splits and heaps and self.loose[name] == 0:
            found.append(1)
        found += [f"pile:{k}" for k in heaps]
        if splits:
            found += [f"die:{k}" for k in heaps]
        return found

    def say(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})

    # --- landings ------------------------------------------------------------------------

    def read_face(self, face: Any) -> str:
        need(isinstance(face, str) and face in self.faces, "bad_value", f"{face} is no face")
        return str(face)

    def read_pieces(self, given: Any) -> tuple[list[Piece], int]:
        """The pieces with the cocked dice settled, and how many those were."""
        need(isinstance(given, list), "bad_value", "pieces must be a list")
        pieces: list[Piece] = []
        cocked = 0
        for piece in given:
            if isinstance(piece, dict):
                need(list(piece) == ["cocked"], "bad_value", "no such piece")
                pieces.append(self.read_face(piece["cocked"]))
                cocked += 1
            elif isinstance(piece, list):
                need(len(piece) >= 2, "bad_value", "a tower has two dice or more")
                pieces.append([self.read_face(face) for face in piece])
            else:
                pieces.append(self.read_face(piece))
        return pieces, cocked

    def leave_hand(self, name: str, unit: Any) -> int:
        if unit == "all":
            count = self.dice(name)
            self.loose[name] = 0
            self.piles[name] = []
        elif unit == 1 and self.loose[name] > 0:
            count = 1
            self.loose[name] -= 1
        elif unit == 1 or unit.startswith("die:"):
            count = 1
            heap = 0 if unit == 1 else int(unit.removeprefix("die:"))
            self.piles[name][heap] -= 1
            if self.piles[name][heap] == 1:
                self.piles[name].pop(heap)
                self.loose[name] += 1
        else:
            count = self.piles[name].pop(int(unit.removeprefix("pile:")))
        return count

    def land(self, thrown: int, given: Any, out: Any, why: str = "out") -> None:
        pieces, cocked = self.read_pieces(given)
        need(type(out) is int and out >= 0, "bad_value", "out must be a count")
        nudged = self.opt["accidental_stack"] == "nudge" and not self.has_tower(self.arena)
        need(not (nudged and self.has_tower(pieces)), "illegal", "nudge until all lie flat")
        before = self.in_arena()
        self.immobulus_before = self.visible().count("immobulus")
        self.arena = pieces
        balanced = before + thrown == self.in_arena() + out
        need(balanced, "dice_do_not_add_up", "dice are missing or too many")
        gone = self.remove_x()
        for event, count in (("cocked", cocked), ("out", out), ("x", gone)):
            if count:
                self.say(event, count=count)
        self.removed += out + gone
        if not self.arena:
            self.emptied_by = "x" if gone else why

    def remove_x(self) -> int:
        gone = 0
        while "X" in self.visible():
            self.take_top(self.visible().index("X"))
            gone += 1
        return gone

    def take_top(self, at: int) -> None:
        piece = self.arena[at]
        if isinstance(piece, str):
            del self.arena[at]
        elif len(piece) == 2:
            self.arena[at] = piece[0]
        else:
            self.arena[at] = piece[:-1]

    # --- requests ------------------------------------------------------------------------

    def start_die(self, face: Any) -> None:
        self.expect("start_die")
        self.awaits.pop("may_choose", None)
        if face == "out" and self.opt["start_die"] == "thrown":
            self.say("start_again")
            return
        self.read_face(face)
        if face == "X":
            need(self.opt["start_die"] == "thrown", "illegal", "a placed die cannot show X")
            self.say("start_again")
            if self.opt["start_die_x"] == "choose_face":
                self.awaits["may_choose"] = True
            return
        self.arena = [face]
        if self.edition == "impact-power":
            self.elements = [face]
        self.say("start", face=face, elements=list(self.elements))
        self.await_throw()

    def throw(self, unit: Any, after: Any, out: Any) -> None:
        self.expect("throw", "choice")
        need(type(unit) in (int, str), "bad_value", "no such unit")
        need(unit in self.awaits["units"], "illegal", "this unit may not be thrown")
        self.initial = None
        why = self.emptied_by if self.awaits["kind"] == "choice" and not self.arena else "out"
        self.land(self.leave_hand(self.active, unit), after, out, why)
        if self.family == "impact":
            self.elements_first()
        elif self.family == "harry-potter":
            self.spells_first()
        else:
            self.settle_sets(self.matches(), self.active)

    def extra(self, throws: Any, after: Any, out: Any) -> None:
        self.expect("extra")
        wanted = self.awaits["players"]
        need(isinstance(throws, dict), "bad_value", "extra must be an object")
        need(set(throws) == set(wanted), "illegal", "exactly the awaited players throw")
        thrown = 0
        for name, unit in throws.items():
            need(type(unit) in (int, str), "bad_value", "no such unit")
            need(unit in wanted[name], "illegal", "this unit may not be thrown")
            thrown += self.leave_hand(name, unit)
        self.land(thrown, after, out)
        alive = any(self.dice(name) for name in self.playing())
        if self.opt["zero_elimination"] == "immediate" and alive:
            seats = self.order_from(self.active, self.dir)[1:]
            self.eliminate([n for n in seats if n in self.playing() and self.dice(n) == 0])
            if self.playing() == [self.active]:
                self.over([self.active])
                return
        if self.family == "impact":
            self.elements_second()
        else:
            self.spells_second()

    def column(self, winner: Any) -> None:
        self.expect("column")
        need(isinstance(winner, str), "bad_value", "a name is needed")
        need(winner in self.awaits["players"], "illegal", "this player cannot win the column")
        self.say("column", winner=winner)
        if any(self.piles.values()):
            self.say("dissolve")
            self.dissolve()
        self.settle_elements(winner)

    def end(self) -> None:
        self.expect("choice")
        self.end_turn(self.active)

    def expect(self, *kinds: str) -> None:
        need(self.awaits["kind"] in kinds, "not_awaited", f"awaited: {self.awaits['kind']}")

    # --- common to all editions ----------------------------------------------------------

    def collect(self, collector: str, sets: dict[str, int]) -> None:
        taken = [at for at, face in enumerate(self.visible()) if face in sets]
        for at in reversed(taken):
            self.take_top(at)
        self.loose[collector] += sum(sets.values())
        self.say("collect", player=collector, faces=dict(sets))
        self.note_taken()

    def note_taken(self) -> None:
        if not self.arena:
            self.emptied_by = "collected"

    def settle_sets(self, sets: dict[str, int], collector: str) -> None:
        if not sets:
            self.go_on(False)
            return
        self.collect(collector, sets)
        self.end_turn(collector)

    def go_on(self, must_end: bool) -> None:
        if must_end or self.dice(self.active) == 0:
            self.end_turn(self.active)
            return
        self.say("choice", player=self.active)
        mid_turn_all = self.opt["allin_trigger"] == "also_mid_turn" and self.all_in()
        units = ["all"] if mid_turn_all else self.units(self.active)
        self.awaits = {"kind": "choice", "player": self.active, "units": units}

    def end_turn(self, counted_from: str) -> None:
        self.say("end", player=self.active)
        playing = self.playing()
        empty = [
            name
            for name in self.order_from(self.active, self.dir)
            if name in playing and self.dice(name) == 0
        ]
        if len(empty) == len(playing):
            self.double_ko(empty)
            return
        if self.opt["zero_elimination"] == "own_turn":
            empty = [name for name in empty if name == self.active]
        self.eliminate(empty)
        if len(self.playing()) <= 1:
            self.over(self.playing())
            return
        again = self.plays_again and self.active not in self.eliminated
        self.plays_again = False
        self.next_turn(self.active if again else self.after(counted_from))

    def after(self, name: str) -> str:
        return next(n for n in self.order_from(name, self.dir)[1:] if n not in self.eliminated)

    def next_turn(self, name: str) -> None:
        while self.dice(name) == 0:
            self.say("no_dice", player=name)
            self.eliminate([name])
            if len(self.playing()) <= 1:
                self.over(self.playing())
                return
            name = self.after(name)
        self.active = name
        self.say("next", player=name, throw="all" if self.all_in() else "one")
        self.await_throw()

    def await_throw(self) -> None:
        units = ["all"] if self.all_in() else self.units(self.active)
        self.awaits = {"kind": "throw", "player": self.active, "units": units}

    def eliminate(self, batch: list[str]) -> None:
        left = len(self.playing())
        for place, name in enumerate(batch):
            points = left - len(batch)
            if self.opt["simultaneous_points"] == "turn_order":
                points = left - 1 - place
            self.eliminated.append(name)
            self.points[name] = points
            self.say("elim", player=name, points=points)

    def double_ko(self, last: list[str]) -> None:
        if self.opt["double_ko"] == "replay":
            self.over([])
        elif self.opt["double_ko"] == "active_loses":
            self.eliminate([self.active])
            self.over(self.playing())
        else:
            for name in last:
                self.eliminated.append(name)
                self.points[name] = 0
                self.say("elim", player=name, points=0)
            self.over([name for name in self.names if name in last])

    def over(self, winners: list[str]) -> None:
        self.say("over", winners=winners)
        self.awaits = {"kind": "over", "winners": winners}

    def ask_extra(self, throwers: list[str]) -> bool:
        """Whether anybody can throw along."""
        players = [name for name in throwers if name in self.playing() and self.dice(name) > 0]
        self.say("extra", players=players)
        storm = self.family == "impact"
        if players:
            wanted = {name: self.units(name, storm) for name in players}
            self.awaits = {"kind": "extra", "players": wanted}
        return bool(players)

    # --- Impact --------------------------------------------------------------------------

    def elements_first(self) -> None:
        matches = self.matches()
        if "lightning" in self.elements and "lightning" in matches:
            self.initial = set(matches)
            if self.ask_extra(self.order_from(self.active, 1)[1:]):
                return
            self.initial = None
        self.elements_second()

    def triggered(self, element: str) -> bool:
        if element not in self.elements or element not in self.matches():
            return False
        if self.initial is not None and self.opt.get("storm_recheck") == "initial":
            return element in self.initial
        return True

    def elements_second(self) -> None:
        matches = self.matches()
        if "water" in self.elements and "water" in matches:
            self.say("lock", face="water", count=matches["water"])
        if self.triggered("fire"):
            may_win = self.opt["column_zero_dice"] == "may_win"
            seats = self.order_from(self.active, 1)
            builders = [n for n in seats if n in self.playing() and (self.dice(n) > 0 or may_win)]
            if any(self.dice(name) > 0 for name in builders):
                self.awaits = {"kind": "column", "players": builders}
                return
        self.settle_elements(self.active)

    def settle_elements(self, collector: str) -> None:
        matches = self.matches()
        swamp = "water" in self.elements
        sets = {face: n for face, n in matches.items() if not (swamp and face == "water")}
        if not sets:
            must_end = False
            if matches:
                must_end = bool(self.opt["swamp_only_ends_turn"])
            elif self.initial is not None:
                must_end = self.opt["extra_throw_no_match"] == "end"
            self.go_on(must_end)
            return
        boulders = self.triggered("stone")
        hurricane = self.triggered("air")
        self.collect(collector, sets)
        if boulders:
            self.loose[collector] -= sets["stone"]
            self.piles[collector].append(sets["stone"])
            self.say("pile", player=collector, count=sets["stone"])
        if hurricane:
            self.pass_left()
        self.end_turn(collector)

    def dissolve(self) -> None:
        for name in self.names:
            self.loose[name] += sum(self.piles[name])
            self.piles[name] = []

    def pass_left(self) -> None:
        self.say("pass_left")
        if not self.opt.get("hurricane_keeps_piles", True):
            self.dissolve()
        givers = self.playing()
        loose = [self.loose[name] for name in givers]
        piles = [self.piles[name] for name in givers]
        for at, name in enumerate(givers):
            self.loose[name] = loose[at - 1]
            self.piles[name] = piles[at - 1]

    # --- Harry Potter --------------------------------------------------------------------

    def immobulus_suppresses(self) -> bool:
        now = self.visible().count("immobulus")
        if now < 2:
            return False
        if self.opt["immobulus_suppression"] == "standing":
            return True
        return self.immobulus_before < 2 or now > self.immobulus_before

    def spells_first(self) -> None:
        matches = self.matches()
        if "relashio" in matches and not self.immobulus_suppresses():
            self.initial = set(matches)
            seats = self.order_from(self.active, 1)
            if self.opt["relashio_throwers"] == "others":
                seats = seats[1:]
            if self.ask_extra(seats):
                return
            self.initial = None
        self.spells_second()

    def spells_second(self) -> None:
        matches = self.matches()
        bound = "immobulus" in matches
        suppressing = self.immobulus_suppresses()
        made_by_relashio = self.initial is not None and "immobulus" not in self.initial
        if made_by_relashio and self.opt["relashio_new_immobulus"] == "collect":
            bound = suppressing = False
        self.immobulus_bound = bound
        if bound:
            self.say("lock", face="immobulus", count=matches["immobulus"])
        sets = {face: n for face, n in matches.items() if not (bound and face == "immobulus")}
        if not sets:
            must_end = False
            if matches:
                must_end = bool(self.opt["immobulus_only_ends_turn"])
            elif self.initial is not None:
                must_end = self.opt["extra_throw_no_match"] == "end"
            self.go_on(must_end)
            return
        self.collect(self.active, sets)
        self.cast(sets, suppressing)

    def cast(self, sets: dict[str, int], suppressing: bool) -> None:
        spells = [spell for spell in SPELLS[1:] if spell in sets]
        pending = self.opt["relashio_pending"]
        if self.initial is not None:
            spells = [s for s in spells if s in self.initial and s != "relashio"]
            if pending == "void" and not suppressing:
                spells = []
            if pending == "locked" and not suppressing:
                spells = [s for s in SPELLS[2:] if s in self.initial]
        if suppressing and spells:
            self.say("suppressed", faces=spells)
        self.spells_to_do = [] if suppressing else spells
        self.next_spell()

    def next_spell(self) -> None:
        while self.spells_to_do:
            spell = self.spells_to_do.pop(0)
            if spell == "accio" and self.ask_accio():
                return
            if spell == "wingardium" and self.ask_stack():
                return
            if spell == "confundo":
                self.dir = -self.dir
                self.say("reverse", dir=self.dir)
                two = len(self.playing()) == 2
                self.plays_again = two and self.opt["confundo_two_players"] == "extra_turn"
        self.end_turn(self.active)

    def accio_spots(self) -> list[tuple[str, int, int]]:
        """(face, piece, place in the tower): loose dice first, then tops, then covered dice."""
        loose, tops, covered = [], [], []
        for at, piece in enumerate(self.arena):
            if isinstance(piece, str):
                loose.append((piece, at, 0))
                continue
            tops.append((piece[-1], at, len(piece) - 1))
        # Open in the text: which of several dice with the named face; the least covered one.
        for depth in range(1, self.in_arena()):
            for at, piece in enumerate(self.arena):
                up = len(piece) - 1 - depth
                if isinstance(piece, list) and up >= 0:
                    covered.append((piece[up], at, up))
        spots = loose + tops
        if self.immobulus_bound:
            spots = [spot for spot in spots if spot[0] != "immobulus"]
        if self.opt["accio_tower"] == "any":
            spots += covered
        if not self.opt["accio_single_immobulus"]:
            spots = [spot for spot in spots if spot[0] != "immobulus"]
        return spots

    def ask_accio(self) -> bool:
        present = {face for face, _, _ in self.accio_spots()}
        if not present:
            self.say("accio", player=self.active, face=None)
            return False
        self.awaits = {
            "kind": "accio",
            "player": self.active,
            "faces": [face for face in self.faces if face in present],
            "may_decline": self.opt["accio_optional"],
        }
        others = []
        known: list[tuple[str, list[Piece]]] = []
        for face, at, up in self.accio_spots():
            found = (face, self.left_without(at, up))
            if found in known:
                continue
            if any(face == one for one, _ in known):
                others.append({"face": face, "piece": at, "die": up})
            known.append(found)
        if others:
            self.awaits["others"] = others
        return True

    def left_without(self, at: int, up: int) -> list[Piece]:
        """What would lie there, sorted, if this die were gone."""
        left = copy.deepcopy(self.arena)
        piece = left.pop(at)
        rest = [] if isinstance(piece, str) else piece[:up] + piece[up + 1 :]
        return sorted([*left, *([rest] if len(rest) > 1 else rest)], key=repr)

    def accio(self, given: Any) -> None:
        self.expect("accio")
        face, chosen = given, None
        if isinstance(given, dict):
            need(set(given) == {"face", "piece", "die"}, "bad_value", "face, piece and die")
            numbers = [given["piece"], given["die"]]
            need(all(type(n) is int and n >= 0 for n in numbers), "bad_value", "numbers")
            need(isinstance(given["face"], str), "bad_value", "face")
            face, chosen = given["face"], (given["face"], *numbers)
        if face is None:
            need(self.awaits["may_decline"], "illegal", "Accio may not be declined")
        else:
            need(face in self.awaits["faces"], "illegal", "this die cannot be taken")
            spots = [s for s in self.accio_spots() if s[0] == face and chosen in (None, s)]
            need(bool(spots), "illegal", "this die cannot be taken")
            _, at, up = spots[0]
            piece = self.arena[at]
            if isinstance(piece, str):
                del self.arena[at]
            else:
                rest = piece[:up] + piece[up + 1 :]
                self.arena[at] = rest if len(rest) >= 2 else rest[0]
            self.loose[self.active] += 1
            self.note_taken()
        self.say("accio", player=self.active, face=face)
        self.next_spell()

    def all_faces(self) -> list[str]:
        faces = []
        for piece in self.arena:
            faces += [piece] if isinstance(piece, str) else piece
        return faces

    def ask_stack(self) -> bool:
        if self.in_arena() < 2:
            return False
        self.awaits = {"kind": "stack", "player": self.active, "faces": self.all_faces()}
        return True

    def stack(self, tower: Any) -> None:
        self.expect("stack")
        need(isinstance(tower, list), "bad_value", "a tower is a list of faces")
        faces = [self.read_face(face) for face in tower]
        need(sorted(faces) == sorted(self.all_faces()), "dice_do_not_add_up", "other dice")
        self.arena = [faces]
        self.say("stack", tower=faces)
        self.next_spell()

    # --- replies -------------------------------------------------------------------------

    def hand(self, name: str) -> Any:
        if self.piles[name]:
            return {"loose": self.loose[name], "piles": list(self.piles[name])}
        return self.loose[name]

    def reply(self) -> Reply:
        state: dict[str, Any] = {
            "hands": {name: self.hand(name) for name in self.names},
            "arena": self.arena,
            "removed": self.removed,
            "dir": self.dir,
            "active": self.active,
            "elements": self.elements,
            "points": self.points,
            "eliminated": self.eliminated,
        }
        if self.aside is not None:
            state["aside"] = self.aside
        return copy.deepcopy({"events": self.events, "state": state, "await": self.awaits})


def read_elements(edition: str, given: Any, needed: bool) -> list[str]:
    if given is None:
        need(not (needed and edition == "impact-power"), "bad_value", "which element?")
        return FACES["impact"][1:] if edition == "impact-avatar" else []
    need(isinstance(given, list), "bad_value", "elements must be a list")
    need(all(one in ELEMENTS for one in given), "bad_value", "no such element")
    need(len(set(given)) == len(given), "bad_value", "an element twice")
    if edition == "impact-avatar":
        need(len(given) >= 2, "bad_value", "Avatar needs two elements or more")
    elif edition == "impact-power" and needed:
        need(len(given) == 1, "bad_value", "Power has one element")
    else:
        need(not given, "bad_value", f"{edition} has no elements to choose")
    return [face for face in FACES["impact"] if face in given]


def read_edition(given: Any) -> str:
    need(isinstance(given, str) and given in FAMILY, "unknown_edition", f"{given}")
    return str(given)


def read_names(given: Any) -> list[str]:
    good = isinstance(given, list) and 2 <= len(given) <= 5
    need(good and all(isinstance(name, str) and name for name in given), "bad_value", "players")
    need(len(set(given)) == len(given), "bad_value", "a name twice")
    return list(given)


def new_game(given: Any) -> Game:
    need(isinstance(given, dict), "bad_value", "new must be an object")
    edition = read_edition(given.get("edition"))
    names = read_names(given.get("players"))
    options = edition_options(edition, given.get("options", {}), given.get("preset"))
    game = Game(edition, options, names)
    game.active = given.get("first", names[0])
    need(game.active in names, "bad_value", "first must be one of the players")
    game.elements = read_elements(edition, given.get("elements"), needed=False)
    old = edition == "strike-2012"
    hand = HANDS[old][len(names)]
    game.loose = dict.fromkeys(names, hand)
    game.aside = DICE[old] - hand * len(names) - 1
    game.awaits = {"kind": "start_die", "how": options["start_die"]}
    return game


def position(given: Any) -> Game:
    need(isinstance(given, dict), "bad_value", "position must be an object")
    edition = read_edition(given.get("edition"))
    options = edition_options(edition, given.get("options", {}), given.get("preset"))
    players = given.get("players")
    need(isinstance(players, list), "bad_value", "players")
    need(all(isinstance(p, list) and len(p) == 2 for p in players), "bad_value", "players")
    names = read_names([name for name, _ in players])
    game = Game(edition, options, names)
    game.elements = read_elements(edition, given.get("elements"), needed=True)
    for name, hand in players:
        read_hand(game, name, hand)
    game.arena, cocked = game.read_pieces(given.get("arena"))
    need(cocked == 0, "bad_value", "no cocked dice at the start of a turn")
    need("X" not in game.visible(), "bad_value", "X is gone before a turn begins")
    may_stack = edition == "harry-potter" or options["accidental_stack"] == "top_counts"
    need(may_stack or not game.has_tower(game.arena), "bad_value", "no towers here")
    need(len(game.playing()) >= 2, "bad_value", "the game is over")
    game.active = given.get("active")
    need(game.active in game.playing(), "bad_value", "active must be in the game")
    need(game.dice(game.active) > 0, "bad_value", "the active player has no dice")
    game.dir = given.get("dir", 1)
    need(type(game.dir) is int and game.dir in (1, -1), "bad_value", "dir")
    game.await_throw()
    return game


def read_hand(game: Game, name: str, hand: Any) -> None:
    if hand == "out":
        game.eliminated.append(name)
        return
    loose: Any = hand
    piles: Any = []
    if isinstance(hand, dict):
        loose, piles = hand.get("loose", 0), hand.get("piles", [])
    need(type(loose) is int and loose >= 0, "bad_value", "hand")
    need(isinstance(piles, list), "bad_value", "piles")
    need(all(type(n) is int and n >= 2 for n in piles), "bad_value", "piles")
    need(not piles or game.edition in POWERS, "bad_value", "piles without powers")
    game.loose[name] = loose
    game.piles[name] = list(piles)


def tournament(given: Any) -> Reply:
    need(isinstance(given, dict), "bad_value", "tournament must be an object")
    seats = read_names(given.get("seats"))
    first = given.get("first", seats[0])
    need(first in seats, "bad_value", "first must be one of the seats")
    # The table plays what it plays; only the options of a tournament count here.
    options = edition_options("harry-potter", given.get("options", {}), None)
    at = seats.index(first)
    points = dict.fromkeys(seats, 0)
    played = 0
    for game in given.get("games", []):
        played += bool(game["win"])
        if game["win"]:
            score_game(game, seats, points, options)
    best: list[str] | None = [n for n in seats if points[n] == min(points.values())]
    playoff = None
    if played < len(seats):
        best = None
    elif best and len(best) > 1 and options["tournament_tie"] == "playoff":
        best, playoff = None, best
    starters = seats[at:] + seats[:at]
    result = {"starters": starters, "points": points, "winners": best, "playoff": playoff}
    return {"tournament": result}


def score_game(
    game: dict[str, Any], seats: list[str], points: dict[str, int], options: dict[str, Any]
) -> None:
    """Each batch gets as many points as players are left after it; winners get none."""
    named = [name for batch in game["out"] for name in batch]
    need(set(named) | set(game["win"]) == set(seats), "bad_value", "who played?")
    need(len(set(named)) == len(named), "bad_value", "out twice")
    left = len(seats)
    for batch in game["out"]:
        for place, name in enumerate(batch):
            one_by_one = options["simultaneous_points"] == "turn_order"
            lost = left - 1 - place if one_by_one else left - len(batch)
            points[name] += 0 if name in game["win"] else lost
        left -= len(batch)


def may_premove(edition: str, all_agree: bool, kind: str) -> bool:
    """Whether dice may be moved before a throw, with the edition's own rule (B-36)."""
    if edition in ("strike-2020", "harry-potter"):
        return all_agree and kind == "away_from_wall"
    return kind in ("group", "away_from_wall")


class SecondReading:
    """The referee protocol, one request after the other."""

    def __init__(self) -> None:
        # Each accepted request of this game adds the game as it stood after it.
        self.history: list[Game] = []

    def handle(self, request: Request) -> Reply:
        try:
            return self.accept(request)
        except Refused as refused:
            return {"error": {"code": refused.code, "message": str(refused)}}

    def accept(self, request: Request) -> Reply:
        if "new" in request:
            self.history = [new_game(request["new"])]
            return self.history[-1].reply()
        if "position" in request:
            self.history = [position(request["position"])]
            return self.history[-1].reply()
        if "tournament" in request:
            return tournament(request["tournament"])
        known = ("start_die", "throw", "extra", "accio", "stack", "column", "end", "undo", "show")
        kind = next((key for key in known if key in request), None)
        need(kind is not None, "unknown_request", "no such request")
        need(bool(self.history), "no_game", "there is no game")
        if kind == "show":
            return {**self.history[-1].reply(), "events": []}
        if kind == "undo":
            need(request["undo"] is True, "bad_value", "undo must be true")
            need(len(self.history) > 1, "illegal", "nothing to take back")
            self.history.pop()
            return {**self.history[-1].reply(), "events": []}
        game = copy.deepcopy(self.history[-1])
        game.events = []
        self.move(game, str(kind), request)
        self.history.append(game)
        return game.reply()

    def move(self, game: Game, kind: str, request: Request) -> None:
        value = request[kind]
        if kind in ("throw", "extra"):
            act = game.throw if kind == "throw" else game.extra
            act(value, request.get("after"), request.get("out", 0))
        elif kind == "end":
            need(value is True, "bad_value", "end must be true")
            game.end()
        elif kind == "start_die":
            game.start_die(value)
        elif kind == "accio":
            game.accio(value)
        elif kind == "stack":
            game.stack(value)
        else:
            game.column(value)
