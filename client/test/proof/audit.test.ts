/** Every check of a line has a line that it must refuse. */

import { describe, expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { signed } from "../../src/fairness/keys";
import { agreeMessage, pushMessage } from "../../src/fairness/signed";
import { addLine, NO_LINES } from "../../src/fairness/transcript";
import { beginLedger, follow } from "../../src/proof/audit";
import { Fault } from "../../src/proof/fault";
import type { Ledger } from "../../src/proof/ledger";
import { DICE } from "../../src/protocol";
import {
  AIM,
  cast,
  NATIVE,
  OTHER,
  OUR_KEY,
  OURS,
  SERVER,
  Server,
  STRANGER,
  THEIR_KEY,
  THEIRS,
  tipOf,
} from "./server";

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

test("an honest game is followed to its end", () => {
  const server = new Server();
  server.throw();
  server.answer(0, "end");
  server.bot(1);
  server.throw(cast(0), cast(1, { by: "bot" }));
  const ledger = followed(server.lines);
  expect(ledger.throws).toBe(2);
  expect(ledger.digest).toBe(server.lines.reduce(addLine, NO_LINES));
  expect([ledger.late, ledger.unwitnessed, ledger.playedFor]).toEqual([{}, 0, { 2: 1 }]);
  expect(ledger.mark).toBe(ledger.digest);
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

test("friends on one device have one key, and one chain", () => {
  const keys = [OUR_KEY, OUR_KEY];
  const server = new Server([], {}, keys);
  server.join(0, [0, 2], OURS);
  server.throw();
  server.join(0, [2, 0], OTHER);
  expect(followed(server.lines).devices.map((one) => one.seats)).toEqual([[2, 0]]);
});

test("a device goes on under its number with its seats", () => {
  const server = new Server();
  server.join(0, [0], OTHER);
  server.throw();
  expect(followed(server.lines).devices.map((one) => one.seats)).toEqual([[0], [2]]);
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
  const keys = [null, null];
  const lines = new Server([]).lines.concat(JSON.stringify({ type: "renewed", tip: tipOf(OTHER) }));
  expect(wrong(lines)).toBe("server");
  const server = new Server([], {}, keys);
  for (let i = 0; i < 256; i++) server.throw();
  expect(wrong(server.lines)).toBeNull();
  expect(wrong([...server.lines, JSON.stringify({ type: "renewed", tip: tipOf(SERVER) })])).toBe(
    "tip",
  );
  server.renew(OTHER);
  server.throw();
  expect(followed(server.lines).throws).toBe(257);
});

test("a device has each of its seats once", () => {
  const server = new Server();
  server.join(0, [0, 0], OTHER);
  expect(wrong(server.lines)).toBe("order");
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

  test.each([
    [DICE.portable, null],
    [DICE.ideal, null],
    [NATIVE, null],
    [LOADED, "loaded"],
    ["ideal-9 strike=0.3 loss=0.02", "loaded"],
    [`${DICE.portable} wasm32`, "loaded"],
    ["physics-9 mujoco-9.9.9 x86_64", "loaded"],
  ])("a game of %s", (dice, expected) => {
    expect(wrong(new Server([], { dice }).lines)).toBe(expected);
  });

  test.each([
    [`${DICE.native}aarch64`, null],
    [DICE.portable, "loaded"],
    [DICE.ideal, "loaded"],
    [LOADED, "loaded"],
  ])("a throw fixed for %s in a native game", (dice, expected) => {
    const server = new Server([OURS, THEIRS], { dice: NATIVE });
    server.fix([cast(0)], { dice });
    server.land();
    expect(wrong(server.lines)).toBe(expected);
  });

  test.each([
    [DICE.ideal, null],
    [LOADED, "loaded"],
    [NATIVE, "loaded"],
  ])("a throw made by %s", (dice, expected) => {
    const server = new Server();
    server.fix();
    server.land({ dice });
    expect(wrong(server.lines)).toBe(expected);
  });
});

describe("signatures", () => {
  const stranger = signed(STRANGER, new Uint8Array(1));

  test.each<[string, (server: Server) => unknown]>([
    ["a cast without one", (server) => server.fix([{ ...cast(0), by: "person" }])],
    ["a cast with a stranger's", (server) => server.fix([cast(0, { sign: stranger })])],
    ["a bot's cast with one", (server) => signedBot(server)],
    ["an answer for somebody else", (server) => server.answer(0, "end", { player: 1 })],
    ["another answer than was signed", (server) => server.answer(0, "end", { move: "accio -" })],
    ["other dice than were signed", (server) => server.answer(0, "end", { dice: [1] })],
    ["a join with a stranger's", (server) => server.join(0, [0], OTHER, { sign: stranger })],
    ["a join without one", (server) => server.join(0, [0], OTHER, { sign: undefined })],
    ["a device sent away in its name", (server) => server.away(0, stranger)],
    ["a link without one", (server) => landWith(server, ["", ""])],
    ["links with exchanged ones", (server) => landWith(server, server.links.signs.reverse())],
    [
      "somebody resigned without one",
      (server) => server.add({ type: "bot", player: 0, for_good: true }),
    ],
    ["a push without one", (server) => server.add({ type: "push", player: 0, dice: [[1, 0, 0]] })],
  ])("%s", (_, cheat) => {
    const server = new Server();
    cheat(server);
    expect(wrong(server.lines)).toBe("sign");
  });

  function signedBot(server: Server): void {
    server.bot(0);
    server.fix([cast(0, { by: "bot", sign: stranger })]);
  }

  function landWith(server: Server, signs: string[]): void {
    server.fix();
    server.land({ links: { ...server.links, signs } });
  }

  test("a cast of another aim, throw, unit or player than was signed", () => {
    for (const change of [{ aim: { ...AIM, x: 0.01 + 1e-12 } }, { unit: "all" }, { player: 1 }]) {
      const server = new Server();
      const { sign } = JSON.parse(new Server().fix()).casts[0];
      server.fix([cast(0, { sign, ...change })]);
      expect(wrong(server.lines)).toBe("sign");
    }
  });

  test("a cast that was signed for an earlier position", () => {
    const server = new Server();
    const { sign } = JSON.parse(server.fix()).casts[0];
    server.land();
    server.fix([cast(0, { sign })]);
    expect(wrong(server.lines)).toBe("sign");
  });

  test("a device that was told another story signs another digest", () => {
    const [one, other] = [new Server(), new Server()];
    one.answer(0, "end");
    other.answer(0, "accio -");
    for (const server of [one, other]) server.fix();
    one.land({ links: { ...one.links, signs: other.links.signs } });
    expect(wrong(one.lines)).toBe("sign");
  });

  test("players without a key sign nothing", () => {
    const server = new Server([], {}, [OUR_KEY, null]);
    server.throw(cast(1));
    expect(wrong(server.lines)).toBeNull();
    server.fix([cast(1, { sign: stranger })]);
    expect(wrong(server.lines)).toBe("sign");
  });
});

describe("pushes", () => {
  const DICE_PUSHED = [[1, 0.01, 0]] as const;

  function pushed(server: Server, more: object = {}): string {
    const message = pushMessage(server.mark, 0, DICE_PUSHED);
    const sign = signed(OUR_KEY, message);
    return server.add({ type: "push", player: 0, dice: DICE_PUSHED, sign, ...more });
  }

  function consent(server: Server): [number, string] {
    const message = pushMessage(server.mark, 0, DICE_PUSHED);
    return [1, signed(THEIR_KEY, agreeMessage(message, 1))];
  }

  test("are signed, and need no consent where it is free", () => {
    const server = new Server();
    pushed(server);
    server.throw();
    expect(wrong(server.lines)).toBeNull();
  });

  test("need everybody's, unless a bot plays for them", () => {
    const by = { options: { premove: "walls_by_consent" } };
    const [asked, agreed, forged, away] = Array.from({ length: 4 }, () => new Server([], by));
    pushed(asked as Server);
    pushed(agreed as Server, { agreed: [consent(agreed as Server)] });
    pushed(forged as Server, { agreed: [[1, consent(new Server())[1]]] });
    away?.bot(1);
    pushed(away as Server);
    expect([asked, agreed, forged, away].map((one) => wrong(one?.lines ?? []))).toEqual([
      "order",
      null,
      "sign",
      null,
    ]);
  });

  test("nobody agrees twice, or where nobody is asked; and there may be none at all", () => {
    const by = (premove: string) => new Server([], { options: { premove } });
    const [twice, free, never] = [by("walls_by_consent"), by("free"), by("none")];
    pushed(twice, { agreed: [consent(twice), consent(twice)] });
    pushed(free, { agreed: [consent(free)] });
    pushed(never);
    expect([twice, free, never].map((one) => wrong(one.lines))).toEqual([
      "order",
      "order",
      "order",
    ]);
  });
});

describe("coming and going", () => {
  test("a device that says that it goes is left out, and comes back with another chain", () => {
    const server = new Server();
    server.away(1);
    server.throw();
    server.join(1, [2], OTHER);
    server.throw();
    const ledger = followed(server.lines);
    expect(ledger.throws).toBe(2);
    expect(ledger.devices.map((one) => one.state)).toEqual(["here", "here"]);
  });

  test("one that was not heard needs no word of its own", () => {
    const server = new Server();
    server.away(1, "");
    server.throw();
    expect(followed(server.lines).devices.map((one) => one.state)).toEqual(["here", "away"]);
  });

  test("whatever the table does for a person is counted", () => {
    const server = new Server([OURS], { clock: "fast" });
    server.throw(cast(0, { by: "table" }));
    server.add({ type: "answered", player: 0, move: "end", by: "table" });
    server.bot(1);
    expect(followed(server.lines).playedFor).toEqual({ 0: 2, 2: 1 });
  });

  test("without a clock it does nothing, unless several throw at once", () => {
    const acts = (edition: string, act: (server: Server) => void) => {
      const server = new Server([OURS], { edition });
      act(server);
      return wrong(server.lines);
    };
    const throws = (server: Server) => server.throw(cast(0, { by: "table" }));
    const ends = (server: Server) =>
      server.add({ type: "answered", player: 0, move: "end", by: "table" });
    expect([acts("strike-2020", throws), acts("harry-potter", throws)]).toEqual(["order", null]);
    expect(acts("harry-potter", ends)).toBe("order");
  });

  test("somebody comes back after a bot played on, but not after resigning", () => {
    const server = new Server();
    server.bot(1);
    server.add({ type: "back", player: 1 });
    server.bot(1);
    server.bot(1, true);
    expect(wrong(server.lines)).toBeNull();
    server.add({ type: "back", player: 1 });
    expect(wrong(server.lines)).toBe("order");
  });
});

describe("order", () => {
  type Cheat = readonly [string, (server: Server) => unknown];

  function refused(begun: Server, cheat: Cheat[1]): void {
    cheat(begun);
    expect(wrong(begun.lines)).toBe("order");
  }

  test.each<Cheat>([
    ["a landing that was not fixed", (server) => server.land()],
    ["another throw than the next", (server) => server.fix([cast(0)], { throw: 1 })],
    ["another attempt than the next", (server) => server.fix([cast(0)], { attempt: 1 })],
    ["a device left out", (server) => server.fix([cast(0)], { devices: [0] })],
    ["late without being asked", (server) => server.late(1)],
    ["a device with a number too high", (server) => server.join(3, [2], OTHER)],
    ["a device written over by one with other seats", (server) => server.join(0, [2], OTHER)],
    [
      "a device away that is not there",
      (server) => server.add({ type: "away", devices: [3], signs: [""] }),
    ],
    ["a bot that acts for a person", (server) => server.fix([cast(0, { by: "bot" })])],
    ["a person who acts while a bot plays on", (server) => [server.bot(0), server.fix()]],
    ["somebody back who was there", (server) => server.add({ type: "back", player: 0 })],
    ["a bot that takes over twice", (server) => [server.bot(0), server.bot(0)]],
    ["a player nobody knows", (server) => server.fix([cast(7, { by: "table" })])],
    [
      "a tower that somebody built by chance",
      (server) => [server.fix([]), server.stack({ by: "person" })],
    ],
    [
      "two players on one seat",
      (server) => {
        const line = JSON.parse(server.lines[0] ?? "");
        line.players[1].seat = 0;
        server.lines[0] = JSON.stringify(line);
      },
    ],
    ["a device for a seat that does not play", (server) => server.join(2, [1], OTHER)],
    ["a second game", (server) => server.add(JSON.parse(server.lines[0] ?? ""))],
    ["a line of the first version", (server) => server.add({ type: "cast", seat: 0 })],
    ["a line that is none", (server) => server.lines.push("{")],
  ])("%s", (_, cheat) => refused(new Server(), cheat));

  test.each<Cheat>([
    ["a second fixed entry", (server) => server.fix([cast(0, { unit: "all" })], { attempt: 0 })],
    [
      "late for another attempt",
      (server) => server.add({ type: "late", throw: 0, attempt: 1, devices: [1] }),
    ],
    ["nobody late", (server) => server.late()],
    ["dice pushed", (server) => server.add({ type: "push", player: 0, dice: [] })],
    ["a device that joins", (server) => server.join(0, [0], OTHER)],
  ])("while a throw is fixed: %s", (_, cheat) => {
    const server = new Server();
    server.fix();
    refused(server, cheat);
  });

  test.each<Cheat>([
    ["a move", (server) => server.answer(0, "end")],
    ["a device that joins", (server) => server.join(1, [2], OTHER)],
    ["a device away", (server) => server.away(0)],
  ])("between two attempts: %s", (_, cheat) => {
    const server = new Server();
    server.fix();
    server.late(1);
    refused(server, cheat);
  });

  test("casts that change with the attempt", () => {
    const server = new Server();
    server.bot(0);
    server.fix([cast(0, { by: "bot" })]);
    server.late(1);
    server.fix([cast(0, { by: "bot", aim: { ...AIM, x: 0.01 + 1e-12 } })]);
    expect(wrong(server.lines)).toBe("fixed");
  });

  test("a transcript that begins with something else, or with one seat twice", () => {
    const server = new Server();
    server.throw();
    expect(wrong(server.lines.slice(1))).toBe("order");
    const devices = [0, 1].map((n) => ({ seats: [0], tip: tipOf(n ? OURS : THEIRS) }));
    expect(wrong(new Server([], { devices }).lines)).toBe("tip");
    expect(wrong(new Server([], { devices: [{ seats: [0, 2], tip: tipOf(OURS) }] }).lines)).toBe(
      "tip",
    );
    expect(wrong(new Server([], { devices: [{ seats: [1], tip: tipOf(OURS) }] }).lines)).toBe(
      "order",
    );
  });
});
