/** The screen of all puzzles. */

import { t } from "../i18n";
import { Puzzles } from "../puzzles/page";
import { Frame } from "./frame";

export function PuzzlesView() {
  return (
    <Frame title={t("puzzle.title")}>
      <Puzzles />
    </Frame>
  );
}
