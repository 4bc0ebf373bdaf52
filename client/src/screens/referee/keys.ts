/** The pad by keyboard: a face by its own sign, else by its place on the pad. */

import { useLayoutEffect, useRef } from "preact/hooks";

/** The key that taps a face. */
export function keyOf(face: string, place: number): string {
  return face.length === 1 ? face : String(place + 1);
}

/** The face that a key taps; none for keys that mean something else. */
export function faceOf(event: KeyboardEvent, faces: readonly string[]): string | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return undefined;
  const target = event.target as Element | null;
  if (target?.closest?.("input:not([type=radio], [type=checkbox]), select, textarea, dialog"))
    return undefined;
  const key = event.key.toLowerCase();
  return faces.find((face, place) => keyOf(face, place).toLowerCase() === key);
}

export function usePadKeys(faces: readonly string[], onTap: (face: string) => void): void {
  const newest = useRef({ faces, onTap });
  newest.current = { faces, onTap };
  // As soon as the pad is there: who sees it may press a key.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const face = faceOf(event, newest.current.faces);
      if (face !== undefined) newest.current.onTap(face);
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
