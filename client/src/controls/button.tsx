/** A button with words on it, after an icon where it has one. */

import type { ButtonHTMLAttributes } from "preact";
import { Icon, type IconName } from "./icons";

interface Worded extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly text: string;
  readonly icon?: IconName;
  readonly iconSize?: number;
  readonly class?: string;
}

export function Button({ text, icon, iconSize = 24, class: look = "secondary", ...how }: Worded) {
  return (
    <button type="button" {...how} class={look}>
      {icon ? (
        <>
          <Icon name={icon} size={iconSize} />
          <span>{text}</span>
        </>
      ) : (
        text
      )}
    </button>
  );
}
