/** Which chapters the rules of each edition have, and the dice shown beside them. No words. */

export type RuleKey =
  | "goal"
  | "setup"
  | "startPlaced"
  | "startThrown"
  | "turn"
  | "match"
  | "choice"
  | "null"
  | "out"
  | "allin"
  | "cocked"
  | "cockedReroll"
  | "moveFree"
  | "moveConsent"
  | "end"
  | "tournament"
  | "power"
  | "avatar"
  | "fire"
  | "water"
  | "stone"
  | "lightning"
  | "air"
  | "spells"
  | "immobulus"
  | "relashio"
  | "accio"
  | "wingardium"
  | "confundo";

/** Heading and text of each chapter. */
export type RuleWords = Readonly<Record<RuleKey, readonly [string, string]>>;

export interface Chapter {
  readonly key: RuleKey;
  readonly faces?: readonly string[];
}

/** Dice per player for 2, 3, 4 and 5 players. */
export const HANDS = { first: [9, 8, 7, 6], other: [8, 7, 6, 5] } as const;

function game(
  pair: string,
  single: string,
  start: RuleKey,
  cocked: RuleKey,
  move: RuleKey,
  effects: readonly Chapter[],
): readonly Chapter[] {
  return [
    { key: "goal" },
    { key: "setup" },
    { key: start },
    { key: "turn" },
    { key: "null", faces: ["X"] },
    { key: "match", faces: [pair, pair] },
    { key: "choice", faces: [pair, single] },
    { key: "out" },
    { key: "allin" },
    ...effects,
    { key: cocked },
    { key: move },
    { key: "end" },
    { key: "tournament" },
  ];
}

const ELEMENTS: readonly Chapter[] = (["lightning", "fire", "stone", "air", "water"] as const).map(
  (key) => ({
    key,
    faces: [key, key],
  }),
);

const SPELLS: readonly Chapter[] = [
  { key: "spells" },
  ...(["immobulus", "relashio", "accio", "wingardium", "confundo"] as const).map((key) => ({
    key,
    faces: [key, key],
  })),
];

export const CHAPTERS: Readonly<Record<string, readonly Chapter[]>> = {
  "strike-2020": game("5", "3", "startThrown", "cocked", "moveConsent", []),
  "strike-2012": game("5", "3", "startPlaced", "cockedReroll", "moveFree", []),
  impact: game("fire", "water", "startPlaced", "cocked", "moveFree", []),
  "impact-power": game("fire", "water", "startThrown", "cocked", "moveFree", [
    { key: "power" },
    ...ELEMENTS,
  ]),
  "impact-avatar": game("fire", "water", "startThrown", "cocked", "moveFree", [
    { key: "avatar" },
    ...ELEMENTS,
  ]),
  "harry-potter": game("accio", "confundo", "startThrown", "cocked", "moveConsent", SPELLS),
};
