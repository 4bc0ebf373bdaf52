/** Finished games: as they are remembered, and what they add up to. */

import { expect, test } from "vitest";
import { botName } from "../../src/game/characters";
import { NOTHING_YET } from "../../src/game/practice";
import { NO_TABLE, reduce, type TableState } from "../../src/game/table";
import { type PlayedGame, playedGame } from "../../src/memory/played";
import {
  crownOf,
  eveningOf,
  type SharedGame,
  sharedGame,
  tallies,
  tallyAmong,
} from "../../src/memory/shared";
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
import type { SeatStats, SeatView } from "../../src/protocol";
import { gameView, seatView, snapshot, throwBy } from "../game/views";
import { LANGUAGE_NAMES, WORDS } from "../i18n/texts";
import { game as lostGame, tableAfter } from "./games";

// A finished game as it is remembered: from what the page saw, for the only own seat.

const STATS: SeatStats = {
  ...NOTHING_YET,
  throws: 9,
  dice_thrown: 12,
  strikes: 4,
  collected: 7,
  greatest: 3,
  lost_null: 1,
};

const SEATS = [
  seatView(0),
  seatView(1, { kind: "bot", level: "master", yours: false }),
  seatView(2, { name: "Ann", yours: false }),
];

function table(winner: number, seats: SeatView[] = SEATS): TableState {
  const takes = [
    [0, [1, 2]],
    [1, [1, 2, 3, 4]],
    [0, [1, 2, 3]],
    [0, [4, 5, 6]],
  ] as const;
  return tableAfter(seats, takes, winner, { stats: seats.map(() => STATS) });
}

test("who was played, what was won, how lucky it was, and the greatest own take", () => {
  expect(playedGame(table(0), 5)).toEqual({
    game: "g",
    edition: "strike-2020",
    when: 5,
    won: true,
    place: 1,
    opponents: [
      { kind: "bot", name: "master" },
      { kind: "person", name: "Ann" },
    ],
    throws: 9,
    strikes: 4,
    collected: 7,
    thrown: 12,
    lost: 1,
    best: { number: 2, dice: 3 },
  });
  expect(playedGame(table(1), 5)).toMatchObject({ won: false, place: 2 });
});

test("a game that is not over, that was only watched, or was played by several here is none", () => {
  const running = reduce({ ...NO_TABLE, code: "t" }, snapshot(gameView(throwBy(0))));
  expect(playedGame(running, 5)).toBeNull();
  const others = [seatView(0, { yours: false }), seatView(1, { yours: false })];
  expect(playedGame(table(0, others), 5)).toBeNull();
  expect(playedGame(table(0, [seatView(0), seatView(1, { yours: true })]), 5)).toBeNull();
});

// Games of several people: remembered for all of them, and how it stands between them.

const COMPANY = [
  seatView(0, { name: "Ann" }),
  seatView(1, { name: "Ben", yours: true }),
  seatView(2, { kind: "bot", level: "rule", yours: false }),
];

function sharedTable(winner: number, seats = COMPANY): TableState {
  const takes = [
    [0, [1, 2]],
    [2, [1, 2, 3, 4]],
    [1, [1, 2, 3]],
  ] as const;
  return tableAfter(seats, takes, winner);
}

/** A game that these people played, best first; the first `winners` of them won it. */
function played(when: number, names: readonly string[], winners = 1): SharedGame {
  const people = names.map((name, i) => ({ name, won: i < winners, place: i + 1 }));
  return { game: `g${when}`, edition: "strike-2020", when, people, best: null };
}

test("all people are placed, and the greatest take of any of them is kept with the name", () => {
  expect(sharedGame(sharedTable(1), 5, false)).toEqual({
    game: "g",
    edition: "strike-2020",
    when: 5,
    people: [
      { name: "Ben", won: true, place: 1, here: true },
      { name: "Ann", won: false, place: 2, here: true },
    ],
    best: { number: 2, dice: 3, name: "Ben" },
  });
});

test("a game with somebody at another device is one's own, and shared as well", () => {
  const apart = COMPANY.map((seat) => ({ ...seat, yours: seat.seat === 0 }));
  expect(playedGame(sharedTable(1, apart), 5)).not.toBeNull();
  const people = sharedGame(sharedTable(1, apart), 5, false)?.people ?? [];
  expect(people.map(({ name, here }) => [name, here])).toEqual([
    ["Ben", false],
    ["Ann", true],
  ]);
  expect(playedGame(sharedTable(1), 5)).toBeNull();
});

test("one person among computers shares with nobody", () => {
  const [ann, , bot] = COMPANY as [SeatView, SeatView, SeatView];
  expect(sharedGame(sharedTable(0, [ann, { ...bot, seat: 1 }, bot]), 5, false)).toBeNull();
});

test("who only watches keeps nothing, but the screen of a party does", () => {
  const watched = COMPANY.map((seat) => ({ ...seat, yours: false }));
  expect(sharedGame(sharedTable(1, watched), 5, false)).toBeNull();
  expect(sharedGame(sharedTable(1, watched), 5, true)?.people).toHaveLength(2);
});

test("a game that goes on, and a replay, are none", () => {
  const running = snapshot(gameView(throwBy(0), { seats: [0, 1, 2] }), { seats: COMPANY });
  expect(sharedGame(reduce({ ...NO_TABLE, code: "t" }, running), 5, false)).toBeNull();
  expect(sharedGame({ ...table(0), code: null }, 5, false)).toBeNull();
});

const winsOf = ({ name, wins }: { name: string; wins: number }) => ({ name, wins });

test("the same people in any order have one tally, over boxes and nights; others their own", () => {
  const games = [
    played(1, ["Oma", "Tom"]),
    { ...played(2, ["Tom", "Oma"]), edition: "impact" },
    played(3, ["Mia", "Oma", "Tom"]),
    played(4, ["Oma", "Tom"]),
  ];
  expect(tallies(games).map(({ people, games: count }) => [people.map(winsOf), count])).toEqual([
    [
      [
        { name: "Oma", wins: 2 },
        { name: "Tom", wins: 1 },
      ],
      3,
    ],
    [
      [
        { name: "Mia", wins: 1 },
        { name: "Oma", wins: 0 },
        { name: "Tom", wins: 0 },
      ],
      1,
    ],
  ]);
  expect(tallyAmong(games, ["Tom", "Oma"])).toEqual(tallies(games)[0]);
  expect(tallyAmong(games, ["Tom", "Mia"])).toBeNull();
});

// What many games add up to.

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
  const average = game({ won: true, thrown: 3600, lost: 610 });
  expect(earned([average]).has("unlucky")).toBe(false);
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

test.each([
  ["nobody has it before a game", [], null],
  ["whoever won first", [["Ann"]], "Ann"],
  ["who leads keeps it while another draws level", [["Ann"], ["Ben"]], "Ann"],
  ["and loses it to whoever overtakes", [["Ann"], ["Ben"], ["Ben"]], "Ben"],
  ["games of others count for nothing", [["Ann"], ["Mia"], ["Mia"]], "Ann"],
])("the crown: %s", (_, won, crowned) => {
  const games = won.map(([name = ""], i) =>
    played(i, name === "Mia" ? ["Mia", "Ann"] : [name, name === "Ann" ? "Ben" : "Ann"]),
  );
  expect(crownOf(games, ["Ben", "Ann"])).toBe(crowned);
});

test("an evening ends with a pause of four hours, also the one before now", () => {
  const hour = 3_600_000;
  const games = [0, 1, 6, 7].map((when) => played(when * hour, ["Ann", "Ben"]));
  const evening = (now: number) => eveningOf(games, ["Ben", "Ann"], now * hour).length;
  expect([evening(8), evening(11), evening(12)]).toEqual([2, 2, 0]);
});
