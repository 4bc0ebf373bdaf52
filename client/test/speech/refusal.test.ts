/** Refusals in words: this device is no server, and says so in every language. */

import { expect, test } from "vitest";
import { LANGUAGES, type Language, speak } from "../../src/i18n";
import { stubPage } from "../page";

stubPage();
const { refusalText } = await import("../../src/speech/refusal");
const { DEVICE, hall, SERVER } = await import("../../src/hall/hall");

const OWN = ["disk_full", "internal"];

test.each(Object.keys(LANGUAGES) as Language[])("%s has words of this device", async (name) => {
  await speak(name);
  for (const code of OWN) {
    hall.value = SERVER;
    const theirs = refusalText(code);
    hall.value = DEVICE;
    expect(refusalText(code)).not.toBe(theirs);
    expect(refusalText(code)).not.toMatch(/serve[ru]/i);
  }
});

test("what is the same everywhere is said the same, and what has no words at least that", async () => {
  await speak("en");
  hall.value = DEVICE;
  expect(refusalText("illegal")).toBe("The rules don’t allow that.");
  expect(refusalText("never heard of")).toBe("That didn’t work.");
});
