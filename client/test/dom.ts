/** As much of a document as drawing and components need: nodes that can be read as text. */

import { vi } from "vitest";

/** Elements and attributes that arrange what is seen. */
const SILENT = new Set(["html", "div", "span", "section", "strong", "tbody", "thead", "g"]);
const UNSEEN = /^(class|style|id|for|name|type|scope|role|aria-hidden|aria-labelledby|key)$/;

class Fake {
  readonly nodeType: number;
  readonly childNodes: Fake[] = [];
  readonly style: Record<string, unknown> = { setProperty: () => undefined };
  readonly dataset: Record<string, string> = {};
  parentNode: Fake | null = null;
  readonly #attributes = new Map<string, string>();
  readonly #heard = new Map<string, (event: object) => void>();

  constructor(
    readonly localName: string,
    public data = "",
  ) {
    this.nodeType = localName ? 1 : 3;
  }

  readonly namespaceURI = "http://www.w3.org/1999/xhtml";
  get ownerDocument() {
    return document;
  }
  get firstChild(): Fake | null {
    return this.childNodes[0] ?? null;
  }
  get nextSibling(): Fake | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  getAttribute = (name: string) => this.#attributes.get(name) ?? null;
  setAttribute = (name: string, value: unknown) => void this.#attributes.set(name, String(value));
  removeAttribute = (name: string) => void this.#attributes.delete(name);
  addEventListener(name: string, heard: (event: object) => void): void {
    this.#heard.set(name, heard.bind(this));
  }
  removeEventListener = () => undefined;
  happens = (type: string, currentTarget: object = this) =>
    this.#heard.get(type)?.({ type, currentTarget });
  append = (...nodes: Fake[]) => void nodes.forEach((one) => void this.insertBefore(one, null));
  appendChild = (node: Fake) => this.insertBefore(node, null);
  replaceChildren(...nodes: Fake[]): void {
    for (const one of [...this.childNodes]) one.remove();
    this.append(...nodes);
  }
  insertBefore(node: Fake, before: Fake | null): Fake {
    node.remove();
    node.parentNode = this;
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    return node;
  }
  remove(): void {
    const all = this.parentNode?.childNodes;
    all?.splice(all.indexOf(this), 1);
    this.parentNode = null;
  }
  removeChild = (node: Fake) => node.remove();

  /** All elements of a kind below. */
  find(name: string): Fake[] {
    const below = this.childNodes.flatMap((one) => one.find(name));
    return this.localName === name ? [this, ...below] : below;
  }

  /** What a reader sees. */
  get text(): string {
    return this.data + this.childNodes.map((one) => one.text).join("");
  }

  /** What somebody sees or hears, a line each: not how it is arranged. */
  reading(indent = ""): string {
    if (!this.localName) return `${this.data}`.trim() && `${indent}${`${this.data}`.trim()}\n`;
    const told = [...this.#attributes].filter(([name]) => !UNSEEN.test(name));
    const isSilent = SILENT.has(this.localName) && !told.length;
    const within = isSilent ? indent : `${indent}  `;
    const inside = this.childNodes.map((one) => one.reading(within)).join("");
    if (isSilent || (SILENT.has(this.localName) && !inside)) return inside;
    const attributes = told.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("");
    return `${indent}${this.localName}${attributes}\n${inside}`;
  }

  /** An element a line. */
  markup(indent = ""): string {
    if (!this.localName) return `${indent}${this.data}\n`;
    const attributes = [...this.#attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    const inside = this.childNodes.map((one) => one.markup(`${indent} `)).join("");
    const end = inside ? `>\n${inside}${indent}</${this.localName}>` : "/>";
    return `${indent}<${this.localName}${attributes}${end}\n`;
  }
}

export type { Fake };

/** In the place of the page's own; gives its root element. */
export function stubDocument(): Fake {
  const documentElement = new Fake("html");
  vi.stubGlobal("document", {
    documentElement,
    hidden: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    querySelector: () => null,
    querySelectorAll: () => [],
    createElement: (name: string) => new Fake(name),
    createElementNS: (_: string, name: string) => new Fake(name),
    createTextNode: (text: string) => new Fake("", text),
  });
  return documentElement;
}
