/** Screens that few visits need: loaded when somebody goes there. */

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { useSession } from "../session";

/** Whoever hears the page is told where it is now. */
export function hearTitle(): void {
  const title = document.querySelector<HTMLElement>("main h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

/** A screen in the place of one that is still to be loaded. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function Later(props: Props) {
    const session = useSession();
    const [Screen, setScreen] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      load()
        .then((loaded) => setScreen(() => loaded))
        .catch(() => session.say(t("error.other"), "error"));
    }, []);
    useEffect(hearTitle, [Screen]);
    return Screen && <Screen {...props} />;
  };
}
