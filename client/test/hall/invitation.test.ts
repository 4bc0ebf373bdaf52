/** Where links for others begin. */

import { beforeEach, expect, test, vi } from "vitest";

const OWN = { origin: "http://localhost:8000", opensFor: null };

vi.stubGlobal("location", { origin: OWN.origin, hostname: "localhost" });
let { invitation, loadInvitation } = await import("../../src/hall/invitation");

beforeEach(async () => {
  vi.resetModules();
  ({ invitation, loadInvitation } = await import("../../src/hall/invitation"));
});

test("what a page knows before anybody has said", () => {
  const other = { origin: "https://kessel.example", hostname: "kessel.example" } as Location;
  expect(invitation()).toEqual(OWN);
  expect(invitation(other)).toEqual({ origin: other.origin, opensFor: "others" });
});

function server(answer: object, ok = true) {
  return vi.fn(async () => ({ ok, json: async () => answer }) as Response);
}

test("a server in the network says where others find it", async () => {
  await loadInvitation("localhost", server({ origin: "http://192.168.1.23:8000" }));
  expect(invitation()).toEqual({ origin: "http://192.168.1.23:8000", opensFor: "others" });
});

test.each(["localhost", "127.0.0.1", "[::1]", "kessel.localhost"])(
  "a link at %s is for this computer where the server listens to nobody else",
  async (hostname) => {
    await loadInvitation(hostname, server({ origin: null }));
    expect(invitation()).toEqual({ ...OWN, opensFor: "here" });
  },
);

test.each(["192.168.1.23", "kessel.example", "localhost.example", "127.example"])(
  "a page at %s is not asked where it is",
  async (hostname) => {
    const get = server({ origin: null });
    await loadInvitation(hostname, get);
    expect(get).not.toHaveBeenCalled();
    expect(invitation()).toEqual(OWN);
  },
);

test("a server that does not know, or is gone, changes nothing", async () => {
  await loadInvitation("localhost", server({}, false));
  const gone = vi.fn(async () => {
    throw new TypeError("offline");
  });
  await loadInvitation("localhost", gone);
  expect(gone).toHaveBeenCalled();
  expect(invitation()).toEqual(OWN);
});

function door(status: number, answer: object = {}) {
  return vi.fn(async () => ({ status, ok: status === 200, json: async () => answer }) as Response);
}

/** A tab that the command opened, or another one. */
async function tab(hash: string) {
  const replaced = vi.fn();
  vi.stubGlobal("history", { replaceState: replaced });
  const store = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => store.get(name) ?? null,
    setItem: (name: string, value: string) => store.set(name, value),
  });
  vi.resetModules();
  const page = await import("../../src/hall/invitation");
  page.takeKey({ hash, pathname: "/", search: "?lang=de" } as Location);
  return { page, replaced, store };
}

test("the page that the command opened lets others in, and hides what it knows", async () => {
  const { page, replaced, store } = await tab("#key.abc");
  expect(replaced).toHaveBeenCalledWith(null, "", "/?lang=de");
  expect([...store.values()]).toEqual(["abc"]);
  expect(page.mayLetIn.value).toBe(true);
  const ask = door(200, { origin: "http://192.168.1.23:8000" });
  expect(await page.letIn(ask)).toBe(true);
  expect(ask).toHaveBeenCalledWith("/api/door", {
    method: "POST",
    headers: { "x-kessel-key": "abc" },
  });
  expect(page.invitation()).toEqual({ origin: "http://192.168.1.23:8000", opensFor: "others" });
});

test("another tab may not, nor one of a server that was started anew", async () => {
  const other = await tab("#abc.def");
  expect(other.replaced).not.toHaveBeenCalled();
  expect(other.page.mayLetIn.value).toBe(false);
  const { page } = await tab("#key.old");
  expect(await page.letIn(door(409))).toBe(false);
  expect(page.mayLetIn.value).toBe(true);
  expect(await page.letIn(door(403))).toBe(true);
  expect(page.mayLetIn.value).toBe(false);
});
