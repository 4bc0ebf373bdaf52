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
