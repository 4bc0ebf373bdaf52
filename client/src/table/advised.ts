/** The throw that the coach proposes now, if that is wished and it is one's throw. */

import type { Aim } from "../arena/types";
import { coachAims } from "../settings";
import { acting, table } from "../store";

export function advised(): Aim | null {
  const { advice, game } = table.value;
  const now = advice !== null && advice.state === game?.state && acting.value !== null;
  return now && coachAims.value ? advice.aim : null;
}
