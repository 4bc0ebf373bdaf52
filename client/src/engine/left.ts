/** The table of this device that was left while its game was on, read without starting the engine. */

import { leftForGood } from "../settings";
import { Database } from "./database";
import { PREFIX } from "./drawer";

const NAME = `${PREFIX}kessel.table`;

/** Its code; null where there is none, or where the browser keeps nothing. */
export async function tableLeftHere(): Promise<string | null> {
  try {
    const things = await Database.open();
    const kept: unknown = JSON.parse(String((await things.get(NAME)) ?? null));
    things.close();
    const { table } = (kept ?? {}) as { table?: unknown };
    return typeof table === "string" && table !== leftForGood.value ? table : null;
  } catch {
    return null;
  }
}
