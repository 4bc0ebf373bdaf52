/** A table as the server shows it to this device: which it is, which seats are its own, what was shown
 * before the game, and how many lines of it were there when the connection began. */

import type { Joined, Seats, ServerMessage, Snapshot } from "../protocol";
import type { LineOf } from "./lines";
import { isAsAgreed, type Own, type Shown, shownBy } from "./lineup";

export class Showing {
  code = "";
  stage = "";
  /** The seats that this device was given. */
  held: readonly number[] = [];
  /** The host's fingerprint in the invitation. */
  #host: string | null = null;
  /** The table as it was shown before its game. */
  #shown: Shown | null = null;
  /** Whether this device has just come for a seat. */
  #sitsDown = false;
  /** Whether this connection has just begun. */
  #arrives = false;
  /** How many lines of which game were there when this connection began. */
  #since = { game: "", lines: 0 };

  /** Somebody comes to a table, on a new connection: for a seat, or to look or come back. */
  attend(sitsDown: boolean, host: string | null): void {
    this.#arrives = true;
    this.#host = host;
    this.#sitsDown = sitsDown;
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case "joined":
        this.#joined(message);
        break;
      case "snapshot":
        this.#arrived(message);
        break;
      case "seats":
        this.#see(message);
        break;
      case "box":
        if (this.stage === "over") this.#choose(message.next);
        break;
      case "tournament":
        this.#count(message);
        break;
      case "superseded":
        this.held = [];
        break;
      case "left":
        this.held = [];
        this.#shown = null;
        this.code = "";
        break;
    }
  }

  #joined({ table, seats }: Joined): void {
    if (table !== this.code) this.#shown = null;
    this.code = table;
    this.held = seats.map((one) => one.seat);
  }

  #arrived(message: Snapshot): void {
    if (this.#arrives) {
      // Another box may have been chosen after the last game, while this device was away.
      if (this.stage === "over" && message.stage === "playing") this.#choose(message);
      this.#count(message);
      const { game = "", proof } = message.game ?? {};
      this.#since = { game, lines: this.#sitsDown ? 0 : (proof?.lines ?? 0) };
      this.#arrives = false;
    }
    this.code = message.table;
    this.#see(message);
  }

  /** Another box was chosen for the next game. */
  #choose({ edition, options, elements }: Pick<Shown, "edition" | "options" | "elements">): void {
    this.#shown &&= { ...this.#shown, edition, options, elements };
  }

  /** A game of the tournament counts. */
  #count({ tournament }: Pick<Shown, "tournament">): void {
    this.#shown &&= { ...this.#shown, tournament };
  }

  /** What was agreed is what was shown before the game; to whoever sits down as it begins, with it. */
  #see(message: Snapshot | Seats): void {
    this.stage = message.stage;
    if (message.stage !== "playing" || this.#sitsDown) this.#shown = shownBy(this.#shown, message);
    this.#sitsDown = false;
  }

  /** Only lines that are there can be from before this connection, whatever number the server gave. */
  areAll(game: string, lines: number): void {
    if (game === this.#since.game)
      this.#since = { game, lines: Math.min(this.#since.lines, lines) };
  }

  /** How many lines of a game were there when this connection began. */
  since(game: string): number {
    return game === this.#since.game ? this.#since.lines : 0;
  }

  isAsAgreed(line: LineOf<"game">, key: string | null, before: Own["before"]): boolean {
    const own = { key, seats: key ? this.held : [], host: this.#host, before };
    return isAsAgreed(line, this.#shown, own);
  }
}
