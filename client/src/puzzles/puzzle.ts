/** The puzzles as `tools/puzzles.py` writes them; loaded when they are first looked at. */

import { signal } from "@preact/signals";
import type { Flown } from "../game/practice";
import type { Aim, PieceView } from "../protocol";

export type PuzzleKind = "stop" | "strength" | "aim";

export interface SolvedChoice {
  readonly name: string;
  /** The chance to win. */
  readonly worth: number;
  /** The strength of the best throw; where only stop or throw is asked. */
  readonly strength?: string;
  /** How often such a throw takes something; dice that it takes, and leaves lying, on average. */
  readonly take?: number;
  readonly taken?: number;
  readonly left?: number;
}

/** A way to throw at a die, with what came of many such throws. */
interface AimChoice {
  readonly name: string;
  readonly strength: string;
  readonly face: string;
  readonly aim: Aim;
  /** Throws that succeeded. */
  readonly done: number;
  /** Dice turned over, and dice that flew out, on average. */
  readonly turned: number;
  readonly out: number;
  readonly shown: Flown;
}

interface Asked {
  readonly id: string;
  readonly edition: string;
  readonly hands: readonly number[];
  readonly arena: readonly PieceView[];
  readonly best: string;
}

export interface SolvedPuzzle extends Asked {
  readonly kind: "stop" | "strength";
  readonly choices: readonly SolvedChoice[];
}

export interface AimPuzzle extends Asked {
  readonly kind: "aim";
  /** Dice to be taken with the throw. */
  readonly goal: number;
  readonly choices: readonly AimChoice[];
}

export type Puzzle = SolvedPuzzle | AimPuzzle;

interface PuzzleBook {
  /** Throws of each way that were counted. */
  readonly throws: number;
  readonly puzzles: readonly Puzzle[];
}

export const book = signal<PuzzleBook | null>(null);

export async function openBook(): Promise<void> {
  const file = await import("./puzzles.json");
  book.value = file.default as unknown as PuzzleBook;
}

/** How good each choice is, from 0 to 1, by its name. */
export function sharesOf(puzzle: Puzzle, throws: number): ReadonlyMap<string, number> {
  if (puzzle.kind === "aim")
    return new Map(puzzle.choices.map(({ name, done }) => [name, done / throws]));
  return new Map(puzzle.choices.map(({ name, worth }) => [name, worth]));
}
