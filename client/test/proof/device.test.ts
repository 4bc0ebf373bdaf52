/** The device at a table: what it answers by itself, what it offers and signs, and what is wrong. */

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { fingerprint, isSignedBy, type Key } from "../../src/fairness/keys";
import { awayMessage, castMessage, joinMessage, showMessage } from "../../src/fairness/signed";
import type { Drawer } from "../../src/kept";
import { aimNumbers } from "../../src/proof/aim";
import { Device } from "../../src/proof/device";
import { Shelf } from "../../src/proof/shelf";
import type { World } from "../../src/proof/world";
import { type AskLines, type GameView, LINES_A_PAGE, type ThrowDice } from "../../src/protocol";
import { gameView, overWith, seatView, snapshot, stepTo, throwBy } from "../game/views";
import { drawerOf } from "../page";
import {
  AIM,
  cast,
  OTHER,
  OUR_KEY,
  recordOf,
  Server,
  STRANGER,
  THEIR_KEY,
  THEIRS,
  tipOf,
} from "./server";

/** The secrets of all chains that a page made, by their tips. */
const made = vi.hoisted(() => new Map<string, string>());

vi.mock("../../src/fairness/chain", async (original) => {
  const real = await original<typeof import("../../src/fairness/chain")>();
  const newSecret = () => {
    const secret = real.newSecret();
    made.set(real.linkOf(secret, 0), secret);
    return secret;
  };
  return { ...real, newSecret };
});

type Sent = Parameters<World["send"]>[0] | AskLines;
const TABLE = "abcdefghijkl";
let sent: Sent[];
let pings: number[];
let kept: Map<string, string>;
let refuses: "nothing" | "more" | "all";
let record: string | null;
let open: boolean;
let hidden: boolean;
let answered: (count: number | null) => void;
let rethrows: boolean;
let again: string[];
let device: Device;

/** A page on this device; another one is a reload. */
function page(): Device {
  return new Device(
    {
      now: () => Date.now() / 1000,
      isOpen: () => open,
      isHidden: () => hidden,
      send: (message) => void sent.push(message),
      ping: (number) => void pings.push(number),
      askLines: (message) => {
        sent.push(message);
        return new Promise((resolve) => {
          answered = resolve;
        });
      },
      canRethrow: () => rethrows,
      rethrow: (_, first, lines) => void (rethrows && again.push(`${first} ${lines.length}`)),
      record: async () => record,
      later: (ms, what) => void setTimeout(what, ms),
    },
    new Shelf(drawer),
  );
}

/** What the browser keeps, or not. */
function drawer(): Drawer {
  const refused = () => {
    throw new Error("the browser refuses");
  };
  const whole = drawerOf(kept);
  if (refuses === "nothing") return whole;
  return { ...whole, setItem: refused, ...(refuses === "all" && { removeItem: refused }) };
}

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  pings = [];
  kept = new Map();
  refuses = "nothing";
  record = null;
  open = true;
  hidden = false;
  answered = () => undefined;
  rethrows = false;
  again = [];
  device = page();
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function view(server: Server, more: Partial<GameView> = {}): GameView {
  const proof = { lines: server.lines.length, digest: server.digest };
  return gameView(throwBy(0), { throws: server.throws, proof, ...more });
}

const seats = [
  seatView(0, { name: "Ann" }),
  seatView(1, { kind: "open", yours: false }),
  seatView(2, { name: "Ben", yours: false }),
];

function arrive(server: Server | null, more: Parameters<typeof snapshot>[1] = {}): void {
  device.received({ type: "joined", table: TABLE, host: true, seats: [{ seat: 0, token: "s" }] });
  device.received(snapshot(server && view(server), { seats, ...more }));
}

function tell(server: Server, first = 0): void {
  device.received({ type: "lines", game: "g", first, lines: server.lines.slice(first) });
}

/** The page is loaded again, or its line was mended. */
function comeBack(server: Server, again = page()): void {
  device = again;
  device.attending({ type: "resume", table: TABLE, tokens: [] }, OUR_KEY.secret);
  arrive(server);
}

/** The secret of the chain that has this tip. */
function secretOf(tip: string | null | undefined): string {
  return made.get(tip ?? "") ?? "";
}

/** The table is made from here; gives the secret of the chain that the page made. */
function create(): string {
  return secretOf(device.attending({ type: "create" }, OUR_KEY.secret).tip);
}

/** A game that began with the chain of this page. */
function begin(more: object = {}): [Server, string] {
  const secret = create();
  const server = new Server([secret, THEIRS], more);
  arrive(server);
  tell(server);
  answered(1);
  sent.length = 0;
  return [server, secret];
}

/** A game that began so, with a throw of the other player. */
function afterOneThrow(): [Server, string] {
  const [server, secret] = begin();
  server.throw(cast(1));
  tell(server, 1);
  return [server, secret];
}

/** A game that began so, with a throw that is shown and whose lines are held back. */
function heldBack(): Server {
  const [server] = begin();
  server.throw(cast(1));
  device.received(stepTo(view(server), { throw: 0 }));
  return server;
}

function last<T extends Sent["type"]>(kind: T): Extract<Sent, { type: T }> | undefined {
  return sent.findLast((message): message is Extract<Sent, { type: T }> => message.type === kind);
}

/** The chain that was offered last comes into the game for seat 0; gives its secret. */
function takeOffer(server: Server): string {
  const secret = secretOf(last("offer")?.tip);
  server.join(0, [0], secret);
  return secret;
}

function wrongs(): string[] {
  return device.seal.value?.findings.map((one) => `${one.wrong} ${one.throw}`) ?? [];
}

function remarks(): string[] {
  return device.seal.value?.remarks.map((one) => `${one.kind} ${one.seat} ${one.count}`) ?? [];
}

function isOurs(message: Uint8Array, sign: string | null | undefined, key: Key = OUR_KEY): boolean {
  return isSignedBy(key.public, message, sign ?? "");
}

describe("links", () => {
  test("it comes with key and chain, asks for the lines, and signs the link for what is fixed", () => {
    const said = device.attending({ type: "create" }, OUR_KEY.secret);
    expect(said.signer).toBe(OUR_KEY.public);
    const secret = secretOf(said.tip);
    const server = new Server([secret, THEIRS]);
    arrive(server);
    expect(sent).toEqual([{ type: "lines", first: 0 }]);
    tell(server);
    server.fix([cast(1)]);
    tell(server, 1);
    const link = linkOf(secret, 1);
    expect(last("link")).toMatchObject({ game: "g", throw: 0, attempt: 0, link });
    expect(isOurs(showMessage(server.digest, link), last("link")?.sign)).toBe(true);
    server.land();
    tell(server, 2);
    expect(device.seal.value).toMatchObject({ state: "good", throws: 1, remarks: [], kept: true });
    expect(last("offer")).toBeUndefined();
  });

  test("asked again, on a line that was mended, it shows the same link", () => {
    const [server] = begin();
    server.fix([cast(1)]);
    tell(server, 1);
    const link = last("link");
    sent.length = 0;
    comeBack(server, device);
    tell(server, 1);
    expect(last("link")).toEqual(link);
    expect(wrongs()).toEqual([]);
  });

  test.each<[string, typeof refuses, (before: Map<string, string>) => Map<string, string>]>([
    ["keeps everything", "nothing", () => kept],
    ["is full", "more", () => kept],
    ["refuses everything", "all", () => kept],
    ["loses everything", "nothing", () => new Map()],
    ["lost the newest", "nothing", (before) => before],
  ])("no link is shown for two throws where the browser %s", (_, happens, keeps) => {
    const [, secret] = afterOneThrow();
    const before = new Map(kept);
    refuses = happens;
    /** The same game as far as that, and a throw of this unit. */
    const played = (unit: string) => {
      const server = new Server([secret, THEIRS]);
      server.throw(cast(1));
      server.fix([cast(1, { unit })]);
      return server;
    };
    tell(played("1"));
    expect(last("link")).toMatchObject({ throw: 1, link: linkOf(secret, 2) });
    kept = keeps(before);
    sent.length = 0;
    for (const one of [device, page()]) {
      comeBack(played("all"), one);
      tell(played("all"));
    }
    expect(last("link")).toBeUndefined();
  });

  test("after a reload it joins with a fresh chain, and shows nothing of the one before", () => {
    const [server, secret] = begin();
    server.fix([cast(1)]);
    tell(server, 1);
    sent.length = 0;
    comeBack(server);
    tell(server, 1);
    expect(last("link")).toBeUndefined();
    server.late(0);
    server.fix([cast(1)]);
    server.land();
    const fresh = takeOffer(server);
    expect(fresh).not.toBe(secret);
    server.fix([cast(1)]);
    tell(server, 2);
    expect(last("link")).toMatchObject({ link: linkOf(fresh, 1) });
    expect(wrongs()).toEqual([]);
  });

  test("another entry for the same throw gets no link, after a reload or in another tab", () => {
    const [server] = begin();
    const tab = device;
    comeBack(server);
    tell(server);
    server.fix([cast(1)]);
    tell(server, 1);
    server.lines[1] = (server.lines[1] ?? "").replace('"x":0.01', '"x":0.02');
    for (const again of [page(), tab]) {
      sent.length = 0;
      if (again === tab) device = tab;
      else comeBack(server, again);
      tell(server, 1);
      expect(last("link")).toBeUndefined();
      expect(wrongs()).toContain("fixed 0");
    }
  });
});

describe("the line-up", () => {
  test.each<[string, object]>([
    ["another edition", { edition: "strike-2012" }],
    ["another clock", { clock: "fast" }],
    ["another key at the own seat", { players: others(STRANGER) }],
  ])("with %s gets no link", (_, more) => {
    const secret = create();
    const server = new Server([secret, THEIRS], { ...more, devices: [] });
    arrive(server);
    tell(server);
    expect(wrongs()).toEqual(["lineup 0"]);
    expect(device.seal.value?.state).toBe("bad");
  });

  function others(key: Key): object[] {
    const ann = { seat: 0, name: "Ann", key: key.public };
    return [ann, { seat: 2, name: "Ben", key: THEIR_KEY.public }];
  }

  test("is that which was shown before the game, whatever is shown with it", () => {
    device.attending({ type: "join", table: TABLE, name: "Ann" }, OUR_KEY.secret);
    arrive(null);
    const server = new Server([], { edition: "strike-2012" });
    device.received(snapshot(view(server), { seats, edition: "strike-2012" }));
    tell(server);
    expect(wrongs()).toEqual(["lineup 0"]);
  });

  test("has the host of the invitation", () => {
    const host = fingerprint(STRANGER.public);
    const { tip } = device.attending({ type: "join", table: TABLE, name: "Ann" }, null, host);
    expect(tip).toBeDefined();
    arrive(new Server([]));
    tell(new Server([]));
    expect(wrongs()).toEqual(["lineup 0"]);
  });

  test("is not asked for by whoever comes back to a game: somebody may have left meanwhile", () => {
    const server = new Server();
    device.attending({ type: "resume", table: TABLE, tokens: [] }, OUR_KEY.secret);
    const left = [seatView(0, { name: "Ann" }), seatView(2, { name: "Ben", kind: "bot" })];
    arrive(server, { seats: left });
    tell(server);
    expect(wrongs()).toEqual([]);
  });
});

test("whoever does not play in a tournament's playoff finds nothing wrong with it", () => {
  device.attending({ type: "join", table: TABLE, name: "Ann" }, OUR_KEY.secret);
  arrive(null);
  const server = new Server([], { devices: [] });
  device.received(snapshot(view(server), { seats }));
  tell(server);
  device.received(stepTo(view(server, { awaited: overWith([0]) })));
  const score = { games: 2, played: 2, starters: [], points: [], winners: null, playoff: [2] };
  device.received({ type: "tournament", tournament: score });
  const players = [{ seat: 2, name: "Ben", key: THEIR_KEY.public }];
  const terms = { game: "h", number: 3, players, devices: [], server: tipOf(OTHER) };
  const playoff = new Server([], terms);
  device.received(snapshot(view(playoff, { game: "h" }), { seats }));
  device.received({ type: "lines", game: "h", first: 0, lines: playoff.lines });
  expect(wrongs()).toEqual([]);
});

describe("another box", () => {
  const next = { edition: "impact", preset: null, options: {}, elements: null };
  const terms = {
    ...{ game: "h", number: 2, first: 1, edition: "impact" },
    ...{ devices: [], server: tipOf(OTHER) },
  };
  const rematch = () => new Server([], terms);

  /** A game is over, with all that was shown before it. */
  function over(): void {
    device.attending({ type: "join", table: TABLE, name: "Ann" }, OUR_KEY.secret);
    arrive(null);
    const server = new Server([], { devices: [] });
    device.received(snapshot(view(server), { seats }));
    tell(server);
    device.received(stepTo(view(server, { awaited: overWith([0]) })));
  }

  function goOn(server = rematch()): void {
    device.received(snapshot(view(server, { game: "h" }), { seats, edition: "impact" }));
    device.received({ type: "lines", game: "h", first: 0, lines: server.lines });
  }

  test("that was chosen after the last game is agreed on", () => {
    over();
    device.received({ type: "box", next });
    goOn();
    expect(wrongs()).toEqual([]);
  });

  test("that nobody chose is found", () => {
    over();
    goOn();
    expect(wrongs()).toEqual(["lineup 0"]);
  });

  test("that was chosen while the line was lost is no surprise", () => {
    over();
    device.attending({ type: "resume", table: TABLE, tokens: [] }, OUR_KEY.secret);
    const server = rematch();
    arrive(null, { game: view(server, { game: "h" }), stage: "playing", edition: "impact" });
    device.received({ type: "lines", game: "h", first: 0, lines: server.lines });
    expect(wrongs()).toEqual([]);
  });

  test("nor is what the tournament's last game counted meanwhile", () => {
    over();
    device.attending({ type: "resume", table: TABLE, tokens: [] }, OUR_KEY.secret);
    const score = { games: 2, played: 0, starters: [], points: [], winners: null, playoff: null };
    const server = new Server([], { ...terms, first: 0 });
    const now = { game: view(server, { game: "h" }), stage: "playing", edition: "impact" } as const;
    arrive(null, { ...now, tournament: score });
    device.received({ type: "lines", game: "h", first: 0, lines: server.lines });
    expect(wrongs()).toEqual([]);
  });

  test("before the first game is not shown, and so not agreed on", () => {
    device.attending({ type: "join", table: TABLE, name: "Ann" }, OUR_KEY.secret);
    arrive(null, { next });
    device.received({ type: "box", next });
    const server = new Server([], { edition: "impact" });
    device.received(snapshot(view(server), { seats, edition: "impact" }));
    tell(server);
    expect(wrongs()).toEqual(["lineup 0"]);
  });
});

describe("late, away, and back", () => {
  test("called late it offers a new chain, signed, once", () => {
    const [server] = begin();
    server.fix([cast(1)]);
    tell(server, 1);
    vi.advanceTimersByTime(2500);
    server.late(0);
    tell(server, 2);
    server.fix([cast(1)]);
    tell(server, 3);
    const offers = sent.filter((one) => one.type === "offer");
    expect(offers).toHaveLength(1);
    expect(isOurs(joinMessage(server.begun, offers[0]?.tip ?? ""), offers[0]?.sign)).toBe(true);
    expect(device.seal.value?.state).toBe("late");
    expect(remarks()).toEqual(["late 0 1"]);
  });

  test("a pong behind the link shows that it was there: called late after it, it is wronged", () => {
    const [server] = begin();
    server.fix([cast(1)]);
    tell(server, 1);
    device.ponged(pings.at(-1) ?? 0);
    vi.advanceTimersByTime(60_000);
    server.late(0);
    tell(server, 2);
    expect(wrongs()).toEqual(["late 0"]);
  });

  test("a backlog after a new connection accuses nobody", () => {
    const [server] = begin();
    device.ponged(pings.at(-1) ?? 0);
    server.fix([cast(1)]);
    server.late(0);
    server.fix([cast(1)]);
    server.land();
    comeBack(server, device);
    tell(server, 1);
    expect(wrongs()).toEqual([]);
    expect(remarks()).toEqual(["late 0 1"]);
    expect(device.seal.value).toMatchObject({ state: "late", without: 1 });
  });

  test("nor does one in pages, though pings are answered between them", () => {
    const [server] = begin();
    for (let pair = 0; pair < LINES_A_PAGE / 2; pair++) {
      server.bot(1);
      server.add({ type: "back", player: 1 });
    }
    server.fix([cast(1)]);
    server.late(0);
    server.fix([cast(1)]);
    server.land();
    comeBack(server, device);
    const page = server.lines.slice(1, 1 + LINES_A_PAGE);
    device.received({ type: "lines", game: "g", first: 1, lines: page });
    vi.advanceTimersByTime(2000);
    device.ponged(pings.at(-1) ?? 0);
    tell(server, 1 + LINES_A_PAGE);
    expect(wrongs()).toEqual([]);
    expect(remarks()).toContain("late 0 1");
  });

  test("a hidden page says that it is away, signed, and comes back with another chain", () => {
    const [server, secret] = begin();
    hidden = true;
    device.goAway();
    device.goAway();
    expect(sent.map((one) => one.type)).toEqual(["away"]);
    expect(isOurs(awayMessage(linkOf(secret, 0)), last("away")?.sign)).toBe(true);
    server.away(0);
    server.throw(cast(1));
    tell(server, 1);
    expect(last("offer")).toBeUndefined();
    hidden = false;
    device.comeBack();
    const next = takeOffer(server);
    server.fix([cast(1)]);
    tell(server, 4);
    expect(last("link")).toMatchObject({ throw: 1, link: linkOf(next, 1) });
    expect(remarks()).toEqual([]);
    expect(device.seal.value).toMatchObject({ state: "late", without: 1 });
  });

  test("a page that is hidden when the game begins says so then", () => {
    hidden = true;
    const server = new Server([create(), THEIRS]);
    arrive(server);
    tell(server);
    expect([pings, last("away")?.type]).toEqual([[], "away"]);
  });

  test("left out though its offer was there, it is wronged", () => {
    const [server] = begin();
    server.fix([cast(1)]);
    server.late(0);
    server.fix([cast(1)]);
    server.land();
    tell(server, 1);
    expect(last("offer")).toBeDefined();
    device.ponged(pings.at(-1) ?? 0);
    server.fix([cast(1)]);
    tell(server, 5);
    expect(wrongs()).toEqual(["left_out 1"]);
  });

  /** Called late and left out, then back on a new line, where one more throw is made without it. */
  function leftOut(hearsFirst: boolean): void {
    const [server] = begin();
    server.fix([cast(1)]);
    server.late(0);
    server.fix([cast(1)]);
    server.land();
    comeBack(server);
    if (hearsFirst) tell(server, 1);
    vi.advanceTimersByTime(5000);
    server.fix([cast(1)]);
    server.land();
    tell(server, 1);
  }

  test("lines that come late leave nobody out: it could not offer before it had heard them", () => {
    leftOut(false);
    expect(remarks()).toEqual(["late 0 1"]);
    expect(device.seal.value).toMatchObject({ state: "late", without: 2, findings: [] });
    expect(last("offer")).toBeDefined();
  });

  test("control: who had heard everything had offered, and was left out", () => {
    leftOut(true);
    expect(remarks()).toEqual(["late 0 1", "left_out 0 1"]);
  });

  test("while a game runs and is seen the server hears of it all the time", () => {
    begin();
    const before = pings.length;
    vi.advanceTimersByTime(6100);
    expect(pings.length - before).toBe(4);
    hidden = true;
    vi.advanceTimersByTime(6000);
    expect(pings.length - before).toBe(4);
    hidden = false;
    device.comeBack();
    expect(pings.length - before).toBe(5);
  });
});

describe("lines that are held back", () => {
  test("are asked for, and missed once the answer came without them", async () => {
    const [server] = begin();
    await vi.advanceTimersByTimeAsync(0);
    server.throw(cast(1));
    server.fix([cast(1)]);
    tell(server, 3);
    expect(sent).toEqual([{ type: "lines", first: 1 }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wrongs()).toEqual([]);
    answered(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(wrongs()).toEqual(["missing 0"]);
  });

  test.each<[string, (shown: GameView) => Parameters<Device["received"]>[0]]>([
    ["the game shows more throws", (shown) => stepTo(shown)],
    ["a throw is shown", (shown) => stepTo({ ...shown, throws: 0 }, { throw: 0 })],
    ["a step is shown", (shown) => stepTo({ ...shown, throws: 0 })],
    ["something has changed", (shown) => ({ type: "changed", what: "ready", game: shown })],
  ])("are asked for if %s, though the number of lines stands still", async (_, message) => {
    const [server] = begin();
    const { proof } = view(server);
    server.throw(cast(1));
    device.received(message(view(server, { proof })));
    await vi.advanceTimersByTimeAsync(2000);
    expect(last("lines")).toEqual({ type: "lines", first: 1 });
    answered(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(wrongs()).toEqual(["missing 0"]);
  });

  test("are missed if the question is not answered, but pings long after it are", async () => {
    heldBack();
    await vi.advanceTimersByTimeAsync(9000);
    device.ponged(pings.at(-1) ?? 0);
    expect(wrongs()).toEqual([]);
    await vi.advanceTimersByTimeAsync(5000);
    device.ponged(pings.at(-1) ?? 0);
    expect(wrongs()).toEqual(["missing 0"]);
  });

  test("are not missed while nothing is answered, nor after a new connection", async () => {
    const server = heldBack();
    await vi.advanceTimersByTimeAsync(120_000);
    const old = answered;
    comeBack(server, device);
    old(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(wrongs()).toEqual([]);
    tell(server, 1);
    answered(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(wrongs()).toEqual([]);
  });

  test("come page by page, and are missed only after the last page", async () => {
    heldBack();
    await vi.advanceTimersByTimeAsync(2000);
    answered(LINES_A_PAGE);
    await vi.advanceTimersByTimeAsync(0);
    expect(last("lines")).toEqual({ type: "lines", first: 1 + LINES_A_PAGE });
    expect(wrongs()).toEqual([]);
    answered(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(wrongs()).toEqual(["missing 0"]);
  });

  test("are asked for again where the question was refused", async () => {
    heldBack();
    await vi.advanceTimersByTimeAsync(2000);
    answered(null);
    await vi.advanceTimersByTimeAsync(6000);
    expect(sent.filter((one) => one.type === "lines")).toHaveLength(2);
    expect(wrongs()).toEqual([]);
  });

  test("are not even asked for if they follow a view at once", async () => {
    const [server] = begin();
    server.throw(cast(1));
    device.received({ type: "changed", what: "ready", game: view(server) });
    tell(server, 1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent.filter((one) => one.type === "lines")).toEqual([]);
  });

  test("or taken back, and a digest that is not theirs, are found", () => {
    const [server] = afterOneThrow();
    const { proof } = view(server);
    device.received(stepTo(view(server, { proof: { ...proof, digest: "0".repeat(64) } })));
    expect(wrongs()).toEqual(["digest 1"]);
    device.received(snapshot(view(new Server([THEIRS])), { seats }));
    expect(wrongs()).toEqual(["digest 1", "missing 1"]);
  });
});

describe("the end", () => {
  /** The server says that the game is over. */
  async function sayOver(server: Server): Promise<void> {
    const over = view(server, { awaited: overWith([0]) });
    device.received(stepTo(over, { throw: server.throws - 1 }));
    await vi.advanceTimersByTimeAsync(60_000);
  }

  test("another record is found, and a chain offered for the next game", async () => {
    const [server] = afterOneThrow();
    record = "another game";
    await sayOver(server);
    expect(last("offer")).toEqual({ type: "offer", tip: expect.any(String) });
    expect(wrongs()).toEqual(["record 0"]);
    expect(device.seal.value?.record).toBe(false);
  });

  test("a record that is not there yet is asked for again", async () => {
    const [server] = afterOneThrow();
    device.received(stepTo(view(server, { awaited: overWith([0]) })));
    await vi.advanceTimersByTimeAsync(100);
    expect(device.seal.value?.record).toBeNull();
    record = "";
    await vi.advanceTimersByTimeAsync(60_000);
    expect(device.seal.value?.record).toBe(false);
  });

  test("the record of the game that was seen is said to match, also after a reload", async () => {
    const [server] = afterOneThrow();
    record = recordOf(server.lines);
    await sayOver(server);
    expect(device.seal.value).toMatchObject({ state: "good", record: true });
    device = page();
    device.attending({ type: "resume", table: TABLE, tokens: [] }, OUR_KEY.secret);
    arrive(server, { stage: "over", game: view(server, { awaited: overWith([0]) }) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(device.seal.value).toMatchObject({ state: "good", record: true, throws: 1 });
  });

  test("a game that is not over by its record is followed on, to its real end", async () => {
    const [server, secret] = afterOneThrow();
    record = recordOf(server.lines, "unfinished");
    await sayOver(server);
    expect(device.seal.value).toMatchObject({ state: "good", record: null });
    device.received({ type: "changed", what: "ready", game: view(server) });
    server.fix([cast(1)]);
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
  ])("%s after it show that the record was not of the whole game", async (_, goOn) => {
    const [server] = afterOneThrow();
    record = recordOf(server.lines);
    await sayOver(server);
    server.throw(cast(1));
    goOn(server);
    expect(wrongs()).toEqual(["record 1"]);
    expect(device.seal.value).toMatchObject({ record: false, state: "bad" });
  });
});

describe("what the person does", () => {
  const thrown: ThrowDice = { type: "throw", seat: 0, state: 7, unit: "1", aim: AIM };

  test("is signed; a cast is kept as it was signed first, until its throw lies", () => {
    const [server] = begin();
    const game = view(server, { state: 7 });
    const said = device.signed(game, { ...thrown, aim: { ...AIM, speed: 9 } });
    expect(said?.aim).toEqual({ ...AIM, speed: 4 });
    const message = castMessage(server.mark, 0, 0, "1", aimNumbers({ ...AIM, speed: 4 }));
    expect(isOurs(message, said?.sign)).toBe(true);
    expect(device.signed(game, thrown)).toEqual(said);
    comeBack(server);
    expect(device.casts(game)).toEqual([said]);
    expect(device.casts(view(server, { state: 8 }))).toEqual([]);
    server.throw(cast(0, { aim: { ...AIM, speed: 4 } }));
    tell(server, 1);
    expect([device.casts(game), wrongs()]).toEqual([[], []]);
  });

  test("is not signed before the whole game is heard", async () => {
    const [server] = begin();
    server.throw(cast(1));
    const game = view(server);
    device.received(stepTo(game, { throw: 0 }));
    const move = { type: "answer", seat: 0, state: 1, move: "end" } as const;
    expect(device.signed(game, move)).toBeNull();
    const waiting = device.caughtUp();
    tell(server, 1);
    expect(await waiting).toBe(true);
    expect(device.signed(game, move)?.sign).toBeDefined();
  });

  test("is not signed any more once something is wrong, nor waited for", async () => {
    const [server] = begin();
    server.fix([cast(1, { by: "bot" })]);
    tell(server, 1);
    expect(wrongs()).toEqual(["order 0"]);
    expect(device.signed(view(server, { state: 7 }), thrown)).toBeNull();
    expect(await device.caughtUp()).toBe(false);
  });

  test("a cast that was refused is forgotten", () => {
    const [server] = begin();
    const game = view(server, { state: 7 });
    device.signed(game, thrown);
    device.refused({ seat: 0, state: 8 });
    expect(device.casts(game)).toHaveLength(1);
    device.refused(thrown);
    expect(device.casts(game)).toEqual([]);
  });
});

test("another seat's chain from the game before does not come again", () => {
  const [, secret] = afterOneThrow();
  const rematch = new Server([secret, OTHER], { game: "h", number: 2 });
  device.received(snapshot(view(rematch, { game: "h" }), { seats }));
  device.received({ type: "lines", game: "h", first: 0, lines: rematch.lines });
  expect(wrongs()).toEqual(["tip 0"]);
});

describe("dice that are thrown again on this device", () => {
  test("are counted in the seal", () => {
    rethrows = true;
    afterOneThrow();
    expect(again).toEqual(["0 1", "1 2"]);
    device.rethrown("g", 0, "same");
    device.rethrown("another game", 7, "thrown");
    expect(device.seal.value).toMatchObject({ state: "good", throws: 1, rethrown: 1 });
  });

  test("and lie otherwise are found", () => {
    afterOneThrow();
    device.rethrown("g", 0, "thrown");
    expect(wrongs()).toEqual(["thrown 0"]);
  });

  test("as are those of a game that is against the rules", () => {
    begin();
    device.rethrown("g", 0, "order");
    expect(wrongs()).toEqual(["order 0"]);
  });

  test("and lie otherwise are found even if the next game has begun by then", () => {
    afterOneThrow();
    device.received(snapshot(view(new Server([]), { game: "h" }), { seats }));
    device.rethrown("g", 0, "thrown");
    expect(new Shelf(() => drawerOf(kept)).sealOf("g")?.findings).toEqual([
      { wrong: "thrown", throw: 0 },
    ]);
    expect(device.seal.value?.findings ?? []).toEqual([]);
  });

  test("need the game from its beginning, also after a reload", () => {
    const [server] = afterOneThrow();
    rethrows = true;
    comeBack(server);
    expect(last("lines")).toEqual({ type: "lines", first: 0 });
  });
});

test("in the lobby a chain is offered once; a watcher has neither chain nor key", () => {
  const watching = device.attending({ type: "watch", table: TABLE }, null);
  expect(watching).toEqual({ type: "watch", table: TABLE });
  device.received({ type: "joined", table: TABLE, host: false, seats: [] });
  device.received(snapshot(null, { seats: [seatView(0, { yours: false })] }));
  expect([sent, device.secret, device.fingerprint]).toEqual([[], null, null]);
  const { tip } = device.attending({ type: "join", table: TABLE, name: "Ann" }, null);
  expect(tip).toMatch(/^[0-9a-f]{64}$/);
  arrive(null);
  device.attending({ type: "resume", table: TABLE, tokens: [] }, null);
  arrive(null);
  expect(sent).toEqual([]);
});

test("on a line that was mended it has the same key and the same unused chain, elsewhere others", () => {
  device.attending({ type: "create" }, null);
  arrive(null);
  const first = device.attending({ type: "resume", table: TABLE, tokens: [] }, null);
  const again = device.attending({ type: "resume", table: TABLE, tokens: [] }, null);
  expect([again.tip, again.signer]).toEqual([first.tip, first.signer]);
  expect(device.attending({ type: "create" }, null).tip).not.toBe(first.tip);
  expect(page().attending({ type: "create" }, null).signer).not.toBe(first.signer);
});

test("dice that are drawn otherwise than they lay are named with their throw", () => {
  const [server] = begin();
  const die = { die: 3, face: "4", pose: [0.01, 0, 0.0095, 1, 0, 0, 0] };
  server.fix([cast(1)]);
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
    server.throw(cast(1));
    tell(server, server.lines.length - 2);
    step(number);
  }
  expect(wrongs()).toEqual([]);
  server.throw(cast(1));
  tell(server, server.lines.length - 2);
  server.throw(cast(1));
  tell(server, server.lines.length - 2);
  step(3);
  expect(wrongs()).toEqual(["dice 3"]);
  step(1);
  expect(wrongs()).toEqual(["dice 3", "dice 1"]);
});
