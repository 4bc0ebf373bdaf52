/** The time that is left, as a bar that empties; the numbers for those who cannot see it. */

import { useEffect, useState } from "preact/hooks";
import { duration, seconds, t } from "../i18n";
import type { DeadlineView } from "../protocol";
import "./clock.css";

/** From here on time is told in minutes, hours and days, ms. */
const LONG = 3_600_000;

export function Clock({ deadline }: { deadline: DeadlineView | null }) {
  const [left, setLeft] = useState(deadline?.left_ms ?? 0);
  useEffect(() => {
    if (!deadline) return;
    const end = performance.now() + deadline.left_ms;
    const tick = () => setLeft(Math.max(0, end - performance.now()));
    tick();
    const timer = window.setInterval(tick, deadline.total_ms < LONG ? 250 : 10_000);
    return () => window.clearInterval(timer);
  }, [deadline]);
  if (!deadline) return null;
  const share = deadline.total_ms > 0 ? left / deadline.total_ms : 0;
  return (
    <div class={share < 0.25 ? "clock late" : "clock"} role="timer" aria-label={t("clock.label")}>
      <div class="clock-bar" style={{ width: `${Math.min(1, share) * 100}%` }} />
      <span class="clock-text">
        {deadline.total_ms < LONG ? seconds(Math.ceil(left / 1000)) : duration(left)}
      </span>
    </div>
  );
}
