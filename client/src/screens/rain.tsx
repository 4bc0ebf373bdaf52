/** Dice that rain in the colour of whoever has won. */

import { badgeOf } from "../game/people";
import "./rain.css";

const DICE = 28;
const PIPS = ["\u2680", "\u2681", "\u2682", "\u2683", "\u2684", "\u2685"];

/** The same for the same die, from 0 to 1. */
function chance(die: number, salt: number): number {
  let mixed = Math.imul(die * 8 + salt + 1, 2654435761);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2246822519);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

export function Rain({ winners }: { winners: readonly number[] }) {
  if (!winners.length) return null;
  return (
    <div class="rain" aria-hidden="true">
      {Array.from({ length: DICE }, (_, die) => {
        const colour = badgeOf(winners[die % winners.length] ?? 0).colour;
        const style = {
          "--seat": colour,
          "--x": `${100 * chance(die, 1)}%`,
          "--late": `${-4 * chance(die, 2)}s`,
          "--fall": `${2.6 + 2.2 * chance(die, 3)}s`,
          "--turns": `${(die % 2 ? 1 : -1) * (0.6 + 1.6 * chance(die, 4))}turn`,
          "--size": `${1.3 + 1.5 * chance(die, 5)}rem`,
        };
        return (
          <i key={die} style={style}>
            {PIPS[die % PIPS.length]}
          </i>
        );
      })}
    </div>
  );
}
