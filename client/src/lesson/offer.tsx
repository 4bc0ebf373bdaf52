/** The way to the first game: offered once on the first page, always there under Rules. */

import { Button } from "../controls/button";
import { t } from "../i18n";
import { go } from "../route";
import { lastEdition, metLesson, taught } from "../settings";
import "./lesson.css";

function begin(): void {
  metLesson.value = true;
  go({ at: "lesson" });
}

/** Whether somebody has neither thrown a die here nor been taught. */
export function isNew(): boolean {
  return !metLesson.value && !taught.value;
}

/** Until it was played, or declined. */
export function LessonOffer({ bright }: { bright: boolean }) {
  if (metLesson.value) return null;
  return (
    <section class="lesson-offer" aria-label={t("lesson.title")}>
      {bright && <p>{t("lesson.offer")}</p>}
      {!bright && <Begin kind="secondary" />}
      <Button
        class="quiet-button"
        text={t("lesson.decline")}
        onClick={() => {
          metLesson.value = true;
        }}
      />
      {bright && <Begin kind="primary big" />}
    </section>
  );
}

function Begin({ kind }: { kind: string }) {
  return <Button class={kind} text={t("lesson.begin")} onClick={begin} />;
}

export function LessonButton({ edition }: { edition: string }) {
  return (
    <Button
      class="secondary lesson-button"
      text={t("lesson.begin")}
      onClick={() => {
        lastEdition.value = edition;
        begin();
      }}
    />
  );
}
