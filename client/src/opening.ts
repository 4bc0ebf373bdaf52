/** Opens the one session of the page, and ties it to where the page is. */

import { effect, untracked } from "@preact/signals";
import { savesData } from "./engine/offline";
import { chooseHall } from "./hall/choose";
import { comeBackHere, hall } from "./hall/hall";
import { wearing } from "./memory/shelf";
import type { Dial } from "./net/wire";
import { route } from "./route";
import { Session } from "./session";

/** Opens the line, and keeps to whoever keeps the tables: a server, or this device. */
export function openSession(dial: Dial = (events) => hall.value.dial(events)): Session {
  const cameBack = comeBackHere();
  const session = new Session(dial);
  const { table } = session.page;
  /** At a table, on the way back to one of this device, or at a real box: there nobody moves. */
  const isSeated = () => {
    const { at } = route.value;
    if (at === "today") return false; // its dice are the same here and there
    if (table.value.code !== null || at === "referee") return true;
    return cameBack && (at === "table" || at === "replay");
  };
  chooseHall(session.line, isSeated);
  effect(() => session.wear(wearing.value));
  effect(() => lookAtGame(session));
  tellFindings(session);
  return session;
}

/** With other people the auditor is fetched behind the game; alone it judges only where it is there. */
function lookAtGame({ judge, page, story }: Session): void {
  const { code, game, seats } = page.table.value;
  const isJudged = game !== null && code !== null && code === story.table;
  const others = seats.some((one) => one.kind === "person" && !one.yours);
  const isServers = hall.peek().kind === "server";
  judge.look(isJudged ? code : null, isServers, isServers && others && !savesData());
}

/** What is wrong with a game is said at once. */
function tellFindings(session: Session): void {
  effect(() => {
    const wrong = session.judge.wrong.value;
    if (wrong) untracked(() => session.say(wrong, "error"));
  });
}
