/** Tables that need a word more: friends on this device, guests by link, tournaments. */

import { useState } from "preact/hooks";
import { AgreedElements, ELEMENTS, FEWEST_ELEMENTS } from "../controls/elements";
import { HouseRules, useEditionView } from "../controls/houserules";
import { IconButton } from "../controls/icons";
import { Choice, Toggle } from "../controls/panel";
import { type House, NO_HOUSE } from "../game/house";
import { type Key, t } from "../i18n";
import type { SeatWish } from "../protocol";
import { go } from "../route";
import { CLOCKS, clock, playerName } from "../settings";
import { welcome } from "../store";
import { botLevel, EditionCards, openTable, useEdition, useShowcase } from "./home";

type Kind = "hotseat" | "invite" | "tournament";

interface Draft {
  readonly kind: SeatWish["kind"];
  readonly name: string;
}

const FEWEST = 2;
const MOST = 5;

function firstSeats(kind: Kind): Draft[] {
  const you: Draft = { kind: "person", name: playerName.value };
  if (kind === "hotseat") return [you, { kind: "person", name: "" }];
  if (kind === "invite") return [you, { kind: "open", name: "" }];
  return [you, { kind: "bot", name: "" }, { kind: "bot", name: "" }];
}

function SeatRow({
  seat,
  number,
  onChange,
  onRemove,
}: {
  seat: Draft;
  number: number;
  onChange: (seat: Draft) => void;
  onRemove: (() => void) | null;
}) {
  const label = t("setup.player", { number });
  const kinds: Record<SeatWish["kind"], string> = {
    person: t("setup.person"),
    bot: t("setup.bot"),
    open: t("setup.open"),
  };
  return (
    <li class="seat-row">
      <select
        aria-label={label}
        value={seat.kind}
        onChange={(event) =>
          onChange({ ...seat, kind: event.currentTarget.value as SeatWish["kind"] })
        }
      >
        {(Object.keys(kinds) as SeatWish["kind"][]).map((kind) => (
          <option key={kind} value={kind}>
            {kinds[kind]}
          </option>
        ))}
      </select>
      {seat.kind === "person" ? (
        <input
          type="text"
          maxLength={20}
          autocomplete="off"
          aria-label={t("pair", { first: label, second: t("setup.name") })}
          placeholder={label}
          value={seat.name}
          onInput={(event) => onChange({ ...seat, name: event.currentTarget.value })}
        />
      ) : (
        <span class="seat-filler" />
      )}
      {onRemove ? (
        <IconButton
          icon="close"
          label={t("setup.remove", { name: seat.name || label })}
          onClick={onRemove}
        />
      ) : (
        <span class="icon-space" />
      )}
    </li>
  );
}

function wishes(seats: readonly Draft[]): SeatWish[] {
  return seats.map((seat, i): SeatWish => {
    if (seat.kind === "bot") return { kind: "bot", level: botLevel() };
    if (seat.kind === "open") return { kind: "open" };
    return { kind: "person", name: seat.name.trim() || t("setup.player", { number: i + 1 }) };
  });
}

export function Setup({ kind }: { kind: Kind }) {
  useShowcase();
  const [edition, chooseEdition] = useEdition();
  const view = useEditionView(edition);
  const [house, setHouse] = useState<House>(NO_HOUSE);
  const choose = (next: string) => {
    chooseEdition(next);
    setHouse(NO_HOUSE);
  };
  const [seats, setSeats] = useState<Draft[]>(() => firstSeats(kind));
  const [open, setOpen] = useState(false);
  const [hidden, setHidden] = useState(false);
  const [elements, setElements] = useState<readonly string[]>(ELEMENTS);
  const mayHide = view?.options.some((one) => one.name === "supply" && one.values.length > 1);
  const titles: Record<Kind, Key> = {
    hotseat: "home.friends",
    invite: "home.invite",
    tournament: "home.tournament",
  };
  const create = async () => {
    const first = seats.find((seat) => seat.kind === "person");
    if (first?.name) playerName.value = first.name;
    await openTable({
      edition,
      seats: wishes(seats),
      tournament: kind === "tournament",
      public: open,
      preset: house.preset || null,
      options: { ...house.changed, ...(hidden && mayHide ? { supply: "hidden" } : {}) },
      elements: edition === "impact-avatar" ? [...elements] : null,
    });
  };
  return (
    <main class="home">
      <header class="home-head">
        <IconButton icon="back" label={t("setup.back")} onClick={() => go({ at: "home" })} />
        <h1 class="screen-title">{t(titles[kind])}</h1>
      </header>
      <section class="home-play">
        <EditionCards edition={edition} onChoose={choose} />
        <h2 class="group-title">{t("setup.seats")}</h2>
        <ol class="seat-list">
          {seats.map((seat, i) => (
            <SeatRow
              key={i}
              seat={seat}
              number={i + 1}
              onChange={(next) => setSeats(seats.map((old, k) => (k === i ? next : old)))}
              onRemove={
                seats.length > FEWEST && i > 0
                  ? () => setSeats(seats.filter((_, k) => k !== i))
                  : null
              }
            />
          ))}
        </ol>
        {seats.length < MOST && (
          <button
            type="button"
            class="secondary"
            onClick={() =>
              setSeats([
                ...seats,
                {
                  kind: kind === "hotseat" ? "person" : kind === "invite" ? "open" : "bot",
                  name: "",
                },
              ])
            }
          >
            {t("setup.add")}
          </button>
        )}
        {edition === "impact-avatar" && (
          <AgreedElements elements={elements} onChange={setElements} />
        )}
        <Choice
          name="clock"
          legend={t("setup.clock")}
          value={clock.value}
          options={CLOCKS.map((value) => ({ value, label: t(`clock.${value}`) }))}
          onChange={(value) => {
            clock.value = value;
          }}
        />
        {mayHide && <Toggle label={t("setup.hidden")} checked={hidden} onChange={setHidden} />}
        {kind === "invite" && (
          <Toggle label={t("setup.public")} checked={open} onChange={setOpen} />
        )}
        {kind === "tournament" && <p class="hint">{t("setup.tournament")}</p>}
        <HouseRules
          edition={view}
          house={house}
          place={kind === "tournament" ? "tournament" : "table"}
          onChange={setHouse}
        />
        <button
          type="button"
          class="primary big"
          disabled={
            !welcome.value || (edition === "impact-avatar" && elements.length < FEWEST_ELEMENTS)
          }
          onClick={() => void create()}
        >
          {seats.some((seat) => seat.kind === "open") ? t("setup.create") : t("setup.start")}
        </button>
      </section>
    </main>
  );
}
