/** The pings of a device: behind what it says, and again and again while a game is seen, so that the
 * server knows that it is there. */

import type { Liveness } from "./liveness";
import type { World } from "./world";

/** Between two pings of a game, in ms. */
const EVERY = 1500;

export function pinging(world: World, line: Liveness, isWanted: () => boolean) {
  let isOn = false;
  const now = (): void => {
    if (world.isOpen()) world.ping(line.ping(world.now()));
  };
  /** For as long as a game is played and seen here. */
  const goOn = (): void => {
    if (isOn || !isWanted() || world.isHidden()) return;
    isOn = true;
    now();
    world.later(EVERY, () => {
      isOn = false;
      goOn();
    });
  };
  return { now, goOn };
}
