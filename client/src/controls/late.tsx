/** A part of the page that is loaded when it is first shown. */

import type { ComponentType, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../i18n";

export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => VNode {
  let known: ComponentType<Props> | null = null;
  return (props) => {
    const [, setLoaded] = useState(known !== null);
    useEffect(() => {
      if (known) return;
      void load().then((come) => {
        known = come;
        setLoaded(true);
      });
    }, []);
    const View = known;
    return View ? <View {...props} /> : <p class="unseen">{t("app.loading")}</p>;
  };
}
