import { beforeEach, expect, test, vi } from "vitest";

const get = vi.fn();
vi.mock("../../src/hall/hall", () => ({ get }));
vi.mock("../../src/arena/trajectory", () => ({
  readTrajectory: async (bytes: Uint8Array) => [...bytes],
}));
const { Flights } = await import("../../src/table/flights");

const answer = (...bytes: number[]) => ({
  ok: true,
  arrayBuffer: async () => new Uint8Array(bytes).buffer,
});

beforeEach(() => get.mockReset());

test("what was seen here is not asked for", async () => {
  const flights = new Flights();
  expect(await flights.seen("g", 3)).toBeNull();
  expect(await flights.keep("g", 3, new Uint8Array([1, 2]))).toEqual([1, 2]);
  expect(await flights.seen("g", 3)).toEqual([1, 2]);
  expect(await flights.find("g", 3)).toEqual([1, 2]);
  expect([await flights.seen("g", 4), await flights.seen("h", 3)]).toEqual([null, null]);
  expect(get).not.toHaveBeenCalled();
});

test("other flights are asked for once, without the head of their frame", async () => {
  const flights = new Flights();
  get.mockResolvedValueOnce(answer(0x4b, 0x46, 0, 0, 0, 0, 0, 0, 7, 8));
  expect(await flights.find("g", 0)).toEqual([7, 8]);
  expect(await flights.find("g", 0)).toEqual([7, 8]);
  expect(get.mock.calls).toEqual([["games/g/throws/0"]]);
  get.mockResolvedValueOnce(answer(7, 8, 9));
  expect(await flights.find("g", 1)).toEqual([7, 8, 9]);
});

test("a flight that nobody knows any more is none, and may be asked for again", async () => {
  const flights = new Flights();
  get.mockResolvedValue({ ok: false });
  expect([await flights.find("g", 0), await flights.find("g", 0)]).toEqual([null, null]);
  expect(get).toHaveBeenCalledTimes(2);
});
