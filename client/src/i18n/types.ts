/** The shape of a language: every key of English, as a text or with its plural forms. */

import type game from "@words/en/game.json";
import type { en } from "./en";

export type FurnitureKey = keyof typeof en;
export type GameKey = keyof typeof game;
export type Key = FurnitureKey | GameKey;
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};
type Texts<Of extends Key> = Readonly<Record<Of, string | Plural>>;
export type Furniture = Texts<FurnitureKey>;
export type GameWords = Texts<GameKey>;
export type Words = Texts<Key>;
