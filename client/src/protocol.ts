// Generated from src/kessel/messages and src/kessel/rules; do not edit.
// Write it again with: make generate

export const PROTOCOL = 1;

export const LINES_A_PAGE = 200;

export const REACTIONS = [
  "well_thrown",
  "lucky",
  "unlucky",
  "wow",
  "laugh",
  "cry",
  "hurry",
  "good_game",
] as const;
export type Reaction = (typeof REACTIONS)[number];

export const LEVELS = [
  "beginner",
  "gambler",
  "careful",
  "rule",
  "exact",
  "master",
] as const;
export type Level = (typeof LEVELS)[number];

/** What the opponent of each level is called. */
export const BOT_NAMES = {
  beginner: "Alba",
  gambler: "Bruno",
  careful: "Cleo",
  rule: "Dario",
  exact: "Edda",
  master: "Falk",
} as const;

export const FINISHES = [
  "brass",
  "stitch",
  "check",
  "corners",
  "ember",
  "frost",
  "rungs",
  "crown",
] as const;
export type Finish = (typeof FINISHES)[number];

export const MATS = [
  "rings",
  "waves",
  "weave",
  "compass",
] as const;
export type Mat = (typeof MATS)[number];

export const ERROR_CODES = [
  "parse",
  "unknown_request",
  "unknown_edition",
  "unknown_option",
  "bad_value",
  "no_game",
  "not_awaited",
  "illegal",
  "dice_do_not_add_up",
  "protocol",
  "hello_first",
  "no_table",
  "not_attending",
  "wrong_seat",
  "bad_token",
  "seat_taken",
  "not_host",
  "stale",
  "too_fast",
  "too_big",
  "too_many_tries",
  "full",
  "damaged",
  "not_saved",
  "disk_full",
  "wrong_link",
  "wrong_sign",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const REASONS = [
  "start_null",
  "start_out",
  "placed",
  "thrown",
  "nudge",
  "reroll_outside",
  "left_arena",
  "null_face",
  "freeze",
  "swamp",
  "salvo",
  "storm",
  "nobody_can",
  "fastest",
  "column_built",
  "match",
  "column_winner",
  "muted",
  "taken",
  "declined",
  "nothing_left",
  "tower",
  "reverse",
  "boulders",
  "hurricane",
  "no_match",
  "only_locked",
  "extra_broke",
  "left_lying",
  "stopped",
  "collected",
  "hand_empty",
  "column_over",
  "no_dice",
  "in_turn",
  "arena_empty",
  "last_with_dice",
  "all_without_dice",
  "active_loses",
  "replay",
] as const;
export type ReasonKey = (typeof REASONS)[number];

export const NOTES = [
  "uncovered",
  "nobody_builds",
  "only_before_storm",
  "made_by_extra",
  "broken_by_extra",
  "void",
  "no_tower",
] as const;
export type NoteKey = (typeof NOTES)[number];

export const PERSONAL = [
  "say.column",
  "say.collect",
  "say.accio",
  "say.accioNone",
  "say.pile",
  "say.choice",
  "say.end",
  "say.no_dice",
  "say.elim",
  "say.next",
  "say.nextAll",
  "say.over",
] as const;
export type PersonalKey = (typeof PERSONAL)[number];

export const PLAIN = [
  "say.start_again",
  "say.start",
  "say.startElement",
  "say.startElements",
  "say.cocked",
  "say.out",
  "say.x",
  "say.lock",
  "say.accioNothing",
  "say.extra.storm",
  "say.extra.salvo",
  "say.extraNobody",
  "say.dissolve",
  "say.suppressed",
  "say.stack",
  "say.reverse.clockwise",
  "say.reverse.counter",
  "say.pass_left",
  "say.over.shared",
  "say.over.nobody",
] as const;
export type PlainKey = (typeof PLAIN)[number];

export const OPTIONS = {
  start_die: ["placed", "thrown"],
  start_die_x: ["rethrow", "choose_face"],
  collecting: ["mandatory", "optional"],
  allin_trigger: ["turn_start", "also_mid_turn"],
  allin_cause: ["any", "not_by_out_only", "collected_only"],
  zero_elimination: ["end_of_turn", "immediate", "own_turn"],
  double_ko: ["shared", "active_loses", "replay"],
  simultaneous_points: ["equal", "turn_order"],
  cocked: ["nudge", "reroll_outside"],
  rim_is_out: ["false", "true"],
  accidental_stack: ["nudge", "top_counts"],
  premove: ["free", "walls_by_consent", "none"],
  supply: ["open", "hidden"],
  tournament_tie: ["share", "playoff"],
  tournament_start: ["clockwise", "any_order_each_once"],
  storm_recheck: ["state", "initial"],
  storm_unit: ["free", "loose_first"],
  extra_throw_no_match: ["continue", "end"],
  swamp_only_ends_turn: ["false", "true"],
  pile_throw: ["whole", "may_split"],
  piles_after_column: ["dissolve", "owner_choice"],
  hurricane_keeps_piles: ["true", "false"],
  column_zero_dice: ["may_win", "excluded"],
  column_tie: ["rematch", "turn_order"],
  immobulus_only_ends_turn: ["true", "false"],
  immobulus_suppression: ["standing", "fresh_only"],
  relashio_throwers: ["all", "others"],
  relashio_pending: ["intact", "locked", "void"],
  relashio_new_immobulus: ["collect", "binds"],
  accio_optional: ["true", "false"],
  accio_single_immobulus: ["true", "false"],
  accio_tower: ["any", "top"],
  tower_builder: ["active", "random"],
  confundo_two_players: ["none", "extra_turn"],
} as const;
export type OptionName = keyof typeof OPTIONS;

export const PLAYERS = { fewest: 2, most: 5 } as const;
export const FEWEST_ELEMENTS = 2;
export const EDITIONS = {
  "strike-2012": {
    family: "strike",
    faces: ["X", "2", "3", "4", "5", "6"],
    hands: { 2: 9, 3: 8, 4: 7, 5: 6 },
    elements: [],
    booklets: ["fr", "it"],
  },
  "strike-2020": {
    family: "strike",
    faces: ["X", "2", "3", "4", "5", "6"],
    hands: { 2: 8, 3: 7, 4: 6, 5: 5 },
    elements: [],
    booklets: ["en", "de", "fr", "it", "nl", "es"],
  },
  "impact": {
    family: "impact",
    faces: ["X", "fire", "water", "stone", "lightning", "air"],
    hands: { 2: 8, 3: 7, 4: 6, 5: 5 },
    elements: [],
    booklets: ["de", "en", "fr", "it", "nl"],
  },
  "impact-power": {
    family: "impact",
    faces: ["X", "fire", "water", "stone", "lightning", "air"],
    hands: { 2: 8, 3: 7, 4: 6, 5: 5 },
    elements: [],
    booklets: ["de", "en", "fr", "it", "nl"],
  },
  "impact-avatar": {
    family: "impact",
    faces: ["X", "fire", "water", "stone", "lightning", "air"],
    hands: { 2: 8, 3: 7, 4: 6, 5: 5 },
    elements: ["fire", "water", "stone", "lightning", "air"],
    booklets: ["de", "en", "fr", "it", "nl"],
  },
  "harry-potter": {
    family: "wizards",
    faces: ["X", "immobulus", "relashio", "accio", "wingardium", "confundo"],
    hands: { 2: 8, 3: 7, 4: 6, 5: 5 },
    elements: [],
    booklets: ["en", "de", "fr", "it", "nl", "es"],
  },
} as const;
export type EditionId = keyof typeof EDITIONS;
export type Family = "strike" | "impact" | "wizards";

export const DICE = {
  portable: "portable-1 mujoco-3.14.0 wasm-2d380f1070a556c3003b4a7c7c10c98a5f61db4e91815de1075ec478e9487e76",
  ideal: "ideal-1 strike=0.3 loss=0.02",
  native: "physics-1 mujoco-3.14.0 ",
} as const;

/** The thrown starting die showed the null face or left the arena. */
export interface StartAgain {
  kind: "start_again";
}

/** The starting die lies; the elements now active. */
export interface Started {
  kind: "start";
  face: string;
  elements: string[];
}

/** Dice that had to be settled. */
export interface Cocked {
  kind: "cocked";
  count: number;
}

/** Dice that left the arena. */
export interface WentOut {
  kind: "out";
  count: number;
}

/** Dice that showed the null face and are gone for good. */
export interface NullRemoved {
  kind: "x";
  count: number;
}

/** A matched face that stays: Immobulus, or water in a swamp. */
export interface Locked {
  kind: "lock";
  face: string;
  count: number;
}

/** Who must join the throw, from the active player clockwise; nobody if none has a die. */
export interface ExtraCalled {
  kind: "extra";
  seats: number[];
}

/** Who built the column of fire first. */
export interface ColumnWon {
  kind: "column";
  winner: number;
}

/** Boulder piles became loose dice. */
export interface PilesDissolved {
  kind: "dissolve";
}

/** The sets that were taken, all at once. */
export interface Collected {
  kind: "collect";
  seat: number;
  faces: Record<string, number>;
}

/** Spells that were collected without effect. */
export interface Suppressed {
  kind: "suppressed";
  faces: string[];
}

/** The extra die of an Accio, or none. */
export interface AccioTaken {
  kind: "accio";
  seat: number;
  face: string | null;
}

/** What was left was stacked, bottom to top. */
export interface TowerStacked {
  kind: "stack";
  tower: string[];
}

/** The order of play turned round: 1 clockwise, -1 counter-clockwise. */
export interface Reversed {
  kind: "reverse";
  dir: 1 | -1;
}

/** Collected stones became a boulder pile. */
export interface PileMade {
  kind: "pile";
  seat: number;
  count: number;
}

/** Everybody passed the whole supply to the left neighbour. */
export interface PassedLeft {
  kind: "pass_left";
}

/** The active player may throw on or end. */
export interface MayGoOn {
  kind: "choice";
  seat: number;
}

/** The active player's turn is over. */
export interface TurnEnded {
  kind: "end";
  seat: number;
}

/** A player's turn came with nothing to throw. */
export interface NoDice {
  kind: "no_dice";
  seat: number;
}

/** A player is out of the game, with that many points. */
export interface Eliminated {
  kind: "elim";
  seat: number;
  points: number;
}

/** Whose turn begins, and whether with `one` unit or `all` dice. */
export interface NextTurn {
  kind: "next";
  seat: number;
  throw: "one" | "all";
}

/** Who won, in player order; nobody if the game is to be played again. */
export interface GameOver {
  kind: "over";
  winners: number[];
}

/** The starting die has to be thrown or placed. */
export interface AwaitStartDie {
  kind: "start_die";
  seat: number;
  how: "thrown" | "placed";
  may_choose: boolean;
}

/** The compulsory throw at the start of a turn. */
export interface AwaitThrow {
  kind: "throw";
  seat: number;
  units: string[];
}

/** Throw one of the units, or end the turn. */
export interface AwaitChoice {
  kind: "choice";
  seat: number;
  units: string[];
}

/** The simultaneous throw: what each of these players may throw. */
export interface AwaitExtra {
  kind: "extra";
  units: Record<string, string[]>;
}

/** The column of fire: who may win it. */
export interface AwaitColumn {
  kind: "column";
  seats: number[];
}

/** Which of these sets the player takes (only with `collecting=optional`). */
export interface AwaitCollect {
  kind: "collect";
  seat: number;
  faces: string[];
}

/** Which extra die the player takes. */
export interface AwaitAccio {
  kind: "accio";
  seat: number;
  faces: string[];
  may_decline: boolean;
  others: ([string, [number, number]])[];
}

/** In which order the dice left are stacked. */
export interface AwaitStack {
  kind: "stack";
  seat: number;
  faces: string[];
}

/** Nothing: the game is over. */
export interface Over {
  kind: "over";
  winners: number[];
}

/** What sentences are filled with, each by its name in the words. */
export interface Params {
  name?: number;
  names?: number[];
  count?: number;
  face?: string;
  faces?: string[] | Record<string, number>;
  elements?: string[];
  units?: string[];
}

/** One sentence to be said in any language. */
export interface Remark {
  key: PersonalKey | PlainKey | `why.${NoteKey}`;
  params: Params;
  rules: string[];
  why: `why.${ReasonKey}` | null;
}

export type EventView = (
  | StartAgain
  | Started
  | Cocked
  | WentOut
  | NullRemoved
  | Locked
  | ExtraCalled
  | ColumnWon
  | PilesDissolved
  | Collected
  | Suppressed
  | AccioTaken
  | TowerStacked
  | Reversed
  | PileMade
  | PassedLeft
  | MayGoOn
  | TurnEnded
  | NoDice
  | Eliminated
  | NextTurn
  | GameOver
) & { dice: number[]; remarks: Remark[] };

/** The dice are in the air; or stuck, until somebody says `throw_again`. */
export interface Flying {
  kind: "flying";
  stuck?: true;
}

export type AwaitedView =
  | AwaitStartDie
  | AwaitThrow
  | AwaitChoice
  | AwaitExtra
  | AwaitColumn
  | AwaitCollect
  | AwaitAccio
  | AwaitStack
  | Over
  | Flying;

/** What a hand does. Metres, m/s, rad, rad/s as in the arena's description; the server draws values beyond a hand's reach back to its limits. */
export interface AimFields {
  x: number;
  y: number;
  side: number;
  speed: number;
  height: number;
  spin: number;
}

/** Where to put a lying die: its middle on the mat, in metres. */
export interface PushedDie {
  die: number;
  x: number;
  y: number;
}

/** The first message on every connection; answered by `welcome`. */
export interface Hello {
  type: "hello";
  protocol: number;
  ref?: number | null;
}

/** Which public tables are there? Answered by `lobby`. */
export interface LookIntoLobby {
  type: "look";
  ref?: number | null;
}

/** One seat of a table to be made: somebody on this device, a bot, or open to guests. */
export interface SeatWish {
  kind: "person" | "bot" | "open";
  name?: string | null;
  level?: string | null;
}

/** Make a table; every seat of kind `person` is on this device. Answered by `joined` and `snapshot`. With no open seat the game starts at once. */
export interface CreateTable {
  type: "create";
  edition: string;
  seats: SeatWish[];
  preset?: string | null;
  options?: Record<string, boolean | string>;
  elements?: string[] | null;
  clock?: "off" | "relaxed" | "fast" | "day" | "three_days";
  public?: boolean;
  tournament?: boolean;
  first?: number;
  dice?: "physics" | "ideal";
  tip?: string | null;
  signer?: string | null;
  key?: string | null;
  ref?: number | null;
}

/** Sit down on an open seat (any, if none is named). Answered by `joined` and `snapshot`. */
export interface JoinTable {
  type: "join";
  table: string;
  name: string;
  seat?: number | null;
  tokens?: string[];
  tip?: string | null;
  signer?: string | null;
  key?: string | null;
  ref?: number | null;
}

/** Come back to your seats, from this or another device. Answered by `joined` and `snapshot`; a connection that held the seats before gets `superseded`. */
export interface ResumeTable {
  type: "resume";
  table: string;
  tokens: string[];
  tip?: string | null;
  signer?: string | null;
  key?: string | null;
  ref?: number | null;
}

/** Look on. Answered by `joined` (with no seats) and `snapshot`. */
export interface WatchTable {
  type: "watch";
  table: string;
  ref?: number | null;
}

/** How a table stands, without coming to it: one that sleeps sleeps on. Answered by `standing`. */
export interface AskStanding {
  type: "standing";
  table: string;
  tokens?: string[];
  ref?: number | null;
}

/** Stop attending; seats stay reserved, and after a time a bot plays on for them. A search for a quick match ends. */
export interface LeaveTable {
  type: "leave";
  ref?: number | null;
}

/** Quick match: sit down with whoever else is looking. Answered by `seeking`, and again when others come or go, until `joined` and `snapshot`. */
export interface SeekGame {
  type: "seek";
  name: string;
  editions: string[];
  tip?: string | null;
  signer?: string | null;
  key?: string | null;
  ref?: number | null;
}

/** Let people come to this table by a code of four letters while it waits for players. The host may, and anybody while nobody has sat down. Everybody there is told by `code`. */
export interface OpenCode {
  type: "open_code";
  screen?: boolean;
  ref?: number | null;
}

/** Which table has this code of four letters? Answered by `found`. */
export interface FindTable {
  type: "find";
  code: string;
  ref?: number | null;
}

/** Start now; open seats go to bots (`fill`) or are taken away. Only the host may. */
export interface StartGame {
  type: "start";
  fill?: boolean;
  first?: number | null;
  ref?: number | null;
}

/** Before the first game: a bot of `welcome.bots` takes an open seat (any, if none is named), or that of another bot. Only the host may. */
export interface SitBot {
  type: "sit_bot";
  level: string;
  seat?: number | null;
  ref?: number | null;
}

/** Before the first game: let others have the seat of a bot, or of somebody who is not there. Only the host may. */
export interface FreeSeat {
  type: "free";
  seat: number;
  ref?: number | null;
}

/** Give the seat up for good, on all devices: its token holds nothing any more. Before the first game others may have the seat; later a bot plays on. */
export interface Resign {
  type: "resign";
  seat: number;
  sign?: string | null;
  ref?: number | null;
}

/** Play again yourself after a bot took over (moves of your own do the same). */
export interface TakeBack {
  type: "take_back";
  seat: number;
  ref?: number | null;
}

/** What the dice and the mat of this seat look like, for everybody to see; plain where nothing is said, or nobody knows the name. Kept with the seat; no part of the game and its proof. */
export interface Wear {
  type: "wear";
  seat: number;
  finish?: string;
  mat?: string;
  ref?: number | null;
}

/** Before the first game: whoever has this seat is called otherwise. */
export interface Rename {
  type: "rename";
  seat: number;
  name: string;
  ref?: number | null;
}

/** Bots answer at once, without waiting for the dice to be seen, or take their time again; refused while persons at other seats are still in the game. */
export interface Hurry {
  type: "hurry";
  seat: number;
  fast: boolean;
  ref?: number | null;
}

/** Have the throw made that is stuck; anybody with a seat may ask. Everybody's links were shown for it: it lands as it would have. */
export interface ThrowAgain {
  type: "throw_again";
  seat: number;
  ref?: number | null;
}

/** After a game: the next one with the same seats; in a tournament its next game. */
export interface Rematch {
  type: "rematch";
  ref?: number | null;
}

/** Before the first game or after one: what the next one is played with. Only the host may; everybody is told by `box`, and `start` or `rematch` begins with it. */
export interface ChooseBox {
  type: "choose_box";
  edition: string;
  preset?: string | null;
  options?: Record<string, boolean | string>;
  elements?: string[] | null;
  clock?: "off" | "relaxed" | "fast" | "day" | "three_days" | null;
  public?: boolean | null;
  tournament?: boolean | null;
  ref?: number | null;
}

/** Show everybody one of the fixed reactions, from a seat of your own or as a watcher. */
export interface React {
  type: "react";
  reaction: Reaction;
  seat?: number | null;
  ref?: number | null;
}

/** A big screen has shown everything up to this state. Everybody is told by `screen`, so that phones do not run ahead of it. */
export interface ScreenShown {
  type: "screen_shown";
  state: number;
  ref?: number | null;
}

/** Will another player's next throw take dice? Settled by `guessed` when it has come to rest. */
export interface Guess {
  type: "guess";
  seat: number;
  state: number;
  hit: boolean;
  ref?: number | null;
}

/** Before the first game: throw a die into the bowl, to pass the time; anybody may who attends. It is of no game. Everybody is told by `tossed`. */
export interface TossDie {
  type: "toss";
  aim: AimFields;
  seat?: number | null;
  ref?: number | null;
}

/** After a game: ask the others for another one, or for a moment (`wait`). Everybody is told by `proposed`; whoever asked sends `rematch` if nobody wants to wait. */
export interface Propose {
  type: "propose";
  seat: number;
  what: "rematch" | "wait";
  ref?: number | null;
}

/** The coach: the chance to win when stopping and when throwing on. Answered by `odds`. */
export interface AskOdds {
  type: "odds";
  seat: number;
  state: number;
  ref?: number | null;
}

/** The coach: where the strongest bot would aim now. Answered by `advice`. */
export interface AskAdvice {
  type: "advice";
  seat: number;
  state: number;
  ref?: number | null;
}

/** The throw of the day on a date: its position, and what comes of a throw if there is an aim. Answered by `daily`. */
export interface AskDaily {
  type: "daily";
  date: string;
  aim?: AimFields | null;
  ref?: number | null;
}

/** The best throws of the day that are listed on a date. Answered by `best`. */
export interface AskBest {
  type: "best";
  date: string;
  ref?: number | null;
}

/** List a throw of today's, or of the day before or after: it is thrown again, and listed if it is among the best. Answered by `best`. */
export interface PostDaily {
  type: "post_daily";
  date: string;
  aim: AimFields;
  name: string;
  ref?: number | null;
}

/** Are you there? Answered by `pong`, after everything that was said before. Whoever pings in a game goes on doing so: after four seconds of silence the next throw is made without their device, and after twelve (thirty, if the page is hidden) the connection is closed. */
export interface Ping {
  type: "ping";
  trip?: number;
  hidden?: boolean;
  ref?: number | null;
}

/** Start the referee of a real box from all requests the page has kept (see docs/reference/protocol.md); answered by one `referee` with the reply to the last accepted one. */
export interface OpenReferee {
  type: "referee_open";
  requests?: (Record<string, unknown>)[];
  ref?: number | null;
}

/** One request of the referee protocol; answered by `referee`. */
export interface SendReferee {
  type: "referee_send";
  request: Record<string, unknown>;
  ref?: number | null;
}

/** Throw: the starting die, your throw, or your part of a simultaneous throw. */
export interface ThrowDice {
  type: "throw";
  seat: number;
  state: number;
  unit: string;
  aim: AimFields;
  sign?: string | null;
  ref?: number | null;
}

/** Decide something other than to throw: place the starting die, stop, take sets, a extra die or none, or stack a tower. The move is written as in records (`end`, `collect 4 5`). */
export interface AnswerGame {
  type: "answer";
  seat: number;
  state: number;
  move: string;
  dice?: number[];
  sign?: string | null;
  ref?: number | null;
}

/** Which boulder piles to build up again after a column of fire (`piles_after_column=owner_choice`), said before or during the race. */
export interface KeepPiles {
  type: "keep";
  seat: number;
  state: number;
  piles: number[];
  ref?: number | null;
}

/** Dice (or whole piles) stacked in this heat of the race, counted on the device: a message that is late or lost costs nobody a tap. */
export interface Tap {
  type: "tap";
  seat: number;
  state: number;
  done: number;
  ref?: number | null;
}

/** Push lying dice about before your own throw; where all must agree, they are asked. */
export interface PushDice {
  type: "push";
  seat: number;
  state: number;
  dice: PushedDie[];
  sign?: string | null;
  ref?: number | null;
}

/** Yes or no to the push that is asked for; `dice` are those of `game.push`, so that nobody agrees to a push that was not shown to them. */
export interface AnswerPush {
  type: "agree";
  seat: number;
  state: number;
  agree: boolean;
  dice: PushedDie[];
  sign?: string | null;
  ref?: number | null;
}

/** This device has a fresh chain (docs/reference/proof.md): it takes part from the next game on, or, signed, from the next throw. The tip of the chain it takes part with already changes nothing. */
export interface OfferChain {
  type: "offer";
  tip: string;
  sign?: string | null;
  ref?: number | null;
}

/** This device shows no more links of its chain (the page is hidden, the person leaves): throws are made without it until it offers another. Said before a throw is fixed, it biases nothing. */
export interface GoAway {
  type: "away";
  sign?: string | null;
  ref?: number | null;
}

/** This device's link for a throw that is fixed. For one that is over it is ignored, and for another game as well: a line may be slow enough to bring it after the next one has begun. */
export interface ShowLink {
  type: "link";
  throw: number;
  attempt: number;
  link: string;
  sign?: string | null;
  game?: string;
  ref?: number | null;
}

/** The lines of the game's transcript from `first` on; answered by `lines`: by the first 200 of them if there are more, so ask again behind those. With `packed` a long answer comes as a binary frame, a third as long, and [without links that follow from others](proof.md#compressed-transcripts). */
export interface AskLines {
  type: "lines";
  first: number;
  packed?: boolean;
  ref?: number | null;
}

/** What a seat did in this game so far; all zero while its supply is hidden, which could be worked out from it. */
export interface SeatStats {
  throws: number;
  dice_thrown: number;
  strikes: number;
  collected: number;
  greatest: number;
  lost_null: number;
  lost_out: number;
}

/** A die in the arena. `pose` is x, y, z in metres and a quaternion w, x, y, z. */
export interface DieView {
  id: number;
  face: string;
  pose: [number, number, number, number, number, number, number];
  finish?: string;
}

/** What stands on one spot: one die, or a tower from bottom to top. */
export interface PieceView {
  dice: DieView[];
}

/** A seat's supply; `dice` (loose and piled together) is null where it is hidden. */
export interface HandView {
  dice: number | null;
  loose: number | null;
  piles: number[];
}

/** Time that is left when the message is sent, in milliseconds, and what it was at first. */
export interface DeadlineView {
  left_ms: number;
  total_ms: number;
}

/** How far one builder of the column is. */
export interface Racer {
  seat: number;
  needed: number;
  done: number;
}

/** The race for a column of fire: answer with `tap`, again and again. */
export interface RaceView {
  racers: Racer[];
  heat: number;
  starts_in_ms: number;
}

/** A push of lying dice that waits for everybody's consent. */
export interface PushAsked {
  seat: number;
  dice: PushedDie[];
  agreed: number[];
  asked: number[];
  deadline: DeadlineView;
}

/** How far the transcript of a game goes, for pages that check it (docs/reference/proof.md). */
export interface ProofView {
  lines: number;
  digest: string;
}

/** One game as a seat or watcher may see it. */
export interface GameView {
  game: string;
  number: number;
  seats: number[];
  first: number;
  state: number;
  hands: HandView[];
  arena: PieceView[];
  removed: number;
  aside: number;
  direction: 1 | -1;
  active: number;
  elements: string[];
  eliminated: number[];
  points: (number | null)[];
  awaited: AwaitedView;
  deadline: DeadlineView | null;
  ready: number[];
  dice: number[];
  race: RaceView | null;
  push: PushAsked | null;
  stats: SeatStats[];
  throws: number;
  proof: ProofView;
}

/** Who sits on a seat. */
export interface SeatView {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  level: string | null;
  present: boolean;
  slow: boolean;
  bot_plays: boolean;
  bot_in_ms: number | null;
  yours: boolean;
  finish: string;
  mat: string;
}

/** The score over the games of a tournament. */
export interface TournamentView {
  games: number;
  played: number;
  starters: number[];
  points: number[];
  winners: number[] | null;
  playoff: number[] | null;
}

/** What the next game at a table is played with. */
export interface NextBox {
  edition: string;
  preset: string | null;
  options: Record<string, string | boolean>;
  elements: string[] | null;
  clock: "off" | "relaxed" | "fast" | "day" | "three_days";
  public: boolean;
  tournament: boolean;
}

/** A public table. */
export interface LobbyTable {
  table: string;
  edition: string;
  stage: "gathering" | "playing" | "over";
  names: string[];
  open: number;
  watchers: number;
  tournament: boolean;
  clock: "off" | "relaxed" | "fast" | "day" | "three_days";
}

/** A table in this network that waits for players, who need no invitation. */
export interface NearTable {
  table: string;
  host: string;
  screen: boolean;
}

/** A seat of this device and the secret that holds it; keep it, and show it to nobody. */
export interface HeldSeat {
  seat: number;
  token: string;
}

/** One cast of a throw: who threw what, and how. */
export interface ThrowCast {
  seat: number;
  unit: string;
  aim: AimFields | null;
  by_table: boolean;
}

/** What a seat has guessed right this evening. */
export interface GuessScore {
  seat: number;
  points: number;
}

/** What a player did or could do: throw `unit`, or stop where it is null. */
export interface ActionView {
  unit: string | null;
  strength: string | null;
}

/** A way to throw and the chance to win by it. */
export interface ThrowOdds {
  action: ActionView;
  chance: number;
}

/** What came of a throw of the day. */
export interface DailyThrow {
  arena: PieceView[];
  out: number[];
  frame: string;
}

/** One of the best throws of a day: what it took when it was thrown again, and how to throw it once more. */
export interface DayBest {
  name: string;
  count: number;
  aim: AimFields;
}

/** A supply with boulder piles in it. */
export interface RefereeHand {
  loose: number;
  piles: number[];
}

/** How the game stands; players by name, a tower as a list from bottom to top. */
export interface RefereeState {
  hands: Record<string, number | RefereeHand>;
  arena: (string | string[])[];
  removed: number;
  aside: number | null;
  dir: 1 | -1;
  active: string;
  elements: string[];
  points: Record<string, number>;
  eliminated: string[];
}

/** How a tournament stands. */
export interface RefereeScore {
  starters: string[];
  points: Record<string, number>;
  winners: string[] | null;
  playoff: string[] | null;
}

/** Why a request was refused. */
export interface RefereeError {
  code: string;
  message: string;
}

/** A reply of the referee protocol; what happened and what is awaited are told as at a table whose seats are the players in their order. */
export interface RefereeAnswer {
  events: EventView[];
  state: RefereeState | null;
  awaited: AwaitedView | null;
  tournament: RefereeScore | null;
  error: RefereeError | null;
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  version: string;
  editions: string[];
  reactions: Reaction[];
  bots: string[];
  dice: ("physics" | "ideal")[];
  coach: boolean;
  ref?: number | null;
}

/** The public tables. */
export interface Lobby {
  type: "lobby";
  tables: LobbyTable[];
  seeking: number;
  near: NearTable[] | null;
  ref?: number | null;
}

/** This connection looks for a quick match. */
export interface Seeking {
  type: "seeking";
  looking: number;
  together: number;
  ref?: number | null;
}

/** The code of four letters that leads to this table; null when it stops working. */
export interface CodeOpened {
  type: "code";
  code: string | null;
  ref?: number | null;
}

/** The table that a code of four letters leads to. */
export interface TableFound {
  type: "found";
  table: string;
  screen: boolean;
  ref?: number | null;
}

/** This connection now attends a table; a `snapshot` follows. */
export interface Joined {
  type: "joined";
  table: string;
  seats: HeldSeat[];
  host: boolean;
  ref?: number | null;
}

/** Everything about a table; replaces all that was known before. */
export interface Snapshot {
  type: "snapshot";
  table: string;
  stage: "gathering" | "playing" | "over";
  edition: string;
  preset: string | null;
  options: Record<string, string | boolean>;
  elements: string[] | null;
  clock: "off" | "relaxed" | "fast" | "day" | "three_days";
  public: boolean;
  dice: "physics" | "ideal";
  host: number | null;
  first: number;
  seats: SeatView[];
  watchers: number;
  tournament: TournamentView | null;
  game: GameView | null;
  next: NextBox | null;
  ref?: number | null;
}

/** The host has chosen what the next game is played with. */
export interface BoxSet {
  type: "box";
  next: NextBox;
  ref?: number | null;
}

/** How a table stands, as it was last kept. */
export interface TableStanding {
  type: "standing";
  table: string;
  edition: string;
  stage: "gathering" | "playing" | "over";
  names: string[];
  awaited: number[];
  yours: number[];
  left_ms: number | null;
  ref?: number | null;
}

/** Who sits where has changed (joined, left, came back, bot took over). */
export interface Seats {
  type: "seats";
  stage: "gathering" | "playing" | "over";
  host: number | null;
  seats: SeatView[];
  watchers: number;
  ref?: number | null;
}

/** Dice fly. Where `bytes` is not 0 the next binary frame is this throw's trajectory; the `step` that settles it follows it. */
export interface ThrowMade {
  type: "thrown";
  game: string;
  throw: number;
  casts: ThrowCast[];
  bytes: number;
  ref?: number | null;
}

/** A move was settled: what happened, and how the game stands now. */
export interface StepMade {
  type: "step";
  seat: number | null;
  move: string;
  by_table: boolean;
  throw: number | null;
  events: EventView[];
  game: GameView;
  ref?: number | null;
}

/** The game stands otherwise without a move of the rules: dice pushed, consent asked, a thrower ready, a die stacked in the race, a race to be run again, a throw that nobody could make or that is made again. */
export interface Changed {
  type: "changed";
  what: "ready" | "pushed" | "push_asked" | "push_refused" | "tapped" | "again" | "stuck" | "flying";
  game: GameView;
  ref?: number | null;
}

/** The tournament's score after a game. */
export interface TournamentScored {
  type: "tournament";
  tournament: TournamentView;
  ref?: number | null;
}

/** Somebody shows a reaction. */
export interface Reacted {
  type: "reacted";
  seat: number | null;
  reaction: Reaction;
  ref?: number | null;
}

/** The big screen has shown everything up to this state. */
export interface ScreenAt {
  type: "screen";
  state: number;
  ref?: number | null;
}

/** Somebody has guessed what the next throw brings. */
export interface Guesses {
  type: "guesses";
  state: number;
  seat: number;
  hit: boolean;
  ref?: number | null;
}

/** A throw that was guessed at has come to rest. Points are of the evening, not of the game. */
export interface Guessed {
  type: "guessed";
  state: number;
  hit: boolean;
  right: number[];
  scores: GuessScore[];
  ref?: number | null;
}

/** A die was thrown into the bowl of a table that gathers. */
export interface Tossed {
  type: "tossed";
  seat: number | null;
  die: number;
  arena: PieceView[];
  frame: string;
  ref?: number | null;
}

/** Somebody would like another game, or would like to wait. */
export interface Proposed {
  type: "proposed";
  seat: number;
  what: "rematch" | "wait";
  ref?: number | null;
}

/** The coach's answer; chances to win between 0 and 1, null where not available. */
export interface OddsAnswer {
  type: "odds";
  state: number;
  available: boolean;
  preparing: boolean;
  estimated: boolean;
  stop: number | null;
  throws: ThrowOdds[];
  ref?: number | null;
}

/** What the strongest bot would do; all null where it would not throw, or cannot say. */
export interface Advice {
  type: "advice";
  state: number;
  unit: string | null;
  aim: AimFields | null;
  worth: number | null;
  preparing: boolean;
  ref?: number | null;
}

/** The best throws of a date, most dice first; null where there is no list: without a server, or with dice that fall otherwise elsewhere. */
export interface DayBests {
  type: "best";
  date: string;
  best: DayBest[] | null;
  ref?: number | null;
}

/** The position of a date and how many dice are thrown at it, all at once. */
export interface Daily {
  type: "daily";
  date: string;
  edition: string;
  arena: PieceView[];
  dice: number;
  common: boolean;
  thrown: DailyThrow | null;
  ref?: number | null;
}

/** Lines of the game's transcript, each as it counts (docs/reference/proof.md); sent to everybody whenever there are new ones, before whatever they led to. A line of kind `fixed` asks the devices it names for their links. */
export interface Lines {
  type: "lines";
  game: string;
  first: number;
  lines: string[];
  ref?: number | null;
}

/** What a seat did was heard and kept; what came of it was told before. */
export interface Done {
  type: "done";
  ref?: number | null;
}

/** The answer to `ping`, after everything that was told before it. A page that was told of another state than this one has missed something, and asks for the table again. */
export interface Pong {
  type: "pong";
  state: number | null;
  ref?: number | null;
}

/** Are you there? Answered by `ping`, at once. */
export interface AreYouThere {
  type: "ping";
  ref?: number | null;
}

/** The seats were taken over by another connection. */
export interface Superseded {
  type: "superseded";
  moved: boolean;
  ref?: number | null;
}

/** This connection attends no table any more. */
export interface Left {
  type: "left";
  ref?: number | null;
}

/** What the referee answers. */
export interface RefereeReply {
  type: "referee";
  reply: RefereeAnswer;
  kept: number;
  ref?: number | null;
}

/** A request was refused and nothing has changed; `code` says which kind. */
export interface Failed {
  type: "error";
  code: ErrorCode;
  message: string;
  ref?: number | null;
}

/** An option of an edition: its values (default first). */
export interface OptionView {
  name: string;
  values: (string | boolean)[];
  in_no_booklet: (string | boolean)[];
}

/** The booklet of one language: what it sets differently, and what it leaves no choice in. */
export interface PresetView {
  values: Record<string, string | boolean>;
  fixed: string[];
}

/** An edition as the page needs it to offer a table (HTTP `/api/editions`). */
export interface EditionView {
  id: string;
  family: string;
  faces: string[];
  dice: number;
  hands: Record<string, number>;
  languages: string[];
  elements: string[];
  effects: Record<string, string>;
  options: OptionView[];
  presets: Record<string, PresetView>;
  arena: Record<string, unknown>;
}

/** A throw of a replay; its trajectory is at `/api/games/{game}/throws/{throw}`. */
export interface ReplayThrow {
  throw: number;
  casts: ThrowCast[];
  bytes: number;
}

/** One step of a replay, as it was sent when it happened. */
export interface ReplayStep {
  thrown: ReplayThrow | null;
  step: StepMade;
}

/** What the dice and the mat of a seat looked like; empty if plain. */
export interface LookView {
  finish: string;
  mat: string;
}

/** A whole game to look at (HTTP `/api/games/{game}`); its record is at `…/record`. */
export interface Replay {
  game: string;
  edition: string;
  options: Record<string, string | boolean>;
  elements: string[] | null;
  names: string[];
  looks: LookView[];
  start: GameView;
  steps: ReplayStep[];
}

/** A choice that gave something away. */
export interface Misstep {
  seat: number;
  step: number;
  throw: number | null;
  chosen: ActionView;
  better: ActionView;
  cost: number;
}

/** The throw by which luck turned the game most. */
export interface TurningPoint {
  seat: number;
  step: number;
  throw: number | null;
  gain: number;
}

/** A seat's game in parts that add up: `start` and all the others are `result`. */
export interface SeatReview {
  start: number;
  luck: number;
  choices: number;
  aim: number;
  gifts: number;
  stood_in: number;
  result: number;
}

/** The coach's report on a finished game (HTTP `/api/games/{game}/review`), in chances to win. `preparing`: the solution it needs is being made, so ask again; `none`: there is no report. */
export interface GameReview {
  status: "ready" | "preparing" | "none";
  estimated: boolean;
  seats: (SeatReview | null)[];
  missteps: Misstep[];
  turning: TurningPoint | null;
}

export type ClientMessage =
  | Hello
  | LookIntoLobby
  | CreateTable
  | JoinTable
  | ResumeTable
  | WatchTable
  | AskStanding
  | LeaveTable
  | SeekGame
  | FindTable
  | OpenCode
  | StartGame
  | Rematch
  | ChooseBox
  | SitBot
  | FreeSeat
  | Resign
  | TakeBack
  | Wear
  | Rename
  | Hurry
  | ThrowAgain
  | ThrowDice
  | AnswerGame
  | KeepPiles
  | Tap
  | PushDice
  | AnswerPush
  | React
  | ScreenShown
  | Guess
  | TossDie
  | Propose
  | OfferChain
  | GoAway
  | ShowLink
  | AskLines
  | AskOdds
  | AskAdvice
  | AskDaily
  | AskBest
  | PostDaily
  | Ping
  | OpenReferee
  | SendReferee;

export type ServerMessage =
  | Welcome
  | Lobby
  | Seeking
  | CodeOpened
  | TableFound
  | Joined
  | Snapshot
  | BoxSet
  | TableStanding
  | Seats
  | ThrowMade
  | StepMade
  | Changed
  | TournamentScored
  | Reacted
  | ScreenAt
  | Guesses
  | Guessed
  | Tossed
  | Proposed
  | OddsAnswer
  | Advice
  | Daily
  | DayBests
  | Lines
  | Done
  | Pong
  | AreYouThere
  | Superseded
  | Left
  | RefereeReply
  | Failed;
