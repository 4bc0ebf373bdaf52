/** What the page knows of its table and of the line: made once, and handed on. Pure. */

import { computed, signal } from "@preact/signals";
import { NO_TABLE, ownSeats, seatToAct, type TableState, unitsOf } from "./game/table";
import type { GameView, HandView, Lobby, Seeking, Welcome } from "./protocol";

export interface PageNotice {
  readonly text: string;
  readonly kind: "info" | "error";
  readonly id: number;
}

export interface OfferedSeat {
  readonly table: string;
  readonly token: string;
  /** Of the key that goes with the seat. */
  readonly secret: string | null;
}

export type PageState = ReturnType<typeof newState>;

export function newState() {
  const told = toldState();
  return { ...told, ...seenState(told) };
}

function toldState() {
  return {
    table: signal<TableState>(NO_TABLE),
    /** Whether a lesson shows the table: no game to remember. */
    rehearsing: signal(false),
    welcome: signal<Welcome | null>(null),
    lobby: signal<Lobby | null>(null),
    /** How the search for a quick match stands; null while nobody searches. */
    seeking: signal<Seeking | null>(null),
    /** The table that a search found, until the page is there. */
    found: signal<string | null>(null),
    notice: signal<PageNotice | null>(null),
    /** Whether everything that was sent has been shown. */
    settled: signal(true),
    /** The seat the table is seen from. */
    seenFrom: signal(0),
    /** The seat whose person holds the device, if several share it and supplies are hidden. */
    holder: signal<number | null>(null),
    chosenUnit: signal<string | null>(null),
    /** Whether lying dice can be pushed about now. */
    pushing: signal(false),
    /** The seat of a link that a device opened which has another one at that table. */
    offeredSeat: signal<OfferedSeat | null>(null),
    /** What was answered already, so that nothing is sent twice. */
    answered: signal(""),
    /** What was answered and has not been acknowledged for long. */
    overdue: signal(""),
  };
}

const COVERED: HandView = { dice: null, loose: null, piles: [] };

function seenState({ table, settled, holder, chosenUnit, answered }: ReturnType<typeof toldState>) {
  const own = computed(() => ownSeats(table.value));
  const asked = computed(() => {
    const { code, game } = table.value;
    const seat = code !== null && settled.value ? seatToAct(table.value) : null;
    return seat !== null && game && answered.value === markOf(game, seat) ? null : seat;
  });
  const shared = computed(
    () => own.value.length > 1 && table.value.info?.options.supply === "hidden",
  );
  const inOtherHands = computed(() => {
    const kind = table.value.game?.awaited.kind;
    const together = kind === "extra" || kind === "column";
    return shared.value && !together && holder.value !== asked.value;
  });
  /** The own seat to act, once everything has been shown and the device is in the right hands. */
  const acting = computed(() => (inOtherHands.value ? null : asked.value));
  /** The own seat that should be handed the device now. */
  const handTo = computed(() => (inOtherHands.value ? asked.value : null));
  /** Supplies as they may be seen now: on a shared device only by whoever holds it. */
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
  return { own, acting, handTo, hands, units, unit };
}

/** Under which an answer is noted, so that nothing is sent twice. */
export function markOf({ game, state }: Pick<GameView, "game" | "state">, seat: number): string {
  return `${game}:${state}:${seat}`;
}
