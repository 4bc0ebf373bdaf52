/** Which scripts may be loaded by address. */

import { expect, test, vi } from "vitest";
import { ownScript, trustEngine, trustOwnScripts } from "../src/trusted";

const PAGE = "https://kessel.example/t/abc";

test.each(["/assets/worker-1.js", "https://kessel.example/sw.js", "../sw.js"])(
  "%s is ours",
  (url) => {
    expect(ownScript(url, PAGE)).toBe(url);
  },
);

test.each([
  "https://evil.example/worker.js",
  "//evil.example/worker.js",
  "http://kessel.example/sw.js",
  "data:text/javascript,1.js",
  "blob:https://evil.example/1.js",
  "/api/games/x/record",
])("%s is not", (url) => {
  expect(ownScript(url, PAGE)).toBeNull();
});

test("the policy is the default one, for scripts by address and for nothing else", () => {
  const createPolicy = vi.fn();
  trustOwnScripts({ trustedTypes: { createPolicy }, location: { href: PAGE } } as never);
  const [name, rules] = createPolicy.mock.calls[0] as [string, Record<string, unknown>];
  expect(name).toBe("default");
  expect(Object.keys(rules)).toEqual(["createScriptURL"]);
  trustOwnScripts({ location: { href: PAGE } } as never); // a browser without
});

test("the engine's policy lets written functions through, and fetches no script from elsewhere", () => {
  const createPolicy = vi.fn();
  trustEngine({ trustedTypes: { createPolicy }, location: { href: PAGE } });
  const [, rules] = createPolicy.mock.calls[0] as [
    string,
    Record<string, (text: string) => unknown>,
  ];
  expect(rules.createScript?.("return 1")).toBe("return 1");
  expect(rules.createScriptURL?.("https://evil.example/worker.js")).toBeNull();
});
