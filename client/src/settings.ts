/** What this device remembers: language, sound, picture, seats and what was typed. */

import { effect, type Signal, signal, untracked } from "@preact/signals";
import type { Picture } from "./arena/types";
import { engineDrawer } from "./engine/state";
import { FIRST_EDITION, isEdition } from "./game/editions";
import { hall, hallDrawer } from "./hall/hall";
import { browser, type Drawer, keep, readKept } from "./kept";
import {
  type Check,
  type Checked,
  isBoolean,
  isCount,
  isText,
  listOf,
  oneOf,
  orNull,
  shapeOf,
  tupleOf,
} from "./shapes";

const PREFIX = "kessel.";

/** A value that survives a reload, and can be followed like a signal. */
export interface Setting<T> {
  value: T;
  /** Changes what is kept by now: another tab of this page may have changed it, too. */
  change(by: (kept: T) => T): void;
  /** Another tab of this page changed it: take over what it kept. */
  follow(page: Window): void;
}

/** Read when it is first asked for; a stored value of another shape, or another version, is dropped. */
export function remembered<T>(
  name: string,
  start: T,
  valid: Check<T>,
  version: number | null = null,
): Setting<T> {
  const key = PREFIX + name;
  let known: Signal<T> | null = null;
  const kept = (otherwise: T): T => {
    const found = readKept(browser, key);
    const value = version === null ? found : inVersion(found, version);
    return value !== undefined && valid(value) ? value : otherwise;
  };
  const opened = () => {
    known ??= signal(kept(start));
    return known;
  };
  const setting: Setting<T> = {
    get value() {
      return opened().value;
    },
    set value(next) {
      opened().value = next;
      keep(browser, key, version === null ? next : { version, kept: next });
    },
    change(by) {
      setting.value = by(kept(opened().peek()));
    },
    follow(page) {
      page.addEventListener("storage", (told) => {
        if (told.key === key && told.newValue !== null) setting.change((now) => now);
      });
    },
  };
  return setting;
}

function inVersion(found: unknown, version: number): unknown {
  const labelled = found as { version?: unknown; kept?: unknown } | null | undefined;
  return labelled?.version === version ? labelled.kept : undefined;
}

const isKnownEdition = (value: unknown): value is string => isText(value) && isEdition(value);

type Quality = Picture | "auto";
export const QUALITIES = ["auto", "low", "medium", "high", "flat"] as const;
export const CLOCKS = ["off", "relaxed", "fast"] as const;
/** Only for a table by link; not kept for others. */
export const DAY_CLOCKS = ["day", "three_days"] as const;
export const SPEEDS = [1, 2, 0] as const;

export const languageChoice = remembered<string>("language", "", isText);
export const sound = remembered<boolean>("sound", true, isBoolean);
/** Whether the quiet room is heard in which one plays. */
export const room = remembered<boolean>("room", true, isBoolean);
/** Whether what happens is read aloud. */
export const voice = remembered<boolean>("voice", false, isBoolean);
export const haptics = remembered<boolean>("haptics", true, isBoolean);
/** Whether the browser tells of one's turn while one looks elsewhere. */
export const notifies = remembered<boolean>("notifies", false, isBoolean);
/** Whether shaking the phone throws. */
export const shakes = remembered<boolean>("shakes", false, isBoolean);
export const quality = remembered<Quality>("quality", "auto", oneOf(QUALITIES));
export const coach = remembered<boolean>("coach", false, isBoolean);
/** Whether buttons tell the key that does the same. */
export const keyHints = remembered<boolean>("keyHints", true, isBoolean);
/** Whether the coach shows where to aim. */
export const coachAims = remembered<boolean>("coachAims", false, isBoolean);
export const clock = remembered<(typeof CLOCKS)[number]>("clock", "off", oneOf(CLOCKS));
/** 1 or 2 times real time; 0 shows no flights at all. */
export const speed = remembered<number>("speed", 1, oneOf(SPEEDS));
export const playerName = remembered<string>("name", "", isText);
/** Whether the row of reactions is open at tables; automatically where there is company and room. */
export const ROWS = ["auto", "open", "closed"] as const;
export const reactionRow = remembered<(typeof ROWS)[number]>("reactions", "auto", oneOf(ROWS));
export const taught = remembered<boolean>("taught", false, isBoolean);
/** Whether the first game was played, or declined. */
export const metLesson = remembered<boolean>("lesson", false, isBoolean);
export const lastEdition = remembered<string>("edition", FIRST_EDITION, isKnownEdition);

const isKept = shapeOf({
  table: isText,
  tokens: listOf(isText),
  /** The secret of the key with which this device signs there. */
  secret: isText,
  /** The fingerprint of the host, if this device came by an invitation. */
  host: orNull(isText),
});
type KeptTable = Checked<typeof isKept>;

const MOST_TABLES = 20;

/** Newest last. */
const serversTables = remembered<readonly KeptTable[]>("tables", [], listOf(isKept));
/** Kept by the engine beside its tables. */
const ownTable = signal<KeptTable | null>(null);
/** The table of this device that was left for good: noted at once, since the engine, which keeps the
 * rest, may be busy until the page is gone. */
export const leftForGood = remembered<string>("left", "", isText);

/** The tables this device sits at in the hall where it plays, with the secrets of its seats; newest last. */
export function keptTables(): readonly KeptTable[] {
  if (hall.value.kind === "server") return serversTables.value;
  return ownTable.value ? [ownTable.value] : [];
}

export function keptAt(table: string | null): KeptTable | null {
  return keptTables().find((kept) => kept.table === table) ?? null;
}

export function keepTable(kept: KeptTable): void {
  if (hall.value.kind === "server") {
    serversTables.change((tables) =>
      [...tables.filter((one) => one.table !== kept.table), kept].slice(-MOST_TABLES),
    );
  } else {
    leftForGood.value = "";
    ownTable.value = kept;
    hallDrawer().setItem(`${PREFIX}table`, JSON.stringify(kept));
  }
}

/** Before this device asks for a seat: the engine keeps seats before it tells of them, and knows no
 * secret of a key, so that this one has to be there first. */
export function keepSecret(secret: string): void {
  if (hall.value.kind === "device") hallDrawer().setItem(`${PREFIX}secret`, secret);
}

/** The table in the engine's drawer: as this page wrote it, or the engine alone, without the secret. */
export function keptIn(drawer: Pick<Drawer, "getItem">): KeptTable | null {
  const seats = readKept(() => drawer, `${PREFIX}table`) as object | undefined;
  const kept: unknown = { secret: drawer.getItem(`${PREFIX}secret`), host: null, ...seats };
  return isKept(kept) && kept.table !== leftForGood.value ? kept : null;
}

export function forgetTable(table: string | null): void {
  const kept = keptAt(table);
  if (!kept) return;
  if (hall.value.kind === "server")
    serversTables.change((tables) => tables.filter((one) => one.table !== table));
  else {
    leftForGood.value = kept.table;
    ownTable.value = null;
    hallDrawer().removeItem(`${PREFIX}table`);
  }
}

/** Tokens that hold no seat any more. */
export function forgetTokens(table: string, refused: readonly string[]): void {
  const kept = keptAt(table);
  const tokens = kept?.tokens.filter((token) => !refused.includes(token)) ?? [];
  if (!kept || tokens.length === kept.tokens.length) return;
  if (tokens.length) keepTable({ ...kept, tokens });
  else forgetTable(table);
}

/** The table at which this device was a hand, so that it comes back as one. */
export const handTable = remembered<string>("hand", "", isText);

/** Games this device played in, newest last, with its seats: so that a replay says "you". */
const MOST_GAMES = 50;

/** Each game with its seats. */
const ownGames = remembered("games", [], listOf(tupleOf(isText, listOf(isCount))));

export function rememberGame(game: string, seats: readonly number[]): void {
  if (!seats.length || ownGames.value.some(([known]) => known === game)) return;
  ownGames.change((games) => [...games, [game, seats] as const].slice(-MOST_GAMES));
}

export function ownSeatsIn(game: string): readonly number[] {
  return ownGames.value.find(([known]) => known === game)?.[1] ?? [];
}

const isPicture = oneOf<Picture>(["low", "medium", "high", "flat"]);

export const reducedMotion = signal(false);

/** Whether nothing moves: the system wishes it, or all goes at once. */
export function isCalm(): boolean {
  return reducedMotion.value || speed.value === 0;
}

/** Follows what the system wishes, and the table that the engine keeps once it is ready. */
export function watchSettings(page: Window): void {
  const calm = page.matchMedia("(prefers-reduced-motion: reduce)");
  reducedMotion.value = calm.matches;
  calm.addEventListener("change", () => {
    reducedMotion.value = calm.matches;
  });
  serversTables.follow(page);
  effect(() => {
    const drawer = engineDrawer.value;
    if (drawer) ownTable.value = untracked(() => keptIn(drawer));
  });
}

export interface StartPicture {
  readonly picture: Picture;
  /** However slow it is. */
  readonly isWished: boolean;
}

/** The picture to start with: as wished, or guessed from the device. */
export function startPicture(): StartPicture {
  const wished = new URLSearchParams(location.search).get("quality") ?? quality.value;
  if (isPicture(wished)) return { picture: wished, isWished: true };
  return { picture: guessedPicture(), isWished: false };
}

function guessedPicture(): Picture {
  const cores = navigator.hardwareConcurrency ?? 4;
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 4;
  if (cores <= 2 || memory <= 2) return "low";
  return cores >= 8 && !window.matchMedia("(pointer: coarse)").matches ? "high" : "medium";
}
