/** What many games add up to. */

import { expect, test } from "vitest";
import { botName } from "../../src/game/characters";
import type { PlayedGame } from "../../src/memory/played";
import {
  ACHIEVEMENTS,
  type Achievement,
  bestThrows,
  byEdition,
  byOpponent,
  earned,
  luckOverTime,
  scoreOf,
} from "../../src/memory/summary";
import { LANGUAGE_NAMES, WORDS } from "../i18n/texts";
import { game as lostGame } from "./games";

const MASTER = { kind: "bot", name: "master" } as const;
const ANN = { kind: "person", name: "Ann Lee" } as const;

const game = (more: Partial<PlayedGame> = {}) => lostGame({ opponents: [ANN], ...more });

test("wins by edition and by opponent, the commonest first, each opponent once a game", () => {
  const games = [
    game({ won: true, edition: "impact" }),
    game({ opponents: [MASTER, MASTER] }),
    game({ won: true, opponents: [MASTER, ANN] }),
  ];
  expect(scoreOf(games)).toEqual({ games: 3, won: 2 });
  expect(byEdition(games)).toEqual([
    ["strike-2020", { games: 2, won: 1 }],
    ["impact", { games: 1, won: 1 }],
  ]);
  expect(byOpponent(games)).toEqual([
    [ANN, { games: 2, won: 2 }],
    [MASTER, { games: 2, won: 1 }],
  ]);
});

test("luck adds up, and its spread grows with the root of the dice", () => {
  const points = luckOverTime([game({ thrown: 36, lost: 6 }), game({ thrown: 108, lost: 15 })]);
  expect(points[0]?.dice).toBeCloseTo(0);
  expect(points[1]?.dice).toBeCloseTo(3);
  expect((points[1]?.spread ?? 0) / (points[0]?.spread ?? 1)).toBeCloseTo(2);
});

test("the greatest takes come first, the newer of equals before the older", () => {
  const [a, b, c] = [3, 5, 3].map((dice) => game({ best: { number: 1, dice } }));
  const best = bestThrows([a, b, c, game()].filter(Boolean) as PlayedGame[], 2);
  expect(best.map((one) => one.game)).toEqual([b?.game, c?.game]);
});

test("nobody has earned anything without having done it", () => {
  expect([...earned([]).keys()]).toEqual([]);
  expect([
    ...earned([game({ thrown: 60, lost: 20, opponents: [MASTER, ANN, ANN, ANN] })]).keys(),
  ]).toEqual([]);
});

const BY: Readonly<Record<Achievement, Partial<PlayedGame>>> = {
  win: { won: true },
  ten: {},
  boxes: { won: true },
  crowd: { won: true, opponents: [ANN, ANN, ANN, ANN] },
  master: { won: true, opponents: [MASTER] },
  five: { best: { number: 3, dice: 5 } },
  clean: { won: true, lost: 0 },
  unlucky: { won: true, thrown: 36, lost: 9 },
};

test.each(ACHIEVEMENTS)("%s is earned by what it says, in that game", (name) => {
  const last = game(BY[name]);
  const before =
    name === "boxes"
      ? [game({ won: true, edition: "impact" }), game({ won: true, edition: "harry-potter" })]
      : Array.from({ length: name === "ten" ? 9 : 0 }, () => game());
  expect(earned(before).has(name)).toBe(false);
  expect(earned([...before, last, game(BY[name])]).get(name)).toBe(last);
});

test.each(LANGUAGE_NAMES)(
  "in %s the hardest opponent is called by the name that one meets",
  (language) => {
    const words = WORDS[language];
    const how = String(words["achieve.master.how"]);
    expect(how).toContain(botName(MASTER.name));
    const title = String(words["level.master"]).split(" ").at(-1) ?? "";
    expect(how, "as in the list of opponents").toContain(title);
  },
);
