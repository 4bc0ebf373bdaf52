/** The rules in English, in our own words: a sentence for every value that an option can have. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  "title.goal": "The idea",
  goal: "Throw your dice {arenaInto} and win back as many as you can. Run out of dice and you’re out; whoever still has some at the end wins.",

  "title.setup": "Before the game",
  setup:
    "Everyone gets the same number of dice: their supply. Any left over stay in the box. The oldest player starts, then play goes clockwise.",
  "supply.open": "Supplies are open: everyone sees how many dice you have.",
  "supply.hidden": "Supplies are hidden: only you know how many dice you have.",

  "title.start": "The starting die",
  "start_die.placed": "One die is placed {arenaIn}, any side up except {theNull}.",
  "start_die.thrown": "One die is thrown {arenaInto}.",
  "start_die_x.rethrow": "If it shows {theNull}, throw it again.",
  "start_die_x.choose_face": "If it shows {theNull}, throw it again or turn it to another side.",

  "title.turn": "Your turn",
  turn: "You must throw one die {arenaInto}. How is up to you: aim, flick, bounce it off the wall. Hit the dice in there: that’s the whole fun, because it can turn them over.",
  "turn.arena": "{ArenaThe} may be turned before you throw.",

  "title.null": "{null}",
  null: "After every throw, dice showing {theNull} leave the game first. That doesn’t end your turn.",

  "title.match": "Two or more alike",
  match:
    "Then look at what lies there. Two or more dice that show the same are a match; there can be several. The die you threw need not be part of it.",
  "collecting.mandatory":
    "You take every match into your supply, all of it, and your turn is over.",
  "collecting.optional":
    "You may take any match into your supply, all of it, or leave it there. Once you take something, your turn is over.",
  "match.water": "Water is different: see below.",
  "match.immobulus": "Immobulus is different: see below.",

  "title.example": "An example",
  example:
    "Three dice lie there: {lone}, {pair} and {struck}. Your die stops on {thrown} and knocks over the die with {struck}, which now shows {pair}. Twice {pair}: you take both. {lone} and {thrown} stay.",

  "title.choice": "All different",
  choice:
    "If all dice differ, you decide: throw one more die, or end your turn. You may go on until something matches or your supply is empty.",

  "title.out": "Missed",
  out: "A die that lands beside the box, jumps out or is knocked out is out of the game.",
  "rim_is_out.true": "So is a die that stays on the rim.",
  "rim_is_out.false": "A die on the rim counts as leaning.",
  "out.on": "Your turn goes on.",

  "title.allin": "{allin}",
  "allin_trigger.turn_start":
    "If nothing at all lies {arenaIn} when your turn begins, you throw your whole supply in one go.",
  "allin_trigger.also_mid_turn":
    "If nothing at all lies {arenaIn} when you throw, even in the middle of your turn, you throw your whole supply in one go.",
  "allin.then": "Then check as usual.",
  "allin_cause.any": "It doesn’t matter what emptied {arenaThe}.",
  "allin_cause.not_by_out_only":
    "This doesn’t count if {arenaThe} was emptied only by dice flying out.",
  "allin_cause.collected_only": "This counts only if {arenaThe} was emptied by taking dice.",

  power:
    "The element on the starting die is active for the whole game: it works whenever two or more dice show it. The other elements are ordinary sides.",
  avatar: "Several elements are active at once: agree which before the game.",
  "avatar.order":
    "If more than one works in the same throw, this is the order: storm, column of fire, boulders, hurricane. The swamp is always there.",

  storm:
    "Before anything is taken, everyone else throws one die, all at the same moment. Then you take every match that lies there now. That throw starts no second storm.",
  "extra_throw_no_match.continue": "If nothing matches any more, you may throw again or stop.",
  "extra_throw_no_match.end": "If nothing matches any more, your turn is over.",
  "storm_unit.free": "Instead of a die, a whole pile may be thrown.",
  "storm_unit.loose_first": "A pile is thrown only by players who have no loose die.",
  "storm_recheck.state": "After the storm, the other elements work as the dice lie then.",
  "storm_recheck.initial":
    "After the storm, only elements work that had already matched before it.",

  column:
    "Everyone stacks their whole supply into a tower as fast as they can and calls “Stop!” Whoever is first takes all the matches, and play goes on to the winner’s left. No building in advance.",
  "column_zero_dice.excluded": "Without dice you can’t build.",
  "column_zero_dice.may_win": "Without dice you have nothing to build: just call first.",
  "column_tie.rematch": "If two finish together, they build again.",
  "column_tie.turn_order": "If two finish together, the order of play decides.",
  "piles_after_column.dissolve": "Piles of stones fall apart into loose dice.",
  "piles_after_column.owner_choice": "Afterwards you may build up your piles of stones again.",

  boulders: "The stones you take are piled up in front of you.",
  "pile_throw.whole": "Later you throw a pile as a whole; it counts as one throw.",
  "pile_throw.may_split": "Later you throw a pile as a whole, as one throw, or die by die.",

  hurricane:
    "After you have taken your dice, everyone passes their whole supply to the left. Players who are out are skipped.",
  "hurricane_keeps_piles.true": "Piles are passed on as piles.",
  "hurricane_keeps_piles.false": "Piles fall apart into loose dice.",

  swamp: "Water is never taken. It stays until a hit turns it into something else.",
  "swamp_only_ends_turn.false": "If nothing else matches, you may throw again or stop.",
  "swamp_only_ends_turn.true": "If nothing else matches, your turn is over.",

  "title.spells": "The spells",
  spells:
    "A spell works when two or more dice show it. You take the dice, then it happens. Several spells work in the order of this list.",

  freeze:
    "Immobulus dice that match stay where they are until a hit breaks them up. If another one joins them, it is bound too. Other matches are still taken.",
  "immobulus_suppression.standing": "As long as they lie there, no other spell works.",
  "immobulus_suppression.fresh_only":
    "No other spell works in the throw that binds them; afterwards spells work again.",
  "immobulus_only_ends_turn.false": "If nothing else matches, you may throw again or stop.",
  "immobulus_only_ends_turn.true": "If nothing else matches, your turn is over.",

  "relashio_throwers.all":
    "Before anything is taken, everyone, you too, throws one die, all at the same moment.",
  "relashio_throwers.others":
    "Before anything is taken, everyone else throws one die, all at the same moment.",
  salvo: "Then you take all the matches. Spells made by this throw don’t work.",
  "relashio_pending.intact": "Other spells work if they matched before it and still do.",
  "relashio_pending.locked": "Other spells that matched before it work in any case.",
  "relashio_pending.void": "No other spell works in this turn.",
  "relashio_new_immobulus.binds": "Immobulus dice brought together by it are bound.",
  "relashio_new_immobulus.collect":
    "Immobulus dice brought together by it are taken like any others.",

  "accio_optional.true": "You may take one more die of your choice {arenaFrom}.",
  "accio_optional.false": "You must take one more die of your choice {arenaFrom}.",
  "accio_single_immobulus.true": "A single Immobulus will do, too.",
  "accio_single_immobulus.false": "But not an Immobulus.",
  "accio_tower.any": "From a tower you may take any die.",
  "accio_tower.top": "From a tower you can only take the top one.",

  "tower_builder.active":
    "You stack all the dice that are left into one tower, in any order you like.",
  "tower_builder.random": "All the dice that are left are stacked into one tower, in random order.",
  tower: "Only its top die counts, until the tower is knocked over.",

  reverse: "Play changes direction.",
  "confundo_two_players.none": "With two players that changes nothing.",
  "confundo_two_players.extra_turn": "With two players you get another turn.",

  "title.cocked": "Leaning dice",
  "cocked.nudge": "If a die leans, the box is nudged until it lies flat.",
  "cocked.reroll_outside":
    "A die that can’t be read is rolled again beside the box and put back as it fell.",
  "accidental_stack.nudge": "A die that lands on top of another is nudged off.",
  "accidental_stack.top_counts": "If a die lands on top of another, only the top one counts.",

  "title.move": "Moving dice",
  "premove.free":
    "Before you throw, you may push the dice together as you like. Don’t turn or stack them.",
  "premove.walls_by_consent":
    "Dice may be moved only if everyone agrees, and only away from the wall. Don’t turn or stack them.",
  "premove.none": "Before a throw, the dice stay where they are.",

  "title.end": "The end",
  "zero_elimination.end_of_turn": "Anyone without dice at the end of a turn is out.",
  "zero_elimination.immediate": "Anyone without dice is out at once.",
  "zero_elimination.own_turn": "Anyone who has no dice when their turn comes is out.",
  end: "When only one player still has dice, that player wins.",
  "double_ko.shared": "If all who are left run out of dice together, they share the win.",
  "double_ko.active_loses":
    "If all who are left run out of dice together, the player whose turn it is loses.",
  "double_ko.replay": "If all who are left run out of dice together, the game is played again.",

  "title.tournament": "Tournament",
  tournament: "One game per player, so everyone starts once.",
  "tournament_start.clockwise": "The start moves clockwise.",
  "tournament_start.any_order_each_once": "You choose in which order.",
  "tournament.points":
    "When you drop out, you get a point for each player still in the game; the winner gets none. Whoever has the fewest wins.",
  "tournament_tie.share": "A tie is a shared win.",
  "tournament_tie.playoff": "A tie is decided by one more game between those players.",
  "simultaneous_points.equal": "Players who drop out together get the same points.",
  "simultaneous_points.turn_order":
    "Players who drop out together are counted one after another, in the order of play.",
};
