/** Lines that came without the links that follow from others (`kessel.fairness.thin`). Pure. */

import { linkBefore } from "./chain";

/** Nothing behind it in a line is free text. */
const SHOWN = '"links":{';
const LINK = /"([0-9a-f]{64}|~[1-9][0-9]{0,3})"/g;

/** Lines as they were written; what leads nowhere stays as it is. */
export function restored(lines: readonly string[]): string[] {
  const links: string[] = [];
  const whole = (found: string, text: string): string => {
    const later = text.startsWith("~") ? links.at(-Number(text.slice(1))) : undefined;
    if (text.startsWith("~") && later === undefined) return found;
    const link = later === undefined ? text : linkBefore(later);
    links.push(link);
    return `"${link}"`;
  };
  const changed = [...lines].reverse().map((line) => {
    const at = line.indexOf(SHOWN);
    return at < 0 ? line : line.slice(0, at) + line.slice(at).replace(LINK, whole);
  });
  return changed.reverse();
}
