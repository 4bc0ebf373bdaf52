/** What the page and its engine say to each other. */

export type ToEngine =
  | { readonly type: "start"; readonly base: string }
  | { readonly type: "open"; readonly line: number }
  | { readonly type: "text"; readonly line: number; readonly text: string }
  | { readonly type: "close"; readonly line: number }
  | { readonly type: "get"; readonly ask: number; readonly path: string };

export type FromEngine =
  /** Lines can be opened; `keeps` says whether games outlive the page. */
  | { readonly type: "ready"; readonly keeps: boolean }
  /** The dice can be thrown; from here on no throw waits for its arena. */
  | { readonly type: "armed" }
  | { readonly type: "failed"; readonly why: string }
  | { readonly type: "opened"; readonly line: number }
  | { readonly type: "told"; readonly line: number; readonly data: string | ArrayBuffer }
  | { readonly type: "closed"; readonly line: number }
  | {
      readonly type: "got";
      readonly ask: number;
      readonly status: number;
      readonly kind: string;
      readonly body: Uint8Array<ArrayBuffer>;
    };
