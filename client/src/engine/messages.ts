/** What the page and its engine say to each other. */

export type ToEngine =
  | { readonly type: "start"; readonly base: string }
  | { readonly type: "open"; readonly line: number }
  | { readonly type: "text"; readonly line: number; readonly text: string }
  | { readonly type: "close"; readonly line: number }
  /** What the page itself remembers; null forgets it. */
  | { readonly type: "keep"; readonly name: string; readonly thing: string | null }
  | { readonly type: "get"; readonly ask: number; readonly path: string };

export type FromEngine =
  /** Lines can be opened. `keeps`: whether games outlive the page; `kept`: what the page kept. */
  | {
      readonly type: "ready";
      readonly keeps: boolean;
      readonly kept: readonly (readonly [string, string])[];
    }
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
