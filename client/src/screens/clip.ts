/** A throw as an animation to send, with who threw and what came of it. */

import { familyOf } from "../game/editions";
import { finishOf, matOf } from "../game/looks";
import { stepOfThrow } from "../game/moments";
import { replaySeats, tableBefore } from "../game/replay";
import { get } from "../hall/hall";
import { t } from "../i18n";
import type { Replay } from "../protocol";
import { linesOf, type Scene } from "../speech/lines";
import { seatName, speakLine } from "../speech/sentences";
import { director, piecesOf } from "../table/display";
import { Flights } from "../table/flights";

/** The throw of a step; null where nobody knows any more how it flew. */
export async function clipOf(replay: Replay, at: number): Promise<File | null> {
  const thrown = replay.steps[at]?.thrown;
  if (!thrown?.bytes) return null;
  const flights = director.value?.flights ?? new Flights();
  const [{ makeClip }, flight] = await Promise.all([
    import("../arena/clip/clip"),
    flights.find(replay.game, thrown.throw),
  ]);
  const told = retold(replay, at);
  if (!flight || !told) return null;
  const { game, seats } = tableBefore(replay, at);
  const clip = await makeClip({
    look: familyOf(replay.edition),
    before: game ? piecesOf(game) : [],
    flight,
    finishes: thrown.casts.map((cast) => finishOf(seats[cast.seat])),
    mat: matOf(seats),
    ...told,
  });
  return new File([clip], `kessel-${thrown.throw + 1}.gif`, { type: clip.type });
}

/** A throw of a finished game by its number. */
export async function clipOfThrow(game: string, number: number): Promise<File | null> {
  const answer = await get(`games/${game}`);
  if (!answer.ok) return null;
  const replay = (await answer.json()) as Replay;
  const at = stepOfThrow(replay, number);
  return at === null ? null : clipOf(replay, at);
}

/** Who threw at that step, and what came of it, everybody by name; null where nothing was thrown. */
export function retold(replay: Replay, at: number): { title: string; result: string } | null {
  const made = replay.steps[at];
  if (!made?.thrown) return null;
  const names = replaySeats(replay).map(seatName);
  const scene: Scene = { edition: replay.edition, names, you: null, own: [] };
  const seat = made.step.seat ?? made.thrown.casts[0]?.seat ?? 0;
  const lines = made.step.events
    .flatMap((event) => linesOf(event, scene))
    .filter((line) => !line.quiet && !line.passing);
  return {
    title: t("history.throw", { number: made.thrown.throw + 1, name: names[seat] ?? "" }),
    result: lines.map((line) => speakLine(line, scene)).join(" "),
  };
}
