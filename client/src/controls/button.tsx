/** A button with words on it, after an icon where it has one. */

import type { ButtonHTMLAttributes } from "preact";
import { keyHints } from "../settings";
import { isTouched } from "../style/screen";
import { Icon, type IconName } from "./icons";

interface Worded extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly text: string;
  readonly icon?: IconName;
  readonly iconSize?: number;
  /** The key that does the same. */
  readonly shortcut?: string;
  readonly class?: string;
}

export function Button({
  text,
  icon,
  iconSize = 24,
  shortcut,
  class: look = "secondary",
  ...how
}: Worded) {
  return (
    <button type="button" {...how} class={look}>
      {icon && <Icon name={icon} size={iconSize} />}
      {icon ? <span>{text}</span> : text}
      {shortcut && <KeyHint shortcut={shortcut} />}
    </button>
  );
}

/** Where there are keys, for those who wish to see them. */
export function KeyHint({ shortcut }: { shortcut: string }) {
  return keyHints.value && !isTouched() ? (
    <span class="key" aria-hidden="true">
      {shortcut}
    </span>
  ) : null;
}
