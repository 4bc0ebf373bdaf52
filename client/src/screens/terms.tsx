/** What is played at a table that gathers, and how: one line for everybody; the host changes it there. */

import { Choice, Toggle } from "../controls/choices";
import { Boxes, Variants } from "../controls/editions";
import { AgreedElements } from "../controls/elements";
import { HouseRules } from "../controls/houserules";
import { useEditionView } from "../controls/rulewords";
import { agreeable, isAgreed, isEdition } from "../game/editions";
import { byBooklet, chosenIn, hasHidden } from "../game/houserules";
import { language, t } from "../i18n";
import type { ChooseBox, EditionId, EditionView, Snapshot } from "../protocol";
import { useSession } from "../session";
import { CLOCKS, clock, DAY_CLOCKS, lastEdition } from "../settings";
import { oneOf } from "../shapes";
import { bookletLine, editionName, seatName } from "../speech/sentences";
import { RulesButton } from "./panels";
import "../controls/parts.css";

type Info = Omit<Snapshot, "type" | "ref" | "seats" | "game" | "tournament">;
type Change = (changed: Partial<ChooseBox>) => void;

const isShort = oneOf(CLOCKS);

/** `first` is who the host would have begin; null for guests, who look on. */
export function Terms(asked: { first: number | null; onFirst?: (seat: number) => void }) {
  const { info } = useSession().page.table.value;
  return info && <Known info={info} {...asked} />;
}

function Known({
  info,
  first,
  onFirst,
}: {
  info: Info;
  first: number | null;
  onFirst?: (seat: number) => void;
}) {
  const session = useSession();
  const view = useEditionView(info.edition);
  const edition = isEdition(info.edition) ? info.edition : lastEdition.value;
  const names = useNames();
  const time = t(`clock.${info.clock}`);
  const told = [
    `${bookletLine(info.preset ?? "")} ${info.clock === "off" ? time : t("terms.clock", { clock: time })}`,
    t("terms.begins", { name: names[first ?? info.first] ?? "" }),
  ].join(" · ");
  const rules = <RulesButton table={{ ...info, preset: info.preset ?? "" }} />;
  if (!onFirst || first === null)
    return (
      <div class="row terms">
        <strong>{editionName(info.edition)}</strong>
        {rules}
        <p class="hint">{told}</p>
      </div>
    );
  const change: Change = (changed) => session.send({ ...boxOf(info, view), ...changed });
  const choose = (next: EditionId) => {
    lastEdition.value = next;
    const { preset } = byBooklet(next, language.value);
    change({
      edition: next,
      preset: preset || null,
      options: {},
      elements: listOr(agreeable(next)),
    });
  };
  return (
    <>
      <Boxes edition={edition as EditionId} onChoose={choose} />
      <AgreedElements
        offered={agreeable(info.edition)}
        elements={info.elements ?? []}
        onChange={(elements) =>
          isAgreed(info.edition, elements) && change({ elements: [...elements] })
        }
      />
      <details class="fold">
        <summary>
          <span>{told}</span>
        </summary>
        <Variants edition={edition as EditionId} onChoose={choose} />
        <Starter names={names} first={first} onChange={onFirst} />
        <Ways info={info} view={view} change={change} />
        {rules}
      </details>
    </>
  );
}

function listOr(elements: readonly string[]): string[] | null {
  return elements.length ? [...elements] : null;
}

function useNames(): readonly string[] {
  const { seats } = useSession().page.table.value;
  return seats.map((seat) =>
    seat.name ? seatName(seat) : t("setup.player", { number: seat.seat + 1 }),
  );
}

/** The box as it is, to be asked for with a change. */
export function boxOf(info: Info, view: EditionView | null): ChooseBox {
  const { edition, preset, elements, clock, public: listed, next } = info;
  const options = view ? chosenIn(view, info).changed : {};
  const tournament = next?.tournament ?? false;
  return {
    type: "choose_box",
    edition,
    preset,
    options,
    elements,
    clock,
    public: listed,
    tournament,
  };
}

/** Who begins: by the booklets the oldest, and only the people know who that is. */
function Starter({
  names,
  first,
  onChange,
}: {
  names: readonly string[];
  first: number;
  onChange: (first: number) => void;
}) {
  return (
    <div class="starter">
      <label class="field">
        <span>{t("setup.first")}</span>
        <select value={first} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {names.map((name, seat) => (
            <option key={seat} value={seat}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p class="hint">{t("setup.first.how", { name: names[0] ?? "" })}</p>
    </div>
  );
}

/** How it is played: clock, supplies, tournament, house rules. */
function Ways({ info, view, change }: { info: Info; view: EditionView | null; change: Change }) {
  const hidden = info.options.supply === "hidden";
  const tournament = info.next?.tournament ?? false;
  const rules = view && chosenIn(view, info);
  return (
    <>
      <Choice
        name="clock"
        legend={t("setup.clock")}
        value={info.clock}
        options={[...CLOCKS, ...DAY_CLOCKS].map((value) => ({ value, label: t(`clock.${value}`) }))}
        onChange={(value) => {
          if (isShort(value)) clock.value = value;
          change({ clock: value });
        }}
      />
      {!isShort(info.clock) && <p class="hint">{t("days.how")}</p>}
      {view && rules && hasHidden(view) && (
        <Toggle
          label={t("setup.hidden")}
          checked={hidden}
          onChange={(on) =>
            change({ options: { ...rules.changed, supply: on ? "hidden" : "open" } })
          }
        />
      )}
      <Toggle
        label={t("home.tournament")}
        checked={tournament}
        onChange={(on) => change({ tournament: on })}
      />
      {tournament && <p class="hint">{t("setup.tournament")}</p>}
      {rules && (
        <HouseRules
          edition={view}
          rules={rules}
          place={tournament ? "tournament" : "table"}
          onChange={({ preset, changed }) =>
            change({
              preset: preset || null,
              options: hidden ? { ...changed, supply: "hidden" } : { ...changed },
            })
          }
        />
      )}
    </>
  );
}
