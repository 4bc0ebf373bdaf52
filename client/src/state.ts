/** What the page knows of its table and of the line: made once, and handed on. Pure. */

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { NO_TABLE, ownSeats, seatToAct, type TableState, unitsOf } from "./game/table";
import type { HandView, Lobby, Seeking, Welcome } from "./protocol";

export interface PageNotice {
  readonly text: string;
  readonly kind: "info" | "error";
  readonly id: number;
}

export interface PageState {
  readonly table: Signal<TableState>;
  readonly welcome: Signal<Welcome | null>;
  readonly lobby: Signal<Lobby | null>;
  /** How the search for a quick match stands; null while nobody searches. */
  readonly seeking: Signal<Seeking | null>;
  /** The table that a search found, until the page is there. */
  readonly found: Signal<string | null>;
  readonly notice: Signal<PageNotice | null>;
  /** Whether everything that was sent has been shown. */
  readonly settled: Signal<boolean>;
  /** The seat the table is seen from. */
  readonly seenFrom: Signal<number>;
  /** The seat whose person holds the device, if several share it and supplies are hidden. */
  readonly holder: Signal<number | null>;
  readonly chosenUnit: Signal<string | null>;
  /** Whether lying dice can be pushed about now. */
  readonly pushing: Signal<boolean>;
  /** The seat of a link that a device opened which has another one at that table. */
  readonly offeredSeat: Signal<OfferedSeat | null>;
  /** What was answered already, so that nothing is sent twice. */
  readonly answered: Signal<string>;
  /** What was answered and has not been acknowledged for long. */
  readonly overdue: Signal<string>;
  readonly own: ReadonlySignal<readonly number[]>;
  /** The own seat to act, once everything has been shown and the device is in the right hands. */
  readonly acting: ReadonlySignal<number | null>;
  /** The own seat that should be handed the device now. */
  readonly handTo: ReadonlySignal<number | null>;
  /** Supplies as they may be seen now: on a shared device only by whoever holds it. */
  readonly hands: ReadonlySignal<readonly HandView[]>;
  readonly units: ReadonlySignal<readonly string[]>;
  readonly unit: ReadonlySignal<string | null>;
}

export interface OfferedSeat {
  readonly table: string;
  readonly token: string;
  /** Of the key that goes with the seat. */
  readonly secret: string | null;
}

const COVERED: HandView = { dice: null, loose: null, piles: [] };

export function newState(): PageState {
  const table = signal<TableState>(NO_TABLE);
  const settled = signal(true);
  const holder = signal<number | null>(null);
  const chosenUnit = signal<string | null>(null);
  const answered = signal("");
  const own = computed(() => ownSeats(table.value));
  const asked = computed(() => {
    const { code, game } = table.value;
    const seat = code !== null && settled.value ? seatToAct(table.value) : null;
    return seat === null || answered.value === `${game?.game}:${game?.state}:${seat}` ? null : seat;
  });
  const shared = computed(
    () => own.value.length > 1 && table.value.info?.options.supply === "hidden",
  );
  const inOtherHands = computed(() => {
    const kind = table.value.game?.awaited.kind;
    const together = kind === "extra" || kind === "column";
    return shared.value && !together && holder.value !== asked.value;
  });
  const acting = computed(() => (inOtherHands.value ? null : asked.value));
  const handTo = computed(() => (inOtherHands.value ? asked.value : null));
  const hands = computed((): readonly HandView[] => {
    const { game } = table.value;
    const covered = shared.value && game?.awaited.kind !== "over";
    const seen = handTo.value === null ? holder.value : null;
    return (game?.hands ?? []).map((hand, seat) => (covered && seat !== seen ? COVERED : hand));
  });
  const units = computed(() => {
    const { game } = table.value;
    return game && acting.value !== null ? unitsOf(game, acting.value) : [];
  });
  const unit = computed(() => {
    const wished = chosenUnit.value;
    return wished && units.value.includes(wished) ? wished : (units.value[0] ?? null);
  });
  const changed = { table, settled, holder, chosenUnit, answered };
  return { ...changed, ...empty(), own, acting, handTo, hands, units, unit };
}

function empty() {
  return {
    welcome: signal<Welcome | null>(null),
    lobby: signal<Lobby | null>(null),
    seeking: signal<Seeking | null>(null),
    found: signal<string | null>(null),
    notice: signal<PageNotice | null>(null),
    seenFrom: signal(0),
    pushing: signal(false),
    overdue: signal(""),
    offeredSeat: signal<OfferedSeat | null>(null),
  };
}
