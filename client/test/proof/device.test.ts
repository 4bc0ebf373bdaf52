/** The device at a table: what it answers by itself, what it offers, and what it says is wrong. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Drawer } from "../../src/engine/drawer";
import { linkOf } from "../../src/fairness/chain";
import { Device, type World } from "../../src/fairness/device";
import { Shelf } from "../../src/fairness/shelf";
import { addLine, NO_LINES } from "../../src/fairness/transcript";
import type { GameView, ThrowDice } from "../../src/protocol";
import { gameView, overWith, seatView, snapshot, stepTo, throwBy } from "../game/views";
import { AIM, hand, OTHER, recordOf, Server, THEIRS } from "./server";

type Sent = Parameters<World["send"]>[0];
let sent: Sent[];
let kept: Map<string, string>;
let record: string | null;
let open: boolean;
let device: Device;

const drawer: Drawer = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, value),
  removeItem: (name) => void kept.delete(name),
};

/** A page on this device; another one is a reload. */
function page(): Device {
  return new Device(
    {
      isOpen: () => open,
      send: (message) => void sent.push(message),
      record: async () => record,
      later: (ms, what) => void setTimeout(what, ms),
      save: () => undefined,
    },
    new Shelf(drawer),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  kept = new Map();
  record = null;
  open = true;
  device = page();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function view(server: Server, more: Partial<GameView> = {}): GameView {
  const digest = server.lines.reduce(addLine, NO_LINES);
  const proof = { lines: server.lines.length, digest };
  return gameView(throwBy(0), { throws: server.throws, proof, ...more });
}

const seats = [seatView(0), seatView(1, { yours: false }), seatView(2, { yours: false })];

function arrive(server: Server | null, more: Parameters<typeof snapshot>[1] = {}): void {
  device.received({
    type: "joined",
    table: "abcdefghijkl",
    host: true,
    seats: [{ seat: 0, token: "s" }],
  });
  device.received(snapshot(server && view(server), { seats, ...more }));
}

function tell(server: Server, first = 0): void {
  device.received({ type: "lines", game: "g", first, lines: server.lines.slice(first) });
}

/** The table is made from here; gives the secret of the chain that the page made. */
function create(): string {
  const { tip } = device.attending({ type: "create" });
  const offers: [string, string][] = JSON.parse(kept.get("kessel.offers") ?? "[]");
  return offers.find(([one]) => one === tip)?.[1] ?? "";
}

/** A game that began with the chain of this page. */
function begin(): [Server, string] {
  const secret = create();
  const server = new Server([secret, THEIRS]);
  arrive(server);
  tell(server);
  sent.length = 0;
  return [server, secret];
}

function last(kind: Sent["type"]): Sent | undefined {
  return sent.findLast((message) => message.type === kind);
}

function wrongs(): string[] {
  return device.seal.value?.findings.map((one) => `${one.wrong} ${one.throw}`) ?? [];
}

test("it comes with a chain, asks for the lines, and answers what is fixed", () => {
  const secret = create();
  const server = new Server([secret, THEIRS]);
  arrive(server);
  expect(sent).toEqual([{ type: "lines", first: 0 }]);
  tell(server);
  server.fix([hand(1)]);
  tell(server, 1);
  expect(sent[1]).toEqual({
    type: "link",
    game: "g",
    throw: 0,
    attempt: 0,
    link: linkOf(secret, 1),
  });
  server.land();
  tell(server, 2);
  expect(device.seal.value).toMatchObject({ state: "good", throws: 1, without: 0, kept: true });
  expect(last("offer")).toBeUndefined();
});

test("after a reload in the middle of a throw it goes on with its chain and the same link", () => {
  const [server, secret] = begin();
  server.fix([hand(1)]);
  tell(server, 1);
  const link = last("link");
  sent.length = 0;
  device = page();
  const { tip } = device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  expect(tip).toBeUndefined();
  arrive(server);
  expect(sent).toEqual([{ type: "lines", first: 1 }]);
  tell(server, 1);
  expect(last("link")).toEqual(link);
  expect(link).toMatchObject({ link: linkOf(secret, 1) });
  expect(wrongs()).toEqual([]);
});

test("a reload before the game's first line was heard loses no chain", () => {
  const secret = create();
  const server = new Server([secret, THEIRS]);
  device = page();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  tell(server);
  server.fix([hand(1)]);
  tell(server, 1);
  expect(last("link")).toMatchObject({ link: linkOf(secret, 1) });
});

test("after a reload another entry for the same throw gets no link", () => {
  const [server] = begin();
  server.fix([hand(1)]);
  tell(server, 1);
  device = page();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  sent.length = 0;
  server.lines[1] = (server.lines[1] ?? "").replace('"x":0.01', '"x":0.02');
  arrive(server);
  tell(server, 1);
  expect(last("link")).toBeUndefined();
  expect(wrongs()).toContain("fixed 0");
  expect(device.seal.value?.state).toBe("bad");
});

test("a tab that was told another entry shows no link either", () => {
  const [server] = begin();
  const other = page();
  const first = device;
  device = other;
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  tell(server);
  server.fix([hand(1)]);
  tell(server, 1);
  sent.length = 0;
  device = first;
  server.lines[1] = (server.lines[1] ?? "").replace('"x":0.01', '"x":0.02');
  tell(server, 1);
  expect(last("link")).toBeUndefined();
  expect(wrongs()).toContain("fixed 0");
});

test("on another device the seat gets a chain of its own; the first one joins again later", () => {
  const [server] = begin();
  const before = kept;
  kept = new Map();
  device = page();
  const { tip } = device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  tell(server);
  expect(last("offer")).toEqual({ type: "offer", tip });
  expect(wrongs()).toEqual([]);
  server.join(0, [0], OTHER);
  server.throw(hand(0));
  kept = before;
  device = page();
  sent.length = 0;
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  tell(server, 0);
  expect(wrongs()).toEqual([]);
  expect(last("offer")).toBeDefined();
  expect(last("link")).toBeUndefined();
  expect(device.seal.value).toMatchObject({ throws: 1, without: 1 });
});

/** Somebody else has the seat for two throws, then this device comes back. */
function comeBackAfterOthers(server: Server): void {
  server.join(0, [0], OTHER);
  server.throw(hand(0));
  server.throw(hand(0));
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  tell(server, 0);
}

test("another chain for its seat while it was cut off does not look good", () => {
  const [server] = begin();
  comeBackAfterOthers(server);
  expect(device.seal.value).toMatchObject({ state: "late", replaced: 0, findings: [] });
});

test.each<[string, Parameters<Device["received"]>[0]]>([
  ["its person took the seat to another device", { type: "superseded" }],
  ["its person left", { type: "left" }],
])("but it does where %s", (_, gone) => {
  const [server] = begin();
  device.received(gone);
  device = page();
  comeBackAfterOthers(server);
  expect(device.seal.value).toMatchObject({ state: "good", without: 2, replaced: null });
  takeOffer(server);
  server.throw(hand(1));
  tell(server, 6);
  expect(device.seal.value).toMatchObject({ state: "good", throws: 3, without: 2 });
  server.fix([hand(1)]);
  server.late(0);
  server.fix([hand(1)]);
  server.land();
  for (let i = 0; i < 2; i++) server.throw(hand(1));
  tell(server, 9);
  expect(device.seal.value?.state).toBe("late");
});

test("called late it offers a new chain, once, and says if it had answered", () => {
  const [server] = begin();
  server.fix([hand(1)]);
  tell(server, 1);
  server.late(0);
  tell(server, 2);
  server.fix([hand(1)]);
  tell(server, 3);
  expect(sent.filter((one) => one.type === "offer")).toHaveLength(1);
  expect(device.seal.value).toMatchObject({ state: "late", answered: [0], late: { 0: 1 } });
});

test("lines that do not come are asked for, and then missed", () => {
  const [server] = begin();
  server.throw(hand(1));
  server.fix([hand(1)]);
  tell(server, 3);
  expect(sent).toEqual([{ type: "lines", first: 1 }]);
  vi.advanceTimersByTime(10_000);
  expect(wrongs()).toEqual(["missing 0"]);
});

test("lines that come late are no fault, nor is a line that was cut", () => {
  const [server] = begin();
  server.throw(hand(1));
  server.fix([hand(1)]);
  tell(server, 3);
  tell(server, 1);
  vi.advanceTimersByTime(10_000);
  expect(wrongs()).toEqual([]);
  server.land();
  server.fix([hand(1)]);
  tell(server, 5);
  open = false;
  vi.advanceTimersByTime(10_000);
  expect(wrongs()).toEqual([]);
});

/** A server that shows what happens, and keeps the lines about it to itself. */
describe("lines that are held back are missed", () => {
  test.each<[string, (shown: GameView) => Parameters<Device["received"]>[0]]>([
    ["though the game shows more throws", (shown) => stepTo(shown)],
    ["though a throw is shown", (shown) => stepTo({ ...shown, throws: 0 }, { throw: 0 })],
    ["though a step is shown", (shown) => stepTo({ ...shown, throws: 0 })],
    ["though something has changed", (shown) => ({ type: "changed", what: "ready", game: shown })],
  ])("%s, and the number of lines stands still", (_, message) => {
    const [server] = begin();
    const { proof } = view(server);
    server.throw(hand(1));
    device.received(message(view(server, { proof })));
    vi.advanceTimersByTime(2000);
    expect(last("lines")).toEqual({ type: "lines", first: 1 });
    expect(wrongs()).toEqual([]);
    vi.advanceTimersByTime(8000);
    expect(wrongs()).toEqual(["missing 0"]);
  });

  test("but not those that come in time, nor those of a line that was cut or mended", () => {
    const [server] = begin();
    server.throw(hand(1));
    device.received(stepTo(view(server), { throw: 0 }));
    vi.advanceTimersByTime(2000);
    tell(server, 1);
    vi.advanceTimersByTime(8000);
    server.throw(hand(1));
    device.received(stepTo(view(server), { throw: 1 }));
    vi.advanceTimersByTime(2000);
    device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
    arrive(server);
    tell(server, 2);
    vi.advanceTimersByTime(8000);
    expect(wrongs()).toEqual([]);
  });

  test("nor those that follow a view at once: they are not even asked for", () => {
    const [server] = begin();
    server.throw(hand(1));
    device.received({ type: "changed", what: "ready", game: view(server) });
    tell(server, 1);
    vi.advanceTimersByTime(10_000);
    expect(sent.filter((one) => one.type === "lines")).toEqual([]);
    expect(wrongs()).toEqual([]);
  });
});

test("a device that slept misses nothing the moment it wakes", () => {
  const later: (() => void)[] = [];
  const [server] = begin();
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((what: () => void) =>
    later.push(what)) as never);
  server.throw(hand(1));
  device.received(stepTo(view(server), { throw: 0 }));
  later.shift()?.();
  expect(wrongs()).toEqual([]);
  tell(server, 1);
  while (later.length) later.shift()?.();
  expect(wrongs()).toEqual([]);
});

test("who comes back believes no more lines to be old than there are", () => {
  const [server] = begin();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  const { proof } = view(server);
  arrive(server, { game: view(server, { proof: { ...proof, lines: 1e9 } }) });
  tell(server, 0);
  server.join(0, [0], OTHER);
  tell(server, 1);
  expect(wrongs()).toEqual(["tip 0"]);
});

test("nor any line to be old that is about later throws", () => {
  const [server] = begin();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  const { proof } = view(server);
  arrive(server, { game: view(server, { proof: { ...proof, lines: 1e9 } }) });
  server.throw(hand(1));
  server.throw(hand(0));
  tell(server, 0);
  expect(wrongs()).toEqual(["hand 1"]);
});

test("lines taken back, and a digest that is not theirs, are found", () => {
  const [server] = begin();
  server.throw(hand(1));
  tell(server, 1);
  device.received(
    stepTo(view(server, { proof: { ...view(server).proof, digest: "0".repeat(64) } })),
  );
  expect(wrongs()).toEqual(["digest 1"]);
  device.received(snapshot(view(new Server([THEIRS])), { seats }));
  expect(wrongs()).toEqual(["digest 1", "missing 1"]);
});

test("for the next game a chain is offered when this one is over, and its record compared", async () => {
  const [server] = begin();
  server.throw(hand(1));
  tell(server, 1);
  record = "another game";
  device.received(stepTo(view(server, { awaited: overWith([0]) })));
  expect(last("offer")).toBeDefined();
  await vi.runAllTimersAsync();
  expect(wrongs()).toEqual(["record 0"]);
  expect(device.seal.value?.record).toBe(false);
});

test("a record that is not there yet is asked for again", async () => {
  const [server] = begin();
  server.throw(hand(1));
  tell(server, 1);
  device.received(stepTo(view(server, { awaited: overWith([0]) })));
  await vi.advanceTimersByTimeAsync(100);
  expect(device.seal.value?.record).toBeNull();
  record = "";
  await vi.runAllTimersAsync();
  expect(device.seal.value?.record).toBe(false);
});

/** The server says that the game is over. */
async function sayOver(server: Server): Promise<void> {
  const over = view(server, { awaited: overWith([0]) });
  device.received(stepTo(over, { throw: server.throws - 1 }));
  await vi.runAllTimersAsync();
}

test("the record of the game that was seen is said to match, also after a reload", async () => {
  const [server] = begin();
  server.throw(hand(1));
  tell(server, 1);
  record = recordOf(server.lines);
  await sayOver(server);
  expect(device.seal.value).toMatchObject({ state: "good", record: true });
  device = page();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server, { stage: "over", game: view(server, { awaited: overWith([0]) }) });
  tell(server, 2);
  await vi.runAllTimersAsync();
  expect(device.seal.value).toMatchObject({ state: "good", record: true, throws: 1 });
});

test("a game that is not over by its record is followed on, to its real end", async () => {
  const [server, secret] = begin();
  server.throw(hand(1));
  tell(server, 1);
  record = recordOf(server.lines, "unfinished");
  await sayOver(server);
  expect(device.seal.value).toMatchObject({ state: "good", record: null });
  device.received({ type: "changed", what: "ready", game: view(server) });
  server.fix([hand(1)]);
  tell(server, 3);
  expect(last("link")).toMatchObject({ throw: 1, link: linkOf(secret, 2) });
  server.land();
  tell(server, 4);
  record = recordOf(server.lines);
  await sayOver(server);
  expect(device.seal.value).toMatchObject({ state: "good", record: true, throws: 2 });
});

test.each<[string, (server: Server) => void]>([
  ["lines", (server) => tell(server, 3)],
  ["throws", (server) => device.received(stepTo(view(server), { throw: 1 }))],
  ["steps", () => device.received(stepTo(view(new Server(), { throws: 1 })))],
])("%s after the end show that the record was not of the whole game", async (_, goOn) => {
  const [server] = begin();
  server.throw(hand(1));
  tell(server, 1);
  record = recordOf(server.lines);
  await sayOver(server);
  server.throw(hand(1));
  goOn(server);
  expect(wrongs()).toEqual(["record 1"]);
  expect(device.seal.value).toMatchObject({ record: false, state: "bad" });
});

test("a hand is kept until its throw lies, and the first one sent stays the one", () => {
  const [server] = begin();
  const game = view(server, { state: 7 });
  const thrown: ThrowDice = { type: "throw", seat: 0, state: 7, unit: "1", aim: AIM };
  expect(device.hand(game, thrown)).toEqual(thrown);
  expect(device.hand(game, { ...thrown, aim: { ...AIM, x: 0.05 } })).toEqual(thrown);
  device = page();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  expect(device.hands(game)).toEqual([thrown]);
  expect(device.hands(view(server, { state: 8 }))).toEqual([]);
  server.throw(hand(0));
  tell(server, 1);
  expect(device.hands(game)).toEqual([]);
  expect(wrongs()).toEqual([]);
});

/** The line is lost after a hand; its throw lands without us. Back again, and faster than the lines
 * that were missed, the next hand is thrown. Gives the server and that hand. */
function throwBeforeHearing(): [Server, ThrowDice] {
  const [server] = begin();
  const first: ThrowDice = { type: "throw", seat: 0, state: 7, unit: "1", aim: AIM };
  device.hand(view(server, { state: 7 }), first);
  server.fix([hand(0)]);
  server.late(0);
  server.fix([hand(0)]);
  server.land();
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(server);
  const next: ThrowDice = { ...first, state: 8, aim: { ...AIM, x: 0.05 } };
  expect(device.hand(view(server, { state: 8 }), next)).toEqual(next);
  tell(server, 1);
  return [server, next];
}

/** The chain that was offered last comes into the game for seat 0. */
function takeOffer(server: Server): string {
  const offer = last("offer");
  const offers: [string, string][] = JSON.parse(kept.get("kessel.offers") ?? "[]");
  const secret = offers.find(([tip]) => offer?.type === "offer" && tip === offer.tip)?.[1] ?? "";
  server.join(0, [0], secret);
  return secret;
}

test("who comes back and throws before hearing what was missed goes on showing links", () => {
  const [server, next] = throwBeforeHearing();
  const secret = takeOffer(server);
  server.fix([hand(0, { aim: { ...next.aim } })]);
  tell(server, 5);
  expect(wrongs()).toEqual([]);
  expect(last("link")).toMatchObject({ throw: 1, link: linkOf(secret, 1) });
});

test("but a hand that was not sent from here is found then, too, and gets no link", () => {
  const [server] = throwBeforeHearing();
  takeOffer(server);
  server.fix([hand(0)]);
  tell(server, 5);
  expect(wrongs()).toEqual(["hand 1"]);
  expect(last("link")).toBeUndefined();
});

test("a hand that was refused is forgotten, but not one that may have come before", () => {
  const [server] = begin();
  const game = view(server, { state: 7 });
  const thrown: ThrowDice = { type: "throw", seat: 0, state: 7, unit: "1", aim: AIM };
  device.hand(game, thrown);
  device.refused(thrown, "stale");
  expect(device.hands(game)).toEqual([thrown]);
  device.refused(thrown, "illegal");
  expect(device.hands(game)).toEqual([]);
});

test("in the lobby a chain is offered once; a watcher offers none", () => {
  device.attending({ type: "watch", table: "abcdefghijkl" });
  device.received({ type: "joined", table: "abcdefghijkl", host: false, seats: [] });
  device.received(snapshot(null, { seats: [seatView(0, { yours: false })] }));
  expect(sent).toEqual([]);
  const { tip } = device.attending({ type: "join", table: "abcdefghijkl", name: "Ann" });
  expect(tip).toMatch(/^[0-9a-f]{64}$/);
  arrive(null);
  expect(sent).toEqual([]);
  device.attending({ type: "resume", table: "abcdefghijkl", tokens: [] });
  arrive(null);
  expect(sent).toEqual([]);
});

test("a chain that was not used is offered again; another page has its own", () => {
  const { tip } = device.attending({ type: "create" });
  expect(device.attending({ type: "create" }).tip).toBe(tip);
  expect(page().attending({ type: "create" }).tip).not.toBe(tip);
});

test("dice that are drawn otherwise than they lay are named with their throw", () => {
  const [server] = begin();
  const die = { die: 3, face: "4", pose: [0.01, 0, 0.0095, 1, 0, 0, 0] };
  server.fix([hand(1)]);
  server.land({ at_rest: [[die]] });
  tell(server, 1);
  const pose: [number, number, number, number, number, number, number] = [
    0.01, 0, 0.0095, 1, 0, 0, 0,
  ];
  const drawn = (face: string) => view(server, { arena: [{ dice: [{ id: 3, face, pose }] }] });
  device.received(stepTo(drawn("4"), { throw: 0 }));
  expect(wrongs()).toEqual([]);
  device.received(stepTo(drawn("5"), { throw: 1 })); // its line has not come: nothing to say yet
  expect(wrongs()).toEqual([]);
  device.received(stepTo(drawn("5"), { throw: 0 }));
  expect(wrongs()).toEqual(["dice 0"]);
});

test("dice are not drawn as those of a throw before, nor after the next was heard", () => {
  const [server] = begin();
  const step = (number: number) => device.received(stepTo(view(server), { throw: number }));
  for (let number = 0; number < 3; number++) {
    server.throw(hand(1));
    tell(server, server.lines.length - 2);
    step(number);
  }
  expect(wrongs()).toEqual([]);
  server.throw(hand(1));
  tell(server, server.lines.length - 2);
  server.throw(hand(1));
  tell(server, server.lines.length - 2);
  step(3);
  expect(wrongs()).toEqual(["dice 3"]);
  step(1);
  expect(wrongs()).toEqual(["dice 3", "dice 1"]);
});
