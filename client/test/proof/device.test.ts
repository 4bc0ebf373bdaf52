/** The device at a table: what it answers by itself, what it offers and signs, and that no link is
 * shown for two throws. */

import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linkOf } from "../../src/fairness/chain";
import { isSignedBy } from "../../src/fairness/keys";
import { awayMessage, castMessage, joinMessage, showMessage } from "../../src/fairness/signed";
import { Device, type World } from "../../src/proof/device";
import { aimNumbers } from "../../src/proof/signing";
import { type AskLines, type GameView, LINES_A_PAGE, type ThrowDice } from "../../src/protocol";
import { gameView, overWith, seatView, snapshot, stepTo, throwBy } from "../game/views";
import { drawerOf } from "../page";
import { AIM, OTHER, OUR_KEY, Server, THEIRS, tipOf } from "./server";

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
let pings: number;
let hidden: boolean;
let answered: (count: number) => void;
let device: Device;
let wrong = signal("");

/** A page on this device; another one is a reload, or another tab. */
function page(): Device {
  return new Device({
    wrong,
    isHidden: () => hidden,
    send: (message) => void (message.type === "ping" ? pings++ : sent.push(message)),
    askLines: (first) => {
      sent.push({ type: "lines", first });
      return new Promise((resolve) => {
        answered = resolve;
      });
    },
    later: (ms, what) => (ms ? void setTimeout(what, ms) : what()),
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("sessionStorage", drawerOf(new Map()));
  sent = [];
  pings = 0;
  hidden = false;
  wrong = signal("");
  answered = () => undefined;
  device = page();
});

afterEach(() => vi.useRealTimers());

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

function secretOf(tip: string | null | undefined): string {
  return made.get(tip ?? "") ?? "";
}

/** A game that began with the chain of this page. */
function begin(): [Server, string] {
  const secret = secretOf(device.attending({ type: "create" }, OUR_KEY.secret).tip);
  const server = new Server([secret, THEIRS]);
  arrive(server);
  tell(server);
  answered(1);
  sent.length = 0;
  return [server, secret];
}

function last<T extends Sent["type"]>(kind: T): Extract<Sent, { type: T }> | undefined {
  return sent.findLast((message): message is Extract<Sent, { type: T }> => message.type === kind);
}

function isOurs(message: Uint8Array, sign: string | null | undefined): boolean {
  return isSignedBy(OUR_KEY.public, message, sign ?? "");
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
    server.fix();
    tell(server, 1);
    const link = linkOf(secret, 1);
    expect(last("link")).toMatchObject({ game: "g", throw: 0, attempt: 0, link });
    expect(isOurs(showMessage(server.digest, link), last("link")?.sign)).toBe(true);
    expect(device.awaited.value).toEqual([2]);
    server.land();
    tell(server, 2);
    expect(device.awaited.value).toEqual([]);
    expect(last("offer")).toBeUndefined();
  });

  test("on a line that was mended it shows the same link again, as the first may be lost", () => {
    const [server] = begin();
    server.fix();
    tell(server, 1);
    const link = last("link");
    expect(link).toBeDefined();
    sent.length = 0;
    comeBack(server, device);
    expect(last("link")).toEqual(link);
  });

  /** The same game up to a second throw, of this unit. */
  function otherwise(secret: string, unit: string): Server {
    const server = new Server([secret, THEIRS]);
    server.throw();
    server.fix(unit);
    return server;
  }

  test.each<[string, () => Device]>([
    ["on the same line", () => device],
    ["after a reload, or in another tab", page],
  ])("no link is shown for two throws: %s", (_, again) => {
    const [, secret] = begin();
    tell(otherwise(secret, "1"), 1);
    expect(last("link")).toMatchObject({ throw: 1, link: linkOf(secret, 2) });
    const { link, sign } = last("link") ?? {};
    sent.length = 0;
    const other = otherwise(secret, "all");
    comeBack(other, again());
    tell(other);
    expect(last("link")?.link ?? link).toBe(link);
    expect(last("link")?.sign ?? sign).toBe(sign);
  });

  test("nor in a sham game with the same chain, which asks for later links at once", () => {
    const [server, secret] = begin();
    device.received(snapshot(gameView(throwBy(0), { game: "sham" }), { seats }));
    const sham = new Server([secret, THEIRS], "sham");
    for (let k = 0; k < 4; k++) sham.throw();
    sham.fix();
    device.received({ type: "lines", game: "sham", first: 0, lines: sham.lines });
    expect(last("link")?.link).toBe(linkOf(secret, 5));
    sent.length = 0;
    device.received(snapshot(view(server), { seats }));
    for (let k = 0; k < 4; k++) {
      server.fix();
      tell(server);
      expect(last("link")).toBeUndefined();
      server.land();
    }
  });

  test("after a reload it joins with a fresh chain, and shows nothing of the one before", () => {
    const [server, secret] = begin();
    server.fix();
    comeBack(server);
    tell(server);
    expect(last("link")).toBeUndefined();
    server.late(0);
    server.fix();
    server.land();
    const fresh = secretOf(last("offer")?.tip);
    expect(fresh).not.toBe(secret);
    server.join(0, [0], fresh);
    server.fix();
    tell(server, 2);
    expect(last("link")).toMatchObject({ link: linkOf(fresh, 1) });
  });

  test("are not shown once something is wrong, and nothing is offered", () => {
    const [server] = begin();
    wrong.value = "something";
    server.fix();
    tell(server, 1);
    server.late(0);
    tell(server, 2);
    expect(sent).toEqual([]);
  });

  test.each([
    "no JSON",
    "null",
    '{"type":"fixed","throw":0}',
    '{"type":"game","game":"g","players":[]}',
    '{"type":"join","device":-1,"seats":[0],"tip":"x"}',
  ])("are not shown behind what no table writes: %s", (line) => {
    const [server] = begin();
    device.received({ type: "lines", game: "g", first: 1, lines: [line] });
    server.fix();
    device.received({ type: "lines", game: "g", first: 2, lines: [server.lines[1] ?? ""] });
    expect(last("link")).toBeUndefined();
  });
});

describe("late, away, and back", () => {
  test("called late it offers a new chain, signed, once", () => {
    const [server] = begin();
    server.fix();
    server.late(0);
    tell(server, 1);
    tell(server, 1);
    const offers = sent.filter((one) => one.type === "offer");
    expect(offers).toHaveLength(1);
    expect(isOurs(joinMessage(server.begun, last("offer")?.tip ?? ""), last("offer")?.sign)).toBe(
      true,
    );
  });

  test("a hidden page says that it is away, signed, and comes back with another chain", () => {
    const [server, secret] = begin();
    hidden = true;
    device.goAway();
    device.goAway();
    expect(sent.map((one) => one.type)).toEqual(["away"]);
    expect(isOurs(awayMessage(tipOf(secret)), last("away")?.sign)).toBe(true);
    server.away(0);
    tell(server, 1);
    expect(last("offer")).toBeUndefined();
    hidden = false;
    device.comeBack();
    expect(secretOf(last("offer")?.tip)).not.toBe("");
    expect(last("offer")?.tip).not.toBe(tipOf(secret));
  });

  test("while a game runs and is seen the server hears of it all the time", () => {
    begin();
    vi.advanceTimersByTime(6000);
    expect(pings).toBeGreaterThanOrEqual(4);
    hidden = true;
    vi.advanceTimersByTime(1500);
    const before = pings;
    vi.advanceTimersByTime(6000);
    expect(pings).toBe(before);
  });

  test("in the lobby a chain is offered once; a watcher has neither chain nor key", () => {
    device.attending({ type: "create" }, OUR_KEY.secret);
    arrive(null, { stage: "gathering" });
    device.received(snapshot(null, { seats, stage: "gathering" }));
    expect(sent).toEqual([]);
    expect(device.attending({ type: "watch", table: TABLE }, null)).toEqual({
      type: "watch",
      table: TABLE,
    });
    expect(device.secret).toBeNull();
  });

  test("at one table it has one unused chain, at another another; a game takes it", () => {
    const tip = device.attending({ type: "create" }, OUR_KEY.secret).tip;
    arrive(null, { stage: "gathering" });
    const resume = (table: string) =>
      device.attending({ type: "resume", table, tokens: [] }, OUR_KEY.secret).tip;
    expect(resume(TABLE)).toBe(tip);
    expect(resume("mnopqrstuvwx")).not.toBe(tip);
    const offered = resume(TABLE);
    device.received({ type: "left" });
    expect(device.attending({ type: "create" }, OUR_KEY.secret).tip).not.toBe(offered);
    begin();
    device.received(snapshot(gameView(overWith([0])), { seats, stage: "over" }));
    expect(secretOf(last("offer")?.tip)).not.toBe("");
  });

  test("nearly used up, a chain is followed by the next", () => {
    const [server] = begin();
    for (let k = 0; k < 248; k++) server.throw();
    tell(server, 1);
    expect(isOurs(joinMessage(server.begun, last("offer")?.tip ?? ""), last("offer")?.sign)).toBe(
      true,
    );
  });
});

describe("lines that are held back", () => {
  async function heldBack(): Promise<Server> {
    const [server] = begin();
    await vi.advanceTimersByTimeAsync(0);
    server.throw();
    device.received(stepTo(view(server), { throw: 0 }));
    return server;
  }

  test("are asked for after a moment, again after a refusal, and accuse nobody", async () => {
    await heldBack();
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([{ type: "lines", first: 1 }]);
    answered(0);
    await vi.advanceTimersByTimeAsync(5000);
    expect(sent).toHaveLength(2);
  });

  test("come page by page", async () => {
    const server = await heldBack();
    vi.advanceTimersByTime(1000);
    device.received({ type: "lines", game: "g", first: 1, lines: server.lines.slice(1, 2) });
    answered(LINES_A_PAGE);
    await vi.advanceTimersByTimeAsync(0);
    expect(last("lines")).toEqual({ type: "lines", first: 2 });
  });

  test("are not even asked for if they follow a view at once", async () => {
    const server = await heldBack();
    tell(server, 1);
    await vi.advanceTimersByTimeAsync(9000);
    expect(sent).toEqual([]);
  });

  test("are waited for by what the person does", async () => {
    const server = await heldBack();
    expect(
      device.signed(view(server), { type: "answer", seat: 0, state: 1, move: "end" }),
    ).toBeNull();
    const caught = device.caughtUp();
    tell(server, 1);
    expect(await caught).toBe(true);
    expect(
      device.signed(view(server), { type: "answer", seat: 0, state: 1, move: "end" })?.sign,
    ).toBeTruthy();
  });

  test("are not waited for once something is wrong", async () => {
    await heldBack();
    const caught = device.caughtUp();
    wrong.value = "something";
    expect(await caught).toBe(false);
  });
});

describe("what the person does", () => {
  const THROW: Omit<ThrowDice, "ref" | "sign"> = {
    type: "throw",
    seat: 0,
    state: 1,
    unit: "1",
    aim: AIM,
  };

  test("is signed; a cast is said again as it was signed first, also after a reload", () => {
    const [server] = begin();
    const said = device.signed(view(server), THROW);
    const message = castMessage(server.mark, 0, 0, "1", aimNumbers(AIM));
    expect(isOurs(message, said?.sign)).toBe(true);
    const other = { ...THROW, aim: { ...AIM, x: 0.02 } };
    expect(device.signed(view(server), other)).toEqual(said);
    comeBack(server);
    tell(server);
    expect(device.casts(view(server))).toEqual([said]);
    expect(device.signed(view(server), other)).toEqual(said);
    expect(device.casts(view(server, { state: 2 }))).toEqual([]);
  });

  test("a cast that was refused is forgotten", () => {
    const [server] = begin();
    device.signed(view(server), THROW);
    device.refused(THROW);
    expect(device.casts(view(server))).toEqual([]);
  });

  test("is not signed for another game, nor once something is wrong", () => {
    const [server] = begin();
    expect(device.signed(view(server, { game: "h" }), THROW)).toBeNull();
    wrong.value = "something";
    expect(device.signed(view(server), THROW)).toBeNull();
  });
});

test("of two devices of one person the one that joined last shows its links", () => {
  const [server] = begin();
  server.join(1, [0], OTHER);
  server.fix();
  tell(server, 1);
  expect(last("link")).toBeUndefined();
});
