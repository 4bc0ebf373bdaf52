/**
 * The page at its table: what is said to the server and heard from it, and what comes of that in the
 * page's state. Opened once, by `main.tsx`; components are handed it by `useSession`.
 */

import { batch, computed, effect, untracked } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Rethrower } from "./engine/rethrower";
import { askedSeats, NO_TABLE, ownSeats, reduce, viewpoint } from "./game/table";
import { chooseHall } from "./hall/choose";
import { comeBackHere, hall } from "./hall/hall";
import { PLAIN, type Wearing } from "./memory/rewards";
import { wearing } from "./memory/shelf";
import { Connection, type Outgoing, RequestError } from "./net/connection";
import { canUnpack } from "./net/packed";
import type { Dial } from "./net/wire";
import { dropWish, isWish, movedHere, secretOfWish, withKey } from "./net/wish";
import { clock } from "./proof/clock";
import { Device } from "./proof/device";
import { Shelf } from "./proof/shelf";
import { isActing } from "./proof/signing";
import { wrongText } from "./proof/words";
import { download, drawer, fetchRecord } from "./proof/world";
import type { Aim, DailyThrow, GameView, HeldSeat, Joined, ServerMessage } from "./protocol";
import { route } from "./route";
import { forgetTable, forgetTokens, keepSecret, keepTable, keptAt, rememberGame } from "./settings";
import { refusalText } from "./speech/refusal";
import { newState, type PageNotice } from "./state";

type Presenter = {
  present(message: ServerMessage, apply: () => void): void;
  frame(number: number, bytes: Uint8Array<ArrayBuffer>): void;
};

type Answering = Outgoing & { readonly seat: number; readonly state: number };

/** Who answers in the server's place; false: not with that. */
type StandIn = (message: Outgoing) => boolean;

/** What may succeed a little later: the server's storage or place was the trouble, not the wish. */
const TRIED_AGAIN = new Set(["not_saved", "disk_full", "internal", "full", "too_fast"]);
/** Refusals of an answer that may have come before. */
const THERE_ALREADY = new Set(["stale", "not_awaited"]);
/** ms until an answer that is not acknowledged is said to wait for the network. */
const OVERDUE = 1500;
/** What is not said since this device signs nothing any more. */
const UNSIGNED = "unsigned";
const BAD_TOKEN = "bad_token";
/** Refusals after which a token is worth nothing any more. */
const HOLDS_NOTHING = new Set([BAD_TOKEN, "no_table"]);
/** Seconds before the next try; the last one holds for all further ones. */
const PAUSES = [0.5, 1, 2, 3];
/** Seconds after which an answer that changed nothing is followed by a look at the table. */
const LOOK_AGAIN_SECONDS = 3;

const SHOWN_IN_ORDER = new Set(["thrown", "step", "changed", "snapshot", "joined", "tournament"]);

export class Session {
  readonly page = newState();
  readonly line: Connection;
  /** This device as one that takes part in the chance of throws, and checks all of them. */
  readonly device: Device;
  readonly #rethrower = new Rethrower((one) => this.device.rethrown(one.game, one.throw, one.fell));
  #presenter: Presenter | null = null;
  #standIn: StandIn | null = null;
  /** What to attend again after the line was mended. */
  #attend: Outgoing | null = null;
  /** The secret of the key with which this device attends, where it comes from elsewhere. */
  #secret: string | null = null;
  /** By whose invitation it came to which table. */
  #invited: { readonly table: string; readonly host: string | null } | null = null;
  /** The answer to that, when it was last asked for again. */
  #answerAgain: Promise<ServerMessage | null> | null = null;
  /** Whether the table is being attended again: until then nothing is said to it. */
  #comesBack = false;
  /** What was answered for which seat, and is not acknowledged: it is said again, unchanged. */
  readonly #unheard = new Map<number, { readonly game: string; readonly message: Answering }>();
  /** What was asked for at which seat, so that it is not asked for again and again. */
  readonly #worn = new Map<number, Wearing>();
  #notices = 0;
  /** How much of the game was heard so far, whether it is shown already or not. */
  #heard = 0;
  /** The newest state of the game that was heard of, and whether the table is asked for since a
   * newer one was missed. */
  #newest: number | null = null;
  #catchesUp = false;

  constructor(dial: Dial) {
    this.device = new Device(
      {
        now: clock(performance, Date),
        isOpen: () => this.line.state.value === "open",
        isHidden: () => document.hidden,
        send: (message) => this.line.send(message),
        ping: (number) => {
          const pong = this.line.request({ type: "ping" });
          pong.then(() => this.device.ponged(number)).catch(() => undefined);
        },
        askLines: (message) =>
          this.line.request({ ...message, packed: canUnpack && hall.value.kind === "server" }).then(
            (answer) => (answer.type === "lines" ? answer.lines.length : 0),
            () => null,
          ),
        canRethrow: () => hall.value.kind === "server" && this.#rethrower.isReady,
        rethrow: (...lines) => {
          if (hall.value.kind === "server") this.#rethrower.hear(...lines);
        },
        record: fetchRecord,
        later: (ms, what) => window.setTimeout(what, ms),
        save: download,
      },
      new Shelf(drawer),
    );
    this.line = new Connection(dial, {
      message: (message) => this.#receive(message),
      frame: (number, bytes) => this.#presenter?.frame(number, bytes),
      open: () => {
        const again = this.page.table.value.superseded ? null : this.#attend;
        this.#answerAgain = again && this.#comeBack(again);
      },
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.device.goAway();
      else this.device.comeBack();
    });
  }

  /** Who shows messages before they count as seen; without one they count at once. */
  presentWith(next: Presenter | null): void {
    this.#presenter = next;
  }

  /** What comes of a throw of the day on this device itself; null where its engine is not kept. */
  rethrownDay(date: string, aim: Aim): Promise<DailyThrow | null> {
    return this.#rethrower.day(date, aim);
  }

  // --- a lesson in the server's place -----------------------------------------------------------

  /** A lesson stands in for the server, until it ends with null: nothing of it is kept or proven. */
  rehearseWith(next: StandIn | null): void {
    const { table, answered } = this.page;
    if (table.value.code !== null && !this.#standIn) this.leaveTable();
    this.#standIn = next;
    table.value = NO_TABLE;
    answered.value = "";
  }

  /** Shows a message of a lesson as one of the server is shown. */
  rehearse(message: ServerMessage): void {
    if (this.#presenter) this.#presenter.present(message, () => this.#see(message));
    else this.#see(message);
  }

  /** The trajectory of a lesson's throw. */
  rehearseFrame(number: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#presenter?.frame(number, bytes);
  }

  // --- asking -----------------------------------------------------------------------------------

  /** Sends; a refusal gives null, and is shown in words unless somebody else says so. */
  async ask(message: Outgoing, quietly = false): Promise<ServerMessage | null> {
    try {
      return await this.#say(message);
    } catch (error) {
      const refused = error instanceof RequestError && error.code !== "offline";
      if (refused && !quietly) this.sayError(error.code);
      return null;
    }
  }

  /** Says something; what a person does in a game is signed, once the device has heard the whole
   * game. One that found something wrong signs nothing any more. */
  async #say(message: Outgoing): Promise<ServerMessage> {
    const { game } = this.page.table.value;
    if (!isActing(message) || !game) return this.line.request(message);
    const sign = () => this.device.signed(game, message);
    const said = sign() ?? ((await this.device.caughtUp()) ? sign() : null);
    if (!said) throw new RequestError(UNSIGNED, "this device does not sign it");
    return this.line.request(said);
  }

  /** Sends without waiting; a refusal is shown in words. */
  send(message: Outgoing): void {
    void this.ask(message);
  }

  /** Answers what is awaited of a seat; once for each state, until it is acknowledged. What is said
   * again may have been heard: then nothing is wrong if the game has moved on. */
  async act(message: Answering, once = true, again = false): Promise<void> {
    const { answered, table } = this.page;
    const { game } = table.value;
    const mark = markOf({ game: game?.game ?? "", state: message.state }, message.seat);
    if (once) answered.value = mark;
    if (this.#standIn) {
      if (!this.#standIn(message)) answered.value = "";
      return;
    }
    if (once) this.#keepUnheard(game?.game ?? "", message, mark);
    if (this.#comesBack || this.line.state.value !== "open") return; // it goes out with the table
    if (once) this.#lookAgainLater(mark);
    try {
      await this.#say(message);
      this.#heardOf(message);
    } catch (error) {
      const code = error instanceof RequestError ? error.code : "offline";
      if (code === "offline") return; // it is kept, and goes out again with the line
      this.#heardOf(message);
      const cameBefore = THERE_ALREADY.has(code);
      if (!(again && cameBefore)) this.sayError(code);
      if (message.type === "throw" && !cameBefore) this.device.refused(message);
      if (answered.value === mark) answered.value = "";
    }
  }

  #keepUnheard(game: string, message: Answering, mark: string): void {
    const { overdue } = this.page;
    this.#unheard.set(message.seat, { game, message });
    window.setTimeout(() => {
      if (this.#unheard.get(message.seat)?.message === message) overdue.value = mark;
    }, OVERDUE);
  }

  /** The server has heard an answer, whatever it says to it. */
  #heardOf(message: Answering): void {
    if (this.#unheard.get(message.seat)?.message !== message) return;
    this.#unheard.delete(message.seat);
    if (!this.#unheard.size) this.page.overdue.value = "";
  }

  /** Until somebody answers: a server, or this device, which has to start first. */
  untilOpen(): Promise<void> {
    return new Promise((resolve) => {
      const stop = effect(() => {
        if (this.line.state.value !== "open") return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  }

  // --- coming and going -------------------------------------------------------------------------

  /** Attends a table now, and again whenever the line had been lost. A wish for a seat is asked for
   * until it is answered. */
  async attendTable(
    message: Outgoing,
    quietly = false,
    secret: string | null = null,
  ): Promise<ServerMessage | null> {
    const isOpen = () => this.line.state.value === "open";
    const wish = withKey(message);
    this.#secret = isWish(wish) ? secretOfWish() : secret;
    this.#attend = wish;
    let answer = isOpen() ? await this.#askToAttend(() => wish, quietly) : null;
    while (!answer && isWish(wish) && this.#attend === wish && !isOpen()) {
      await this.untilOpen();
      if (this.#attend === wish) answer = await this.#answerAgain;
    }
    if (this.#attend !== wish) return answer; // something else was asked for meanwhile
    if (answer?.type === "joined") {
      const watch = { type: "watch", table: answer.table } as const;
      this.#attend = this.#wished(watch, message.type === "watch");
    } else if (isOpen() && answer?.type !== "seeking") {
      this.#attend = null;
    }
    return answer;
  }

  /** This device comes to a table by an invitation with the host's fingerprint. */
  invite(table: string, host: string | null): void {
    if (host !== null || this.#invited?.table !== table) this.#invited = { table, host };
  }

  /** The fingerprint of the host who invited to this table; null if none is known. */
  invitedTo(table: string): string | null {
    return this.#invited?.table === table ? this.#invited.host : null;
  }

  async #comeBack(again: Outgoing): Promise<ServerMessage | null> {
    const wire = this.line.opened;
    this.#comesBack = true;
    const answer = await this.#askToAttend(() => this.#wished(again));
    if (this.line.opened === wire) this.#comesBack = false;
    return answer;
  }

  /** Asks for a table until there is an answer: a server that cannot save now can a little later. */
  async #askToAttend(wished: () => Outgoing, quietly = false): Promise<ServerMessage | null> {
    const [attend, wire] = [this.#attend, this.line.opened];
    for (let tries = 0; ; tries++) {
      const message = wished();
      try {
        const host = this.invitedTo("table" in message ? String(message.table) : "");
        if (isWish(message) && this.#secret) keepSecret(this.#secret);
        return await this.line.request(this.device.attending(message, this.#secret, host));
      } catch (error) {
        const code = error instanceof RequestError ? error.code : "offline";
        const isUnanswered = code === "offline";
        if (isUnanswered && !this.#isOn(wire)) return null;
        if (message.type === "resume" && HOLDS_NOTHING.has(code))
          forgetTokens(message.table, message.tokens);
        if (code === BAD_TOKEN && this.#isOwn(message)) {
          this.#apply({ type: "superseded", moved: true }); // while this device was away
          return null;
        }
        if (!isUnanswered && (!quietly || TRIED_AGAIN.has(code))) this.sayError(code);
        if (!isUnanswered && !TRIED_AGAIN.has(code)) return null;
      }
      const pause = PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0;
      await new Promise((resolve) => window.setTimeout(resolve, pause * 1000));
      if (this.#attend !== attend || this.line.opened !== wire) return null; // others ask now
    }
  }

  /** Whether somebody comes back to the seats that are shown as theirs. */
  #isOwn(message: Outgoing): boolean {
    const { code, held } = this.page.table.value;
    if (message.type !== "resume" || message.table !== code || !held.length) return false;
    return held.every(({ token }) => message.tokens.includes(token));
  }

  /** Whether the line is still that one, and open: whoever answers is busy, and not gone. */
  #isOn(wire: number): boolean {
    return this.line.opened === wire && this.line.state.value === "open";
  }

  /** An answer after which nothing is heard may have been lost: looks at the table again. */
  #lookAgainLater(mark: string): void {
    const heard = this.#heard;
    window.setTimeout(() => {
      if (this.#heard !== heard) return;
      const again = this.#resumed();
      const isOpen = this.line.state.value === "open";
      if (this.page.answered.value === mark && again && isOpen)
        void this.#askToAttend(() => again, true);
    }, LOOK_AGAIN_SECONDS * 1000);
  }

  /** Whoever waits, for their own turn perhaps, pings after three seconds; if the game has gone on
   * without this page, it looks at the table again. */
  async #catchUp(state: number | null): Promise<void> {
    const again = this.page.table.value.superseded ? null : this.#attend;
    const isBehind = state !== null && this.#newest !== null && state !== this.#newest;
    if (!isBehind || !again || this.#comesBack || this.#catchesUp) return;
    this.#catchesUp = true;
    await this.#askToAttend(() => this.#wished(again), true);
    this.#catchesUp = false;
  }

  /** Looks for a quick match no more. */
  stopSeeking(): void {
    this.#attend = null;
    dropWish();
    this.page.seeking.value = null;
    this.line.send({ type: "leave" });
  }

  /** Goes away; to a game that is still on one may come back. */
  leaveTable(): void {
    const { holder, table } = this.page;
    this.#attend = null;
    const { code, info } = table.value;
    if (info?.stage === "over") forgetTable(code);
    this.#unheard.clear();
    this.page.overdue.value = "";
    this.device.goAway();
    this.line.send({ type: "leave" });
    table.value = NO_TABLE;
    this.#newest = null;
    holder.value = null;
  }

  /** Gives the own seats up on all devices: no token and no link leads back to them. False if that
   * was refused, or is not known to be kept. */
  async leaveForGood(): Promise<boolean> {
    if (this.#comesBack) await this.#answerAgain; // until then nothing is said to the table
    const { code, held } = this.page.table.value;
    if (code === null || !(await this.#giveUp(code, held))) return false;
    forgetTable(code);
    this.leaveTable();
    return true;
  }

  async #giveUp(table: string, held: readonly HeldSeat[]): Promise<boolean> {
    try {
      await Promise.all(held.map(({ seat }) => this.#say({ type: "resign", seat })));
      return true;
    } catch (error) {
      const code = error instanceof RequestError ? error.code : "offline";
      if (code === UNSIGNED) return this.#moveToNobody(table, held.map(tokenOf));
      if (code !== "offline") this.sayError(code);
      return false;
    }
  }

  /** A device that signs nothing any more cannot resign: nobody keeps the key to which its seats move. */
  async #moveToNobody(table: string, tokens: string[]): Promise<boolean> {
    const moved = movedHere({ type: "resume", table, tokens });
    return (await this.attendTable(moved, false, this.device.secret)) !== null;
  }

  #resumed(): Outgoing | null {
    const kept = keptAt(this.page.table.value.code);
    return kept && { type: "resume", table: kept.table, tokens: [...kept.tokens] };
  }

  /** The seats this device kept, if it has some there; whoever wished to watch goes on watching. */
  #wished(message: Outgoing, watching = message.type === "watch"): Outgoing {
    return (watching ? null : this.#resumed()) ?? message;
  }

  // --- hearing ----------------------------------------------------------------------------------

  #receive(message: ServerMessage): void {
    if (SHOWN_IN_ORDER.has(message.type)) this.#heard++;
    if (message.type === "snapshot" || message.type === "step" || message.type === "changed")
      this.#newest = message.game?.state ?? null;
    const { lobby, seeking, welcome } = this.page;
    this.device.received(message);
    if (message.type === "joined" && message.seats.length) dropWish();
    if (message.type === "welcome") welcome.value = message;
    else if (message.type === "lobby") lobby.value = message;
    else if (message.type === "seeking") seeking.value = message;
    else if (message.type === "error") this.sayError(message.code);
    else if (message.type === "pong") void this.#catchUp(message.state ?? null);
    else if (this.#presenter && SHOWN_IN_ORDER.has(message.type))
      this.#presenter.present(message, () => this.#apply(message));
    else this.#apply(message);
  }

  #apply(message: ServerMessage): void {
    const { found, seeking, table } = this.page;
    batch(() => {
      if (message.type === "superseded" && message.moved) this.#forgetSeats();
      this.#see(message);
      if (message.type === "step") rememberGame(message.game.game, ownSeats(table.value));
      if (message.type === "joined" && message.seats.length) this.#keepSeats(message);
      if (message.type === "joined" && seeking.value) {
        seeking.value = null;
        found.value = message.table;
        this.#attend = this.#resumed();
      }
    });
    if (message.type === "joined") this.#worn.clear();
    if (message.type === "snapshot") this.#sayAgain();
    if (message.type === "snapshot" || message.type === "seats") this.wear(wearing.value);
  }

  /** The first who sits at this device shows everybody the dice and the mat that were chosen on it, others
   * have plain ones: said once. */
  wear(chosen: Wearing): void {
    if (this.#standIn || this.#comesBack) return;
    const seats = untracked(() => this.page.table.value.seats);
    const own = seats.filter((one) => one.yours && one.kind === "person");
    for (const one of own) {
      const look = one === own[0] ? chosen : PLAIN;
      const [finish, mat] = [look.finish ?? "", look.mat ?? ""];
      const isSo = one.finish === finish && one.mat === mat;
      if (isSo || this.#worn.get(one.seat) === look) continue;
      this.#worn.set(one.seat, look);
      void this.ask({ type: "wear", seat: one.seat, finish, mat }, true);
    }
  }

  /** Unless they were left before that was shown. */
  #keepSeats({ table, seats }: Joined): void {
    const tokens = seats.map(tokenOf);
    const { secret } = this.device;
    if (!secret || !tokens.every(Boolean) || !this.#attend) return;
    keepTable({ table, tokens, secret, host: this.invitedTo(table) });
  }

  /** They moved to another device: what this one kept holds nothing any more. */
  #forgetSeats(): void {
    const { code, held } = this.page.table.value;
    if (code !== null) forgetTokens(code, held.map(tokenOf));
  }

  #see(message: ServerMessage): void {
    const { seenFrom, table } = this.page;
    batch(() => {
      table.value = reduce(table.value, message);
      seenFrom.value = viewpoint(table.value, seenFrom.value);
    });
  }

  /** Answers that may have been lost on the way are said once more, unchanged; those to an earlier
   * state are out of date. Hands are kept over a reload, too. */
  #sayAgain(): void {
    const { answered } = this.page;
    const { game } = this.page.table.value;
    const kept = [...this.#unheard.values()];
    this.#unheard.clear();
    this.#comesBack = false;
    this.page.overdue.value = "";
    if (!game) return;
    const answers = kept.filter((one) => one.game === game.game).map((one) => one.message);
    const seats = new Set(answers.map((one) => one.seat));
    const hands = this.device.hands(game).filter((one) => !seats.has(one.seat));
    const own = ownSeats(this.page.table.value);
    const asked = askedSeats(game).filter((seat) => own.includes(seat));
    // What the table still asks for has not counted, whatever was acknowledged.
    if (asked.some((seat) => answered.value === markOf(game, seat))) answered.value = "";
    for (const one of [...answers, ...hands])
      if (one.state === game.state && asked.includes(one.seat)) void this.act(one, true, true);
  }

  // --- saying -----------------------------------------------------------------------------------

  say(text: string, kind: PageNotice["kind"] = "info"): void {
    this.page.notice.value = { text, kind, id: ++this.#notices };
  }

  /** A device that signs nothing any more says why. */
  sayError(code: string): void {
    const finding = code === UNSIGNED ? this.device.seal.value?.findings.at(-1) : undefined;
    const why = finding ? `${wrongText(finding)} ` : "";
    this.say(why + refusalText(code), "error");
  }
}

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
  tellFindings(session);
  return session;
}

/** What is wrong with a game is said at once, and again with everything that is found later. */
function tellFindings(session: Session): void {
  const newest = computed(() => session.device.seal.value?.findings.at(-1) ?? null);
  effect(() => {
    const finding = newest.value;
    if (finding) untracked(() => session.say(wrongText(finding), "error"));
  });
}

/** Under which an answer is noted, so that nothing is sent twice. */
function markOf({ game, state }: Pick<GameView, "game" | "state">, seat: number): string {
  return `${game}:${state}:${seat}`;
}

function tokenOf({ token }: HeldSeat): string {
  return token;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("this part of the page stands outside of a session");
  return session;
}
