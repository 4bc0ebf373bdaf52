/**
 * The page's own device behind a pipe, for tests that are written in another language. A line in is one
 * of the things below; the line out is a list of what the device says to it, with their `ref`s.
 *
 * {"new": true}                        another device, which knows nothing
 * {"attend": MESSAGE, "secret", "host"} it comes to a table by this message
 * {"heard": MESSAGE}                   the server says something
 * {"act": MESSAGE, "view": GAME}       its person throws, answers, pushes, agrees or resigns
 * {"say": MESSAGE}                     its page says anything else
 * {"hidden": BOOLEAN}                  the page is hidden, or seen again
 * {"tick": true}                       everything comes to pass that it does later
 * {"wrong": true}                      the auditor has found a contradiction
 * {"story": TABLE}                     out: the lines of the story
 */

import { createInterface } from "node:readline";
import { signal } from "@preact/signals";
import { Device } from "../../src/proof/device";
import type { Acting } from "../../src/proof/signing";
import { Story } from "../../src/proof/story";
import type { ClientMessage, GameView, ServerMessage } from "../../src/protocol";

interface Asked {
  readonly new?: true;
  readonly attend?: ClientMessage;
  readonly secret?: string | null;
  readonly host?: string | null;
  readonly heard?: ServerMessage;
  readonly act?: Acting;
  readonly view?: GameView;
  readonly say?: ClientMessage;
  readonly hidden?: boolean;
  readonly tick?: true;
  readonly wrong?: true;
  readonly story?: string;
}

let said: object[] = [];
let page = fresh();

function fresh() {
  const wrong = signal("");
  const around = {
    hidden: false,
    host: null as string | null,
    later: [] as (() => void)[],
    ref: 0,
  };
  const asked = new Map<number, (count: number) => void>();
  const story = new Story(() => around.host);
  const say = (message: object): number => {
    const told = { ...message, ref: ++around.ref };
    story.said(told as unknown as ClientMessage);
    said.push(told);
    return around.ref;
  };
  const device = new Device({
    wrong,
    isHidden: () => around.hidden,
    send: (message) => void say(message),
    ping: () => undefined, // whoever never pings is not silent
    askLines: (first) => {
      const ref = say({ type: "lines", first });
      return new Promise<number>((resolve) => asked.set(ref, resolve));
    },
    later: (ms, what) => (ms ? void around.later.push(what) : what()),
  });
  return { wrong, around, asked, story, say, device };
}

async function take(what: Asked): Promise<readonly unknown[]> {
  const { device, story, around } = page;
  if (what.new) page = fresh();
  if (what.attend) {
    around.host = what.host ?? null;
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
  if (what.tick) for (const one of around.later.splice(0)) one();
  if (what.wrong) page.wrong.value = "something";
  await new Promise((resolve) => setImmediate(resolve));
  if (what.story) return story.of(what.story);
  const told = said;
  said = [];
  return told;
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await take(JSON.parse(line)))}\n`);
