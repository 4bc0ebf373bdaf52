/** A line through a network that swallows everything for a while, as browsers dial there. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection as Line } from "../../src/net/connection";
import { socketTo } from "../../src/net/socket";
import { stubPage } from "../page";

/** Seconds after its beginning at which TCP asks whether anybody is there. */
const ASKS = [0, 1, 3, 7];
const TRIP = 0.1;
/** Trips for TCP, TLS and the upgrade. */
const DIAL_TRIPS = 3;

/** The network between a page and its server, as Chromium dials over it: one socket at a time is
 * connecting, and dials of a page of which many failed are delayed (`WebSocketThrottler`). */
class Network {
  up = true;
  /** Seconds until the server answers. */
  busy = 0;
  /** Lines that were open before lead nowhere. */
  moved = 0;
  failed = 0;
  trip = TRIP;
  readonly sockets: Socket[] = [];

  get delay(): number {
    const tries = Math.min(Math.floor(this.failed / 2), 16);
    return ((1 + 4 * Math.random()) * 2 ** tries) / 65536;
  }

  /** The next one may connect. */
  turn(): void {
    const connecting = this.sockets.some((one) => one.begun && one.readyState === 0);
    if (!connecting) this.sockets.find((one) => !one.begun && one.readyState === 0)?.begin();
  }
}

let network = new Network();

class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  begun = false;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: () => void = () => undefined;
  readonly #age = network.moved;

  constructor() {
    network.sockets.push(this);
    setTimeout(() => network.turn(), network.delay * 1000);
  }

  begin(): void {
    this.begun = true;
    for (const seconds of ASKS) setTimeout(() => this.#ask(), seconds * 1000);
  }

  #ask(): void {
    if (this.readyState !== 0 || !network.up) return;
    setTimeout(() => this.#connected(), network.trip * DIAL_TRIPS * 1000);
  }

  #connected(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    network.turn();
    this.onopen();
  }

  /** What a hole swallows is lost: TCP would say it again, but ever more rarely. */
  send(text: string): void {
    const { type, ref } = JSON.parse(text);
    if (!network.up || this.#age !== network.moved) return;
    const data = JSON.stringify({ type: type === "hello" ? "welcome" : "pong", ref });
    const back = () => network.up && this.readyState === 1 && this.onmessage({ data });
    setTimeout(back, (network.trip + network.busy) * 1000);
  }

  close(): void {
    if (this.readyState === 0) network.failed++;
    this.readyState = 3;
    setTimeout(() => network.turn(), 10);
  }
}

stubPage();
vi.stubGlobal("WebSocket", Socket);

/** A page whose line has been open for a while. */
async function page(seconds = 20): Promise<Line> {
  network = new Network();
  const none = () => undefined;
  const line = new Line(socketTo("ws://table"), { message: none, frame: none, open: none });
  await pass(seconds);
  expect([line.state.value, line.opened]).toEqual(["open", 1]);
  return line;
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

/** Seconds until it is so. */
async function until(isSo: () => boolean): Promise<number> {
  const began = Date.now();
  while (!isSo()) {
    if (Date.now() - began > 100_000) throw new Error("never");
    await pass(0.01);
  }
  return (Date.now() - began) / 1000;
}

/** Seconds until the other side answers, asked again and again. */
async function untilAnswered(line: Line): Promise<number> {
  let answered = false;
  const ask = setInterval(() => {
    line.request({ type: "look" }).then(
      () => (answered = true),
      () => undefined,
    );
  }, 50);
  const took = await until(() => answered);
  clearInterval(ask);
  return took;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Where a hole begins between two words that are heard: five moments. */
const PHASES = [0, 0.7, 1.4, 2.1, 2.8];

test.each([
  [1.5, 1, 3, 5, 8, 13, 20],
  [3, 30, 45],
  [9, 60, 120, 300],
])("within %s s of its end a page is back after holes of %s, %s … s", async (most, ...holes) => {
  for (const hole of holes)
    for (const phase of PHASES) {
      const line = await page(20 + phase);
      network.up = false;
      await pass(hole);
      network.up = true;
      expect(await untilAnswered(line), `${hole} s, ${phase}`).toBeLessThanOrEqual(most);
      line.stop();
    }
});

test("after a change of networks whoever says something is heard over another line", async () => {
  for (const phase of PHASES) {
    const line = await page(20 + phase);
    network.moved++;
    line.send({ type: "look" });
    expect(await until(() => line.opened === 2), `${phase}`).toBeLessThan(2.5 - 3 * TRIP);
    expect(network.sockets.filter((one) => one.readyState < 2)).toHaveLength(1);
    line.stop();
  }
});

test("a dead line is told within eight seconds", async () => {
  for (const phase of PHASES) {
    const line = await page(20 + phase);
    network.up = false;
    expect(await until(() => line.state.value === "lost"), `${phase}`).toBeLessThan(8);
    expect(await until(() => line.state.value === "gone"), `${phase}`).toBeLessThan(12);
    line.stop();
  }
});

test("whoever answers on the old line is not left, though another one is dialled", async () => {
  const line = await page();
  network.trip = 0.7;
  for (let passed = 0; passed < 60; passed++) {
    line.send({ type: "look" });
    await pass(1);
  }
  expect([line.state.value, line.opened]).toEqual(["open", 1]);
  network.trip = 2.2;
  await pass(60);
  expect([line.state.value, line.opened]).toEqual(["open", 1]);
});

test("what waits for an answer hears that its line is gone before the next one is open", async () => {
  const line = await page();
  network.moved++;
  let seen = "";
  line.request({ type: "look" }).catch(() => (seen = line.state.value));
  await until(() => line.opened === 2);
  expect(seen).toBe("connecting");
});

test("a server that answers after seconds is not dialled ever more often", async () => {
  const line = await page();
  network.busy = 8;
  const before = network.sockets.length;
  for (let passed = 0; passed < 40; passed++) {
    line.send({ type: "look" });
    await pass(1);
  }
  expect(network.sockets.length - before).toBeLessThan(12);
  network.busy = 0;
  await pass(10);
  expect(line.state.value).toBe("open");
});
