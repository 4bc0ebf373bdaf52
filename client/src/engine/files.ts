/** The engine's files, which lie beside each other; those that are packed are unpacked on the way. */

/** Everything, or what the referee for a real box needs of it. */
export type Part = "all" | "referee";

export interface Manifest {
  /** The folder of this version, below the list itself. */
  readonly folder: string;
  /** What it speaks with the page; lists of old have none. */
  readonly protocol?: number;
  /** Durations of tables, where they are not the usual ones: only tests have any. */
  readonly pace?: Readonly<Record<string, number | readonly number[]>>;
  /** What each file weighs as it is sent. */
  readonly files: Readonly<Record<string, number>>;
  /** Those of them that the referee needs. */
  readonly referee?: readonly string[];
}

/** The files of a part; none where it is too old to have one. */
export function filesOf(manifest: Manifest, part: Part): readonly string[] {
  return part === "all" ? Object.keys(manifest.files) : (manifest.referee ?? []);
}

const PACKED = ".pack";
/** As the browser has it, whoever replaces it later. */
const plainFetch = globalThis.fetch.bind(globalThis);

export class Files {
  readonly base: URL;
  readonly #names: ReadonlySet<string>;

  constructor(list: URL, manifest: Manifest) {
    this.base = new URL(`${manifest.folder}/`, list);
    this.#names = new Set(Object.keys(manifest.files));
  }

  url(name: string): string {
    return new URL(name, this.base).href;
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.open(name)).arrayBuffer());
  }

  async open(name: string): Promise<Response> {
    const packed = this.#names.has(name + PACKED);
    const answer = await plainFetch(this.url(packed ? name + PACKED : name));
    if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
    const body = packed ? answer.body.pipeThrough(new DecompressionStream("gzip")) : answer.body;
    const kind = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(body, { headers: { "content-type": kind } });
  }
}

export async function readManifest(list: URL): Promise<Manifest> {
  const answer = await plainFetch(list);
  if (answer.status !== 200) throw new Error(`${list.pathname}: ${answer.status}`);
  return (await answer.json()) as Manifest;
}
