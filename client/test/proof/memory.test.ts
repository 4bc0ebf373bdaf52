/** What this device keeps of a game: its own part in it, and what it finds. */

import { describe, expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { Liveness } from "../../src/proof/liveness";
import {
  closed,
  freshMemory,
  type Hearer,
  hear,
  linkDue,
  type Memory,
  needsChain,
  ownTip,
} from "../../src/proof/memory";
import { hearer } from "./hearer";
import { cast, OTHER, OUR_KEY, OURS, Server, tipOf } from "./server";

const FRESH = freshMemory("code", "g", OUR_KEY.public);

/** What is kept after these lines; those of `from` are new. */
function heard(server: Server, who: Hearer = hearer(), memory = FRESH, from = 0): Memory {
  return server.lines
    .slice(from)
    .reduce((known, text, place) => hear(known, from + place, text, who), memory);
}

function wrongs({ findings }: Memory): string[] {
  return findings.map((one) => `${one.wrong} ${one.throw}`);
}

/** Chains that this device can show: ours, and another one. */
const BOTH = (tip: string) => [OURS, OTHER].find((one) => tipOf(one) === tip) ?? null;

test("what is fixed asks for the next link, once for each throw", () => {
  const server = new Server();
  server.fix();
  expect(linkDue(heard(server))).toMatchObject({ throw: 0, attempt: 0, link: linkOf(OURS, 1) });
  server.land();
  expect(linkDue(heard(server))).toBeNull();
  server.fix([cast(1)]);
  expect(linkDue(heard(server))).toMatchObject({ throw: 1, attempt: 0, link: linkOf(OURS, 2) });
});

test("a line that leaves a gap is not heard, one told again must be the same", () => {
  const server = new Server();
  server.throw();
  const memory = heard(server);
  expect(hear(memory, 9, "{}", hearer())).toBe(memory);
  expect(hear(memory, 1, server.lines[1] ?? "", hearer())).toBe(memory);
  expect(wrongs(hear(memory, 1, "{}", hearer()))).toEqual(["fixed 1"]);
});

test("once something is wrong no link is due any more", () => {
  const server = new Server();
  server.fix();
  const memory = heard(server, hearer({ isAsAgreed: () => false }));
  expect(wrongs(memory)).toEqual(["lineup 0"]);
  expect(linkDue(memory)).toBeNull();
});

test("a chain of ours that stood in another game is found", () => {
  const server = new Server();
  const used = hearer({ wasUsed: (tip) => tip === tipOf(OURS) });
  expect(wrongs(heard(server, used))).toEqual(["tip 0"]);
});

test("a game that begins with another chain at our seat is found, if we were there", () => {
  expect(wrongs(heard(new Server([OTHER])))).toEqual(["tip 0"]);
});

test("a chain for our seat that we do not have gets no link from us", () => {
  const server = new Server([OTHER]);
  server.fix();
  const old = hearer({ since: 1 });
  const memory = heard(server, old);
  expect([wrongs(memory), linkDue(memory), needsChain(memory)]).toEqual([[], null, true]);
  server.land({ links: { ...server.links, signs: server.links.signs.map(() => "") } });
  expect(wrongs(heard(server, old))).toEqual(["sign 0"]);
});

describe("called late", () => {
  /** Fixed, then late for us, with a ping answered before `fixed` that was sent so long ago. */
  function late(secondsAfterPing: number, linkAnswered = false): Memory {
    const server = new Server();
    const line = new Liveness();
    line.pong(line.ping(100));
    server.fix();
    let memory = heard(server, hearer({ line }));
    line.showedLink();
    const after = line.ping(100.1);
    if (linkAnswered) line.pong(after);
    server.late(0);
    memory = heard(server, hearer({ line, now: 100 + secondsAfterPing }), memory, 2);
    return memory;
  }

  test("sooner than a table may is found", () => {
    expect(wrongs(late(1.9))).toEqual(["late 0"]);
  });

  test("after that time it is counted, and another chain is needed", () => {
    const memory = late(2.1);
    expect([wrongs(memory), memory.ledger?.late, needsChain(memory)]).toEqual([[], { 0: 1 }, true]);
  });

  test("though the link had arrived is found, however much later", () => {
    expect(wrongs(late(60, true))).toEqual(["late 0"]);
  });

  test("on a line of which nothing is known proves nothing", () => {
    const server = new Server();
    server.fix();
    server.late(0);
    const memory = heard(server);
    expect([wrongs(memory), memory.ledger?.late]).toEqual([[], { 0: 1 }]);
  });

  test("before this connection began accuses nobody", () => {
    const server = new Server();
    const line = new Liveness();
    line.pong(line.ping(100));
    server.fix();
    server.late(0);
    expect(wrongs(heard(server, hearer({ line, since: 3 })))).toEqual([]);
    expect(wrongs(heard(server, hearer({ line, since: 2 })))).toEqual(["late 0"]);
  });

  test("for somebody else is counted by the ledger alone", () => {
    const server = new Server();
    server.fix();
    server.late(1);
    const memory = heard(server);
    expect([wrongs(memory), memory.ledger?.late]).toEqual([[], { 2: 1 }]);
  });
});

describe("called away", () => {
  function away(now: number, memory = FRESH): Memory {
    const server = new Server();
    const line = new Liveness();
    line.pong(line.ping(100));
    server.away(0, "");
    return heard(server, hearer({ line, now }), memory);
  }

  test("though we were heard is found", () => {
    expect(wrongs(away(103.9))).toEqual(["left_out 0"]);
  });

  test("after a silence is counted", () => {
    const memory = away(104.1);
    expect([wrongs(memory), memory.calledAway]).toEqual([[], 1]);
  });

  test("with our own word is nothing", () => {
    const server = new Server();
    server.away(0);
    const memory = heard(server, hearer(), { ...FRESH, away: [tipOf(OURS)] });
    expect([wrongs(memory), memory.calledAway]).toEqual([[], 0]);
  });
});

describe("a bot for us", () => {
  function replaced(now: number, more: object = {}, forGood = false): Memory {
    const server = new Server([OURS], more);
    const line = new Liveness();
    line.pong(line.ping(100));
    line.heardMove();
    server.bot(0, forGood);
    return heard(server, hearer({ line, now }));
  }

  test("while we are there is found", () => {
    expect(wrongs(replaced(129.9))).toEqual(["replaced 0"]);
  });

  test("after an absence, with a clock, or after resigning is not", () => {
    const all = [replaced(130.1), replaced(101, { clock: "fast" }), replaced(101, {}, true)];
    expect(all.map(wrongs)).toEqual([[], [], []]);
  });

  test("who lets five minutes pass is replaced, though there", () => {
    const server = new Server();
    const line = new Liveness();
    line.pong(line.ping(100));
    line.heardMove();
    line.pong(line.ping(399));
    server.bot(0);
    expect(wrongs(heard(server, hearer({ line, now: 399.9 })))).toEqual(["replaced 0"]);
    expect(wrongs(heard(server, hearer({ line, now: 400.1 })))).toEqual([]);
  });
});

describe("throws without us", () => {
  test("are counted, whatever the reason", () => {
    const server = new Server();
    server.away(0);
    server.throw(cast(1));
    server.throw(cast(1));
    expect(heard(server).without).toBe(2);
  });

  test("are found if our offer had arrived", () => {
    const line = new Liveness();
    const server = new Server();
    server.away(0);
    const memory = heard(server, hearer({ line }));
    line.offered();
    const ping = line.ping(100);
    server.fix([cast(1)]);
    expect(wrongs(heard(server, hearer({ line }), memory, 2))).toEqual([]);
    line.pong(ping);
    expect(wrongs(heard(server, hearer({ line }), memory, 2))).toEqual(["left_out 0"]);
  });

  test("count as left out once our offer had its time", () => {
    const server = new Server([]);
    server.fix([cast(1)]);
    expect(heard(server, hearer({ waits: 97 })).leftOut).toBe(0);
    expect(heard(server, hearer({ waits: 95 })).leftOut).toBe(1);
    expect(heard(server, hearer({ waits: 95, since: 2 })).leftOut).toBe(0);
  });

  test("are none where another device with our key is asked", () => {
    const server = new Server();
    server.fix([cast(1)]);
    const other = heard(server, hearer({ take: () => null, since: 1 }));
    expect([other.leftOut, other.devices, wrongs(other)]).toEqual([0, [], []]);
    const without = new Server([]);
    without.fix([cast(1)]);
    expect(heard(without, hearer({ take: () => null, since: 1 })).leftOut).toBe(1);
  });

  test("are none for whoever watches, or has resigned", () => {
    const server = new Server([]);
    server.throw(cast(1));
    expect(heard(server, hearer(), freshMemory("code", "g", null)).without).toBe(0);
    const resigned = new Server([]);
    resigned.bot(0, true);
    resigned.throw(cast(1));
    expect(heard(resigned).without).toBe(0);
  });
});

describe("chains", () => {
  test("we go on with a new one after being late", () => {
    const server = new Server();
    server.fix([cast(1)]);
    server.late(0);
    server.fix([cast(1)]);
    server.land();
    server.join(0, [0], OTHER);
    server.fix([cast(1)]);
    const memory = heard(server, hearer({ take: BOTH }));
    expect(memory.devices).toEqual([{ number: 0, tips: [tipOf(OURS), tipOf(OTHER)] }]);
    expect(linkDue(memory)?.link).toBe(linkOf(OTHER, 1));
    expect([needsChain(memory), ownTip(memory)]).toEqual([false, tipOf(OTHER)]);
  });

  test("a chain that we said is away is needed no more, but its link is still shown", () => {
    const server = new Server();
    server.fix([cast(1)]);
    const memory = { ...heard(server), away: [tipOf(OURS)] };
    expect([needsChain(memory), linkDue(memory)?.link]).toEqual([true, linkOf(OURS, 1)]);
  });

  test("a new one is needed when few links are left", () => {
    const memory = heard(new Server());
    const device = memory.ledger?.devices[0];
    const used = (asked: number): Memory => {
      const devices = device ? [{ ...device, asked }] : [];
      return { ...memory, ledger: memory.ledger && { ...memory.ledger, devices } };
    };
    expect([needsChain(used(247)), needsChain(used(248))]).toEqual([false, true]);
  });
});

test("who only watches checks everything and shows nothing", () => {
  const server = new Server();
  server.throw(cast(0), cast(1));
  server.fix([cast(0)]);
  const watching = hearer({ take: () => null });
  const memory = heard(server, watching, freshMemory("code", "g", null));
  expect([memory.ledger?.throws, memory.without, wrongs(memory)]).toEqual([1, 0, []]);
  expect([linkDue(memory), needsChain(memory)]).toEqual([null, false]);
});

test("a closed memory keeps no secrets, and nothing comes after it", () => {
  const server = new Server();
  server.throw(cast(1));
  const memory = closed(heard(server), true);
  expect(JSON.stringify(memory)).not.toContain(OURS);
  expect(memory.ledger?.throws).toBe(1);
  server.fix();
  expect(wrongs(hear(memory, 3, server.lines[3] ?? "", hearer()))).toEqual(["record 1"]);
});
