/** What every screen has that draws a table: the arena between a bar above and a bar below. */

import type { ComponentChildren, RefObject } from "preact";
import { t } from "../i18n";
import { useSession } from "../session";
import { useFamily } from "../style/family";
import { Explained } from "./explained";
import { useInsets } from "./insets";
import { useKeys } from "./keys";
import { type OtherBot, SeatTags } from "./nametags";
import { useShaking } from "./shake";
import { StrengthMeter } from "./strength";
import { ArenaFrame, Skipping } from "./view";
import "./actions.css";
import "./caption.css";
import "./topbar.css";
import "./view.css";
import "./frame.css";

interface Framed {
  /** What more the style sheets call it. */
  readonly kind?: string;
  /** Of the box; null while nobody knows. */
  readonly edition: string | null;
  /** The bar above. */
  readonly bar: ComponentChildren;
  /** Of a bar above that has a height of its own. */
  readonly head?: RefObject<HTMLElement | null>;
  /** What stands between the bars, or over them. */
  readonly over?: ComponentChildren;
  readonly tags: boolean;
  readonly otherBot?: OtherBot;
  /** What the bar below is. */
  readonly label?: string;
  readonly children: ComponentChildren;
}

export function TableFrame(framed: Framed) {
  const { bar, children, edition, head, kind = "", label = t("hud.moves"), over } = framed;
  const bottom = useInsets(head);
  useFamily(edition);
  return (
    <main class={`table ${kind}`}>
      {bar}
      {framed.tags && <SeatTags otherBot={framed.otherBot ?? null} />}
      {over}
      <Explained />
      <section class="bottom-bar" ref={bottom} aria-label={label}>
        {children}
      </section>
    </main>
  );
}

/** The same for whoever throws there. */
export function PlayFrame({ over, ...framed }: Framed & { readonly edition: string }) {
  useKeys();
  useShaking();
  const { game } = useSession().page.table.value;
  return (
    <TableFrame
      {...framed}
      tags={framed.tags && game !== null}
      over={
        <>
          <ArenaFrame edition={framed.edition} />
          {over}
          <Skipping />
          <StrengthMeter />
        </>
      }
    />
  );
}
