/** The sign of a player in the player's colour; the name beside it says who that is. */

import { BADGE_INK, badgeOf } from "../game/people";
import "./parts.css";

export function SeatSign({ seat, size = 20 }: { seat: number; size?: number }) {
  const { colour, shape } = badgeOf(seat);
  return (
    <svg
      class="seat-sign"
      data-seat={seat}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10.500" fill={colour} stroke={BADGE_INK} stroke-width="1.500" />
      <path d={shape} fill={BADGE_INK} />
    </svg>
  );
}
