/**
 * Trusted Types: no text becomes markup or a script in this page. The only scripts that it loads by
 * address are its own workers; the default policy lets these through and nothing else.
 */

interface PolicyMaker {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown;
}

/** A script beside this page, or null. */
export function ownScript(url: string, page: string): string | null {
  const asked = new URL(url, page);
  const isOurs = asked.origin === new URL(page).origin && asked.pathname.endsWith(".js");
  return isOurs ? url : null;
}

/** Where a browser knows no Trusted Types, the policy of the page keeps foreign scripts out alone. */
export function trustOwnScripts(page: Window): void {
  const { trustedTypes } = page as { trustedTypes?: PolicyMaker };
  trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => ownScript(url, page.location.href),
  });
}
