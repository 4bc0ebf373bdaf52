/**
 * Trusted Types: no text becomes markup or a script in this page. The only scripts that it loads by
 * address are its own workers; the default policy lets these through and nothing else. The engine's
 * workers have a policy of their own, since MuJoCo's bindings write functions.
 */

interface Rules {
  createScript?(code: string): string;
  createScriptURL(url: string): string | null;
}
interface Scope {
  readonly location: { readonly href: string };
  readonly trustedTypes?: { createPolicy(name: string, rules: Rules): unknown };
}

/** A script beside this page, or null. */
export function ownScript(url: string, page: string): string | null {
  const asked = new URL(url, page);
  const isOurs = asked.origin === new URL(page).origin && asked.pathname.endsWith(".js");
  return isOurs ? url : null;
}

/** Where a browser knows no Trusted Types, the policy of the page keeps foreign scripts out alone. */
export function trustOwnScripts(page: Scope, others: Partial<Rules> = {}): void {
  page.trustedTypes?.createPolicy("default", {
    ...others,
    createScriptURL: (url) => ownScript(url, page.location.href),
  });
}

/** In a worker of the engine, which has no document: code may be written there, not fetched elsewhere. */
export function trustEngine(worker: Scope): void {
  trustOwnScripts(worker, { createScript: (code) => code });
}
