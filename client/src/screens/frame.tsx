/** The frame of every screen that prepares a game: the way back, a title, a panel beside the box. */

import type { ComponentChildren } from "preact";
import { IconButton } from "../controls/icons";
import { t } from "../i18n";
import { go } from "../route";
import { useShowcase } from "./showcase";
import "./frame.css";

export function Frame({
  title,
  aside,
  children,
}: {
  title: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  useShowcase();
  return (
    <main class="home">
      <header class="home-head">
        <BackHome />
        <h1 class="screen-title">{title}</h1>
        {aside}
      </header>
      <section class="home-play">{children}</section>
    </main>
  );
}

export function BackHome() {
  return <IconButton icon="back" label={t("setup.back")} onClick={() => go({ at: "home" })} />;
}
