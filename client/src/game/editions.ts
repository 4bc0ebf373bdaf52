/** What the rules say of each edition, as the server wrote it down for the page. Pure. */

import { EDITIONS, type EditionId, type Family, FEWEST_ELEMENTS } from "../protocol";

/** The edition for those who have not chosen one, and the first of its box. */
export const FIRST_EDITION: EditionId = "strike-2020";

const IDS = Object.keys(EDITIONS) as EditionId[];

export function isEdition(id: string): id is EditionId {
  return Object.hasOwn(EDITIONS, id);
}

function known(id: string): (typeof EDITIONS)[EditionId] {
  return EDITIONS[isEdition(id) ? id : FIRST_EDITION];
}

/** Editions of one family share their dice, their look and their words. */
export function familyOf(id: string): Family {
  return known(id).family;
}

/** The editions of each family, the one to begin with first. */
export const VARIANTS: ReadonlyMap<Family, readonly EditionId[]> = new Map(
  [FIRST_EDITION, ...IDS].map((id) => [
    familyOf(id),
    [FIRST_EDITION, ...IDS.filter((one) => one !== FIRST_EDITION)].filter(
      (one) => familyOf(one) === familyOf(id),
    ),
  ]),
);

/** The sides that can match. */
export function symbolsOf(id: string): readonly string[] {
  return known(id).faces.slice(1);
}

/** All sides of an edition's dice, the null side last. */
export function sidesOf(id: string): readonly string[] {
  const [nothing, ...symbols] = known(id).faces;
  return [...symbols, nothing];
}

/** The elements that players may agree on; none where there is nothing to agree. */
export function agreeable(id: string): readonly string[] {
  return known(id).elements;
}

export function isAgreed(id: string, elements: readonly string[]): boolean {
  return !agreeable(id).length || elements.length >= FEWEST_ELEMENTS;
}
