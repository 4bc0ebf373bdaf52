/**
 * Which dice may be thrown, by the name that lines give of the thrower: physics, or ideal dice with
 * the usual chances. Others could be loaded, and still follow from the links. Pure.
 */

const PHYSICS = /^physics-[^=]+$/;
const IDEAL = /^ideal-\d+ strike=0\.3 loss=0\.02$/;

export function isHonest(thrower: string): boolean {
  return PHYSICS.test(thrower) || IDEAL.test(thrower);
}

/** Whether a throw may go to another machine with this thrower: it has to be of the same kind. */
export function isSameKind(first: string, other: string): boolean {
  return kindOf(first) === kindOf(other) && isHonest(other);
}

/** Whether these dice may stand in where the game's own thrower failed: only physics can. */
export function standsIn(first: string, other: string): boolean {
  return PHYSICS.test(first) && IDEAL.test(other);
}

function kindOf(thrower: string): string {
  return thrower.slice(0, thrower.indexOf("-"));
}
