/** Known answers of a device, as Python has them: what each event makes of honest and crooked games.
 * The page's own device plays them, with its storage and what hands lines on to the dice behind it; what
 * falls there is in the files (`tests/proof/test_known.py`, `tests/client/test_engine.py`). */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hexToBytes } from "@noble/hashes/utils.js";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { FromRethrow } from "../../src/engine/rethrow";
import { bytesToText } from "../../src/fairness/bytes";
import { linkOf } from "../../src/fairness/chain";
import type { Device } from "../../src/proof/device";
import type { World } from "../../src/proof/world";
import { gameView, seatView, snapshot, throwBy } from "../game/views";
import { drawerOf } from "../page";

const FOLDER = join(import.meta.dirname, "../../../tests/proof/known");
const TABLE = "abcdefghijkl";
/** Between two pings (`pinging.ts`). */
const EVERY = 1500;

interface Event {
  readonly at: number;
  readonly expect: object;
  readonly connected?: { readonly game: string; readonly lines: number };
  readonly hear?: {
    readonly first: number;
    readonly lines: readonly string[];
    readonly fell?: readonly (readonly [number, FromRethrow["fell"]])[];
  };
  readonly ping?: number;
  readonly pong?: number;
  readonly renew?: string;
  readonly offer?: true;
  readonly away?: true;
}

interface Known {
  readonly about: string;
  readonly colour: string;
  readonly device: { readonly key: string; readonly secret: string; readonly seats: number[] };
  readonly agreed: {
    readonly edition: string;
    readonly options: Readonly<Record<string, string | boolean>>;
    readonly seats: readonly (readonly [seat: number, kind: "person", name: string])[];
    readonly first: number | null;
    readonly dice: string;
    readonly host: string;
  };
  readonly events: readonly Event[];
}

type Sent = Parameters<World["send"]>[0];

/** Secrets of the chains that it makes, one after the other; then any. */
const secrets: string[] = [];
vi.mock("../../src/fairness/chain", async (original) => {
  const chain = await original<typeof import("../../src/fairness/chain")>();
  return { ...chain, newSecret: () => secrets.shift() ?? chain.newSecret() };
});
vi.stubGlobal("location", { href: "http://table/" });
/** The thread behind the page: which games it was handed, and what it tells. */
let handed: { readonly game: string; readonly lines: readonly string[] }[] = [];
let found: (event: { readonly data: FromRethrow }) => void = () => undefined;
vi.stubGlobal(
  "Worker",
  class {
    set onmessage(next: typeof found) {
      found = next;
    }
    postMessage(message: (typeof handed)[number]): void {
      handed.push(message);
    }
  },
);
const { offline } = await import("../../src/engine/offline");
const { Rethrower } = await import("../../src/engine/rethrower");
const { Device: PageDevice } = await import("../../src/proof/device");
const { Shelf } = await import("../../src/proof/shelf");

afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  offline.value = { state: "kept" };
  handed = [];
  secrets.length = 0;
});

/** The page's device at a table, told what a file says. */
class Page {
  readonly #known: Known;
  readonly #secret: string;
  readonly #device: Device;
  readonly #rethrower = new Rethrower((one) =>
    this.#device.rethrown(one.game, one.throw, one.fell),
  );
  /** What it sent since it was looked at. */
  #sent: Sent[] = [];
  /** What its newest offer is signed with: it comes as soon as it can, a file says when at last. */
  #offered: string | null | undefined;
  #pinged = 0;
  readonly #pings = new Map<number, number>();
  #nextPing: (() => void) | null = null;
  #now = 0;
  #isHidden = false;
  #game = "";

  constructor(known: Known) {
    const drawer = drawerOf(new Map());
    this.#known = known;
    this.#secret = bytesToText(hexToBytes(known.device.key));
    this.#device = new PageDevice(this.#world(), new Shelf(() => drawer));
    secrets.push(known.device.secret, ...known.events.flatMap(({ renew = [] }) => renew));
    this.#attend("join");
    if (known.agreed.edition) this.#device.received(this.#table("gathering"));
  }

  #world(): World {
    return {
      now: () => this.#now,
      isOpen: () => true,
      isHidden: () => this.#isHidden,
      send: (message) => {
        this.#sent.push(message);
        if (message.type === "offer") this.#offered = message.sign;
      },
      ping: (number) => {
        this.#pinged = number;
      },
      askLines: () => new Promise(() => undefined),
      canRethrow: () => this.#rethrower.isReady,
      rethrow: (...lines) => this.#rethrower.hear(...lines),
      record: async () => null,
      later: (ms, what) => {
        if (ms === EVERY) this.#nextPing = what;
      },
    };
  }

  #attend(type: "join" | "resume"): void {
    this.#device.attending({ type }, this.#secret, this.#known.agreed.host || null);
    const seats = this.#known.device.seats.map((seat) => ({ seat, token: "t" }));
    this.#device.received({ type: "joined", table: TABLE, host: false, seats });
  }

  #table(stage: "gathering" | "playing", lines = 0) {
    const { edition, options, seats, dice } = this.#known.agreed;
    const game = { game: this.#game, throws: 0, proof: { lines, digest: "" } };
    return snapshot(stage === "playing" ? gameView(throwBy(0), game) : null, {
      ...{ stage, edition, options, table: TABLE, dice: dice ? "ideal" : "physics" },
      seats: seats.map(([seat, kind, name]) => seatView(seat, { kind, name, yours: seat === 1 })),
    });
  }

  get colour(): string {
    const { findings, remarks } = this.#device.seal.value ?? { findings: [], remarks: [] };
    return findings.length ? "red" : remarks.length ? "amber" : "green";
  }

  get rethrown(): number | undefined {
    return this.#device.seal.value?.rethrown;
  }

  /** What it makes of an event, besides its colour. */
  happens({ at, connected, hear, ping, pong, renew, offer, away }: Event): object {
    this.#now = at;
    this.#sent = [];
    if (connected) this.#connect(connected);
    if (hear) return this.#hear(hear);
    if (ping !== undefined) this.#ping(ping);
    if (pong !== undefined) this.#device.ponged(this.#pings.get(pong) ?? -1);
    if (renew) return { tip: linkOf(renew, 0) };
    if (offer) return this.#show();
    return away ? this.#hide() : {};
  }

  #connect({ game, lines }: NonNullable<Event["connected"]>): void {
    this.#game = game;
    this.#attend("resume");
    this.#device.received(this.#table("playing", lines));
  }

  #hear({ first, lines, fell = [] }: NonNullable<Event["hear"]>): object {
    const game = first === 0 ? JSON.parse(lines[0] ?? "").game : this.#game;
    if (game !== this.#game) this.#begin(game);
    const before = handed.length;
    this.#device.received({ type: "lines", game, first, lines: [...lines] });
    const links = this.#answers("link").map(({ type: _, game: __, ...link }) => link);
    if (fell.length) expect(handed.length, "behind the page it was heard").toBeGreaterThan(before);
    for (const [number, how] of fell) found({ data: { game, throw: number, fell: how } });
    return { links };
  }

  /** Another game, for which a chain was offered after the last. */
  #begin(game: string): void {
    const seats = this.#table("gathering").seats;
    if (this.#game)
      this.#device.received({ type: "seats", stage: "over", host: 0, seats, watchers: 0 });
    this.#game = game;
    this.#device.received(this.#table("playing"));
    this.#sent = [];
  }

  /** It pings by itself; a file says when. */
  #ping(number: number): void {
    const next = this.#nextPing;
    this.#nextPing = null;
    next?.();
    this.#pings.set(number, this.#pinged);
  }

  #hide(): object {
    this.#isHidden = true;
    this.#device.goAway();
    return { sign: this.#answers("away")[0]?.sign };
  }

  #show(): object {
    this.#isHidden = false;
    this.#device.comeBack();
    return { sign: this.#offered };
  }

  #answers<T extends "link" | "away">(type: T) {
    return this.#sent.filter((one): one is Extract<Sent, { type: T }> => one.type === type);
  }
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

test("there are answers to give", () => expect(files.length).toBeGreaterThan(55));

test.each(files)("%s", (name) => {
  const known: Known = JSON.parse(readFileSync(join(FOLDER, name), "utf8"));
  const page = new Page(known);
  for (const event of known.events) {
    const made = page.happens(event);
    expect({ colour: page.colour, ...made }, `${known.about}, at ${event.at}`).toEqual(
      event.expect,
    );
  }
  expect(page.colour).toBe(known.colour);
});

test("without dice behind the page chosen ones are not found, and nothing says that they were", () => {
  offline.value = { state: "none" };
  const known: Known = JSON.parse(readFileSync(join(FOLDER, "dice-chosen.json"), "utf8"));
  const page = new Page(known);
  for (const { hear, ...event } of known.events)
    page.happens({ ...event, ...(hear && { hear: { ...hear, fell: [] } }) });
  expect([page.colour, page.rethrown, handed]).toEqual(["green", 0, []]);
});
