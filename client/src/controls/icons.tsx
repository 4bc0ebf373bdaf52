/** The few icons of the panels: our own strokes in a box of 24. */

import type { ButtonHTMLAttributes } from "preact";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  close: "M6 6l12 12M18 6L6 18",
  sound: "M4 10v4h3l5 4V6L7 10zM16 9a4 4 0 010 6M18.500 6.500a8 8 0 010 11",
  mute: "M4 10v4h3l5 4V6L7 10zM16 9.500l5 5M21 9.500l-5 5",
  history: "M4 12a8 8 0 108-8 8 8 0 00-6.500 3.300M4 4v4h4M12 8v4.500l3 2",
  rules:
    "M5 4.500h6a2 2 0 012 2V20a2 2 0 00-2-1.500H5zM21 4.500h-6a2 2 0 00-2 2M21 4.500v14h-6a2 2 0 00-2 1.500",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5",
  why: "M12 21a9 9 0 100-18 9 9 0 000 18zM9.500 9.500a2.500 2.500 0 113.500 2.300c-.7.4-1 .8-1 1.700M12 16.500v.01",
  skip: "M5 5l8 7-8 7zM14 5l6 7-6 7z",
  skipBack: "M19 5l-8 7 8 7zM10 5l-6 7 6 7z",
  step: "M6 5l10 7-10 7zM19 5v14",
  stepBack: "M18 5L8 12l10 7zM5 5v14",
  film: "M4 5h16v14H4zM4 9h16M4 15h16M9 5v4M15 5v4M9 15v4M15 15v4",
  friends:
    "M8 11a3.200 3.200 0 100-6.400A3.200 3.200 0 008 11zM2.500 19.500c.5-4 3-5.500 5.500-5.500s5 1.500 5.500 5.500M16 11a2.800 2.800 0 100-5.500M17 14c2.500.2 4 2 4.500 5",
  smile: "M12 21a9 9 0 100-18 9 9 0 000 18zM8.500 14c1.800 3 5.200 3 7 0M9 9.500v.01M15 9.500v.01",
  screen: "M3 5h18v11H3zM8.500 20h7M12 16v4",
  link: "M10 14a4 4 0 006 .4l3-3a4 4 0 00-5.700-5.700L12 7M14 10a4 4 0 00-6-.4l-3 3a4 4 0 005.700 5.700L12 17",
  slow: "M6 3h12M6 21h12M8 3v3c0 4 8 8 8 12v3M16 3v3c0 4-8 8-8 12v3",
  eye: "M2.500 12C5 7.500 8.500 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-6 6.500-9.500 6.500s-7-2-9.500-6.500zM12 15a3 3 0 100-6 3 3 0 000 6z",
  cup: "M7 4h10v5a5 5 0 01-10 0zM7 5H4c0 4 1 5.500 3.500 6M17 5h3c0 4-1 5.500-3.500 6M12 14v4M8 20h8",
  whistle:
    "M3 10.500h11l6-3V12h-3a6.500 6.500 0 11-13-1.500M9.500 16.500a2.300 2.300 0 100-4.600 2.300 2.300 0 000 4.600zM8 4v2.500M12 3.500V6",
  more: "M4 12a1.500 1.500 0 103 0 1.500 1.500 0 00-3 0M10.500 12a1.500 1.500 0 103 0 1.500 1.500 0 00-3 0M17 12a1.500 1.500 0 103 0 1.500 1.500 0 00-3 0",
  share: "M12 15V4M8 7.500L12 3.500l4 4M6 11H4.500v9.500h15V11H18",
  download: "M12 4v11M7.500 10.500L12 15l4.500-4.500M4.500 19.500h15",
  play: "M7 4.500l12 7.500-12 7.500z",
  pause: "M8 5v14M16 5v14",
  undo: "M8 5L4 9l4 4M4 9h9.500a5.500 5.500 0 010 11H9",
  bot: "M6 9h12v9H6zM12 9V5M12 5a1 1 0 100-2 1 1 0 000 2zM9.500 13v1M14.500 13v1M3.500 12v3M20.500 12v3",
  turn: "M5 12a7 7 0 017-7 7 7 0 016 3.400M19 4v4.500h-4.500M19 12a7 7 0 01-7 7 7 7 0 01-6-3.400M5 20v-4.500h4.500",
  turnLeft: "M8 8L4.500 11.500 8 15M4.500 11.500H14a5.500 5.500 0 015.500 5.500v1",
  turnRight: "M16 8l3.500 3.500L16 15M19.500 11.500H10A5.500 5.500 0 004.500 17v1",
  nearer:
    "M10.500 17a6.500 6.500 0 100-13 6.500 6.500 0 000 13zM15.500 15.500L20 20M10.500 7.500v6M7.500 10.500h6",
  farther:
    "M10.500 17a6.500 6.500 0 100-13 6.500 6.500 0 000 13zM15.500 15.500L20 20M7.500 10.500h6",
  push: "M3.500 9.500h7v7h-7zM13.500 13h7M17 9.500l3.500 3.500-3.500 3.500M3.500 20.500h17",
  today: "M5 6h14v14H5zM5 10.500h14M9 3.500V8M15 3.500V8M12 15v.01",
  seal: "M12 3l7 2.500v6c0 4.500-3 7.500-7 9.500-4-2-7-5-7-9.500v-6zM8.500 12l2.500 2.500 4.500-5",
  sealBroken: "M12 3l7 2.500v6c0 4.500-3 7.500-7 9.500-4-2-7-5-7-9.500v-6zM12 8v5M12 16.500v.01",
  hand: "M7 12V6.500a1.500 1.500 0 013 0V11 4.500a1.500 1.500 0 013 0V11 5.500a1.500 1.500 0 013 0V12 8.500a1.500 1.500 0 013 0V14c0 4-2.500 7-6.500 7-3 0-4.500-1.300-6-4l-2.300-4a1.500 1.500 0 012.500-1.600z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} class="icon" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface Named extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "name"> {
  readonly icon: IconName;
  readonly label: string;
  /** What is seen of the label; nothing where the icon stands beside what it is about. */
  readonly name?: string | null;
  readonly class?: string;
}

/** An icon with what it is called below it: part of what a screen reader says. */
export function IconButton({
  icon,
  label,
  name = label,
  class: look = "icon-button",
  ...how
}: Named) {
  return (
    <button type="button" {...how} class={look} aria-label={label} title={label}>
      <Icon name={icon} />
      {name && <span class="icon-name">{name}</span>}
    </button>
  );
}
