/** A colour and a sign for every seat, which say the same: nobody has to tell colours apart. Pure. */

interface Badge {
  /** As bright as a sign on the dark table must be. */
  readonly colour: string;
  /** A shape in a box of 24. */
  readonly shape: string;
}

/** What the shape is drawn with; also the edge, which is seen on a light page. */
export const BADGE_INK = "#1d1006";

export const BADGES: readonly Badge[] = [
  { colour: "#4f9dff", shape: "M12 6.500L17.500 16.500H6.500z" },
  { colour: "#ff8a2a", shape: "M7.500 7.500h9v9h-9z" },
  { colour: "#a5f0c8", shape: "M12 6.800a5.200 5.200 0 100 10.400 5.200 5.200 0 000-10.400z" },
  {
    colour: "#c456a6",
    shape:
      "M12 5.500l1.900 4.300 4.600.5-3.500 3.100 1 4.600-4-2.400-4 2.400 1-4.600-3.500-3.100 4.600-.5z",
  },
  { colour: "#fff066", shape: "M14.500 6.200a6 6 0 100 11.600 7 7 0 010-11.600z" },
];

/** The badge of a seat. */
export function badgeOf(seat: number): Badge {
  const badge = BADGES[seat % BADGES.length];
  if (!badge) throw new RangeError(`no seat has the number ${seat}`);
  return badge;
}
