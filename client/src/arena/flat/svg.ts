/** Makes and changes elements of SVG: an attribute is only touched when it changes. */

type SvgValue = string | number;

const NAMESPACE = "http://www.w3.org/2000/svg";

export function make<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, SvgValue>> = {},
  ...children: SVGElement[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) put(element, key, value);
  element.append(...children);
  return element;
}

export function put(element: SVGElement, name: string, value: SvgValue): void {
  const text = typeof value === "number" ? short(value) : value;
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

export function show(element: SVGElement, seen: boolean): void {
  put(element, "visibility", seen ? "inherit" : "hidden");
}

/** Few digits: attributes are text, and are read again in every frame. */
export function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
