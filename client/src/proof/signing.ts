/** What the person at this device does, signed as it goes into the game. Pure. */

import { type Key, signed } from "../fairness/keys";
import {
  agreeMessage,
  answerMessage,
  castMessage,
  leaveMessage,
  type Pushed,
  pushMessage,
} from "../fairness/signed";
import type { ClientMessage, GameView, PushedDie } from "../protocol";
import { aimNumbers, clampedAim } from "./aim";
import type { Ledger } from "./ledger";
import type { KeptCast, Memory } from "./memory";

const KINDS = ["throw", "answer", "push", "agree", "resign"] as const;

type Plain<T> = T extends unknown ? Omit<T, "ref" | "sign"> : never;
/** What is signed before it is said. */
export type Acting = Plain<Extract<ClientMessage, { readonly type: (typeof KINDS)[number] }>>;
type Throwing = Extract<Acting, { readonly type: "throw" }>;

export function isActing<T extends { readonly type: string }>(message: T): message is T & Acting {
  return KINDS.some((kind) => kind === message.type);
}

/** A cast, as it is kept until its throw lies: what was said once is said again unchanged. */
export function castOf(key: Key, memory: Memory, cast: Throwing): KeptCast | null {
  const { seat, state, unit } = cast;
  const kept = memory.casts.find((one) => one.seat === seat && one.state === state);
  const player = playerOf(memory.ledger, seat);
  if (kept || player === null || !memory.ledger) return kept ?? null;
  const { throws, mark } = memory.ledger;
  const aim = clampedAim(cast.aim);
  const sign = signed(key, castMessage(mark, throws, player, unit, aimNumbers({ ...aim })));
  return { seat, state, throw: throws, unit, aim, sign };
}

/** A cast as it is sent. */
export function said({ seat, state, unit, aim, sign }: KeptCast) {
  return { type: "throw" as const, seat, state, unit, aim, sign };
}

/** The signature of anything else; null if this seat does not play. */
export function signatureOf(
  key: Key,
  ledger: Ledger,
  game: GameView,
  message: Exclude<Acting, Throwing>,
): string | null {
  const player = playerOf(ledger, message.seat);
  if (player === null) return message.type === "resign" ? "" : null;
  switch (message.type) {
    case "resign":
      return signed(key, leaveMessage(ledger.begun, player));
    case "answer":
      return signed(key, answerMessage(ledger.mark, player, message.move, message.dice ?? []));
    case "push":
      return signed(key, pushMessage(ledger.mark, player, message.dice.map(pushed)));
    case "agree": {
      const asker = game.push && playerOf(ledger, game.push.seat);
      if (!message.agree || !game.push || asker === null) return "";
      const push = pushMessage(ledger.mark, asker, game.push.dice.map(pushed));
      return signed(key, agreeMessage(push, player));
    }
  }
}

function playerOf(ledger: Ledger | null, seat: number): number | null {
  const player = ledger?.players.findIndex((one) => one.seat === seat) ?? -1;
  return player < 0 ? null : player;
}

function pushed({ die, x, y }: PushedDie): Pushed {
  return [die, x, y];
}
