/**
 * A first game: recorded messages and throws of a real table, shown as the player answers.
 * It knows no rule; which throws it has, and in which order, is in the file.
 */

import { unpacked } from "../fairness/bytes";
import type { Outgoing } from "../net/connection";
import type { EditionId, ServerMessage, Snapshot, StepMade, ThrowMade } from "../protocol";

type SceneName = "first" | "again" | "match" | "hit" | "all_in" | "win" | "accio";

type Recorded = StepMade | (ThrowMade & { readonly frame: string });

interface LessonScene {
  readonly name: SceneName;
  /** What each answer brings. */
  readonly answers: Readonly<Record<string, readonly Recorded[]>>;
}

export interface FirstGame {
  readonly edition: EditionId;
  readonly snapshot: Snapshot;
  readonly scenes: readonly LessonScene[];
}

/** Where a first game is shown. */
export interface LessonStage {
  show(message: ServerMessage): void;
  frame(number: number, bytes: Uint8Array<ArrayBuffer>): void;
}

const FILES = {
  "strike-2020": () => import("./games/strike-2020.json"),
  impact: () => import("./games/impact.json"),
  "impact-power": () => import("./games/impact-power.json"),
  "harry-potter": () => import("./games/harry-potter.json"),
} as const;

/** Which first game teaches which edition. */
const TAUGHT_BY: Readonly<Record<EditionId, keyof typeof FILES>> = {
  "strike-2012": "strike-2020",
  "strike-2020": "strike-2020",
  impact: "impact",
  "impact-power": "impact-power",
  "impact-avatar": "impact-power",
  "harry-potter": "harry-potter",
};

export async function firstGame(edition: EditionId): Promise<FirstGame> {
  const file = await FILES[TAUGHT_BY[edition]]();
  return file.default as unknown as FirstGame;
}

export class Rehearsal {
  readonly game: FirstGame;
  readonly #stage: LessonStage;
  #next = 0;

  constructor(game: FirstGame, stage: LessonStage) {
    this.game = game;
    this.#stage = stage;
    stage.show(game.snapshot);
  }

  /** The scene that waits for an answer; null when all were played. */
  get scene(): LessonScene | null {
    return this.game.scenes[this.#next] ?? null;
  }

  /** Plays what an answer brings; false where the lesson wants another one. */
  answer(message: Outgoing): boolean {
    const played = this.scene?.answers[keyOf(message)];
    if (!played) return false;
    this.#next += 1;
    for (const one of played) {
      this.#stage.show(one);
      if (one.type === "thrown") this.#stage.frame(one.throw, unpacked(one.frame));
    }
    return true;
  }
}

function keyOf(message: Outgoing): string {
  return message.type === "answer"
    ? [message.move, ...(message.dice ?? [])].join(" ")
    : message.type;
}
