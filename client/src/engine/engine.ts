/** The hall of this device, seen from the page: lines and answers out of a worker. */

import { signal } from "@preact/signals";
import type { Dial, WireEvents } from "../net/wire";
import type { FromEngine, ToEngine } from "./messages";

export type EngineState = "starting" | "ready" | "failed";

type Answer = (answer: Response) => void;

export class Engine {
  readonly state = signal<EngineState>("starting");
  /** Whether games outlive the page. */
  readonly keeps = signal(true);
  readonly #worker: Worker;
  readonly #lines = new Map<number, { events: WireEvents; open: boolean }>();
  readonly #asked = new Map<number, Answer>();
  #number = 0;

  constructor() {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(event.message);
    this.#tell({ type: "start", base: new URL("engine/", baseUrl()).href });
  }

  /** Opens a line to the hall; it is open once the hall is. */
  readonly dial: Dial = (events) => {
    const line = ++this.#number;
    this.#lines.set(line, { events, open: false });
    if (this.state.value === "failed") queueMicrotask(() => this.#close(line));
    else this.#tell({ type: "open", line });
    const lines = this.#lines;
    return {
      get isOpen() {
        return lines.get(line)?.open ?? false;
      },
      send: (text) => this.#tell({ type: "text", line, text }),
      close: () => {
        this.#tell({ type: "close", line });
        queueMicrotask(() => this.#close(line));
      },
    };
  };

  /** What a server would answer under /api. */
  get(path: string): Promise<Response> {
    const ask = ++this.#number;
    return new Promise((resolve) => {
      this.#asked.set(ask, resolve);
      this.#tell({ type: "get", ask, path });
    });
  }

  #hear(message: FromEngine): void {
    switch (message.type) {
      case "ready":
        this.keeps.value = message.keeps;
        this.state.value = "ready";
        break;
      case "failed":
        this.#fail(message.why);
        break;
      case "got": {
        const { ask, status, kind, body } = message;
        this.#asked.get(ask)?.(new Response(body, { status, headers: { "content-type": kind } }));
        this.#asked.delete(ask);
        break;
      }
      case "armed":
        break;
      default:
        this.#hearLine(message);
    }
  }

  #hearLine(message: FromEngine & { line: number }): void {
    const line = this.#lines.get(message.line);
    if (!line) return;
    if (message.type === "told") line.events.received(message.data);
    else if (message.type === "closed") this.#close(message.line);
    else if (message.type === "opened") {
      line.open = true;
      line.events.opened();
    }
  }

  #close(number: number): void {
    const line = this.#lines.get(number);
    this.#lines.delete(number);
    line?.events.closed();
  }

  #fail(why: string): void {
    console.warn("the engine stopped:", why);
    this.state.value = "failed";
    this.#worker.terminate();
    for (const line of [...this.#lines.keys()]) this.#close(line);
    for (const answer of this.#asked.values()) answer(new Response(null, { status: 503 }));
    this.#asked.clear();
  }

  #tell(message: ToEngine): void {
    this.#worker.postMessage(message);
  }
}

/** Where the page's files are: a static page may lie in any folder. */
function baseUrl(): URL {
  return new URL(import.meta.env.BASE_URL, location.href);
}
