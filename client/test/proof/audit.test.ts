/** Every check of a line has a line that it must refuse. */

import { describe, expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { beginLedger, Fault, follow, type Ledger } from "../../src/fairness/ledger";
import { addLine, NO_LINES } from "../../src/fairness/transcript";
import { hand, IDEAL, OTHER, OURS, SERVER, Server, THEIRS, tipOf } from "./server";

function followed(lines: readonly string[]): Ledger {
  const [first = "", ...rest] = lines;
  return rest.reduce(follow, beginLedger(first));
}

/** What is wrong with these lines, if anything is. */
function wrong(lines: readonly string[]): string | null {
  try {
    followed(lines);
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.wrong;
    throw error;
  }
}

function changed(text: string, change: (line: Record<string, never>) => object): string {
  return JSON.stringify(change(JSON.parse(text)));
}

test("an honest game is followed to its end", () => {
  const server = new Server();
  server.throw();
  server.add({ type: "answered", player: 0, move: "end" });
  server.throw(hand(0), hand(1, { by: "bot" }));
  const ledger = followed(server.lines);
  expect(ledger.throws).toBe(2);
  expect(ledger.digest).toBe(server.lines.reduce(addLine, NO_LINES));
  expect([ledger.late, ledger.unwitnessed]).toEqual([{}, 0]);
  expect(ledger.seed).toMatch(/^[0-9a-f]{64}$/);
});

test("a late device is counted by its seats, and the throw goes on without it", () => {
  const server = new Server();
  server.fix();
  server.late(1);
  server.fix();
  server.land();
  server.join(1, [2], OTHER);
  server.throw();
  const ledger = followed(server.lines);
  expect(ledger.late).toEqual({ 2: 1 });
  expect(ledger.throws).toBe(2);
});

test("a device goes on under its number with its seats; with others it is another one", () => {
  const server = new Server();
  server.join(0, [0], OTHER);
  server.throw();
  server.join(2, [0, 2], linkOf(OTHER, 9));
  server.throw();
  server.join(2, [2, 0], linkOf(OTHER, 8));
  expect(followed(server.lines).devices.map((one) => one.seats)).toEqual([[], [], [2, 0]]);
});

test("a throw without any device is counted", () => {
  const server = new Server([]);
  server.throw();
  expect(followed(server.lines).unwitnessed).toBe(1);
});

test("a tower by chance has links and is no throw", () => {
  const server = new Server();
  server.fix([]);
  server.stack();
  server.throw();
  expect(followed(server.lines)).toMatchObject({ throws: 1, attempt: 0, fixed: null });
});

test("the server goes on with a new chain when its own is used up, and not before", () => {
  const lines = new Server([]).lines.concat(JSON.stringify({ type: "renewed", tip: tipOf(OTHER) }));
  expect(wrong(lines)).toBe("server");
  const server = new Server([]);
  for (let i = 0; i < 256; i++) server.throw();
  expect(wrong(server.lines)).toBeNull();
  expect(wrong([...server.lines, JSON.stringify({ type: "renewed", tip: tipOf(SERVER) })])).toBe(
    "tip",
  );
  server.renew(OTHER);
  server.throw();
  expect(followed(server.lines).throws).toBe(257);
});

test("no tip comes twice in a game", () => {
  const again = new Server();
  again.join(0, [0], THEIRS);
  expect(wrong(again.lines)).toBe("tip");
  expect(wrong(new Server([SERVER]).lines)).toBe("tip");
});

describe("links", () => {
  test("a forged link of the server", () => {
    const server = new Server();
    server.fix();
    server.land({ links: { ...server.links, server: linkOf(OTHER, 1) } });
    expect(wrong(server.lines)).toBe("server");
  });

  test("a link that the server showed before", () => {
    const server = new Server();
    server.throw();
    server.fix();
    server.land({ links: { ...server.links, server: linkOf(SERVER, 1) } });
    expect(wrong(server.lines)).toBe("server");
  });

  test("a forged link of a device, one too few, and two exchanged", () => {
    const [ours, theirs] = [linkOf(OURS, 1), linkOf(THEIRS, 1)];
    for (const devices of [[ours, linkOf(OTHER, 1)], [ours], [theirs, ours]]) {
      const server = new Server();
      server.fix();
      server.land({ links: { ...server.links, devices } });
      expect(wrong(server.lines)).toBe("device");
    }
  });
});

describe("dice", () => {
  const LOADED = "ideal-1 strike=0.3 loss=0.9";

  test("a game of other dice than physics and the usual ideal ones", () => {
    const [first = ""] = new Server().lines;
    const begun = (dice: string) => wrong([changed(first, (line) => ({ ...line, dice }))]);
    expect(begun(IDEAL)).toBeNull();
    expect(begun(LOADED)).toBe("loaded");
  });

  test.each([
    ["physics-2 mujoco-4.0.0 aarch64", null],
    [IDEAL, "loaded"],
    [LOADED, "loaded"],
  ])("a throw fixed for %s", (dice, expected) => {
    const server = new Server();
    server.fix([hand(0)], { dice });
    server.land();
    expect(wrong(server.lines)).toBe(expected);
  });

  test.each([
    [IDEAL, null],
    [LOADED, "loaded"],
    ["physics-1 mujoco-1.0.0 x86_64", "loaded"],
  ])("a throw made by %s", (dice, expected) => {
    const server = new Server();
    server.fix();
    server.land({ dice });
    expect(wrong(server.lines)).toBe(expected);
  });
});

describe("order", () => {
  test.each<[string, (server: Server) => void]>([
    ["a landing that was not fixed", (server) => server.land()],
    ["another throw than the next", (server) => server.fix([hand(0)], { throw: 1 })],
    ["another attempt than the next", (server) => server.fix([hand(0)], { attempt: 1 })],
    ["a device left out", (server) => server.fix([hand(0)], { devices: [0] })],
    ["late without being asked", (server) => server.late(1)],
    [
      "a second fixed entry for one throw",
      (server) => {
        server.fix();
        server.fix([hand(0, { unit: "all" })], { attempt: 0 });
      },
    ],
    [
      "late for another attempt",
      (server) => {
        server.fix();
        server.add({ type: "late", throw: 0, attempt: 1, devices: [1] });
      },
    ],
    [
      "nobody late",
      (server) => {
        server.fix();
        server.late();
      },
    ],
    [
      "dice pushed between the hands and their links",
      (server) => {
        server.fix();
        server.add({ type: "push", seat: 0, dice: [] });
      },
    ],
    [
      "a move between two attempts",
      (server) => {
        server.fix();
        server.late(1);
        server.add({ type: "answered", player: 0, move: "end" });
      },
    ],
    [
      "a device that joins while a throw is fixed",
      (server) => {
        server.fix();
        server.join(0, [0], OTHER);
      },
    ],
    [
      "a device that joins between two attempts",
      (server) => {
        server.fix();
        server.late(1);
        server.join(1, [2], OTHER);
      },
    ],
    ["a device with a number too high", (server) => server.join(3, [2], OTHER)],
    ["a device written over by one with other seats", (server) => server.join(0, [2], OTHER)],
    ["a device that goes on with a seat more", (server) => server.join(0, [0, 2], OTHER)],
    ["a device for a seat that does not play", (server) => server.join(2, [1], OTHER)],
    ["a second game", (server) => server.add(JSON.parse(server.lines[0] ?? ""))],
    ["a line of the first version", (server) => server.add({ type: "hand", seat: 0 })],
    ["a line that is none", (server) => server.lines.push("{")],
  ])("%s", (_, cheat) => {
    const server = new Server();
    cheat(server);
    expect(wrong(server.lines)).toBe("order");
  });

  test("hands that change with the attempt", () => {
    const server = new Server();
    server.fix([hand(0, { by: "bot" })]);
    server.late(1);
    server.fix([hand(0, { by: "bot", aim: { ...hand(0).aim, x: 0.01 + 1e-12 } })]);
    expect(wrong(server.lines)).toBe("fixed");
  });

  test("a transcript that begins with something else, or with one seat twice", () => {
    const server = new Server();
    server.throw();
    expect(wrong(server.lines.slice(1))).toBe("order");
    const devices = [0, 1].map((n) => ({ seats: [0], tip: tipOf(n ? OURS : THEIRS) }));
    expect(wrong([changed(server.lines[0] ?? "", (line) => ({ ...line, devices }))])).toBe("tip");
  });
});
