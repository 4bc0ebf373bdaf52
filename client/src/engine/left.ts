/** The table of this device that was left while its game was on, read without starting the engine. */

import { Database } from "./database";
import { PREFIX } from "./drawer";

const NAME = `${PREFIX}kessel.table`;

/** Its code; null if there is none but the one that was left for good, or if nothing is kept. */
export async function tableLeftHere(leftForGood: string): Promise<string | null> {
  try {
    const things = await Database.open();
    const kept: unknown = JSON.parse(String((await things.get(NAME)) ?? null));
    things.close();
    const { table } = (kept ?? {}) as { table?: unknown };
    return typeof table === "string" && table !== leftForGood ? table : null;
  } catch {
    return null;
  }
}
