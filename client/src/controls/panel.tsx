/** A sheet over the table: a real dialog, so that focus stays in it, Escape closes it and focus returns. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import { IconButton } from "./icons";
import "./panel.css";

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
