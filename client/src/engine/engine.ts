/** The hall of this device, seen from the page: lines and answers out of a worker. */

import type { Dial, WireEvents } from "../net/wire";
import { claim, isTakingOver, takeOverAfterReload } from "./claim";
import { EngineDrawer } from "./drawer";
import type { FromEngine, ToEngine } from "./messages";
import { engineDrawer, engineState, gamesAreKept } from "./state";

interface Caller {
  readonly events: WireEvents;
  open: boolean;
}

interface Asked {
  readonly path: string;
  readonly answer: (answer: Response) => void;
}

export class Engine {
  readonly #lines = new Map<number, Caller>();
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | null = null;
  #number = 0;
  /** Whether the games were in hand here once, and are not any more. */
  #wasHere = false;

  constructor() {
    void this.start(isTakingOver());
  }

  /** Starts where no other tab has the games in hand, or takes them over. */
  async start(takeOver = false): Promise<void> {
    if (this.#wasHere) takeOverAfterReload();
    if (this.#worker || this.#wasHere) return;
    engineState.value = "starting";
    if (!(await claim(takeOver, () => this.#stop("elsewhere")))) {
      engineState.value = "elsewhere";
      return;
    }
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.#hear(data);
    worker.onerror = (event) => this.#fail(event.message);
    this.#worker = worker;
    this.#wasHere = false;
    this.#tell({ type: "start", base: new URL("engine/", baseUrl()).href });
    for (const line of this.#lines.keys()) this.#tell({ type: "open", line });
    for (const [ask, { path }] of this.#asked) this.#tell({ type: "get", ask, path });
  }

  /** Opens a line to the hall; it is open once the hall is. */
  readonly dial: Dial = (events) => {
    const number = ++this.#number;
    const line: Caller = { events, open: false };
    this.#lines.set(number, line);
    if (engineState.value === "failed") queueMicrotask(() => this.#close(number));
    else this.#tell({ type: "open", line: number });
    return {
      get isOpen() {
        return line.open;
      },
      send: (text) => this.#tell({ type: "text", line: number, text }),
      close: () => {
        this.#tell({ type: "close", line: number });
        queueMicrotask(() => this.#close(number));
      },
    };
  };

  /** What a server would answer under /api. */
  get(path: string): Promise<Response> {
    const ask = ++this.#number;
    return new Promise((answer) => {
      this.#asked.set(ask, { path, answer });
      this.#tell({ type: "get", ask, path });
    });
  }

  #hear(message: FromEngine): void {
    switch (message.type) {
      case "ready":
        gamesAreKept.value = message.keeps;
        engineState.value = "ready";
        engineDrawer.value = new EngineDrawer(message.kept, (name, thing) =>
          this.#tell({ type: "keep", name, thing }),
        );
        break;
      case "failed":
        this.#fail(message.why);
        break;
      case "got": {
        const { ask, status, kind, body } = message;
        const answer = new Response(body, { status, headers: { "content-type": kind } });
        this.#asked.get(ask)?.answer(answer);
        this.#asked.delete(ask);
        break;
      }
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
    if (!line) return;
    line.open = false;
    line.events.closed();
  }

  #fail(why: string): void {
    console.warn("the engine stopped:", why);
    this.#stop("failed");
    for (const { answer } of this.#asked.values()) answer(new Response(null, { status: 503 }));
    this.#asked.clear();
  }

  #stop(state: "elsewhere" | "failed"): void {
    this.#wasHere = true;
    this.#worker?.terminate();
    this.#worker = null;
    engineDrawer.value = null;
    engineState.value = state;
    for (const line of [...this.#lines.keys()]) this.#close(line);
  }

  #tell(message: ToEngine): void {
    this.#worker?.postMessage(message);
  }
}

/** Where the page's files are: a static page may lie in any folder. */
function baseUrl(): URL {
  return new URL(import.meta.env.BASE_URL, location.href);
}
