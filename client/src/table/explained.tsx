/** What a side of a die is and does at this table, in the words of the rules. */

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { DieFace } from "../controls/die";
import { IconButton } from "../controls/icons";
import { namesOn, useEditionView, useRuleWords } from "../controls/rulewords";
import { familyOf } from "../game/editions";
import type { TableState } from "../game/table";
import { capital, fillText, t } from "../i18n";
import { type PageChapter, type PlayedRules, pageOf } from "../i18n/rules";
import type { GameView } from "../protocol";
import { useSession } from "../session";
import { faceName, sideTitle } from "../speech/sentences";
import type { PageState } from "../state";
import "./explained.css";

/** By which rules a table plays its edition. */
export function playedAt({ info, game }: TableState): Omit<PlayedRules, "edition"> {
  const elements = game?.elements.length ? game.elements : (info?.elements ?? null);
  return { preset: info?.preset ?? "", options: info?.options ?? {}, elements };
}

/** The chapter of the rules that tells what a side does. */
function chapterOf(face: string, played: PlayedRules): PageChapter | undefined {
  const chapters = pageOf(played);
  const plain = face === "X" ? "null" : "match";
  return chapters.find(({ side }) => side === face) ?? chapters.find(({ id }) => id === plain);
}

/** A small die in a text, that explains itself. */
export function SideButton({ face, edition }: { face: string; edition: string }) {
  return (
    <button
      type="button"
      class="symbol"
      aria-label={t("explain.what", { name: faceName(face, edition) })}
      onClick={() => explain(face)}
    >
      <DieFace face={face} family={familyOf(edition)} size={22} />
    </button>
  );
}

export function Explained() {
  const { table } = useSession().page;
  const face = explained.value;
  return face && table.value.info ? <Card face={face} edition={table.value.info.edition} /> : null;
}

function Card({ face, edition }: { face: string; edition: string }) {
  const { table } = useSession().page;
  const card = useRef<HTMLDivElement>(null);
  const view = useEditionView(edition);
  const words = useRuleWords();
  useClosing(card);
  const chapter = view ? chapterOf(face, { edition: view, ...playedAt(table.value) }) : undefined;
  const title = chapter?.side ? sideTitle(face, edition) : capital(faceName(face, edition));
  const said = (chapter?.sentences ?? []).filter(
    ({ key, detail }) => !detail && !key.startsWith("match."),
  );
  return (
    <div class="explained" role="status" ref={card}>
      <DieFace face={face} family={familyOf(edition)} size={44} />
      <div>
        <strong>{title}</strong>
        {words && view && (
          <p>{said.map(({ key }) => fillText(words[key], namesOn(view))).join(" ")}</p>
        )}
      </div>
      <IconButton icon="close" label={t("panel.close")} onClick={explainNothing} />
    </div>
  );
}

/** Whatever is touched next, the card goes. */
function useClosing(card: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const touched = (event: PointerEvent) => {
      if (!card.current?.contains(event.target as Node)) explainNothing();
    };
    window.addEventListener("pointerdown", touched);
    return () => window.removeEventListener("pointerdown", touched);
  }, []);
}

export const explained = signal<string | null>(null);

export function explain(face: string): void {
  explained.value = face;
}

export function explainNothing(): void {
  explained.value = null;
}

/** The side that a lying die shows; of a tower that is the one on top. */
export function faceOf(game: GameView | null, die: number): string | null {
  const piece = game?.arena.find(({ dice }) => dice.some((one) => one.id === die));
  return piece?.dice.at(-1)?.face ?? null;
}

/** A die of the arena is asked about; null: no more. */
export function explainDie(page: PageState, die: number | null): void {
  explained.value = die === null ? null : faceOf(page.table.value.game, die);
}

/** One after the other of the sides that lie in the arena, then none. */
export function explainNext(page: PageState): void {
  const lying = (page.table.value.game?.arena ?? []).flatMap(({ dice }) => dice.at(-1)?.face ?? []);
  const sides = [...new Set(lying)];
  const at = explained.value === null ? -1 : sides.indexOf(explained.value);
  explained.value = sides[at + 1] ?? null;
}
