/**
 * The page's own device behind a pipe, for tests that are written in another language. A line in is one
 * of the things below; the line out is a list of what the device says to it, with their `ref`s.
 *
 * {"new": SEED}                        another device, which knows nothing; its chance is this seed's
 * {"reload": "whole" | "bare"}         the page is loaded again: its key is kept, and its story, or not
 * {"attend": MESSAGE, "secret", "host"} it comes to a table by this message
 * {"heard": MESSAGE}                   the server says something
 * {"act": MESSAGE, "view": GAME}       its person throws, answers, pushes, agrees or resigns
 * {"say": MESSAGE}                     its page says anything else
 * {"hidden": BOOLEAN}                  the page is hidden, or seen again
 * {"pass": MS}                         so much time passes
 * {"story": TABLE}                     out: the lines of the story
 * {"secret": true}                     out: the secret of its key
 */

import { createInterface } from "node:readline";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { signal } from "@preact/signals";
import { Device } from "../../src/proof/device";
import type { Acting } from "../../src/proof/signing";
import { Story } from "../../src/proof/story";
import type { ClientMessage, GameView, ServerMessage } from "../../src/protocol";

interface Asked {
  readonly new?: number;
  readonly reload?: "whole" | "bare";
  readonly attend?: ClientMessage;
  readonly secret?: string | true | null;
  readonly host?: string | null;
  readonly heard?: ServerMessage;
  readonly act?: Acting;
  readonly view?: GameView;
  readonly say?: ClientMessage;
  readonly hidden?: boolean;
  readonly pass?: number;
  readonly story?: string;
}

let said: object[] = [];
/** The fingerprint in the invitation. */
let host: string | null = null;
let page = fresh();

function fresh(story?: Story, ref = 0) {
  const around = {
    hidden: false,
    now: 0,
    later: [] as { readonly at: number; readonly what: () => void }[],
    ref,
  };
  const asked = new Map<number, (count: number) => void>();
  const kept = story ?? new Story(() => host);
  const say = (message: object): number => {
    const told = { ...message, ref: ++around.ref };
    kept.said(told as unknown as ClientMessage);
    said.push(told);
    return around.ref;
  };
  const device = new Device({
    wrong: signal(""),
    isHidden: () => around.hidden,
    // Where time stands still nobody pings, and whoever never pings is not silent.
    send: (message) => void (message.type !== "ping" || around.now ? say(message) : 0),
    askLines: (first) => {
      const number = say({ type: "lines", first });
      return new Promise<number>((resolve) => asked.set(number, resolve));
    },
    later: (ms, what) => (ms ? void around.later.push({ at: around.now + ms, what }) : what()),
  });
  return { around, asked, story: kept, say, device };
}

/** All chance from now on. */
function draw(seed: number): void {
  let count = 0;
  const value = (bytes: Uint8Array) => {
    bytes.set(sha256(utf8ToBytes(`${seed} ${count++}`)).subarray(0, bytes.length));
    return bytes;
  };
  Object.defineProperty(crypto, "getRandomValues", { value, configurable: true });
}

function pass(ms: number): void {
  const { around } = page;
  around.now += ms;
  const due = around.later.filter(({ at }) => at <= around.now);
  around.later = around.later.filter(({ at }) => at > around.now);
  for (const { what } of due) what();
}

async function take(what: Asked): Promise<readonly unknown[]> {
  if (what.new !== undefined) {
    draw(what.new);
    page = fresh();
  }
  const { device, story, around } = page;
  if (what.secret === true) return [device.secret];
  if (what.reload) page = fresh(what.reload === "whole" ? story : undefined, around.ref);
  if (what.attend) {
    host = what.host ?? null;
    page.say(device.attending(what.attend, what.secret ?? null));
  }
  if (what.heard) {
    story.heard(what.heard);
    device.received(what.heard);
    const { ref = 0, ...message } = what.heard;
    if (message.type === "lines") page.asked.get(ref ?? 0)?.(message.lines.length);
  }
  if (what.act && what.view) {
    const signed = device.signed(what.view, what.act);
    if (signed) page.say(signed);
  }
  if (what.say) page.say(what.say);
  if (what.hidden !== undefined) {
    around.hidden = what.hidden;
    if (what.hidden) device.goAway();
    else device.comeBack();
  }
  if (what.pass) pass(what.pass);
  await new Promise((resolve) => setImmediate(resolve));
  if (what.story) return story.of(what.story);
  const told = said;
  said = [];
  return told;
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await take(JSON.parse(line)))}\n`);
