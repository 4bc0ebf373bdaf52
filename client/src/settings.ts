/** What this device remembers: language, sound, picture, seats and what was typed. */

import { type Signal, signal } from "@preact/signals";
import type { Picture } from "./arena/types";
import { FIRST_EDITION, isEdition } from "./game/editions";
import { hall, hallDrawer, whenReady } from "./hall/hall";

const PREFIX = "kessel.";

function stored(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function store(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // A browser that keeps nothing still plays; it only forgets.
  }
}

/** A value that survives a reload, and can be followed like a signal. */
export interface Setting<T> {
  value: T;
  /** Changes what is kept by now: another tab of this page may have changed it, too. */
  change(by: (kept: T) => T): void;
}

/** Read when it is first asked for; a stored value of another shape is dropped. */
export function remembered<T>(
  name: string,
  start: T,
  valid: (value: unknown) => value is T,
): Setting<T> {
  let known: Signal<T> | null = null;
  const opened = () => {
    known ??= signal(read(name, start, valid));
    return known;
  };
  const setting: Setting<T> = {
    get value() {
      return opened().value;
    },
    set value(next) {
      opened().value = next;
      store(name, JSON.stringify(next));
    },
    change(by) {
      setting.value = by(read(name, opened().peek(), valid));
    },
  };
  return setting;
}

function read<T>(name: string, start: T, valid: (value: unknown) => value is T): T {
  const kept = stored(name);
  if (kept === null) return start;
  try {
    const value: unknown = JSON.parse(kept);
    return valid(value) ? value : start;
  } catch {
    store(name, null);
    return start;
  }
}

export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
/** Another tab of this page changed it: take over what it kept. */
export function sharedBetweenTabs<T>(page: Window, name: string, kept: Setting<T>): void {
  page.addEventListener("storage", ({ key, newValue }) => {
    if (key === PREFIX + name && newValue !== null) kept.change((now) => now);
  });
}

export const isText = (value: unknown): value is string => typeof value === "string";
const isSpeed = (value: unknown): value is number => SPEEDS.some((speed) => speed === value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
const isKnownEdition = (value: unknown): value is string => isText(value) && isEdition(value);
export const oneOf =
  <T extends string>(names: readonly T[]) =>
  (value: unknown): value is T =>
    names.includes(value as T);

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
/** Whether bots answer at once where nobody else plays. */
export const fastBots = remembered<boolean>("fastBots", true, isBoolean);
/** Whether opponents say a few words. */
export const banter = remembered<boolean>("banter", true, isBoolean);
/** Whether the coach shows where to aim. */
export const coachAims = remembered<boolean>("coachAims", false, isBoolean);
export const clock = remembered<(typeof CLOCKS)[number]>("clock", "off", oneOf(CLOCKS));
/** 1 or 2 times real time; 0 shows no flights at all. */
export const speed = remembered<number>("speed", 1, isSpeed);
export const playerName = remembered<string>("name", "", isText);
/** Whether the row of reactions is open at tables; automatically where there is company and room. */
export const ROWS = ["auto", "open", "closed"] as const;
export const reactionRow = remembered<(typeof ROWS)[number]>("reactions", "auto", oneOf(ROWS));
export const taught = remembered<boolean>("taught", false, isBoolean);
/** Whether the first game was played, or declined. */
export const metLesson = remembered<boolean>("lesson", false, isBoolean);
export const lastEdition = remembered<string>("edition", FIRST_EDITION, isKnownEdition);
export const lastOpponents = remembered<number>("opponents", 2, isCount);
export const lastLevel = remembered<string>("level", "", isText);

interface KeptTable {
  readonly table: string;
  readonly tokens: readonly string[];
  /** The secret of the key with which this device signs there. */
  readonly secret: string;
  /** The fingerprint of the host, if this device came by an invitation. */
  readonly host: string | null;
}

const MOST_TABLES = 20;

function isKept(value: unknown): value is KeptTable {
  const kept = value as Partial<KeptTable> | null;
  return (
    typeof kept === "object" &&
    kept !== null &&
    isText(kept.table) &&
    isText(kept.secret) &&
    Array.isArray(kept.tokens) &&
    kept.tokens.every(isText)
  );
}

function areKept(value: unknown): value is readonly KeptTable[] {
  return Array.isArray(value) && value.every(isKept);
}

const TABLES = "tables";
/** Newest last. */
const serversTables = remembered<readonly KeptTable[]>(TABLES, [], areKept);
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
export function keptIn(drawer: Pick<Storage, "getItem">): KeptTable | null {
  const seats: object | null = JSON.parse(drawer.getItem(`${PREFIX}table`) ?? "null");
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

type OwnGames = readonly (readonly [game: string, seats: readonly number[]])[];

function isOwnGames(value: unknown): value is OwnGames {
  return (
    Array.isArray(value) &&
    value.every(
      (one) =>
        Array.isArray(one) && isText(one[0]) && Array.isArray(one[1]) && one[1].every(isCount),
    )
  );
}

const ownGames = remembered<OwnGames>("games", [], isOwnGames);

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
  sharedBetweenTabs(page, TABLES, serversTables);
  whenReady((drawer) => {
    ownTable.value = keptIn(drawer);
  });
}

/** The picture to start with: as wished, or guessed from the device. */
export function startPicture(): Picture {
  const wished = new URLSearchParams(location.search).get("quality") ?? quality.value;
  if (isPicture(wished)) return wished;
  const cores = navigator.hardwareConcurrency ?? 4;
  const memory = (navigator as { deviceMemory?: number }).deviceMemory ?? 4;
  if (cores <= 2 || memory <= 2) return "low";
  return cores >= 8 && !window.matchMedia("(pointer: coarse)").matches ? "high" : "medium";
}
