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
    const last = edition === "harry-potter" ? "accio" : "win";
    for (const name of ["first", "again", "match", "hit", "all_in", last]) {
      expect(game.scene?.name).toBe(name);
      expect(game.answer({ type: "answer", move: "end", seat: 0, state: 0 })).toBe(false);
      expect(game.answer(last === "accio" && name === last ? accio(game) : THROW)).toBe(true);
    }
    const thrown = stage.shown.filter((one) => one.type === "thrown");
    expect(thrown).toHaveLength(last === "win" ? 10 : 8);
    for (const one of thrown) expect(stage.frames.get(one.throw)).toHaveLength(one.bytes);
    expect(game.scene).toBeNull();
    expect(game.answer(THROW)).toBe(false);
    const end = stage.shown.at(-1);
    expect(end?.type === "step" && end.game.awaited).toEqual({ kind: "over", winners: [0] });
    expect(stage.shown.some((one) => one.type === "step" && one.game.eliminated.includes(1))).toBe(
      true,
    );
  });
});

/** The die that Accio may take. */
function accio({ scene }: Rehearsal) {
  const [answer = ""] = Object.keys(scene?.answers ?? {});
  const [, face, die] = answer.split(" ");
  const move = `accio ${face}`;
  return { type: "answer" as const, seat: 0, state: 0, move, dice: [Number(die)] };
}
