/** Fetches a replay and plays it step by step: what is shown, and where one is in it. */

import { useEffect, useRef, useState } from "preact/hooks";
import { familyOf } from "../game/editions";
import { tableBefore } from "../game/replay";
import { NO_TABLE } from "../game/table";
import { get } from "../net/house";
import type { Replay, ReplayStep } from "../protocol";
import { ownSeatsIn, speed } from "../settings";
import { beSilent } from "../speech/announcement";
import { settled, table } from "../store";
import { director } from "../table/display";

/** ms between one step and the next; at once where flights are not shown. */
const PAUSE = { shown: 250, skipped: 30 };

/** The replay; null while it is being fetched, "missing" where there is none. */
export function useReplay(code: string): Replay | "missing" | null {
  const [replay, setReplay] = useState<Replay | "missing" | null>(null);
  useEffect(() => {
    get(`games/${code}`)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        const read = (await answer.json()) as Replay;
        document.documentElement.dataset.family = familyOf(read.edition);
        showFrom(read, 0);
        setReplay(read);
      })
      .catch(() => setReplay("missing"));
    return () => {
      table.value = NO_TABLE;
    };
  }, [code]);
  return replay;
}

function showFrom(replay: Replay, step: number): void {
  table.value = tableBefore(replay, step, ownSeatsIn(replay.game));
  beSilent();
}

async function showStep(replay: Replay, { thrown, step }: ReplayStep): Promise<void> {
  settled.value = false;
  await director.value?.step(thrown, step, replay.game);
  table.value = { ...table.value, game: step.game };
  settled.value = true;
}

export interface Playback {
  /** How many steps have been shown. */
  readonly at: number;
  readonly running: boolean;
  readonly next: () => void;
  readonly playFrom: (step: number) => void;
  readonly playOrPause: () => void;
}

export function usePlayback(replay: Replay | null): Playback {
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(true);
  const busy = useRef(false);
  /** Where to go on when the step that is being shown is over. */
  const wished = useRef<number | null>(null);
  const total = replay?.steps.length ?? 0;
  const playFrom = (step: number) => {
    wished.current = busy.current ? step : null;
    if (!replay) return;
    if (busy.current) {
      director.value?.skip();
      return;
    }
    showFrom(replay, step);
    setAt(step);
    setPlaying(true);
  };
  const next = async () => {
    const step = replay?.steps[at];
    if (!replay || !step || busy.current) return;
    busy.current = true;
    await showStep(replay, step);
    busy.current = false;
    if (wished.current === null) setAt(at + 1);
    else playFrom(wished.current);
  };
  useEffect(() => {
    if (!playing || at >= total || !director.value) return;
    const pause = speed.value === 0 ? PAUSE.skipped : PAUSE.shown;
    const timer = window.setTimeout(() => void next(), pause);
    return () => window.clearTimeout(timer);
  }, [playing, replay, at, director.value]);
  return {
    at,
    running: playing && at < total,
    next: () => void next(),
    playFrom,
    playOrPause: () => (at < total ? setPlaying(!playing) : playFrom(0)),
  };
}
