/** The check of a game: asked of the hall in the reader's language. */

import { expect, test, vi } from "vitest";
import { stubPage } from "../page";

stubPage();
const { checkRecord } = await import("../../src/hall/check");
const { DEVICE, hall } = await import("../../src/hall/hall");

function answering(answer: () => Response | Promise<Response>) {
  const get = vi.fn(async (_path: string) => answer());
  hall.value = { ...DEVICE, get };
  return get;
}

test("what was found comes as it was said", async () => {
  const found = { good: true, said: ["Rules: 12 moves."] };
  const get = answering(() => Response.json(found));
  expect(await checkRecord("abc")).toEqual(found);
  expect(get).toHaveBeenCalledWith("games/abc/check/en");
});

test("no answer is none", async () => {
  answering(() => new Response(null, { status: 404 }));
  expect(await checkRecord("abc")).toBeNull();
  answering(() => Promise.reject(new TypeError("gone")));
  expect(await checkRecord("abc")).toBeNull();
});
