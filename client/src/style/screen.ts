/** The breakpoints of breakpoints.css for code that places things itself. */

export const QUERIES = {
  narrow: "(max-width: 519px)",
  sideways: "(max-height: 519px) and (orientation: landscape)",
  roomy: "(min-width: 900px) and (min-height: 520px)",
  beside: "(min-width: 760px) and (min-aspect-ratio: 105 / 100)",
} as const;

/** A phone held upright. */
export function isNarrow(): boolean {
  return window.matchMedia(QUERIES.narrow).matches;
}

/** A phone held sideways: the panels stand at the right. */
export function isSideways(): boolean {
  return window.matchMedia(QUERIES.sideways).matches;
}

let letters: number | null = null;

/** How large letters are, CSS pixels (`rem`). Read once a frame: reading it makes the browser work out all styles. */
export function letterSize(): number {
  if (letters !== null) return letters;
  requestAnimationFrame(() => {
    letters = null;
  });
  letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return letters;
}

/** Letters of twice the size on a phone, as `@container table (max-width: 18rem)` has it. */
export function hasFewLetters(): boolean {
  return window.innerWidth <= 18 * letterSize();
}

/** A desk. */
export function isRoomy(): boolean {
  return window.matchMedia(QUERIES.roomy).matches;
}

/** Wide enough for a panel beside the box. */
export function isBeside(): boolean {
  return window.matchMedia(QUERIES.beside).matches;
}

/** Where fingers point, and no key is at hand. */
export function isTouched(): boolean {
  return window.matchMedia("(pointer: coarse)").matches;
}
