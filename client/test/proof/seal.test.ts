/** The seal is green only if nothing is wrong and nothing stays unproven. */

import { expect, test } from "vitest";
import { beginLedger } from "../../src/proof/audit";
import { freshMemory, type Memory } from "../../src/proof/memory";
import { sealView } from "../../src/proof/seal";
import { DICE } from "../../src/protocol";
import { NATIVE, OUR_KEY, Server } from "./server";

function memory(more: Partial<Memory> = {}, server = new Server()): Memory {
  const fresh = freshMemory("code", "g", OUR_KEY.public);
  return { ...fresh, ledger: beginLedger(server.lines[0] ?? ""), ...more };
}

function seen(more: Partial<Memory> = {}, server?: Server): [string | undefined, string[]] {
  const view = sealView(memory(more, server), true);
  return [view?.state, (view?.remarks ?? []).map((one) => `${one.kind} ${one.seat} ${one.count}`)];
}

/** The ledger of a game with some counts changed. */
function counted(more: object): Partial<Memory> {
  const { ledger } = memory();
  return { ledger: ledger && { ...ledger, ...more } };
}

test("nothing is told of a game of which nothing was heard", () => {
  expect(sealView(freshMemory("code", "g", null), true)).toBeNull();
});

test("good", () => {
  expect(seen()).toEqual(["good", []]);
});

test("late devices matter to everybody, being played for to oneself", () => {
  expect(seen(counted({ late: { 2: 3 } }))).toEqual(["late", ["late 2 3"]]);
  expect(seen(counted({ playedFor: { 0: 1, 2: 4 } }))).toEqual(["late", ["played_for 0 1"]]);
  expect(seen(counted({ playedFor: { 2: 4 } }))).toEqual(["good", []]);
});

test("away, left out, and throws without this device", () => {
  expect(seen({ calledAway: 1, leftOut: 2 })).toEqual(["late", ["away 0 1", "left_out 0 2"]]);
  expect(seen({ without: 1 })).toEqual(["late", []]);
});

test("players who sign nothing, dice that cannot be thrown again or were replaced", () => {
  expect(seen({}, new Server([], {}, [OUR_KEY, null]))).toEqual(["late", ["unsigned 2 1"]]);
  expect(seen({}, new Server([], { dice: NATIVE }))).toEqual(["late", ["native null 1"]]);
  expect(seen(counted({ steppedIn: 2 }))).toEqual(["late", ["stepped_in null 2"]]);
  expect(sealView(memory({}, new Server([], { dice: DICE.ideal })), true)?.dice).toBe("ideal");
});

test("whatever is wrong is worse than anything unproven", () => {
  expect(seen({ without: 1, findings: [{ wrong: "sign", throw: 0 }] })[0]).toBe("bad");
});
