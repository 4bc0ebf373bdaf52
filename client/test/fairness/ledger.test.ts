/** Every check of a line has a line that it must refuse. */

import { describe, expect, test } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { beginLedger, Fault, follow, type Ledger } from "../../src/fairness/ledger";
import { addLine, NO_LINES } from "../../src/fairness/transcript";
import { HOUSE, House, hand, IDEAL, OTHER, OURS, THEIRS, tipOf } from "./house";

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
  const house = new House();
  house.throw();
  house.add({ type: "end", seat: 0 });
  house.throw(hand(0), hand(1, { by: "bot" }));
  const ledger = followed(house.lines);
  expect(ledger.throws).toBe(2);
  expect(ledger.digest).toBe(house.lines.reduce(addLine, NO_LINES));
  expect([ledger.late, ledger.unwitnessed]).toEqual([{}, 0]);
  expect(ledger.seed).toMatch(/^[0-9a-f]{64}$/);
});

test("a late device is counted by its seats, and the throw goes on without it", () => {
  const house = new House();
  house.fix();
  house.late(1);
  house.fix();
  house.land();
  house.join(1, [2], OTHER);
  house.throw();
  const ledger = followed(house.lines);
  expect(ledger.late).toEqual({ 2: 1 });
  expect(ledger.throws).toBe(2);
});

test("a device goes on under its number with its seats; with others it is another one", () => {
  const house = new House();
  house.join(0, [0], OTHER);
  house.throw();
  house.join(2, [0, 2], linkOf(OTHER, 9));
  house.throw();
  house.join(2, [2, 0], linkOf(OTHER, 8));
  expect(followed(house.lines).devices.map((one) => one.seats)).toEqual([[], [], [2, 0]]);
});

test("a throw without any device is counted", () => {
  const house = new House([]);
  house.throw();
  expect(followed(house.lines).unwitnessed).toBe(1);
});

test("a tower by chance has links and is no throw", () => {
  const house = new House();
  house.fix([]);
  house.stack();
  house.throw();
  expect(followed(house.lines)).toMatchObject({ throws: 1, attempt: 0, fixed: null });
});

test("the house goes on with a new chain when its own is used up, and not before", () => {
  const lines = new House([]).lines.concat(JSON.stringify({ type: "house", tip: tipOf(OTHER) }));
  expect(wrong(lines)).toBe("house");
  const house = new House([]);
  for (let i = 0; i < 256; i++) house.throw();
  expect(wrong(house.lines)).toBeNull();
  expect(wrong([...house.lines, JSON.stringify({ type: "house", tip: tipOf(HOUSE) })])).toBe("tip");
  house.renew(OTHER);
  house.throw();
  expect(followed(house.lines).throws).toBe(257);
});

test("no tip comes twice in a game", () => {
  const again = new House();
  again.join(0, [0], THEIRS);
  expect(wrong(again.lines)).toBe("tip");
  expect(wrong(new House([HOUSE]).lines)).toBe("tip");
});

describe("links", () => {
  test("a forged link of the house", () => {
    const house = new House();
    house.fix();
    house.land({ links: { ...house.links, house: linkOf(OTHER, 1) } });
    expect(wrong(house.lines)).toBe("house");
  });

  test("a link that the house showed before", () => {
    const house = new House();
    house.throw();
    house.fix();
    house.land({ links: { ...house.links, house: linkOf(HOUSE, 1) } });
    expect(wrong(house.lines)).toBe("house");
  });

  test("a forged link of a device, one too few, and two exchanged", () => {
    const [ours, theirs] = [linkOf(OURS, 1), linkOf(THEIRS, 1)];
    for (const devices of [[ours, linkOf(OTHER, 1)], [ours], [theirs, ours]]) {
      const house = new House();
      house.fix();
      house.land({ links: { ...house.links, devices } });
      expect(wrong(house.lines)).toBe("device");
    }
  });
});

describe("dice", () => {
  const LOADED = "ideal-1 strike=0.3 loss=0.9";

  test("a game of other dice than physics and the usual ideal ones", () => {
    const [first = ""] = new House().lines;
    const begun = (thrower: string) => wrong([changed(first, (line) => ({ ...line, thrower }))]);
    expect(begun(IDEAL)).toBeNull();
    expect(begun(LOADED)).toBe("loaded");
  });

  test.each([
    ["physics-2 mujoco-4.0.0 aarch64", null],
    [IDEAL, "loaded"],
    [LOADED, "loaded"],
  ])("a throw fixed for %s", (thrower, expected) => {
    const house = new House();
    house.fix([hand(0)], { thrower });
    house.land();
    expect(wrong(house.lines)).toBe(expected);
  });

  test.each([
    [IDEAL, null],
    [LOADED, "loaded"],
    ["physics-1 mujoco-1.0.0 x86_64", "loaded"],
  ])("a throw made by %s", (thrower, expected) => {
    const house = new House();
    house.fix();
    house.land({ thrower });
    expect(wrong(house.lines)).toBe(expected);
  });
});

describe("order", () => {
  test.each<[string, (house: House) => void]>([
    ["a landing that was not fixed", (house) => house.land()],
    ["another throw than the next", (house) => house.fix([hand(0)], { throw: 1 })],
    ["another attempt than the next", (house) => house.fix([hand(0)], { attempt: 1 })],
    ["a device left out", (house) => house.fix([hand(0)], { devices: [0] })],
    ["late without being asked", (house) => house.late(1)],
    [
      "a second fixed entry for one throw",
      (house) => {
        house.fix();
        house.fix([hand(0, { unit: "all" })], { attempt: 0 });
      },
    ],
    [
      "late for another attempt",
      (house) => {
        house.fix();
        house.add({ type: "late", throw: 0, attempt: 1, devices: [1] });
      },
    ],
    [
      "nobody late",
      (house) => {
        house.fix();
        house.late();
      },
    ],
    [
      "dice pushed between the hands and their links",
      (house) => {
        house.fix();
        house.add({ type: "push", seat: 0, dice: [] });
      },
    ],
    [
      "a move between two attempts",
      (house) => {
        house.fix();
        house.late(1);
        house.add({ type: "end", seat: 0 });
      },
    ],
    [
      "a device that joins while a throw is fixed",
      (house) => {
        house.fix();
        house.join(0, [0], OTHER);
      },
    ],
    [
      "a device that joins between two attempts",
      (house) => {
        house.fix();
        house.late(1);
        house.join(1, [2], OTHER);
      },
    ],
    ["a device with a number too high", (house) => house.join(3, [2], OTHER)],
    ["a device written over by one with other seats", (house) => house.join(0, [2], OTHER)],
    ["a device that goes on with a seat more", (house) => house.join(0, [0, 2], OTHER)],
    ["a device for a seat that does not play", (house) => house.join(2, [1], OTHER)],
    ["a second game", (house) => house.add(JSON.parse(house.lines[0] ?? ""))],
    ["a line of the first version", (house) => house.add({ type: "hand", seat: 0 })],
    ["a line that is none", (house) => house.lines.push("{")],
  ])("%s", (_, cheat) => {
    const house = new House();
    cheat(house);
    expect(wrong(house.lines)).toBe("order");
  });

  test("hands that change with the attempt", () => {
    const house = new House();
    house.fix([hand(0, { by: "bot" })]);
    house.late(1);
    house.fix([hand(0, { by: "bot", aim: { ...hand(0).aim, x: 0.01 + 1e-12 } })]);
    expect(wrong(house.lines)).toBe("fixed");
  });

  test("a transcript that begins with something else, or with one seat twice", () => {
    const house = new House();
    house.throw();
    expect(wrong(house.lines.slice(1))).toBe("order");
    const devices = [0, 1].map((n) => ({ seats: [0], tip: tipOf(n ? OURS : THEIRS) }));
    expect(wrong([changed(house.lines[0] ?? "", (line) => ({ ...line, devices }))])).toBe("tip");
  });
});
