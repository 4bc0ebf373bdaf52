/** A part of the page that is loaded when it is first shown. */

import type { ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";
import { useSession } from "../session";

/** `shown` is called whenever it stands on the page. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shown: () => void = () => undefined,
): (props: Props) => VNode {
  let known: ComponentType<Props> | null = null;
  return (props) => {
    const session = useSession();
    const [View, setView] = useState(() => known);
    useEffect(() => {
      if (View) return;
      load()
        .then((loaded) => {
          known = loaded;
          setView(() => loaded);
        })
        .catch(() => session.say(t("error.other"), "error"));
    }, []);
    useEffect(() => {
      if (View) shown();
    }, [View]);
    return View ? <View {...props} /> : <p class="unseen">{t("app.loading")}</p>;
  };
}
