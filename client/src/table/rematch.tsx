/** Another game, with this box or another: others are asked for two seconds, so that nobody's podium
 * is wiped away. */

import { useEffect } from "preact/hooks";
import { Button } from "../controls/button";
import { EditionCards, shortName } from "../controls/editions";
import { agreeable, FIRST_EDITION, isEdition } from "../game/editions";
import { byBooklet } from "../game/houserules";
import type { TableState } from "../game/table";
import { language, t } from "../i18n";
import type { EditionId } from "../protocol";
import { type Session, useSession } from "../session";
import { lastEdition } from "../settings";
import { editionName, seatName } from "../speech/sentences";
import "./rematch.css";

/** What the others have to say that they would like to wait. */
const ASKED_MS = 2000;

/** Whether there is anybody else to ask. */
export function hasCompany(session: Session): boolean {
  const { own, table } = session.page;
  return table.value.seats.some(
    ({ kind, present, seat }) => kind === "person" && present && !own.value.includes(seat),
  );
}

/** Whether the tournament goes on with the next game. */
function hasMore({ tournament }: TableState): boolean {
  return tournament !== null && tournament.winners === null;
}

/** The box of the next game, if it is another one. */
function otherBox({ info }: TableState): string | null {
  const edition = info?.next?.edition ?? info?.edition;
  return edition === undefined || edition === info?.edition ? null : edition;
}

export function RematchButton() {
  const session = useSession();
  const { own, table } = session.page;
  const [seat] = own.value;
  const { proposed } = table.value;
  const asking = proposed?.what === "rematch" && proposed.seat === seat;
  useEffect(() => {
    if (!asking) return;
    const timer = window.setTimeout(() => session.send({ type: "rematch" }), ASKED_MS);
    return () => window.clearTimeout(timer);
  }, [asking, proposed]);
  if (seat === undefined) return null;
  const again = () =>
    session.send(
      hasCompany(session) ? { type: "propose", seat, what: "rematch" } : { type: "rematch" },
    );
  return <Button class="primary" text={againWord(table.value)} disabled={asking} onClick={again} />;
}

function againWord(table: TableState): string {
  const box = otherBox(table);
  if (box !== null) return t("end.box.play", { edition: shortName(box) });
  return t(hasMore(table) ? "end.nextGame" : "end.again");
}

/** Another box for the next game: the host chooses, and everybody sees which. */
export function AnotherBox() {
  const session = useSession();
  const { own, table } = session.page;
  const { info } = table.value;
  const box = otherBox(table.value);
  if (!info) return null;
  const edition = info.next?.edition ?? info.edition;
  const choose = (next: EditionId) => {
    lastEdition.value = next;
    const { preset } = byBooklet(next, language.value);
    const elements = agreeable(next);
    session.send({
      type: "choose_box",
      edition: next,
      preset: preset || null,
      elements: elements.length ? [...elements] : null,
    });
  };
  return (
    <>
      {info.host !== null && own.value.includes(info.host) && !hasMore(table.value) && (
        <details class="fold box-fold">
          <summary>{t("end.box")}</summary>
          <EditionCards edition={isEdition(edition) ? edition : FIRST_EDITION} onChoose={choose} />
        </details>
      )}
      {box !== null && (
        <p class="next-box" role="status">
          {t("end.box.next", { edition: editionName(box) })}
        </p>
      )}
    </>
  );
}

/** Who would like another game, and the way to say: not yet. */
export function Proposal() {
  const session = useSession();
  const { own, table } = session.page;
  const { proposed, seats } = table.value;
  const who = proposed && seats[proposed.seat];
  if (!proposed || !who) return null;
  const [seat] = own.value;
  const name = seatName(who);
  if (proposed.what === "wait")
    return (
      <p class="proposal" role="status">
        {t("party.waits", { name })}
      </p>
    );
  return (
    <div class="proposal" role="status">
      <p>{t("party.wantsAgain", { name })}</p>
      <span class="proposal-time" aria-hidden="true" />
      {seat !== undefined && seat !== proposed.seat && (
        <Button
          text={t("party.notYet")}
          onClick={() => session.send({ type: "propose", seat, what: "wait" })}
        />
      )}
    </div>
  );
}
