/** The game in twenty seconds, for a guest whom others wait for: four pictures with a sentence each. */

import { useEffect, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { DieFace } from "../controls/die";
import { familyOf, symbolsOf } from "../game/editions";
import { type Key, t } from "../i18n";
import { metLesson, reducedMotion } from "../settings";
import { arenaParams } from "../speech/sentences";
import "./lesson.css";

const SECONDS_EACH = 5;

interface Told {
  readonly key: Key;
  /** The dice of its picture. */
  readonly faces: readonly string[];
}

function toldOf(edition: string): readonly Told[] {
  const [first = "", second = "", third = ""] = symbolsOf(edition);
  return [
    { key: "brief.throw", faces: [first] },
    { key: "brief.match", faces: [second, second] },
    { key: "brief.null", faces: ["X"] },
    { key: "brief.end", faces: [first, second, third] },
  ];
}

/** Offered to those who have not been taught. */
export function Brief({ edition }: { edition: string }) {
  const [shown, setShown] = useState(false);
  if (metLesson.value) return null;
  if (shown) return <Showing edition={edition} />;
  return <Button text={t("brief.offer")} onClick={() => setShown(true)} />;
}

/** One after the other; all of them at once for those who want little motion. */
function Showing({ edition }: { edition: string }) {
  const all = toldOf(edition);
  const [at, setAt] = useState(reducedMotion.value ? all.length - 1 : 0);
  useEffect(() => {
    if (at >= all.length - 1) return;
    const timer = window.setTimeout(() => setAt(at + 1), SECONDS_EACH * 1000);
    return () => window.clearTimeout(timer);
  }, [at]);
  return (
    <ol class="brief" aria-live="polite">
      {all.slice(0, at + 1).map(({ key, faces }) => (
        <li key={key}>
          <span class="brief-dice">
            {faces.map((face, i) => (
              <DieFace key={i} face={face} family={familyOf(edition)} size={34} />
            ))}
          </span>
          <span>{t(key, arenaParams(edition))}</span>
        </li>
      ))}
    </ol>
  );
}
