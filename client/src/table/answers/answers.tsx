/** Which control answers what the game awaits: every kind there is has one, or needs none. */

import type { ComponentType } from "preact";
import { Collecting, PlacingStart, Stacking, Summoning } from "./dice";
import { Racing } from "./race";
import { Throwing } from "./throw";
import type { Answering, Kind } from "./types";

/** Null: nobody can do anything. */
export const CONTROLS: { readonly [Asked in Kind]: ComponentType<Answering<Asked>> | null } = {
  start_die: PlacingStart,
  throw: Throwing,
  choice: Throwing,
  extra: Throwing,
  column: Racing,
  collect: Collecting,
  accio: Summoning,
  stack: Stacking,
  flying: null,
  over: null,
};

/** Every question begins with fresh controls. */
export function Answers({ game, ...asked }: Omit<Answering<Kind>, "awaited">) {
  const Control = CONTROLS[game.awaited.kind] as ComponentType<Answering<Kind>> | null;
  return (
    <div class="answers" key={`${game.game}:${game.state}`}>
      {Control && <Control game={game} {...asked} awaited={game.awaited} />}
    </div>
  );
}
