/** Dice and signs as flat pictures, from the same drawings as the engraved ones. */

import { LOOKS } from "../arena/looks";
import { signPaths } from "../arena/signs";
import type { Family } from "../protocol";
import "./parts.css";

export function SignPaths({ sign, colour }: { sign: string; colour: string }) {
  return (
    <>
      {signPaths(sign, colour).map((path) => (
        <path key={path.d} {...path} />
      ))}
    </>
  );
}

/** One face of a die; decorative, so whoever uses it says in words what it is. */
export function DieFace({
  face,
  family,
  size = 40,
}: {
  face: string;
  family: Family;
  size?: number;
}) {
  const look = LOOKS[family].dice;
  const colour = look.signs[face] ?? look.sign;
  return (
    <svg class="die" viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
      <rect x="3" y="3" width="94" height="94" rx="19" fill={look.body} />
      <rect x="3" y="3" width="94" height="94" rx="19" fill="url(#die-light)" />
      {!look.bare.includes(face) && (
        <g transform="translate(19 19) scale(.62)">
          <SignPaths sign={face} colour={colour} />
        </g>
      )}
    </svg>
  );
}

/** Shared shading of all flat dice; once in the page. */
export function DieShading() {
  return (
    <svg width="0" height="0" class="unseen" aria-hidden="true">
      <defs>
        <linearGradient id="die-light" x1="0" y1="0" x2="0.4" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity=".32" />
          <stop offset=".45" stop-color="#fff" stop-opacity="0" />
          <stop offset="1" stop-color="#000" stop-opacity=".3" />
        </linearGradient>
      </defs>
    </svg>
  );
}

/** The dice on the card of each box. */
const ON_CARDS: Readonly<Record<Family, readonly string[]>> = {
  strike: ["5", "X", "3"],
  impact: ["fire", "lightning", "water"],
  wizards: ["wingardium", "immobulus", "relashio"],
};

/** The box of a family seen from above, as its card shows it. */
export function BoxPicture({ family }: { family: Family }) {
  const look = LOOKS[family].colours;
  const spots = [
    { x: 62, y: 40, turn: -14 },
    { x: 104, y: 62, turn: 11 },
    { x: 146, y: 38, turn: 24 },
  ];
  const round = family === "impact" ? 26 : family === "wizards" ? 40 : 56;
  return (
    <svg class="box-picture" viewBox="0 0 220 124" aria-hidden="true">
      <rect x="10" y="4" width="200" height="116" rx={round + 8} fill={look.rim} />
      <rect x="10" y="4" width="200" height="116" rx={round + 8} fill="url(#die-light)" />
      <rect x="24" y="15" width="172" height="94" rx={round} fill="#0d0a08" opacity=".82" />
      <rect x="36" y="24" width="148" height="78" rx={Math.max(18, round - 12)} fill={look.mat} />
      {spots.map((spot, i) => {
        const face = ON_CARDS[family][i] ?? "X";
        return (
          <g
            key={face}
            transform={`translate(${spot.x} ${spot.y}) rotate(${spot.turn}) scale(.36)`}
          >
            <rect x="-52" y="-40" width="100" height="100" rx="20" fill="#000" opacity=".4" />
            <rect x="-50" y="-50" width="100" height="100" rx="20" fill={look.body} />
            <rect x="-50" y="-50" width="100" height="100" rx="20" fill="url(#die-light)" />
            <g transform="translate(-31 -31) scale(.62)">
              <SignPaths sign={face} colour={look.signs[face] ?? look.sign} />
            </g>
          </g>
        );
      })}
    </svg>
  );
}
