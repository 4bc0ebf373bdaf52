/** What every control that answers the game is given. */

import type { AwaitedView, GameView } from "../../protocol";

export type Kind = AwaitedView["kind"];

export interface Answering<Asked extends Kind> {
  readonly game: GameView;
  readonly seat: number;
  readonly edition: string;
  readonly awaited: Extract<AwaitedView, { kind: Asked }>;
}
