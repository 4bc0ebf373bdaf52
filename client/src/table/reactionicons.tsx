/** Our own drawings of the reactions, in a box of 24. */

import type { ComponentChildren } from "preact";
import type { Reacted } from "../protocol";

const SKIN = "#ffcf4d";
const INK = "#3a2106";

const LINE = { fill: "none", stroke: INK, "stroke-width": 1.6, "stroke-linecap": "round" } as const;

const DRAWINGS: Readonly<Record<Reacted["reaction"], ComponentChildren>> = {
  well_thrown: (
    <path
      fill={SKIN}
      stroke={INK}
      stroke-width="1.200"
      stroke-linejoin="round"
      d="M3.500 11h3.500v9H3.500zM8.500 20V11.200l4-8.200c1.700 0 2.800 1.200 2.500 2.900L14.400 9h4.400c1.500 0 2.500 1.300 2.200 2.700l-1.500 6.500c-.3 1.100-1.200 1.800-2.300 1.800z"
    />
  ),
  lucky: (
    <g fill="#4cbf5b" stroke="#14431b" stroke-width="1.100">
      <path d="M12 13c1 3 2 5 4.500 8" fill="none" stroke-width="2" />
      <circle cx="8.500" cy="6.500" r="3.700" />
      <circle cx="15.500" cy="6.500" r="3.700" />
      <circle cx="8.500" cy="13.200" r="3.700" />
      <circle cx="15.500" cy="13.200" r="3.700" />
    </g>
  ),
  unlucky: (
    <>
      <path
        d="M7 14.500a4.200 4.200 0 01.4-8.400 5.200 5.200 0 019.800 1.200 3.700 3.700 0 01-.4 7.200z"
        fill="#b9c6d6"
        stroke="#33404f"
        stroke-width="1.200"
      />
      <path d="M13.500 12l-4 5.200h3l-1.500 4.300 4.500-5.700h-3z" fill="#ffd94a" stroke={INK} />
    </>
  ),
  wow: (
    <Face>
      <circle cx="8.500" cy="9.500" r="1.600" fill={INK} />
      <circle cx="15.500" cy="9.500" r="1.600" fill={INK} />
      <ellipse cx="12" cy="16" rx="2.300" ry="3" fill={INK} />
    </Face>
  ),
  laugh: (
    <Face>
      <path d="M6.500 10q2-2.600 4 0M13.500 10q2-2.600 4 0" {...LINE} />
      <path d="M6.500 13.200h11a5.500 5.500 0 01-11 0z" fill={INK} />
    </Face>
  ),
  cry: (
    <Face>
      <path d="M6.500 9q2 1.600 4 0M13.500 9q2 1.600 4 0M8.500 18q3.500-3.600 7 0" {...LINE} />
      <path
        d="M7.500 11.500c1.500 2.200 1.900 3 1.900 4a1.900 1.900 0 01-3.800 0c0-1 .4-1.800 1.900-4z"
        fill="#3c9bff"
      />
    </Face>
  ),
  hurry: (
    <g fill="none" stroke={INK} stroke-width="1.600" stroke-linecap="round">
      <circle cx="12" cy="13.500" r="7.700" fill="#f3f6fa" stroke="#d8442f" stroke-width="2.200" />
      <path d="M10 2.800h4M12 3v2.500M12 9v4.700l3 2" stroke-width="1.900" />
    </g>
  ),
  good_game: (
    <g fill="#ffcb3d" stroke="#6b4300" stroke-width="1.200" stroke-linejoin="round">
      <path
        d="M6.500 4.500H3.700c0 4 1.300 6 4 6.300M17.500 4.500h2.800c0 4-1.300 6-4 6.300"
        fill="none"
      />
      <path d="M6.500 3.500h11v5.200a5.500 5.500 0 01-11 0zM10.800 14h2.400v3.200h3.300v3H7.500v-3h3.300z" />
    </g>
  ),
};

function Face({ children }: { children: ComponentChildren }) {
  return (
    <>
      <circle cx="12" cy="12" r="10" fill={SKIN} stroke={INK} stroke-width="1.200" />
      {children}
    </>
  );
}

export function ReactionIcon({ name }: { name: Reacted["reaction"] }) {
  return (
    <svg class="reaction-icon" viewBox="0 0 24 24" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}
