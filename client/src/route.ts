/** Where one is in the page: the address is the truth, so that links and the back button work. */

import { signal } from "@preact/signals";

export type Route =
  | { readonly at: "home" }
  | { readonly at: "hotseat" | "invite" | "tournament" | "join" | "referee" }
  | { readonly at: "table"; readonly code: string; readonly token: string | null }
  | { readonly at: "replay"; readonly code: string };

const PLACES = ["hotseat", "invite", "tournament", "join"] as const;

export function readRoute(path: string, hash: string): Route {
  const [, kind, code] = path.split("/");
  if (kind === "t" && code)
    return { at: "table", code, token: hash.length > 1 ? hash.slice(1) : null };
  if (kind === "r" && code) return { at: "replay", code };
  if (kind === "referee") return { at: "referee" };
  const place = PLACES.find((name) => hash === `#${name}`);
  return place ? { at: place } : { at: "home" };
}

export function pathOf(route: Route): string {
  switch (route.at) {
    case "home":
      return "/";
    case "table":
      return `/t/${route.code}${route.token ? `#${route.token}` : ""}`;
    case "replay":
      return `/r/${route.code}`;
    case "referee":
      return "/referee";
    default:
      return `/#${route.at}`;
  }
}

export const route = signal<Route>(readRoute(location.pathname, location.hash));

export function go(next: Route): void {
  const path = pathOf(next) + location.search;
  const [base = "/", hash] = pathOf(next).split("#");
  history.pushState(null, "", hash ? `${base}${location.search}#${hash}` : path);
  route.value = next;
}

window.addEventListener("popstate", () => {
  route.value = readRoute(location.pathname, location.hash);
});
