/** What this device makes of a game: its own chain, its hands, its links. Each check can fail. */

import { beforeEach, describe, expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import {
  closed,
  freshMemory,
  type Hearer,
  hear,
  isLeftOut,
  linkToShow,
  type Memory,
  needsChain,
  wasPassedOver,
  withShown,
} from "../../src/fairness/memory";
import { AIM, hand, OTHER, OURS, Server, tipOf } from "./server";

let offered: Map<string, string>;
let us: Hearer;

beforeEach(() => {
  offered = new Map([[tipOf(OURS), OURS]]);
  us = {
    seats: [0],
    since: 0,
    cameIn: null,
    offers: false,
    take: (tip) => {
      const secret = offered.get(tip) ?? null;
      offered.delete(tip);
      return secret;
    },
  };
});

function heard(server: Server, hearer = us, memory = freshMemory("code", "g")): Memory {
  return server.lines.reduce((known, text, number) => hear(known, number, text, hearer), memory);
}

function onlyOurs(tip: string): string | null {
  return tip === tipOf(OURS) ? OURS : null;
}

function sent(memory: Memory, more: Partial<Memory["hands"][number]> = {}): Memory {
  const kept = { seat: 0, state: 1, throw: 0, unit: "1", aim: AIM, ...more };
  return { ...memory, hands: [kept] };
}

function wrongs(memory: Memory): string[] {
  return memory.findings.map((one) => `${one.wrong} ${one.throw}`);
}

test("the first fixed entry gets our link, and the same one again the same link", () => {
  const server = new Server();
  server.fix([hand(0)]);
  const memory = heard(server, us, sent(freshMemory("code", "g")));
  const link = { throw: 0, attempt: 0, link: linkOf(OURS, 1) };
  expect(linkToShow(memory)).toEqual(link);
  const again = hear(memory, server.lines.length - 1, server.lines.at(-1) ?? "", us);
  expect(linkToShow(again)).toEqual(link);
  expect(wrongs(again)).toEqual([]);
});

test("a second, different entry for the same throw gets none", () => {
  const server = new Server();
  server.fix([hand(1, { by: "bot" })]);
  const memory = heard(server);
  const other = (server.lines.at(-1) ?? "").replace('"x":0.01', '"x":0.02');
  const again = hear(memory, server.lines.length - 1, other, us);
  expect(wrongs(again)).toEqual(["fixed 0"]);
  expect(linkToShow(again)).toBeNull();
});

test("a line that leaves a gap is not heard, and gets no link", () => {
  const server = new Server();
  server.throw(hand(1));
  server.fix([hand(1)]);
  const first = hear(freshMemory("code", "g"), 0, server.lines[0] ?? "", us);
  const memory = hear(first, 3, server.lines[3] ?? "", us);
  expect(memory).toBe(first);
  expect(linkToShow(memory)).toBeNull();
});

test("a forged link stops everything and names the throw", () => {
  const server = new Server();
  server.throw(hand(1));
  server.fix([hand(1)]);
  server.land({ links: { ...server.links, server: linkOf(OTHER, 2) } });
  server.fix([hand(1)]);
  const memory = heard(server);
  expect(wrongs(memory)).toEqual(["server 1"]);
  expect(linkToShow(memory)).toBeNull();
});

describe("hands", () => {
  test.each([
    ["as it was sent", {}, []],
    ["with another aim", { aim: { ...AIM, x: 0.011 } }, ["hand 0"]],
    ["moved by a hair", { aim: { ...AIM, x: 0.01 + 1e-12 } }, ["hand 0"]],
    ["with another unit", { unit: "all" }, ["hand 0"]],
    ["thrown by the table", { by: "table", aim: { ...AIM, x: 0.05 } }, []],
  ])("ours %s", (_, more, findings) => {
    const server = new Server();
    server.fix([hand(0, more)]);
    const memory = heard(server, us, sent(freshMemory("code", "g")));
    expect(wrongs(memory)).toEqual(findings);
    expect(linkToShow(memory) === null).toBe(findings.length > 0);
  });

  test("an aim is clamped to what a hand can do, and a side has many names", () => {
    const server = new Server();
    server.fix([hand(0, { aim: { ...AIM, speed: 4, side: 3.5 - 2 * Math.PI } })]);
    const memory = sent(freshMemory("code", "g"), { aim: { ...AIM, speed: 9, side: 3.5 } });
    expect(wrongs(heard(server, us, memory))).toEqual([]);
  });

  test("one that we never sent is found, unless it may be from before we came", () => {
    const server = new Server();
    server.fix([hand(0)]);
    expect(wrongs(heard(server))).toEqual(["hand 0"]);
    offered.set(tipOf(OURS), OURS);
    expect(wrongs(heard(server, { ...us, cameIn: 0 }))).toEqual([]);
    offered.set(tipOf(OURS), OURS);
    expect(wrongs(heard(server, { ...us, since: 2 }))).toEqual([]);
  });

  test("ours must stay in every attempt, and is kept until it lies", () => {
    const server = new Server();
    server.fix([hand(0)]);
    server.late(1);
    server.fix([hand(0)]);
    const memory = heard(server, us, sent(freshMemory("code", "g")));
    expect(memory.hands).toHaveLength(1);
    server.land();
    expect(hear(memory, 4, server.lines[4] ?? "", us).hands).toEqual([]);
  });
});

describe("chains", () => {
  test("another chain for our seat is found, but not while we were away", () => {
    const server = new Server([OTHER]);
    expect(wrongs(heard(server))).toEqual(["tip 0"]);
    expect(wrongs(heard(server, { ...us, since: 1 }))).toEqual([]);
  });

  test("a device that takes our seat while we hold it is found", () => {
    const server = new Server();
    server.join(0, [0], OTHER);
    expect(wrongs(heard(server))).toEqual(["tip 0"]);
  });

  test("our number with another chain is found, whichever seats we are told we have", () => {
    const server = new Server();
    server.join(0, [0], OTHER);
    expect(wrongs(heard(server, { ...us, seats: [2], take: onlyOurs }))).toContain("tip 0");
  });

  test("who watches may see the seat they gave away go on with another chain", () => {
    const server = new Server();
    const memory = heard(server);
    server.join(0, [0], OTHER);
    expect(wrongs(hear(memory, 1, server.lines[1] ?? "", { ...us, seats: [] }))).toEqual([]);
  });

  test("with two seats, and one given up, we go on under a new number", () => {
    const server = new Server([]);
    server.join(0, [0, 2], OURS);
    server.fix([hand(1)]);
    server.late(0);
    server.fix([hand(1)]);
    server.land();
    server.join(1, [0], OTHER);
    server.fix([hand(1)]);
    offered.set(tipOf(OTHER), OTHER);
    expect(linkToShow(heard(server))).toMatchObject({ throw: 1, link: linkOf(OTHER, 1) });
  });

  test("our own chain cannot be used twice: its links are known", () => {
    const server = new Server();
    server.throw(hand(1));
    server.join(0, [0], OURS);
    expect(wrongs(heard(server, { ...us, since: 9 }))).toEqual(["tip 1"]);
  });

  test("we go on with a new one after being late", () => {
    const server = new Server();
    server.fix([hand(1)]);
    server.late(0);
    server.fix([hand(1)]);
    server.land();
    const late = heard(server);
    expect([late.late, late.without, needsChain(late)]).toEqual([1, 1, true]);
    server.join(0, [0], OTHER);
    server.fix([hand(1)]);
    offered.set(tipOf(OTHER), OTHER);
    offered.set(tipOf(OURS), OURS);
    const memory = heard(server);
    expect(memory.devices).toEqual([{ number: 0, tips: [tipOf(OURS), tipOf(OTHER)] }]);
    expect(linkToShow(memory)?.link).toBe(linkOf(OTHER, 1));
    expect(needsChain(memory)).toBe(false);
  });

  test("a new one is needed when few links are left", () => {
    const server = new Server();
    for (let i = 0; i < 247; i++) server.throw(hand(1));
    expect(needsChain(heard(server))).toBe(false);
    server.throw(hand(1));
    offered.set(tipOf(OURS), OURS);
    expect(needsChain(heard(server))).toBe(true);
  });
});

test("a device that offers a chain and is left out of throw after throw says so", () => {
  const server = new Server([]);
  const heardOf = (throws: number, offers: boolean) => {
    while (server.throws < throws) server.throw(hand(1));
    return heard(server, { ...us, offers });
  };
  expect(isLeftOut(heardOf(2, true))).toBe(false);
  expect(isLeftOut(heardOf(3, true))).toBe(true);
  expect(isLeftOut(heardOf(3, false))).toBe(false);
});

test("throws that were not heard as they fell do not make up for those it was left out of", () => {
  const server = new Server([]);
  server.throw(hand(1));
  server.throw(hand(1));
  const twice = heard(server, { ...us, offers: true });
  server.throw(hand(1));
  server.throw(hand(1));
  const later = (text: string, number: number, memory: Memory, since: number) =>
    hear(memory, number, text, { ...us, offers: true, since });
  const [, , , , , ...lines] = server.lines;
  const memory = lines.reduce((known, text, n) => later(text, 5 + n, known, n < 2 ? 99 : 0), twice);
  expect([twice.ignored, memory.ignored, isLeftOut(memory)]).toEqual([2, 3, true]);
});

test("a seat that does not play in this game is not left out of it", () => {
  const server = new Server([]);
  for (let i = 0; i < 4; i++) server.throw(hand(1));
  expect(isLeftOut(heard(server, { ...us, seats: [1], offers: true }))).toBe(false);
});

describe("throws without us", () => {
  /** We are late for the first throw; it and some more fall without us. */
  function late(throws = 3): Server {
    const server = new Server();
    server.fix([hand(1)]);
    server.late(0);
    server.fix([hand(1)]);
    server.land();
    for (let i = 1; i < throws; i++) server.throw(hand(1));
    return server;
  }

  test("count once we took part, cut off or not", () => {
    expect(wasPassedOver(heard(late()))).toBe(true);
    offered.set(tipOf(OURS), OURS);
    const memory = heard(late(), { ...us, since: 99, cameIn: 3 });
    expect([memory.missed, memory.without, wasPassedOver(memory)]).toEqual([3, 3, true]);
  });

  test("are no matter while they are few", () => {
    const memory = heard(late(2));
    expect([memory.missed, wasPassedOver(memory)]).toEqual([2, false]);
  });

  test("are no matter while they are fewer than those with us", () => {
    const server = new Server();
    for (let i = 0; i < 4; i++) server.throw(hand(1));
    server.fix([hand(1)]);
    server.late(0);
    server.fix([hand(1)]);
    server.land();
    for (let i = 0; i < 3; i++) server.throw(hand(1));
    const memory = heard(server);
    expect([memory.missed, wasPassedOver(memory)]).toEqual([4, false]);
    server.throw(hand(1));
    offered.set(tipOf(OURS), OURS);
    expect(wasPassedOver(heard(server))).toBe(true);
  });

  test("do not count for a newcomer, who watches, or who was away", () => {
    const newcomer = heard(late(), { ...us, since: 99, cameIn: 3, take: () => null });
    expect([newcomer.without, wasPassedOver(newcomer)]).toEqual([3, false]);
    expect(wasPassedOver(heard(late(), { ...us, seats: [] }))).toBe(false);
    offered.set(tipOf(OURS), OURS);
    const away = { ...heard(new Server()), away: true };
    expect(wasPassedOver(heard(late(), { ...us, since: 6, cameIn: 1 }, away))).toBe(false);
    expect(heard(late(), { ...us, since: 4, cameIn: 0 }, away).missed).toBe(2);
  });

  test("another chain for our seat while we were cut off is noted with its throw", () => {
    const server = new Server();
    server.throw(hand(1));
    server.join(0, [0], OTHER);
    const memory = heard(server, { ...us, since: 99, cameIn: 1 });
    expect([memory.replaced, wasPassedOver(memory), wrongs(memory)]).toEqual([1, true, []]);
    offered.set(tipOf(OURS), OURS);
    const away = { ...heard(new Server()), away: true };
    expect(heard(server, { ...us, since: 99, cameIn: 1 }, away).replaced).toBeNull();
  });
});

test("being called late although we answered is noted", () => {
  const server = new Server();
  server.fix([hand(1)]);
  const asked = heard(server);
  const link = linkToShow(asked);
  server.late(0);
  const late = server.lines[2] ?? "";
  expect(hear(asked, 2, late, us).answered).toEqual([]);
  expect(link && hear(withShown(asked, link), 2, late, us).answered).toEqual([0]);
});

test("who only watches checks everything and shows nothing", () => {
  const server = new Server();
  server.throw(hand(0), hand(1));
  server.fix([hand(0)]);
  const memory = heard(server, { ...us, seats: [], take: () => null });
  expect([memory.ledger?.throws, memory.without, wrongs(memory)]).toEqual([1, 0, []]);
  expect(linkToShow(memory)).toBeNull();
});

test("a closed memory keeps no secrets", () => {
  const server = new Server();
  server.throw(hand(1));
  const memory = closed(heard(server), true);
  expect(JSON.stringify(memory)).not.toContain(OURS);
  expect(memory.ledger?.throws).toBe(1);
});
