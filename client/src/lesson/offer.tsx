/** The way to the first game: offered once on the first page, always there under Rules. */

import { t } from "../i18n";
import { go } from "../route";
import { lastEdition, metLesson, taught } from "../settings";
import "./lesson.css";

function begin(): void {
  metLesson.value = true;
  go({ at: "lesson" });
}

/** For those who have neither played nor been asked. */
export function LessonOffer() {
  if (metLesson.value || taught.value) return null;
  return (
    <section class="lesson-offer" aria-label={t("lesson.title")}>
      <p>{t("lesson.offer")}</p>
      <div class="row">
        <button type="button" class="secondary" onClick={begin}>
          {t("lesson.begin")}
        </button>
        <button
          type="button"
          class="quiet-button"
          onClick={() => {
            metLesson.value = true;
          }}
        >
          {t("lesson.decline")}
        </button>
      </div>
    </section>
  );
}

export function LessonButton({ edition }: { edition: string }) {
  return (
    <button
      type="button"
      class="secondary lesson-button"
      onClick={() => {
        lastEdition.value = edition;
        begin();
      }}
    >
      {t("lesson.begin")}
    </button>
  );
}
