/** The rules in English, in our own words. */

import type { RuleWords } from "./chapters";

export const rules: RuleWords = {
  goal: [
    "What it is about",
    "Throw your dice {arenaInto} and win back as many as you can. Whoever has no dice left is out; the last one holding dice wins.",
  ],
  setup: [
    "Before the game",
    "Everybody gets the same number of dice as a supply. What is left over stays in the box. The oldest player begins, then it goes clockwise.",
  ],
  startPlaced: [
    "The starting die",
    "One die is put {arenaInto} with any side up except {theNull}.",
  ],
  startThrown: [
    "The starting die",
    "One die is thrown {arenaInto}. If it shows {theNull}, it is thrown again.",
  ],
  turn: [
    "Your turn",
    "You must throw one die {arenaInto}. How you throw is up to you: aim, flick, bounce it off the wall. Hitting dice that lie there is what it is all about, for it can turn them over.",
  ],
  null: [
    "{null}",
    "After every throw, dice that show {theNull} leave the game first. This does not end your turn.",
  ],
  match: [
    "Two or more alike",
    "Then look at what lies there. If two or more dice show the same, you take all of them into your supply, every set at once. Your turn is over.",
  ],
  choice: [
    "All different",
    "If all dice differ, you decide: throw one more die, or end your turn. You may go on until something matches or your supply is empty.",
  ],
  out: [
    "Missed",
    "A die that lands beside the box, jumps out, is knocked out or stays lying on the rim is out of the game. Your turn goes on.",
  ],
  allin: [
    "{allin}",
    "If nothing at all lies {arenaIn} when your turn begins, you must throw all your dice at once. Then everything is checked as usual.",
  ],
  cocked: ["Leaning dice", "If a die lies askew, the box is nudged until it lies flat."],
  cockedReroll: [
    "Leaning dice",
    "A die that cannot be read is rolled again beside the box and put back with what it shows.",
  ],
  moveFree: [
    "Pushing dice",
    "Before you throw you may push the lying dice together as you like. They must not be turned or stacked.",
  ],
  moveConsent: [
    "Moving dice",
    "Only if everybody agrees may dice be moved, and only away from the wall. They must not be turned or stacked.",
  ],
  end: [
    "The end",
    "Whoever has no dice at the end of a turn is out. When only one player still has dice, that player has won.",
  ],
  tournament: [
    "Tournament",
    "Play as many games as there are players, so that everybody begins once. Whoever drops out gets one point for each player still in the game; the winner of a game gets none. Fewest points win the tournament.",
  ],
  power: [
    "Power of the Elements",
    "The side the starting die shows is awake for the whole game: its power works whenever two or more dice show it. The other elements are ordinary sides.",
  ],
  avatar: [
    "Avatar",
    "Several elements are awake, or all of them. If more than one works in the same throw, the order is: storm, column of fire, boulders, hurricane. The swamp is always there.",
  ],
  fire: [
    "Fire: Column of Fire",
    "Everybody stacks the whole supply into a tower as fast as possible and calls Stop. Whoever is first takes all matches, and the player to the left of the winner is next.",
  ],
  water: [
    "Water: Swamp",
    "Water is never taken. It stays until a hit turns it into something else.",
  ],
  stone: [
    "Stone: Boulders",
    "Stones you take are piled up in front of you. Later the whole pile is thrown at once, as one throw.",
  ],
  lightning: [
    "Lightning: Lightning Storm",
    "Before anything is taken, all other players throw one of their dice at the same moment. Then you take every match that lies there now.",
  ],
  air: [
    "Air: Hurricane",
    "After you have taken your dice, everybody hands the whole supply to the player on the left.",
  ],
  spells: [
    "The spells",
    "A spell works when two or more dice show it. You take the dice, then it happens. Several spells work in the order in which they stand here.",
  ],
  immobulus: [
    "Immobulus",
    "Immobulus dice that match stay where they are until a hit breaks them up. As long as they lie there, no other spell works; other matches are still taken.",
  ],
  relashio: [
    "Relashio",
    "Before anything is taken, everybody throws one die at the same moment. Then you take all matches. What this throw brings casts no spell.",
  ],
  accio: ["Accio", "You may take one more die of your choice {arenaFrom}."],
  wingardium: [
    "Wingardium Leviosa",
    "You stack all dice that are left into one tower. Only its top die counts, until the tower is knocked over.",
  ],
  confundo: ["Confundo", "The order of play turns round."],
};
