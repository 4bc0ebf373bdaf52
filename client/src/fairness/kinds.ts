/**
 * Which dice may be thrown, by the name that lines give them: physics, or ideal dice with
 * the usual chances. Others could be loaded, and still follow from the links. Pure.
 */

const PHYSICS = /^(?:portable|physics)-[^=]+$/;
const IDEAL = /^ideal-\d+ strike=0\.3 loss=0\.02$/;

export function isHonest(dice: string): boolean {
  return PHYSICS.test(dice) || IDEAL.test(dice);
}

/** Whether a throw may go to another machine with these dice: they have to be of the same kind. */
export function isSameKind(first: string, other: string): boolean {
  return kindOf(first) === kindOf(other) && isHonest(other);
}

/** Whether these dice may stand in where the game's own dice found no rest: only physics can. */
export function standsIn(first: string, other: string): boolean {
  return PHYSICS.test(first) && IDEAL.test(other);
}

function kindOf(dice: string): string {
  return PHYSICS.test(dice) ? "physics" : dice.slice(0, dice.indexOf("-"));
}
