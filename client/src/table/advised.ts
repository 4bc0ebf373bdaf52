/** The throw that the coach proposes now, if that is wished and it is one's throw. */

import type { Aim } from "../arena/types";
import { coachAims } from "../settings";
import type { PageState } from "../state";

export function advised(page: PageState): Aim | null {
  const { acting, table } = page;
  const { advice, game } = table.value;
  const now = advice !== null && advice.state === game?.state && acting.value !== null;
  return now && coachAims.value ? advice.aim : null;
}
