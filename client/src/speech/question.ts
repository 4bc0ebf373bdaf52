/** The question that the game puts to whoever reads this page, in words. */

import { seatToAct } from "../game/table";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import type { PageState } from "../state";
import { allInName, arenaParams, seatName } from "./sentences";

/** The question to whoever reads this page now. */
export function askText(page: PageState): string {
  const { acting, handTo, own, settled, table } = page;
  const { game, info, seats } = table.value;
  if (!game || !info) return "";
  const seat = acting.value;
  const name = (number: number) => seatName(seats[number]);
  const { awaited } = game;
  if (awaited.kind === "over") return t("ask.over");
  if (!settled.value || awaited.kind === "flying") return "\u00a0";
  if (handTo.value !== null) return t("ask.pass", { name: name(handTo.value) });
  if (seat === null) {
    if (own.value.length === 0)
      return `${t("hud.watching")} ${t("ask.other", { name: name(game.active) })}`;
    if (awaited.kind === "extra") return t("ask.extraWait");
    // Answered already: it is our turn still, until the server has heard it.
    if (seatToAct(table.value) !== null) return "\u00a0";
    if (awaited.kind === "start_die") return t("ask.otherStart", { name: name(awaited.seat) });
    // Stacked already, while others still do.
    if (own.value.includes(game.active)) return "\u00a0";
    return t("ask.other", { name: name(game.active) });
  }
  const text = ownAsk(game, info.edition, seat);
  return own.value.length > 1 && awaited.kind !== "column"
    ? t("ask.named", { name: name(seat), ask: text })
    : text;
}

function ownAsk({ awaited, race }: GameView, edition: string, seat: number): string {
  switch (awaited.kind) {
    case "start_die":
      return t(awaited.how === "placed" ? "ask.startPlace" : "ask.start");
    case "throw":
      return awaited.units.includes("all")
        ? t("ask.throwAll", { allin: allInName(edition) })
        : t("ask.throw", arenaParams(edition));
    case "column":
      return columnAsk(race, seat);
    case "choice":
    case "extra":
    case "collect":
    case "accio":
    case "stack":
    case "over":
      return t(`ask.${awaited.kind}`);
    case "flying":
      return "\u00a0";
  }
}

/** Whoever has a single thing to stack only has to call. */
function columnAsk(race: GameView["race"], seat: number): string {
  if ((race?.starts_in_ms ?? 0) > 0) return t("ask.columnWait");
  const needed = race?.racers.find((racer) => racer.seat === seat)?.needed;
  return t(needed === 1 ? "ask.columnStop" : "ask.column");
}
