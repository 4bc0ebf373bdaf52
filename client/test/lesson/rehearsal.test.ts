/** First games as they are recorded: the right answers lead to the end, others lead nowhere. */

import { describe, expect, test } from "vitest";
import { firstGame, type LessonStage, Rehearsal } from "../../src/lesson/rehearsal";
import { EDITIONS, type EditionId, type ServerMessage } from "../../src/protocol";

class Kept implements LessonStage {
  readonly shown: ServerMessage[] = [];
  readonly frames = new Map<number, Uint8Array>();

  show(message: ServerMessage): void {
    this.shown.push(message);
  }

  frame(number: number, bytes: Uint8Array): void {
    this.frames.set(number, bytes);
  }
}

const AIM = { x: 0, y: 0, side: 0, speed: 1, height: 0.1, spin: 1 };
const THROW = { type: "throw", seat: 0, state: 0, unit: "1", aim: AIM } as const;

describe.each(Object.keys(EDITIONS) as EditionId[])("%s", (edition) => {
  test("answers lead to the end, each with its throws", async () => {
    const stage = new Kept();
    const game = new Rehearsal(await firstGame(edition), stage);
    expect(stage.shown.map((one) => one.type)).toEqual(["snapshot"]);
    for (const name of ["first", "again", "match", "hit", "all_in"]) {
      expect(game.scene?.name).toBe(name);
      expect(game.answer({ type: "answer", move: "end", seat: 0, state: 0 })).toBe(false);
      expect(game.answer(THROW)).toBe(true);
    }
    const thrown = stage.shown.filter((one) => one.type === "thrown");
    expect(thrown).toHaveLength(7);
    for (const one of thrown) expect(stage.frames.get(one.throw)).toHaveLength(one.bytes);
    if (game.scene) {
      expect(game.answer(THROW)).toBe(false);
      expect(game.answer({ type: "answer", seat: 0, state: 0, move: "accio -" })).toBe(true);
    }
    expect(game.scene).toBeNull();
    expect(game.answer(THROW)).toBe(false);
  });

  test("every die that Accio may take has its answer", async () => {
    const game = await firstGame(edition);
    for (const scene of game.scenes.filter((one) => one.name === "accio")) {
      const before = game.scenes.at(-2)?.answers.throw?.at(-1);
      const asking = before?.type === "step" ? before.game : null;
      if (asking?.awaited.kind !== "accio") throw new Error("no Accio is asked for");
      const lying = asking.arena.flatMap((piece) => piece.dice);
      const moves = asking.dice.map(
        (die) => `accio ${lying.find((one) => one.id === die)?.face} ${die}`,
      );
      if (asking.awaited.may_decline) moves.push("accio -");
      expect(Object.keys(scene.answers).sort()).toEqual(moves.sort());
    }
  });
});
