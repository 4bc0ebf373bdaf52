/** The moment of a throw that decides: the hit that made the match, or the last throw of a game. */

import type { SlowMoment } from "../arena/playback";
import type { Trajectory } from "../arena/types";
import type { GameView, StepMade } from "../protocol";

/** Null where nothing of the kind happened, or it cannot be seen. */
export function deciding(
  step: StepMade,
  before: GameView | null,
  flight: Trajectory,
): SlowMoment | null {
  const die = turnedAndTaken(step, before) ?? lastOfGame(step, before, flight);
  if (die === null) return null;
  const hit = flight.contacts.find((one) => one.die === die && one.other === "die");
  const touch = hit ?? flight.contacts.find((one) => one.die === die);
  return touch ? { die, time: touch.time } : null;
}

/** A die that lay there with another side up, and was taken for the one it shows now. */
function turnedAndTaken(step: StepMade, before: GameView | null): number | null {
  const faces = new Map(
    (before?.arena ?? []).flatMap(({ dice }) => dice.map((die) => [die.id, die.face] as const)),
  );
  for (const event of step.events) {
    if (event.kind !== "collect") continue;
    const turned = event.dice.find((id) => {
      const face = faces.get(id);
      return face !== undefined && !(face in event.faces);
    });
    if (turned !== undefined) return turned;
  }
  return null;
}

/** The die that is thrown when the game is over with it. */
function lastOfGame(step: StepMade, before: GameView | null, flight: Trajectory): number | null {
  if (!step.events.some((event) => event.kind === "over")) return null;
  const lay = new Set((before?.arena ?? []).flatMap(({ dice }) => dice.map((die) => die.id)));
  return flight.tracks.find((track) => !lay.has(track.id))?.id ?? null;
}
