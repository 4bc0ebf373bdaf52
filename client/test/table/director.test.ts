/** The order of things: a throw flies before its events happen, and the state changes when all was seen. */

import { beforeEach, expect, test, vi } from "vitest";
import type { Stage } from "../../src/arena/stage";
import { badgeOf } from "../../src/game/people";
import { guessOf } from "../../src/game/table";
import type { EventView } from "../../src/protocol";
import { throwNow } from "../../src/table/commands";
import { tosses } from "../../src/table/display";
import { gameView, lose, overWith, seatView, snapshot, stepTo, take, throwBy } from "../game/views";
import { openPage, sent, stubPage } from "../page";

stubPage();
vi.stubGlobal("navigator", {});

/** What the arena was asked to do, in order. */
const done: string[] = [];
const doing = (name: string) =>
  vi.fn(async (...all: unknown[]) => void done.push(`${name} ${JSON.stringify(all)}`));

class FakeArena {
  readonly sound = { muted: false, fall: vi.fn() };
  readonly effects = Object.fromEntries(
    ["vanish", "smoke", "shine", "storm", "flames", "allIn", "celebrate"].map((name) => [
      name,
      doing(name),
    ]),
  );
  readonly moves = Object.fromEntries(
    ["collect", "arrange", "pile", "passLeft", "turnTable"].map((name) => [name, doing(name)]),
  );
  readonly grasp = { allowPush: vi.fn(), suggest: vi.fn(), aimColour: null as string | null };
  readonly supply = vi.fn();
  readonly lay = vi.fn();
  readonly spread = vi.fn();
  readonly undress = vi.fn();
  readonly tint = vi.fn();
  readonly offer = vi.fn();
  readonly play = doing("play");
  readonly landUnseen = vi.fn();
  readonly wait = doing("wait");
  readonly pause = doing("pause");
  readonly dress = vi.fn();
  clear = vi.fn();
  readonly dispose = vi.fn();
  speed = 1;
  calm = false;
  still = 0;

  constructor() {
    Object.assign(this.effects, { direct: vi.fn() });
  }
}

vi.mock("../../src/arena/arena", () => ({ Arena: FakeArena }));
vi.mock("../../src/arena/trajectory", () => ({ readTrajectory: async () => ({ tracks: [] }) }));
const { Director } = await import("../../src/table/director");
const { session, socket } = await openPage();
const { page } = session;
const { settled, table } = page;
const director = new Director({} as HTMLElement, {} as Stage, "strike", session);
const arena = director.arena as unknown as FakeArena;

async function allShown(): Promise<void> {
  for (let i = 0; i < 60 && !settled.value; i++) await new Promise((next) => setTimeout(next, 0));
  expect(settled.value).toBe(true);
}

const X = lose(7);
const TAKEN = take(3, 1, 2);
const OVER: EventView = { kind: "over", winners: [3], dice: [], remarks: [] };

beforeEach(async () => {
  const seats = [0, 1, 2, 3].map((seat) => seatView(seat));
  const game = gameView(throwBy(0), { seats: [0, 1, 3], state: 1 });
  socket.say(snapshot(game, { seats }));
  await allShown();
  done.length = 0;
});

test("the aim has the colour of whoever throws", () => {
  expect(arena.grasp.aimColour).toBe(badgeOf(0).colour);
});

test("nothing counts before it has been seen", async () => {
  const after = gameView(throwBy(1), { seats: [0, 1, 3], state: 2 });
  socket.say(stepTo(after, { throw: 1, events: [X] }));
  expect(settled.value).toBe(false);
  expect(table.value.game?.state).toBe(1);
  await allShown();
  expect(table.value.game?.state).toBe(2);
});

test("events happen one after the other, at the places of those who play", async () => {
  const after = gameView(throwBy(1), { seats: [0, 1, 3], state: 2 });
  socket.say(stepTo(after, { throw: 1, events: [X, TAKEN] }));
  await allShown();
  expect(done).toEqual(["smoke [[7]]", "shine [[1,2],false]", "collect [[1,2],2]"]);
});

test("whoever guessed is told when the dice lie, and not before", async () => {
  socket.say({ type: "guesses", state: 1, seat: 1, hit: true });
  socket.say({ type: "guesses", state: 1, seat: 3, hit: true });
  socket.say({ type: "guesses", state: 1, seat: 3, hit: false });
  expect(guessOf(table.value, 1)).toEqual({ hit: true, right: null });
  const after = gameView(throwBy(1), { seats: [0, 1, 3], state: 2 });
  socket.say(stepTo(after, { throw: 1, events: [X] }));
  socket.say({ type: "guessed", state: 1, hit: false, right: [3], scores: [] });
  expect(guessOf(table.value, 3)).toEqual({ hit: false, right: null });
  await allShown();
  expect([0, 1, 3].map((seat) => guessOf(table.value, seat)?.right)).toEqual([
    undefined,
    false,
    true,
  ]);
});

test("before the game dice fly into the bowl, in the colour of whoever throws them", async () => {
  const seats = [0, 1].map((seat) => seatView(seat, { yours: seat === 0 }));
  socket.say(snapshot(null, { stage: "gathering", seats, table: "lobby" }));
  await allShown();
  expect(arena.supply).toHaveBeenLastCalledWith([]);
  const pose = [0, 0, 0, 1, 0, 0, 0];
  const lies = [{ dice: [{ id: 4, face: "5", pose }] }];
  socket.say({ type: "tossed", seat: 1, die: 4, arena: [], frame: "" });
  await allShown();
  expect(arena.landUnseen, "dice without a flight").toHaveBeenCalled();
  done.length = 0;
  socket.say({ type: "tossed", seat: 1, die: 4, arena: [], frame: "AAAA" });
  tosses.value = true;
  socket.say({ type: "tossed", seat: 0, die: 5, arena: lies, frame: "AAAA" });
  await allShown();
  expect(done.map((one) => JSON.parse(one.slice(5))[1])).toEqual([null, 0]);
  expect(arena.lay.mock.calls.at(-1)?.[0]).toMatchObject([{ id: 4 }]);
  expect(arena.tint.mock.calls.slice(-2)).toEqual([
    [4, badgeOf(1).colour],
    [5, badgeOf(0).colour],
  ]);
  expect(arena.offer).toHaveBeenLastCalledWith(1);
  throwNow(session, {} as never);
  expect(sent.at(-1)).toMatchObject({ type: "toss", seat: 0 });
  tosses.value = false;
});

test("an event that cannot be shown does not stop the game", async () => {
  const fails = vi.spyOn(console, "error").mockImplementation(() => undefined);
  arena.effects.smoke?.mockRejectedValueOnce(new Error("no smoke"));
  const after = gameView(throwBy(1), { seats: [0, 1, 3], state: 3 });
  socket.say(stepTo(after, { throw: 1, events: [X] }));
  await allShown();
  expect(fails).toHaveBeenCalledOnce();
  expect(table.value.game?.state).toBe(3);
  fails.mockRestore();
});

test("dice that nobody saw fly do not hang in the air; nor is their flight of a replay asked for", async () => {
  const thrown = { throw: 1, casts: [], bytes: 0 };
  socket.say({ type: "thrown", game: "g", ...thrown });
  const after = gameView(throwBy(1), { seats: [0, 1, 3], state: 2 });
  socket.say(stepTo(after, { throw: 1, events: [X] }));
  await allShown();
  expect(arena.landUnseen).toHaveBeenCalledOnce();
  const fetching = vi.fn(async () => new Response(null, { status: 404 }));
  vi.stubGlobal("fetch", fetching);
  await director.step(thrown, stepTo(after, { throw: 1, events: [] }), "g");
  expect(fetching).not.toHaveBeenCalled();
  await director.step({ ...thrown, bytes: 9 }, stepTo(after, { throw: 1, events: [] }), "g");
  expect(fetching).toHaveBeenCalledOnce();
});

test("skipping is for what is being shown, not for what comes then", async () => {
  director.skip();
  expect(arena.speed).toBe(Number.POSITIVE_INFINITY);
  const after = gameView(throwBy(1), { seats: [0, 1, 3], state: 4 });
  socket.say(stepTo(after, { throw: 1, events: [X] }));
  await allShown();
  expect(arena.speed).toBe(1);
});

test("bots hurry for whoever plays with nobody else, and for nobody in company", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const bots = [1, 3].map((seat) => seatView(seat, { kind: "bot", yours: false }));
  const pace = async (...seats: ReturnType<typeof seatView>[]) => {
    socket.say(snapshot(gameView(throwBy(1), { seats: [0, 1, 3], state: 5 }), { seats }));
    await allShown();
    const paces: number[] = [];
    arena.effects.smoke?.mockImplementation(async () => void paces.push(arena.speed));
    const after = gameView(throwBy(3), { seats: [0, 1, 3], state: 6 });
    socket.say(stepTo(after, { seat: 1, throw: 1, events: [X] }));
    await allShown();
    return paces[0];
  };
  expect(await pace(seatView(0), ...bots)).toBeGreaterThan(1);
  expect(await pace(seatView(0), ...bots.slice(0, 1), seatView(3, { yours: false }))).toBe(1);
  expect(await pace(seatView(0), ...bots.slice(0, 1), seatView(3))).toBe(1);
});

test("dice are dressed as their owners wear them, and the first mat that was brought lies there", async () => {
  const looks = [
    { finish: "brass" },
    { finish: "nobody knows it", mat: "rings" },
    {},
    { mat: "waves" },
  ];
  const seats = looks.map((look, seat) => seatView(seat, look));
  const game = gameView(throwBy(0), { seats: [0, 1, 3], state: 1, game: "another" });
  socket.say(snapshot(game, { seats }));
  await allShown();
  const supplies = arena.supply.mock.calls.at(-1)?.[0] as { finish: string | null }[];
  expect(supplies.map((one) => one.finish)).toEqual(["brass", null, null]);
  expect(arena.spread).toHaveBeenLastCalledWith("rings");
  expect(arena.undress).toHaveBeenCalled();
});

test("lying dice are dressed as the table says, also by whoever comes later", async () => {
  const pose = [0, 0, 0, 1, 0, 0, 0] as [number, number, number, number, number, number, number];
  const dice = ["brass", undefined, "nobody knows it"].map((finish, id) => ({
    dice: [{ id, face: "5", pose, ...(finish ? { finish } : {}) }],
  }));
  socket.say(snapshot(gameView(throwBy(0), { seats: [0, 1, 3], state: 9, arena: dice })));
  await allShown();
  const laid = arena.lay.mock.calls.at(-1)?.[0] as { finish: string | null }[];
  expect(laid.map((one) => one.finish)).toEqual(["brass", null, null]);
});

test("in a replay dice come from all who threw, and the starting die from nobody", async () => {
  const seats = [0, 1, 3].map((seat) => seatView(seat));
  const casts = [0, 3].map((seat) => ({ seat, unit: "1", aim: null, by_table: false }));
  vi.spyOn(director.flights, "find").mockResolvedValue({ tracks: [] } as never);
  const shown = async (awaited: Parameters<typeof gameView>[0], count: number) => {
    const game = gameView(awaited, { seats: [0, 1, 3], state: 10 });
    socket.say(snapshot(game, { seats }));
    await allShown();
    const thrown = { throw: 0, casts: casts.slice(0, count) };
    await director.step(thrown, stepTo(game, { events: [] }), "g");
    return (arena.play.mock.calls.at(-1) as unknown[])[1];
  };
  expect(await shown(throwBy(0), 2)).toEqual([0, 2]);
  expect(await shown(throwBy(0), 1)).toBe(0);
  expect(await shown({ kind: "start_die", seat: 0, may_choose: false } as never, 1)).toBeNull();
});

test("the throw that won is seen again slowly and from near, and what comes then at the usual pace", async () => {
  const flight = { tracks: [] };
  vi.spyOn(director.flights, "seen").mockResolvedValue(flight as never);
  const paces: [string, number][] = [];
  arena.play.mockImplementationOnce(async (...all: unknown[]) => {
    expect(all).toEqual([flight, null, null, 0.6]);
    paces.push(["again", arena.speed]);
  });
  arena.effects.celebrate?.mockImplementationOnce(async () => {
    paces.push(["podium", arena.speed]);
  });
  socket.say(stepTo(gameView(overWith([3]), { state: 20 }), { throw: 7, events: [X, OVER] }));
  await allShown();
  expect(paces).toEqual([
    ["again", 0.4],
    ["podium", 1],
  ]);
  arena.play.mockClear();
  await vi.waitFor(() => expect(arena.play, "behind the end it goes on").toHaveBeenCalled(), {
    timeout: 5000,
  });
  expect(arena.speed).toBe(0.4);
  socket.say(snapshot(gameView(throwBy(0), { state: 30, game: "next" })));
  await allShown();
  expect(arena.speed, "what comes then is shown as usual").toBe(1);
});

test("whoever wants little motion sees the throw that won only once", async () => {
  vi.spyOn(director.flights, "seen").mockResolvedValue({ tracks: [] } as never);
  const { reducedMotion } = await import("../../src/settings");
  expect(arena.still).toBe(0);
  reducedMotion.value = true;
  expect(arena.still, "matching dice are seen, too").toBe(0.9);
  arena.play.mockClear();
  socket.say(stepTo(gameView(overWith([3]), { state: 21 }), { throw: 7, events: [X, OVER] }));
  await allShown();
  reducedMotion.value = false;
  expect(arena.play).not.toHaveBeenCalled();
  expect(done.slice(-2), "time to look before the podium").toEqual(["pause [1.8]", "celebrate []"]);
});
