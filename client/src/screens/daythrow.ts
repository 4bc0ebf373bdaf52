/** The throw of the day: asked of the hall, laid, thrown, kept and seen again. */

import { signal } from "@preact/signals";
import { fateOf, type Practice } from "../game/practice";
import { t } from "../i18n";
import { countOf, type DayThrow, type DieFate, dateOf, diceOf } from "../memory/days";
import { days, keepDay } from "../memory/shelf";
import { RequestError } from "../net/connection";
import type { AimFields, Daily, DailyThrow, DayBest } from "../protocol";
import type { Session } from "../session";
import { fly, lay } from "../table/practising";

const ALL_AT_ONCE = { kind: "throw", seat: 0, units: ["all"] as string[] } as const;
/** Nothing can be thrown. */
const WAITS = { kind: "choice", seat: 0, units: [] as string[] } as const;

export interface Shown {
  readonly dice: readonly DieFate[];
  readonly practice: boolean;
  /** Who threw it, if not somebody at this device. */
  readonly by?: string;
  /** Of somebody else's: what is known about it here. */
  readonly check?: Check;
}

/** Whether a listed throw falls here as the server says: not known yet, yes, no, or it cannot be thrown. */
type Check = "checking" | "same" | "otherwise" | "unchecked";

interface Made extends Pick<DayThrow, "edition" | "dice"> {
  readonly thrown: DailyThrow;
}

let laid = 0;

export class Today {
  readonly date: string;
  readonly isPast: boolean;
  /** Its position; null until the hall has told it. */
  readonly day = signal<Daily | null>(null);
  /** The throw that was made last, or is in the air; null before it. */
  readonly shown = signal<Shown | null>(null);
  /** Whether more is told of it than the result. */
  readonly tellsMore = signal(false);
  readonly #session: Session;
  #at: Practice | null = null;
  #closed = false;

  /** `date`: today's, or one of old for practice. */
  constructor(session: Session, now: number, date = dateOf(now)) {
    this.#session = session;
    this.date = date;
    this.isPast = date !== dateOf(now);
  }

  /** The first throw of this day; null until it was made. */
  get counted(): DayThrow | null {
    return days.value.find((one) => one.date === this.date) ?? null;
  }

  /** Asks for the position; who has thrown today sees how. */
  async open(): Promise<void> {
    this.day.value = await this.#ask(null);
    const { counted } = this;
    this.#lay(counted ? WAITS : ALL_AT_ONCE);
    if (counted) this.#show(counted.dice, false);
  }

  /** Shows nothing any more; a throw that is under way counts all the same. */
  close(): void {
    this.#closed = true;
    this.#at = null;
  }

  /** The throw of a hand: the first of the day counts, if it is not refused. */
  async throw(aim: AimFields): Promise<void> {
    const made = await this.#fly(aim);
    if (!made) return this.#lay(ALL_AT_ONCE);
    const practice = this.isPast || this.counted !== null;
    const late = this.isPast ? { late: true } : {};
    keepDay({ date: this.date, aim, edition: made.edition, dice: made.dice, ...late });
    this.#show(made.dice, practice);
  }

  /** Lays the dice as they were, for a throw that does not count. */
  practise(): void {
    this.shown.value = null;
    this.#lay(ALL_AT_ONCE);
  }

  /** Throws the one that counted once more, and says whether it falls the same. */
  async seeAgain(): Promise<void> {
    const { counted } = this;
    if (!counted) return;
    this.#lay(WAITS);
    const made = await this.#fly(counted.aim);
    if (!made) return;
    this.#show(counted.dice, false);
    const same = made.dice.join() === counted.dice.join();
    this.#session.say(t(same ? "daily.same" : "daily.otherwise"));
  }

  /** Shows one of the day's best, and throws it on this device, too, if it can. */
  async seeBest({ name, count, aim }: DayBest): Promise<void> {
    this.shown.value = null;
    this.#lay(WAITS, true);
    const made = await this.#fly(aim);
    if (!made) return;
    const seen: Shown = { dice: made.dice, practice: true, by: name, check: "checking" };
    this.shown.value = seen;
    const isListed = countOf(made.dice, "taken") === count;
    const check = isListed ? await this.#check(aim, made.thrown) : "otherwise";
    if (this.shown.value === seen) this.shown.value = { ...seen, check };
  }

  /** To the last bit: the same dice fall alike on every machine. */
  async #check(aim: AimFields, told: DailyThrow): Promise<Check> {
    const here = await this.#session.rethrownDay(this.date, aim);
    if (!here) return "unchecked";
    const lies = ({ arena, out }: DailyThrow) => JSON.stringify([arena, out]);
    return lies(here) === lies(told) ? "same" : "otherwise";
  }

  #show(dice: readonly DieFate[], practice: boolean): void {
    this.shown.value = { dice, practice };
  }

  /** Every time under another name, so that nothing answered before counts. */
  #lay(awaited: typeof ALL_AT_ONCE | typeof WAITS, ofOthers = false): void {
    const day = this.day.value;
    if (!day || this.#closed) return;
    const { date, edition, arena } = day;
    this.#at = { name: `${date} ${++laid}`, edition, hands: [day.dice], arena, ofOthers };
    lay(this.#session, this.#at, awaited);
  }

  async #fly(aim: AimFields): Promise<Made | null> {
    const at = this.#at;
    const made = await this.#ask(aim);
    if (!made?.thrown) return null;
    if (at && at === this.#at) fly(this.#session, at, { unit: "all", aim }, made.thrown);
    const { edition, thrown } = made;
    return { edition, dice: diceOf(fateOf(thrown)), thrown };
  }

  /** Asks until there is an answer, which is the same however often one asks; null if refused. */
  async #ask(aim: AimFields | null): Promise<Daily | null> {
    const session = this.#session;
    for (;;) {
      await session.untilOpen();
      try {
        const answer = await session.line.request({ type: "daily", date: this.date, aim });
        return answer.type === "daily" ? answer : null;
      } catch (error) {
        const code = error instanceof RequestError ? error.code : "offline";
        if (this.#closed || code !== "offline") {
          session.sayError(code);
          return null;
        }
      }
    }
  }
}
