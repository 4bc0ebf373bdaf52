/**
 * The page at its table: what is said to the server and heard from it, and what comes of that in the
 * page's state. Opened once, by `opening.ts`; components are handed it by `useSession`.
 */

import { batch, untracked } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { Attending } from "./attending";
import { Auditing } from "./engine/auditing";
import { askedSeats, NO_TABLE, ownSeats, reduce, SHOWN_IN_ORDER, viewpoint } from "./game/table";
import type { Wearing } from "./memory/rewards";
import { wearing } from "./memory/shelf";
import { Wardrobe } from "./memory/wardrobe";
import { Connection, codeOf, type Outgoing, RequestError } from "./net/connection";
import type { Dial } from "./net/wire";
import { dropWish, keyed } from "./net/wish";
import { Device } from "./proof/device";
import { TableJudge } from "./proof/judge";
import { isActing } from "./proof/signing";
import { Story } from "./proof/story";
import { worldOf } from "./proof/world";
import type { AimFields, DailyThrow, HeldSeat, Joined, ServerMessage } from "./protocol";
import { forgetTable, forgetTokens, keepTable, rememberGame } from "./settings";
import { beSilent } from "./speech/announcement";
import { refusalText } from "./speech/refusal";
import { markOf, newState, type PageNotice } from "./state";

type Presenter = {
  present(message: ServerMessage, apply: () => void): void;
  frame(number: number, bytes: Uint8Array<ArrayBuffer>): void;
};

type Answering = Outgoing & { readonly seat: number; readonly state: number };

/** Who answers in the server's place; false: not with that. */
type StandIn = (message: Outgoing) => boolean;

/** Refusals of an answer that may have come before. */
const THERE_ALREADY = new Set(["stale", "not_awaited"]);
/** ms until an answer that is not acknowledged is said to wait for the network. */
const OVERDUE = 1500;
/** What is not said since this device signs nothing any more. */
const UNSIGNED = "unsigned";
/** Seconds after which an answer that changed nothing is followed by a look at the table. */
const LOOK_AGAIN_SECONDS = 3;

export class Session {
  readonly page = newState();
  readonly line: Connection;
  /** This device as one that takes part in the chance of throws. */
  readonly device: Device;
  /** What this page heard and said at its table. */
  readonly story = new Story((table) => this.#attending.invitedTo(table));
  readonly #attending: Attending;
  readonly #auditing = new Auditing();
  /** Who judges what is played at it. */
  readonly judge = new TableJudge(this.#auditing, this.story);
  #presenter: Presenter | null = null;
  #standIn: StandIn | null = null;
  /** What was answered for which seat, and is not acknowledged: it is said again, unchanged. */
  readonly #unheard = new Map<number, { readonly game: string; readonly message: Answering }>();
  readonly #wardrobe = new Wardrobe();
  #notices = 0;
  /** How much of the game was heard so far, whether it is shown already or not. */
  #heard = 0;
  /** The newest state of the game that was heard of. */
  #newest: number | null = null;

  constructor(dial: Dial) {
    this.device = new Device(worldOf(() => this.line, this.judge.wrong));
    this.line = new Connection(dial, {
      passes: (one) => ("said" in one ? this.story.said(one.said) : this.story.heard(one.heard)),
      message: (message) => this.#receive(message),
      frame: (number, bytes) => this.#presenter?.frame(number, bytes),
      open: () => this.#attending.opened(),
    });
    this.#attending = new Attending({
      line: this.line,
      device: this.device,
      page: this.page,
      sayError: (code) => this.sayError(code),
      movedAway: () => this.#apply({ type: "superseded", moved: true }),
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
  rethrownDay(date: string, aim: AimFields): Promise<DailyThrow | null> {
    return this.#auditing.day(date, aim);
  }

  // --- a lesson in the server's place -----------------------------------------------------------

  /** A lesson stands in for the server, until it ends with null: nothing of it is kept or proven. */
  rehearseWith(next: StandIn | null): void {
    const { table, answered, rehearsing } = this.page;
    if (!next && !this.#standIn) return; // a real table came meanwhile
    if (table.value.code !== null && !this.#standIn) this.leaveTable();
    this.#standIn = next;
    rehearsing.value = next !== null;
    table.value = NO_TABLE;
    answered.value = "";
    beSilent();
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
      const code = codeOf(error);
      if (code !== "offline" && !quietly) this.sayError(code);
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
    if (this.#attending.comesBack || this.line.state.value !== "open") return; // it goes out with the table
    if (once) this.#lookAgainLater(mark);
    try {
      await this.#say(message);
      this.#heardOf(message);
    } catch (error) {
      const code = codeOf(error);
      if (code === "offline") return; // it is kept, and goes out again with the line
      this.#heardOf(message);
      const cameBefore = THERE_ALREADY.has(code);
      if (!(again && cameBefore)) this.sayError(code);
      if (message.type === "throw" && !cameBefore) this.device.refused(message);
      if (answered.value === mark) answered.value = "";
    }
  }

  #keepUnheard(game: string, message: Answering, mark: string): void {
    this.#unheard.set(message.seat, { game, message });
    window.setTimeout(() => {
      if (this.#unheard.get(message.seat)?.message === message) this.page.overdue.value = mark;
    }, OVERDUE);
  }

  /** The server has heard an answer, whatever it says to it. */
  #heardOf(message: Answering): void {
    if (this.#unheard.get(message.seat)?.message !== message) return;
    this.#unheard.delete(message.seat);
    if (!this.#unheard.size) this.page.overdue.value = "";
  }

  untilOpen(): Promise<void> {
    return this.#attending.untilOpen();
  }

  // --- coming and going -------------------------------------------------------------------------

  /** Attends a table now, and again whenever the line had been lost. A wish for a seat is asked for
   * until it is answered. */
  attendTable(
    message: Outgoing,
    quietly = false,
    secret: string | null = null,
  ): Promise<ServerMessage | null> {
    this.rehearseWith(null);
    return this.#attending.attend(message, quietly, secret);
  }

  /** This device comes to a table by an invitation with the host's fingerprint. */
  invite(table: string, host: string | null): void {
    this.#attending.invite(table, host);
  }

  /** The fingerprint of the host who invited to this table; null if none is known. */
  invitedTo(table: string): string | null {
    return this.#attending.invitedTo(table);
  }

  /** An answer after which nothing is heard may have been lost: looks at the table again. */
  #lookAgainLater(mark: string): void {
    const heard = this.#heard;
    window.setTimeout(() => {
      if (this.#heard === heard && this.page.answered.value === mark) this.#attending.look();
    }, LOOK_AGAIN_SECONDS * 1000);
  }

  /** Whoever waits, for their own turn perhaps, pings after three seconds; if the game has gone on
   * without this page, it looks at the table again. */
  #catchUp(state: number | null): void {
    const isBehind = state !== null && this.#newest !== null && state !== this.#newest;
    if (isBehind) void this.#attending.catchUp();
  }

  /** Looks for a quick match no more. */
  stopSeeking(): void {
    this.#attending.stop();
    dropWish();
    this.page.seeking.value = null;
    this.line.send({ type: "leave" });
  }

  /** Goes away; to a game that is still on one may come back. */
  leaveTable(): void {
    const { holder, table } = this.page;
    this.#attending.stop();
    if (table.value.info?.stage === "over") forgetTable(table.value.code);
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
    if (this.#attending.comesBack) await this.#attending.back(); // until then nothing is said to the table
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
      const code = codeOf(error);
      if (code === UNSIGNED) return this.#moveToNobody(table, held.map(tokenOf));
      if (code !== "offline") this.sayError(code);
      return false;
    }
  }

  /** A device that signs nothing any more cannot resign: nobody keeps the key to which its seats move. */
  async #moveToNobody(table: string, tokens: string[]): Promise<boolean> {
    const moved = keyed({ type: "resume", table, tokens });
    return (await this.attendTable(moved, false, this.device.secret)) !== null;
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
    else if (message.type === "pong") this.#catchUp(message.state ?? null);
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
        this.#attending.keepSeats();
      }
    });
    if (message.type === "joined") this.#wardrobe.forget();
    if (message.type === "snapshot") this.#sayAgain();
    if (message.type === "snapshot" || message.type === "seats") this.wear(wearing.value);
  }

  /** The first who sits at this device shows everybody the dice and the mat that were chosen on it, others
   * have plain ones: said once. */
  wear(chosen: Wearing): void {
    if (this.#standIn || this.#attending.comesBack) return;
    const seats = untracked(() => this.page.table.value.seats);
    for (const wish of this.#wardrobe.wishes(seats, chosen)) void this.ask(wish, true);
  }

  /** Unless they were left before that was shown. */
  #keepSeats({ table, seats }: Joined): void {
    const tokens = seats.map(tokenOf);
    const { secret } = this.device;
    if (!secret || !tokens.every(Boolean) || !this.#attending.wants) return;
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
   * state are out of date. Casts are kept over a reload, too. */
  #sayAgain(): void {
    const { answered, table } = this.page;
    const { game } = table.value;
    const kept = [...this.#unheard.values()];
    this.#unheard.clear();
    this.#attending.comesBack = false;
    this.page.overdue.value = "";
    if (!game) return;
    const answers = kept.filter((one) => one.game === game.game).map((one) => one.message);
    const seats = new Set(answers.map((one) => one.seat));
    const casts = this.device.casts(game).filter((one) => !seats.has(one.seat));
    const asked = askedSeats(game).filter((seat) => ownSeats(table.value).includes(seat));
    // What the table still asks for has not counted, whatever was acknowledged.
    if (asked.some((seat) => answered.value === markOf(game, seat))) answered.value = "";
    for (const one of [...answers, ...casts])
      if (one.state === game.state && asked.includes(one.seat)) void this.act(one, true, true);
  }

  // --- saying -----------------------------------------------------------------------------------

  say(text: string, kind: PageNotice["kind"] = "info"): void {
    this.page.notice.value = { text, kind, id: ++this.#notices };
  }

  /** A device that signs nothing any more says why. */
  sayError(code: string): void {
    const why = code === UNSIGNED ? this.judge.wrong.value : "";
    this.say(`${why} ${refusalText(code)}`.trim(), "error");
  }
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
