/** Coming to a table by a link: no link takes a seat away from the device that opens it. */

import { beforeEach, expect, test } from "vitest";
import { openPage, sent, storage, stubPage } from "../page";

stubPage();
const { attend } = await import("../../src/screens/invitation");
const { keepTable, keptAt } = await import("../../src/settings");
const { session, socket } = await openPage();

const CODE = "abcdefghijkl";
const SECRET = "A".repeat(43);
const OWN = { table: CODE, tokens: ["own"], secret: SECRET, host: null };

beforeEach(() => {
  storage.clear();
  keepTable(OWN);
  session.page.offeredSeat.value = null;
});

/** Answers what was asked last, once it is of that type. */
async function answer(type: string, message: object): Promise<void> {
  for (let i = 0; i < 50 && sent.at(-1)?.type !== type; i++) await Promise.resolve();
  const asked = sent.at(-1);
  expect(asked?.type).toBe(type);
  sent.push({ type: "answered", ref: 0 });
  socket.say({ ...message, ref: asked?.ref });
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

const refused = { type: "error", code: "bad_token", message: "" };
const seated = (token: string) => ({
  type: "joined",
  table: CODE,
  host: false,
  seats: [{ seat: 0, token }],
});
const key = () => sent.findLast((one) => one.type === "resume")?.key;
const asked = () => sent.findLast((one) => one.type === "resume")?.tokens;

test("a device with a seat keeps it, whatever stands in the link", async () => {
  const come = attend(session, CODE, "wrong");
  await answer("resume", seated("own"));
  expect(await come).toBe(true);
  expect(asked()).toEqual(["own"]);
  expect(key()).toBeUndefined();
  expect(keptAt(CODE)).toEqual(OWN);
  expect(session.page.offeredSeat.value).toEqual({
    table: CODE,
    token: "wrong",
    secret: null,
  });
});

test("tokens that were refused are dropped, and only these; the link is tried then", async () => {
  keepTable({ table: "other", tokens: ["elsewhere"], secret: SECRET, host: null });
  const come = attend(session, CODE, `link.${SECRET}`);
  await answer("resume", refused);
  expect(keptAt(CODE)).toBeNull();
  await answer("resume", seated("fresh"));
  expect(await come).toBe(true);
  expect(keptAt(CODE)?.tokens).toEqual(["fresh"]);
  expect(asked()).toEqual(["link"]);
  expect(key()).toMatch(/^[A-Za-z0-9_-]{32}$/);
  expect(keptAt("other")?.tokens).toEqual(["elsewhere"]);
});

test("a full table is no reason to forget a seat", async () => {
  const come = attend(session, CODE, null);
  await answer("resume", { type: "error", code: "bad_value", message: "" });
  await answer("watch", { type: "joined", table: CODE, host: false, seats: [] });
  expect(await come).toBe(true);
  expect(keptAt(CODE)).toEqual(OWN);
});

test("a seat that moved to another device is forgotten; one that another tab plays is not", async () => {
  const come = attend(session, CODE, null);
  await answer("resume", seated("own"));
  await come;
  socket.say({ type: "superseded", moved: false });
  expect(keptAt(CODE)).toEqual(OWN);
  socket.say({ type: "superseded", moved: true });
  expect(keptAt(CODE)).toBeNull();
});
