/** A puzzle in words: what is asked, what can be chosen, and why the best choice is the best. */

import { capital, decimal, maybe, percent, t } from "../i18n";
import { faceName } from "../speech/sentences";
import type { AimPuzzle, Puzzle, SolvedChoice, SolvedPuzzle } from "./puzzle";

/** Dice turned over, or flown out, that make a difference which can be told. */
const TOLD = 0.1;

export function questionOf(puzzle: Puzzle): string {
  if (puzzle.kind === "aim") return t("puzzle.ask.aim", { count: puzzle.goal });
  return t(`puzzle.ask.${puzzle.kind}`);
}

export function strengthName(strength: string): string {
  return capital(maybe(`strength.${strength}`) ?? strength);
}

export function choiceName(puzzle: Puzzle, name: string): string {
  if (name === "stop") return t("puzzle.stop");
  if (name === "throw") return t("act.throw");
  if (puzzle.kind !== "aim") return strengthName(name);
  const [strength = "", face = ""] = name.split(" ");
  return t("puzzle.at", {
    strength: strengthName(strength),
    face: faceName(face, puzzle.edition),
  });
}

/** Why the best choice is the best. */
export function reasonOf(puzzle: Puzzle): string {
  if (puzzle.kind === "aim") return aimReason(puzzle);
  return puzzle.kind === "stop" ? stopReason(puzzle) : strengthReason(puzzle);
}

function stopReason(puzzle: SolvedPuzzle): string {
  const take = puzzle.choices.find((one) => one.name === "throw")?.take ?? 0;
  const last = puzzle.hands[0] === 1;
  const params = { take: percent(take), miss: percent(1 - take) };
  if (puzzle.best === "stop") return t(last ? "puzzle.why.stopLast" : "puzzle.why.stop", params);
  return t(last ? "puzzle.why.throwLast" : "puzzle.why.throw", params);
}

function strengthReason(puzzle: SolvedPuzzle): string {
  const best: SolvedChoice | undefined = puzzle.choices.find((one) => one.name === puzzle.best);
  const params = { take: percent(best?.take ?? 0), left: decimal(best?.left ?? 0) };
  if (puzzle.best === "gentle") return t("puzzle.why.gentle", params);
  return t(puzzle.best === "wild" ? "puzzle.why.wild" : "puzzle.why.firm", params);
}

function aimReason({ best, choices }: AimPuzzle): string {
  const winner = choices.find((one) => one.name === best);
  const second = choices
    .filter((one) => one.name !== best)
    .reduce((a, b) => (b.done > a.done ? b : a));
  if (!winner) return "";
  if (winner.turned > second.turned + TOLD)
    return t("puzzle.why.turned", told(winner.turned, second.turned));
  if (winner.out < second.out - TOLD) return t("puzzle.why.out", told(winner.out, second.out));
  return t("puzzle.why.counted");
}

function told(best: number, second: number) {
  return { best: decimal(best), second: decimal(second) };
}
