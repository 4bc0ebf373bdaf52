/** Puts caption lines into the words of the chosen language and edition. */

import { botName } from "../game/characters";
import { FIRST_EDITION, familyOf, isEdition } from "../game/editions";
import { capital, type Key, language, listed, maybe, t } from "../i18n";
import type {
  ActionView,
  EDITIONS,
  EditionId,
  Family,
  GameView,
  Level,
  Params,
  SeatView,
} from "../protocol";
import type { Scene, SpokenLine } from "./lines";

type Side = (typeof EDITIONS)[EditionId]["faces"][number];
type Element = (typeof EDITIONS)[EditionId]["elements"][number];
type Case = "the" | "in" | "into" | "from";

/** Keys put together from what the server names: all have words, or this does not compile. */
type Built =
  | `edition.${"" | "hint."}${EditionId}`
  | `face.${Side}`
  | `effect.${Element}`
  | `level.${Level}`
  | `habit.${Level}`
  | `arena.${Family}.${Case}`
  | `report.action.${"gentle" | "firm" | "wild"}`;
const WITHOUT_WORDS: [Exclude<Built, Key>] extends [never] ? readonly [] : Exclude<Built, Key> = [];
void WITHOUT_WORDS;

export function editionName(edition: string): string {
  return maybe(`edition.${edition}`) ?? edition;
}

export function faceName(face: string, edition: string): string {
  if (face === "X" && familyOf(edition) === "impact") return t("face.blank");
  return maybe(`face.${face}`) ?? face;
}

/** The null side with its article, as sentences need it. */
export function theNull(edition: string): string {
  return t(familyOf(edition) === "impact" ? "face.the.blank" : "face.the.X");
}

export function effectName(element: string): string {
  return maybe(`effect.${element}`) ?? element;
}

/** A side and what it does, as a heading: a spell is called by its name alone. */
export function sideTitle(face: string, edition: string): string {
  const named = capital(faceName(face, edition));
  const effect = maybe(`effect.${face}`);
  return effect ? t("pair", { first: named, second: effect }) : named;
}

/** The arena's name with its article, in the cases that sentences need. */
export function arenaParams(edition: string): Record<string, string> {
  const named = (form: Case) => t(`arena.${familyOf(edition)}.${form}`);
  return {
    arenaThe: named("the"),
    ArenaThe: capital(named("the")),
    arenaIn: named("in"),
    arenaInto: named("into"),
    arenaFrom: named("from"),
  };
}

export function allInName(edition: string): string {
  return t(`allin.${isEdition(edition) ? edition : FIRST_EDITION}`);
}

/** What texts about rules may name: the arena, the throw of all dice, the null side. */
export function ruleParams(edition: string): Record<string, string> {
  return {
    ...arenaParams(edition),
    allin: allInName(edition)
      .replace(/[¡!]\s*/g, "")
      .trim(),
    null: faceName("X", edition),
    theNull: theNull(edition),
  };
}

/** By which booklet is played, in one line; an empty preset is what most booklets say. */
export function bookletLine(preset: string): string {
  if (!preset) return t("setup.byMost");
  const named = new Intl.DisplayNames(language.value, { type: "language" }).of(preset);
  return t("setup.byBooklet", { language: named ?? preset });
}

/** Who plays at a level, and how. */
export function levelName(level: string): string {
  const how = maybe(`level.${level}`);
  return how
    ? t("pair", { first: botName(level), second: how })
    : t("level.named", { name: isolated(level) });
}

const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name that is written from right to left leaves alone what stands beside it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** Empty for a seat that is not known. */
export function seatName(seat: SeatView | undefined): string {
  if (!seat) return "";
  return seat.name ? isolated(seat.name) : t("lobby.openSeat");
}

/** What fills a sentence, in words. */
function worded({ name, names, count, face, faces, elements }: Params, scene: Scene) {
  const called = (seat: number) => (seat === scene.you ? t("list.you") : (scene.names[seat] ?? ""));
  const side = (one: string) => faceName(one, scene.edition);
  const counted = ([one, many]: [string, number]) =>
    t("count.faces", { count: many, face: side(one) });
  return {
    ...(name !== undefined && { name: called(name) }),
    ...(names && { names: listed(names.map(called)) }),
    ...(count !== undefined && { count }),
    ...(face !== undefined && { face: side(face) }),
    ...(faces && {
      faces: listed(Array.isArray(faces) ? faces.map(side) : Object.entries(faces).map(counted)),
    }),
    ...(elements && { elements: listed(elements.map(effectName)) }),
  };
}

export function speakLine(line: SpokenLine, scene: Scene): string {
  return t(line.key, {
    ...arenaParams(scene.edition),
    allin: allInName(scene.edition),
    null: faceName("X", scene.edition),
    ...worded(line.params, scene),
  });
}

/** Why a line was said; null for a line that says it itself. */
export function whyOf(line: SpokenLine, scene: Scene): string | null {
  return line.why === null ? null : t(line.why, arenaParams(scene.edition));
}

/** What lies in the arena, for those who hear it. */
export function speakArena(game: Pick<GameView, "arena">, edition: string): string {
  const arena = arenaParams(edition);
  const counts = new Map<string, number>();
  for (const piece of game.arena) {
    const top = piece.dice.at(-1);
    if (top) counts.set(top.face, (counts.get(top.face) ?? 0) + 1);
  }
  if (!counts.size) return t("hud.liesNothing", arena);
  const faces = [...counts].map(([side, count]) => {
    const face = faceName(side, edition);
    return count === 1 ? face : t("count.faces", { count, face });
  });
  return t("hud.lies", { ...arena, faces: listed(faces) });
}

/** What the coach speaks of: stopping, or a throw of some strength. */
export function actionName(action: ActionView): string {
  if (action.unit === null) return t("report.action.stop");
  if (action.unit === "all") return t("report.action.all");
  const strength = maybe(`report.action.${action.strength}`) ?? t("report.action.firm");
  const [kind, index] = action.unit.split(":");
  if (index === undefined) return strength;
  const key = kind === "pile" ? "report.unit.pile" : "report.unit.die";
  return t(key, { throw: strength, number: Number(index) + 1 });
}
