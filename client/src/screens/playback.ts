/** Fetches a replay and plays it: step by step, on from any place, or one moment at a time. */

import { useEffect, useRef, useState } from "preact/hooks";
import { tableBefore } from "../game/replay";
import { NO_TABLE } from "../game/table";
import { get } from "../hall/hall";
import type { Replay, ReplayStep } from "../protocol";
import { useSession } from "../session";
import { ownSeatsIn, speed } from "../settings";
import { announce, beSilent } from "../speech/announcement";
import type { PageState } from "../state";
import { director } from "../table/display";

/** ms between one step and the next; at once where flights are not shown. */
const PAUSE = { shown: 250, skipped: 30 };

/** The replay; null while it is being fetched, "missing" where there is none. */
export function useReplay(code: string): Replay | "missing" | null {
  const { page } = useSession();
  const [replay, setReplay] = useState<Replay | "missing" | null>(null);
  useEffect(() => {
    get(`games/${code}`)
      .then(async (answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        const read = (await answer.json()) as Replay;
        standAt(page, read, 0);
        setReplay(read);
      })
      .catch(() => setReplay("missing"));
    return () => {
      page.table.value = NO_TABLE;
    };
  }, [code]);
  return replay;
}

/** Everything as it stood when so many steps had been shown, with what the last of them brought. */
function standAt(page: PageState, replay: Replay, shown: number): void {
  const { table } = page;
  beSilent();
  const before = replay.steps[shown - 1]?.step;
  if (before) {
    table.value = tableBefore(replay, shown - 1, ownSeatsIn(replay.game));
    announce(page, before);
  }
  table.value = tableBefore(replay, shown, ownSeatsIn(replay.game));
}

async function showStep(
  page: PageState,
  replay: Replay,
  { thrown, step }: ReplayStep,
): Promise<void> {
  const { settled, table } = page;
  settled.value = false;
  await director.value?.step(thrown, step, replay.game);
  table.value = { ...table.value, game: step.game };
  settled.value = true;
}

/** What happens after a jump: nothing, one step, or all that follow. */
type Going = "still" | "once" | "on";

export interface ReplayPlayback {
  /** How many steps have been shown. */
  readonly at: number;
  readonly running: boolean;
  readonly jump: (to: number, going: Going) => void;
  readonly playOrPause: () => void;
}

interface ShownStep {
  readonly at: number;
  readonly going: Going;
}

export function usePlayback(replay: Replay | null): ReplayPlayback {
  const { page } = useSession();
  const [shown, show] = useState<ShownStep>({ at: 0, going: "on" });
  /** The truth at any moment: what is rendered, and timers set then, may be older. */
  const place = useRef(shown);
  const busy = useRef(false);
  /** Where to go when the step that is being shown is over. */
  const wished = useRef<ShownStep | null>(null);
  const total = replay?.steps.length ?? 0;
  const stand = (next: ShownStep) => {
    place.current = next;
    show(next);
  };
  const jump = (at: number, going: Going) => {
    wished.current = busy.current ? { at, going } : null;
    if (!replay) return;
    if (busy.current) {
      director.value?.skip();
      return;
    }
    standAt(page, replay, at);
    stand({ at, going });
  };
  const next = async () => {
    const { at, going } = place.current;
    const step = replay?.steps[at];
    if (!replay || !step || going === "still" || busy.current) return;
    busy.current = true;
    await showStep(page, replay, step).finally(() => {
      busy.current = false;
    });
    if (wished.current) return jump(wished.current.at, wished.current.going);
    stand({ at: at + 1, going: place.current.going === "on" ? "on" : "still" });
  };
  useEffect(() => {
    if (shown.going === "still" || shown.at >= total || !director.value) return;
    const pause = speed.value === 0 ? PAUSE.skipped : PAUSE.shown;
    const timer = window.setTimeout(() => void next(), pause);
    return () => window.clearTimeout(timer);
  }, [shown, replay, director.value]);
  const { at, going } = shown;
  const running = going === "on" && at < total;
  return {
    at,
    running,
    jump,
    playOrPause: () => {
      if (at >= total) jump(0, "on");
      else stand({ at: place.current.at, going: running ? "still" : "on" });
    },
  };
}
