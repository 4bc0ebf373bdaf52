/** The time that is left, as a bar that empties; the numbers for those who cannot see it. */

import { useEffect, useState } from "preact/hooks";
import { duration, seconds, t } from "../i18n";
import type { DeadlineView } from "../protocol";
import "./clock.css";

/** From here on time is told in minutes, hours and days, ms. */
const LONG = 3_600_000;

export function Clock({ deadline }: { deadline: DeadlineView | null }) {
  const long = deadline !== null && deadline.total_ms >= LONG;
  const left = useCountdown(deadline?.left_ms ?? null, long ? 10_000 : 250, deadline);
  if (!deadline) return null;
  const share = deadline.total_ms > 0 ? left / deadline.total_ms : 0;
  return (
    <div class={share < 0.25 ? "clock late" : "clock"} role="timer" aria-label={t("clock.label")}>
      <div class="clock-bar" style={{ width: `${Math.min(1, share) * 100}%` }} />
      <span class="clock-text">{long ? duration(left) : seconds(Math.ceil(left / 1000))}</span>
    </div>
  );
}

/** What is left of a time in ms, told every so many ms from when it was `set`; nought of none. */
export function useCountdown(milliseconds: number | null, every: number, set: unknown): number {
  const [left, setLeft] = useState(milliseconds ?? 0);
  useEffect(() => {
    if (milliseconds === null) return;
    const end = performance.now() + milliseconds;
    const tick = () => setLeft(Math.max(0, end - performance.now()));
    tick();
    const timer = window.setInterval(tick, every);
    return () => window.clearInterval(timer);
  }, [set]);
  return left;
}
