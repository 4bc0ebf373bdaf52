/** Panels that are loaded once somebody opens them. */

import { useState } from "preact/hooks";
import { IconButton } from "../controls/icons";
import { late } from "../controls/late";
import { t } from "../i18n";
import type { RulesTable } from "./rules";

export const RulesPanel = late(() => import("./rules").then((one) => one.RulesPanel));
export const SettingsPanel = late(() => import("./settings").then((one) => one.SettingsPanel));

/** The way to the rules of what is being prepared. */
export function RulesButton({ table }: { table: RulesTable }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="rules" label={t("hud.rules")} onClick={() => setOpen(true)} />
      {open && <RulesPanel table={table} onClose={() => setOpen(false)} />}
    </>
  );
}
