/** Asks for the coach's report on a finished game, again and again while it is being prepared. */

import { useEffect, useState } from "preact/hooks";
import type { GameReview } from "../protocol";
import { read } from "./hall";

const AGAIN_MS = 3000;
/** The largest solutions take some minutes to make. */
const MOST_TRIES = 60;

const ready = new Map<string, GameReview>();

/** A report that was read before. */
export function knownReview(game: string): GameReview | null {
  return ready.get(game) ?? null;
}

/** Gives the report to `tell`; what it gives back stops the asking. */
export function askReview(game: string, tell: (review: GameReview | null) => void): () => void {
  let timer = 0;
  let stopped = false;
  const ask = async (left: number): Promise<void> => {
    const review = await read<GameReview>(`games/${game}/review`);
    if (review?.status === "ready") ready.set(game, review);
    if (stopped) return;
    tell(review);
    if (review?.status === "preparing" && left > 0)
      timer = window.setTimeout(() => void ask(left - 1), AGAIN_MS);
  };
  void ask(MOST_TRIES);
  return () => {
    stopped = true;
    window.clearTimeout(timer);
  };
}

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
