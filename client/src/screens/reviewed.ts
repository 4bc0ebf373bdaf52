/** The coach's review of a finished game, for whatever shows it. */

import { useEffect, useState } from "preact/hooks";
import { askReview, knownReview } from "../hall/review";
import type { GameReview } from "../protocol";

const PREPARING: GameReview = {
  status: "preparing",
  estimated: false,
  seats: [],
  missteps: [],
  turning: null,
};

/** The report on a finished game; null where there is none. */
export function useReview(game: string): GameReview | null {
  const [review, setReview] = useState<GameReview | null>(() => knownReview(game) ?? PREPARING);
  useEffect(() => {
    if (!knownReview(game)) return askReview(game, setReview);
  }, [game]);
  return review;
}
