/** What carries messages between the page and a hall, wherever that is. Knows no message. */

export interface WireEvents {
  opened(): void;
  received(data: string | ArrayBuffer): void;
  /** It is gone for good; nothing comes after this. */
  closed(): void;
}

export interface Wire {
  readonly isOpen: boolean;
  /** Seconds of silence, though it was asked, after which the other side is gone; a network may swallow
   * what is said to it, and a dial, too. Undefined for one on this very device, which may be busy for
   * long, and is there. */
  readonly patience?: number | undefined;
  send(text: string): void;
  close(): void;
}

/** Opens a wire. */
export type Dial = (events: WireEvents) => Wire;
