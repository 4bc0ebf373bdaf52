/** Parts of the page as they are read and pressed. */

import { type ComponentType, h, render } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Fake, stubDocument } from "./dom";
import { gameView, seatView, snapshot, throwBy } from "./game/views";
import { openPage, sent, stubPage } from "./page";

stubPage();
vi.stubGlobal("history", { pushState: () => undefined });
vi.stubGlobal("fetch", async () => new Response("[]"));
const { session, socket } = await openPage();
const { SessionContext } = await import("../src/session");
const { metLesson, reducedMotion } = await import("../src/settings");

let root: Fake;
const page = () => root as unknown as HTMLElement;

/** The part in its place; what is left for later has been done. */
async function draw<Props extends object>(part: ComponentType<Props>, props: Props): Promise<void> {
  render(h(SessionContext.Provider, { value: session }, h(part, props)), page());
  await vi.advanceTimersByTimeAsync(200);
}

beforeEach(() => {
  vi.useFakeTimers();
  root = stubDocument();
});
afterEach(() => {
  render(null, page());
  vi.useRealTimers();
});

test("the game in twenty seconds: one picture after the other, or all at once", async () => {
  const { Brief } = await import("../src/lesson/brief");
  for (const [calm, first] of [
    [false, 1],
    [true, 4],
  ] as const) {
    reducedMotion.value = calm;
    render(null, page());
    await draw(Brief, { edition: "strike-2020" });
    root.find("button")[0]?.happens("click");
    await vi.advanceTimersByTimeAsync(200);
    expect(root.find("li")).toHaveLength(first);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(root.find("li")).toHaveLength(4);
  }
  metLesson.value = true;
  await draw(Brief, { edition: "impact" });
  expect(root.text).toBe("");
});

test("dice that do not come are told after three seconds; where they are stuck, one may ask again", async () => {
  const { Away } = await import("../src/table/away");
  const fly = (stuck: { stuck?: true }) => {
    const flying = { kind: "flying", ...stuck } as const;
    const seats = [seatView(0), seatView(1, { yours: false })];
    socket.say(snapshot(gameView(flying), { seats }));
  };
  fly({});
  await draw(Away, {});
  expect(root.text).toBe("");
  await vi.advanceTimersByTimeAsync(3500);
  expect(root.text).toMatch(/^The throw is taking longer/);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(root.text).toMatch(/^The dice are still not here/);
  expect(root.find("button")).toHaveLength(0);
  fly({ stuck: true });
  await vi.advanceTimersByTimeAsync(200);
  root.find("button")[0]?.happens("click");
  expect(sent.at(-1)).toMatchObject({ type: "throw_again", seat: 0 });
});

test("whoever is waited for is named: one who is away, and later one whose device is slow", async () => {
  const { Away } = await import("../src/table/away");
  const told = async (bot_plays: boolean) => {
    const gone = seatView(1, { yours: false, present: false, bot_in_ms: 9000, bot_plays });
    socket.say(snapshot(gameView(throwBy(1)), { seats: [seatView(0), gone] }));
    await draw(Away, {});
    return root.text;
  };
  expect(await told(false)).toMatch(/^P1 is away/);
  expect(await told(true), "a bot plays for them").toBe("");
  vi.spyOn(session.device.awaited, "value", "get").mockReturnValue([1]);
  expect(await told(true)).toBe("");
  await vi.advanceTimersByTimeAsync(1000);
  expect(root.text).toBe("Waiting for a device: P1");
});

test("the page has the colours of the box that is played, and its card shows it", async () => {
  const { useFamily } = await import("../src/style/family");
  const { BoxPicture } = await import("../src/controls/die");
  const Dressed = ({ edition }: { edition: string | null }) => {
    useFamily(edition);
    return edition && h(BoxPicture, { family: "impact" });
  };
  await draw(Dressed, { edition: "impact" });
  expect(root.dataset.family).toBe("impact");
  await expect(root.find("svg")[0]?.markup()).toMatchFileSnapshot("arena/pictures/card.svg");
  await draw(Dressed, { edition: null });
  expect(root.dataset.family).toBe("impact");
});
