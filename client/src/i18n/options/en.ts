/** English: what can be played differently, as the beginning and the ends of a sentence. */

import type { OptionWords } from "./words";

export const options: OptionWords = {
  start_die: ["The starting die is", { placed: "placed, with any symbol", thrown: "thrown" }],
  start_die_x: [
    "The thrown starting die shows {theNull}",
    { rethrow: "throw it again", choose_face: "throw it again or turn it" },
  ],
  collecting: ["Matching dice", { mandatory: "must be taken", optional: "may be left there" }],
  allin_trigger: [
    "{allin} applies",
    { turn_start: "at the start of a turn only", also_mid_turn: "also in the middle of a turn" },
  ],
  allin_cause: [
    "{allin} applies if {arenaThe} was emptied",
    {
      any: "by anything",
      not_by_out_only: "not just by dice flying out",
      collected_only: "only by taking dice",
    },
  ],
  zero_elimination: [
    "A player without dice is out",
    {
      end_of_turn: "at the end of the turn",
      immediate: "at once",
      own_turn: "when their turn comes",
    },
  ],
  double_ko: [
    "Everyone left runs out of dice together",
    {
      shared: "they share the victory",
      active_loses: "the player whose turn it is loses",
      replay: "the game is played again",
    },
  ],
  simultaneous_points: [
    "Players who go out together get",
    { equal: "the same points", turn_order: "points in the order of play" },
  ],
  cocked: [
    "A leaning die is",
    { nudge: "nudged until it lies flat", reroll_outside: "rolled again outside" },
  ],
  rim_is_out: ["A die on the rim", { true: "is out", false: "counts as leaning" }],
  accidental_stack: [
    "A die that comes to lie on another",
    { nudge: "is nudged off", top_counts: "counts as the top of a tower" },
  ],
  premove: [
    "Pushing dice before a throw is",
    {
      free: "allowed",
      walls_by_consent: "allowed from the wall, if all agree",
      none: "not allowed",
    },
  ],
  supply: ["Supplies are", { open: "open", hidden: "hidden" }],
  tournament_tie: [
    "A tie in the tournament is",
    { share: "a shared victory", playoff: "decided by one more game" },
  ],
  tournament_start: [
    "In a tournament, games are started",
    {
      clockwise: "clockwise, in turn",
      any_order_each_once: "in any order, once each",
    },
  ],
  storm_recheck: [
    "After a Lightning Storm elements work",
    { state: "as they lie then", initial: "only if they matched before it" },
  ],
  storm_unit: [
    "In a Lightning Storm you throw",
    { free: "a die or a pile", loose_first: "a loose die, if there is one" },
  ],
  extra_throw_no_match: [
    "If the extra throw breaks every match",
    { continue: "the turn goes on", end: "the turn is over" },
  ],
  swamp_only_ends_turn: [
    "If only water matches",
    { false: "the turn goes on", true: "the turn is over" },
  ],
  pile_throw: [
    "A pile of boulders is thrown",
    { whole: "only as a whole", may_split: "also die by die" },
  ],
  piles_after_column: [
    "After a Column of Fire piles",
    { dissolve: "fall apart", owner_choice: "may be built up again" },
  ],
  hurricane_keeps_piles: [
    "In a Hurricane piles",
    { true: "are passed on as piles", false: "fall apart" },
  ],
  column_zero_dice: [
    "A player without dice",
    { excluded: "takes no part in a Column of Fire", may_win: "can win a Column of Fire" },
  ],
  column_tie: [
    "If two finish a column together",
    { rematch: "they build again", turn_order: "the order of play decides" },
  ],
  immobulus_only_ends_turn: [
    "If only Immobulus matches",
    { false: "the turn goes on", true: "the turn is over" },
  ],
  immobulus_suppression: [
    "Bound Immobulus silences other spells",
    { standing: "as long as it lies there", fresh_only: "only in the throw that bound it" },
  ],
  relashio_throwers: ["Relashio is thrown by", { all: "everyone", others: "only the others" }],
  relashio_pending: [
    "Other spells cast together with Relashio",
    { intact: "work if they still match", locked: "work in any case", void: "do not work" },
  ],
  relashio_new_immobulus: [
    "Immobulus that the Relashio throw makes match",
    { binds: "stays bound", collect: "is taken" },
  ],
  accio_optional: ["The extra die of Accio", { true: "may be taken", false: "must be taken" }],
  accio_single_immobulus: [
    "A single Immobulus",
    { true: "may be taken by Accio", false: "may not be taken by Accio" },
  ],
  accio_tower: ["Out of a tower Accio takes", { any: "any die", top: "only the top one" }],
  tower_builder: [
    "The order of a Wingardium tower",
    { active: "is up to the player", random: "is left to chance" },
  ],
  confundo_two_players: [
    "With two players Confundo",
    { none: "changes nothing", extra_turn: "gives another turn" },
  ],
};
