/** A sheet over the table: a real dialog, so that focus stays in it, Escape closes it and focus returns. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { IconButton } from "./icons";

export function Panel({
  title,
  onClose,
  children,
  wide = false,
}: {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    const opener = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={sheet}
      class={wide ? "panel wide" : "panel"}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === sheet.current) onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="panel-body">
        <header class="panel-head">
          <h2>{title}</h2>
          <IconButton icon="close" label={t("panel.close")} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** One of a few: radio buttons that look like a row of chips. */
export function Choice<T extends string | number>({
  name,
  legend,
  value,
  options,
  onChange,
  hidden = false,
}: {
  name: string;
  legend: string;
  value: T;
  options: readonly { readonly value: T; readonly label: string }[];
  onChange: (value: T) => void;
  hidden?: boolean;
}) {
  return (
    <fieldset class="choice">
      <legend class={hidden ? "unseen" : undefined}>{legend}</legend>
      <div class="chips">
        {options.map((option) => (
          <label key={option.value} class={option.value === value ? "chip chosen" : "chip"}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Toggle({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
