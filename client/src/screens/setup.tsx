/** Tables that need a word more: friends on this device, guests by link, tournaments. */

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Toggle } from "../controls/choices";
import { EditionCards } from "../controls/editions";
import { AgreedElements } from "../controls/elements";
import { HouseRules } from "../controls/houserules";
import { useEditionView } from "../controls/rulewords";
import { SeatRows, Starter } from "../controls/seats";
import {
  firstDraft,
  isOpenEnough,
  levelsOf,
  mayHide,
  playedOf,
  seated,
  seatsOf,
  type TableDraft,
  type TableKind,
  wishOf,
} from "../game/draft";
import { agreeable, isAgreed } from "../game/editions";
import { byBooklet } from "../game/houserules";
import { type Key, language, t } from "../i18n";
import type { EditionId, EditionView } from "../protocol";
import { useSession } from "../session";
import { playerName } from "../settings";
import { Frame } from "./frame";
import { botLevel, openTable } from "./opening";
import { RulesButton } from "./rules";
import { ClockChoice, LongClockChoice } from "./settings";
import { useEdition } from "./showcase";
import { SamePeople } from "./tally";

const TITLES: Readonly<Record<TableKind, Key>> = {
  hotseat: "home.friends",
  invite: "home.invite",
  tournament: "home.tournament",
  party: "party.title",
};

type Change = (changed: Partial<TableDraft>) => void;

export function Setup({ kind }: { kind: TableKind }) {
  const session = useSession();
  const [edition, chooseEdition] = useEdition();
  const view = useEditionView(edition);
  const [draft, setDraft] = useState(() =>
    firstDraft(kind, playerName.value, byBooklet(edition, language.value), agreeable(edition)),
  );
  const { page } = session;
  const levels = levelsOf(draft.seats, page.welcome.value?.bots ?? [], botLevel(page));
  const named = (number: number) => t("setup.player", { number });
  const change: Change = (changed) => setDraft({ ...draft, ...changed });
  const choose = (next: EditionId) => {
    chooseEdition(next);
    change({ rules: byBooklet(next, language.value), elements: agreeable(next) });
  };
  const ready =
    session.line.state.value === "open" && isAgreed(edition, draft.elements) && isOpenEnough(draft);
  const create = () => {
    const first = draft.seats.find((seat) => seat.kind === "person");
    if (first?.name) playerName.value = first.name;
    const wish = wishOf(draft, { edition: view, levels, named });
    const to = kind === "party" ? "screen" : "table";
    void openTable(session, { ...wish, edition, tournament: kind === "tournament" }, to);
  };
  return (
    <Frame
      title={t(TITLES[kind])}
      aside={<RulesButton table={{ edition, ...playedOf(draft, view) }} />}
    >
      {kind === "party" && <p>{t("party.how")}</p>}
      <EditionCards edition={edition} onChoose={choose} />
      {(kind === "hotseat" || kind === "tournament") && (
        <SamePeople onChoose={(names) => setDraft(seated(draft, seatsOf(names)))} />
      )}
      <SeatRows
        kind={kind}
        seats={draft.seats}
        levels={levels}
        onChange={(seats) => setDraft(seated(draft, seats))}
      />
      <Starter
        names={draft.seats.map((seat, i) => seat.name || named(i + 1))}
        first={draft.first}
        onChange={(first) => change({ first })}
      />
      <AgreedElements
        offered={agreeable(edition)}
        elements={draft.elements}
        onChange={(elements) => change({ elements })}
      />
      <Ways kind={kind} draft={draft} edition={view} change={change} />
      <Button
        class="primary big"
        text={t(startWord(kind, draft))}
        disabled={!ready}
        onClick={create}
      />
    </Frame>
  );
}

function startWord(kind: TableKind, draft: TableDraft): Key {
  if (kind === "party") return "party.open";
  return draft.seats.some((seat) => seat.kind === "open") ? "setup.create" : "setup.start";
}

/** How it is played: clock, supplies, who may come, house rules. */
function Ways({
  kind,
  draft,
  edition,
  change,
}: {
  kind: TableKind;
  draft: TableDraft;
  edition: EditionView | null;
  change: Change;
}) {
  return (
    <>
      {kind === "invite" ? (
        <LongClockChoice days={draft.days} onChange={(days) => change({ days })} />
      ) : (
        <ClockChoice name="clock" legend="setup.clock" />
      )}
      {mayHide(edition) && (
        <Toggle
          label={t("setup.hidden")}
          checked={draft.hidden}
          onChange={(hidden) => change({ hidden })}
        />
      )}
      {kind === "invite" && (
        <Toggle
          label={t("setup.public")}
          checked={draft.public}
          onChange={(open) => change({ public: open })}
        />
      )}
      {kind === "tournament" && <p class="hint">{t("setup.tournament")}</p>}
      <HouseRules
        edition={edition}
        rules={draft.rules}
        place={kind === "tournament" ? "tournament" : "table"}
        onChange={(rules) => change({ rules })}
      />
    </>
  );
}
