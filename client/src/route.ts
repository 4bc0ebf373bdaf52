/**
 * Where one is in the page: the address is the truth, so that links and the back button work. Where
 * no server answers to paths, the path stands behind the #.
 */

import { signal } from "@preact/signals";
import { SERVERLESS } from "./hall/hall";

const PLACES = ["lesson", "today", "you"] as const;

export type Route =
  | { readonly at: "home" | "referee" | (typeof PLACES)[number] }
  /** Counted from 1. */
  | { readonly at: "table" | "hand"; readonly code: string; readonly token: string | null }
  /** A stream is a screen without anything to press. */
  | { readonly at: "screen"; readonly code: string; readonly stream: boolean }
  /** A throw is counted from 1, as people count. */
  | { readonly at: "replay"; readonly code: string; readonly throw?: number | null };

const STREAM = "stream";

export function readRoute(path: string, hash: string): Route {
  const [, kind, code] = path.split("/");
  const token = hash.length > 1 ? hash.slice(1) : null;
  if (kind === "t" && code) return { at: "table", code, token };
  if (kind === "hand" && code) return { at: "hand", code, token };
  if (kind === "screen" && code) return { at: "screen", code, stream: token === STREAM };
  if (kind === "r" && code) return { at: "replay", code, throw: throwIn(hash) };
  if (kind === "referee") return { at: "referee" };
  const place = PLACES.find((name) => hash === `#${name}`);
  return place ? { at: place } : { at: "home" };
}

function throwIn(hash: string): number | null {
  return /^#[1-9]\d{0,4}$/.test(hash) ? Number(hash.slice(1)) : null;
}

export function pathOf(route: Route): string {
  switch (route.at) {
    case "home":
      return "/";
    case "table":
      return `/t/${route.code}${route.token ? `#${route.token}` : ""}`;
    case "hand":
      return `/hand/${route.code}${route.token ? `#${route.token}` : ""}`;
    case "screen":
      return `/screen/${route.code}${route.stream ? `#${STREAM}` : ""}`;
    case "replay":
      return `/r/${route.code}${route.throw ? `#${route.throw}` : ""}`;
    case "referee":
      return "/referee";
    default:
      return `/#${route.at}`;
  }
}

/** What an address means; without a server, of a page that may lie in any folder. */
export function routeAt(place: AddressParts, serverless = SERVERLESS): Route {
  if (!serverless) return readRoute(place.pathname, place.hash);
  if (!place.hash.startsWith("#/")) return readRoute("/", place.hash);
  const [path = "/", token] = place.hash.slice(1).split("#");
  return readRoute(path, token ? `#${token}` : "");
}

/** The address of a place in the page, below its origin; the question in it stays. */
export function addressOf(to: Route, place: AddressParts, serverless = SERVERLESS): string {
  const path = pathOf(to);
  if (serverless) {
    const behind = path.startsWith("/#") ? path.slice(1) : path === "/" ? "" : `#${path}`;
    return `${place.pathname}${place.search}${behind}`;
  }
  const [base = "/", hash] = path.split("#");
  return `${base}${place.search}${hash ? `#${hash}` : ""}`;
}

type AddressParts = Pick<Location, "pathname" | "hash" | "search">;

/** Where one is; the first page until `watchRoute` has read the address. */
export const route = signal<Route>({ at: "home" });

export function go(next: Route): void {
  history.pushState(null, "", addressOf(next, location));
  route.value = next;
}

/** The same place under its better name: the back button does not come through here again. */
export function move(next: Route): void {
  history.replaceState(null, "", addressOf(next, location));
  route.value = next;
}

/** An address to hand on; what this page was asked besides stays here. */
export function linkTo(to: Route, origin: string): string {
  return origin + addressOf(to, { pathname: location.pathname, hash: "", search: "" });
}

/** Follows the address, from now on. */
export function watchRoute(page: Window): void {
  const read = () => {
    route.value = routeAt(page.location);
  };
  page.addEventListener("popstate", read);
  read();
}
