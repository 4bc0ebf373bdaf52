/** The seats of a table that is being made: who sits there, one more, one fewer. */

import { emptySeat, type SeatDraft, type TableKind } from "../game/draft";
import { type Key, t } from "../i18n";
import { PLAYERS, type SeatWish } from "../protocol";
import { Button } from "./button";
import { IconButton } from "./icons";
import { LevelSelect } from "./level";
import "./seats.css";

const KINDS: Readonly<Record<SeatWish["kind"], Key>> = {
  person: "setup.person",
  bot: "setup.bot",
  open: "setup.open",
};

export function SeatRows({
  kind,
  seats,
  levels,
  onChange,
}: {
  kind: TableKind;
  seats: readonly SeatDraft[];
  /** Of the computer at each seat. */
  levels: readonly (string | null)[];
  onChange: (seats: readonly SeatDraft[]) => void;
}) {
  return (
    <>
      <h2 class="group-title">{t("setup.seats")}</h2>
      <ol class="seat-list">
        {seats.map((seat, i) => (
          <SeatRow
            key={i}
            seat={seat}
            level={levels[i] ?? null}
            number={i + 1}
            kinds={kind === "party" ? ["open", "bot"] : ["person", "bot", "open"]}
            onChange={(next) => onChange(seats.map((old, k) => (k === i ? next : old)))}
            onRemove={
              seats.length > PLAYERS.fewest && i > 0
                ? () => onChange(seats.filter((_, k) => k !== i))
                : null
            }
          />
        ))}
      </ol>
      {seats.length < PLAYERS.most && (
        <Button text={t("setup.add")} onClick={() => onChange([...seats, emptySeat(kind)])} />
      )}
    </>
  );
}

/** Who begins: by the booklets the oldest, and only the people know who that is. */
export function Starter({
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

function SeatRow({
  seat,
  level,
  number,
  kinds,
  onChange,
  onRemove,
}: {
  seat: SeatDraft;
  level: string | null;
  number: number;
  /** Who may sit there. */
  kinds: readonly SeatWish["kind"][];
  onChange: (seat: SeatDraft) => void;
  onRemove: (() => void) | null;
}) {
  const label = t("setup.player", { number });
  return (
    <li class="seat-row">
      <select
        aria-label={label}
        value={seat.kind}
        onChange={(event) =>
          onChange({ ...seat, kind: event.currentTarget.value as SeatWish["kind"] })
        }
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(KINDS[kind])}
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
      ) : seat.kind === "bot" ? (
        <LevelSelect level={level} onChange={(chosen) => onChange({ ...seat, level: chosen })} />
      ) : (
        <span class="seat-filler" />
      )}
      {onRemove ? (
        <IconButton
          icon="close"
          label={t("setup.remove", { name: seat.name || label })}
          name={null}
          onClick={onRemove}
        />
      ) : (
        <span class="icon-space" />
      )}
    </li>
  );
}
