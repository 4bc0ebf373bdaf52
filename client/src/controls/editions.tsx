/** Choosing an edition: a card for each box, a chip for each variant of it. */

import { FIRST_EDITION, familyOf, VARIANTS } from "../game/editions";
import { t } from "../i18n";
import type { EditionId } from "../protocol";
import { editionName } from "../speech/sentences";
import { Choice } from "./choices";
import { BoxPicture } from "./die";
import "./editions.css";

interface Chosen {
  readonly edition: EditionId;
  readonly onChoose: (edition: EditionId) => void;
}

/** A card for each box. */
export function Boxes({ edition, onChoose }: Chosen) {
  const family = familyOf(edition);
  return (
    <fieldset class="cards">
      <legend class="unseen">{t("home.choose")}</legend>
      {[...VARIANTS].map(([name, [first = FIRST_EDITION]]) => (
        <label key={name} class={name === family ? `card ${name} chosen` : `card ${name}`}>
          <input
            type="radio"
            name="family"
            checked={name === family}
            onChange={() => onChoose(first)}
          />
          <BoxPicture family={name} />
          <span class="card-name">{t(`family.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What else there is in the box, and what it is. */
export function Variants({ edition, onChoose }: Chosen) {
  const variants = VARIANTS.get(familyOf(edition)) ?? [];
  return (
    <>
      {variants.length > 1 && (
        <Choice
          name="variant"
          legend={t("home.variant")}
          hidden
          value={edition}
          options={variants.map((id) => ({ value: id, label: shortName(id) }))}
          onChange={onChoose}
        />
      )}
      <p class="hint">
        {t(`edition.hint.${edition}`)} {t("edition.for")}
      </p>
    </>
  );
}

export function EditionCards(chosen: Chosen) {
  return (
    <>
      <Boxes {...chosen} />
      <Variants {...chosen} />
    </>
  );
}

/** Beside its siblings an edition is told by its year, or by what it adds to the box. */
export function shortName(edition: string): string {
  const family = familyOf(edition);
  if (VARIANTS.get(family)?.length === 1) return t(`family.${family}`);
  const year = /-(\d{4})$/.exec(edition)?.[1];
  if (year) return `${t(`family.${family}`)} ${year}`;
  return edition === family ? t(`family.${family}`) : editionName(edition);
}
