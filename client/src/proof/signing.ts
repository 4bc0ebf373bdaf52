/** What the person at this device does, signed as it goes into the game. Pure. */

import { type Key, signed } from "../fairness/keys";
import {
  agreeMessage,
  answerMessage,
  castMessage,
  leaveMessage,
  pushMessage,
} from "../fairness/signed";
import type { AimFields, ClientMessage, GameView } from "../protocol";
import type { Followed } from "./follow";

/** The order in which an aim is signed. It is in the range of a hand already (`arena/flick.ts`). */
const AIM = ["x", "y", "side", "speed", "height", "spin"] as const;
const KINDS = ["throw", "answer", "push", "agree", "resign"] as const;

type Plain<T> = T extends unknown ? Omit<T, "ref" | "sign"> : never;
/** What is signed before it is said. */
export type Acting = Plain<Extract<ClientMessage, { readonly type: (typeof KINDS)[number] }>>;

/** A cast as it was said: it is said again unchanged, for there must not be two of one throw. */
export interface SaidCast {
  readonly game: string;
  readonly seat: number;
  /** The state of the game that it answers. */
  readonly state: number;
  readonly unit: string;
  readonly aim: AimFields;
  readonly sign: string;
}

export function isActing<T extends { readonly type: string }>(message: T): message is T & Acting {
  return KINDS.some((kind) => kind === message.type);
}

/** Its signature; null if this seat does not play, "" if there is none to give. */
export function signatureOf(
  key: Key,
  followed: Followed,
  game: GameView,
  message: Acting,
): string | null {
  const player = playerOf(followed, message.seat);
  if (player === null) return message.type === "resign" ? "" : null;
  const { begun, mark, throws } = followed;
  switch (message.type) {
    case "throw":
      return signed(key, castMessage(mark, throws, player, message.unit, aimNumbers(message.aim)));
    case "resign":
      return signed(key, leaveMessage(begun, player));
    case "answer":
      return signed(key, answerMessage(mark, player, message.move, message.dice ?? []));
    case "push":
      return signed(key, pushMessage(mark, player, message.dice));
    case "agree": {
      const asker = game.push && playerOf(followed, game.push.seat);
      if (!message.agree || !game.push || asker === null) return "";
      const push = pushMessage(mark, asker, game.push.dice);
      return signed(key, agreeMessage(push, player));
    }
  }
}

export function aimNumbers(aim: AimFields): number[] {
  return AIM.map((name) => aim[name]);
}

function playerOf({ players }: Followed, seat: number): number | null {
  const player = players.findIndex((one) => one.seat === seat);
  return player < 0 ? null : player;
}
