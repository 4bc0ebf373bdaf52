/** The face of an opponent, drawn here; the name beside it says who that is. */

import { isLevel, LOOKS } from "../game/characters";
import { BADGE_INK } from "../game/people";
import { Icon } from "./icons";
import "./parts.css";

/** A computer from elsewhere has no face, only the sign of one. */
export function Portrait({ level, size = 40 }: { level: string | null; size?: number }) {
  if (!isLevel(level)) return <Icon name="bot" size={Math.min(size, 24)} />;
  const { colour, skin, hair, hairShape, lines, worn, wornColour } = LOOKS[level];
  return (
    <svg
      class="portrait"
      data-level={level}
      viewBox="0 0 48 48"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <circle cx="24" cy="24" r="23" fill={colour} />
      <path d="M11 48c1-7 6-9 13-9s12 2 13 9z" fill={BADGE_INK} opacity="0.55" />
      <ellipse cx="24" cy="27" rx="11.500" ry="13" fill={skin} />
      <path d={hairShape} fill={hair} />
      <path d={worn} fill={wornColour} />
      <path class="portrait-lines" d={lines} stroke={BADGE_INK} />
      <circle class="portrait-edge" cx="24" cy="24" r="23" stroke={BADGE_INK} />
    </svg>
  );
}
