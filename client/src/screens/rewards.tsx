/** Dice and mats that one has earned, to choose from; and what the others take. */

import { FIGURES, FRAMES, strokeAttributes } from "../arena/finery";
import { LOOKS } from "../arena/looks";
import { Button } from "../controls/button";
import { SignPaths } from "../controls/die";
import { Icon } from "../controls/icons";
import { FIRST_EDITION, familyOf, isEdition } from "../game/editions";
import { t } from "../i18n";
import {
  FINISH_PRICES,
  isEarned,
  MAT_PRICES,
  type Price,
  paid,
  rewardFor,
} from "../memory/rewards";
import { days, games, ladder, wearing } from "../memory/shelf";
import { FINISHES, type Finish, MATS, type Mat } from "../protocol";
import { lastEdition } from "../settings";

export function Rewards() {
  const prices = [...Object.values(FINISH_PRICES), ...Object.values(MAT_PRICES)];
  const count = prices.filter((price) => isEarned(price, deeds())).length;
  const { finish, mat } = wearing.value;
  return (
    <section class="stack rewards">
      <h2 class="group-title">{t("rewards.title", { count, total: prices.length })}</h2>
      <p class="hint">{t("rewards.hint")}</p>
      <fieldset>
        <legend>{t("rewards.dice")}</legend>
        {[null, ...FINISHES].map((one) => (
          <Reward
            key={one}
            group="finish"
            name={t(`finish.${one ?? "plain"}`)}
            price={one && FINISH_PRICES[one]}
            chosen={finish === one}
            choose={() => wearing.change((all) => ({ ...all, finish: one }))}
          >
            <DiePicture finish={one} />
          </Reward>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("rewards.mat")}</legend>
        {[null, ...MATS].map((one) => (
          <Reward
            key={one}
            group="mat"
            name={t(`mat.${one ?? "plain"}`)}
            price={one && MAT_PRICES[one]}
            chosen={mat === one}
            choose={() => wearing.change((all) => ({ ...all, mat: one }))}
          >
            <MatPicture mat={one} />
          </Reward>
        ))}
      </fieldset>
    </section>
  );
}

function deeds() {
  return { games: games.value, ladder: ladder.value, days: days.value };
}

/** Something that was done just now. */
export interface Done {
  readonly deed: Price;
  /** What it is called; nothing if only what it brings is told. */
  readonly name?: string;
}

/** What was done just now, each with what it brings. */
export function EarnedNow({ done }: { done: readonly Done[] }) {
  const told = done.filter(({ deed, name }) => name || rewardFor(deed));
  if (!told.length) return null;
  return (
    <ul class="row earned-now">
      {told.map(({ deed, name }) => (
        <li key={JSON.stringify(deed)}>
          <Icon name="cup" />
          {name && <span>{name}</span>}
          <NewReward deed={deed} />
        </li>
      ))}
    </ul>
  );
}

/** What comes with it, at once to be used. */
function NewReward({ deed }: { deed: Price }) {
  const found = rewardFor(deed);
  if (!found) return null;
  const { finish, mat } = wearing.value;
  const isWorn = "finish" in found ? finish === found.finish : mat === found.mat;
  const name =
    "finish" in found
      ? t("rewards.newDice", { name: t(`finish.${found.finish}`) })
      : t("rewards.newMat", { name: t(`mat.${found.mat}`) });
  return (
    <>
      <span>{name}</span>
      {!isWorn && (
        <Button
          text={t("rewards.use")}
          aria-label={t("pair", { first: t("rewards.use"), second: name })}
          onClick={() => wearing.change((all) => ({ ...all, ...found }))}
        />
      )}
    </>
  );
}

/** One look: a radio button with its picture; what it takes, while that is not done. */
function Reward({
  group,
  name,
  price,
  chosen,
  choose,
  children,
}: {
  group: string;
  name: string;
  price: Price | null;
  chosen: boolean;
  choose: () => void;
  children: preact.ComponentChildren;
}) {
  const open = price === null || isEarned(price, deeds());
  return (
    <label class={open ? "reward" : "reward closed"}>
      <input type="radio" name={group} checked={chosen} disabled={!open} onChange={choose} />
      {children}
      <span>
        <strong>{name}</strong>
        {price && !open && <span class="hint">{priceText(price)}</span>}
      </span>
    </label>
  );
}

function priceText(price: Price): string {
  if ("achieve" in price) return t(`achieve.${price.achieve}.how`);
  const { done, needed } = paid(price, deeds());
  return t("days" in price ? "rewards.days" : "rewards.ladder", { done, needed });
}

function look() {
  return LOOKS[familyOf(isEdition(lastEdition.value) ? lastEdition.value : FIRST_EDITION)];
}

const SHOWN = { strike: "5", impact: "fire", wizards: "accio" } as const;

/** A side of a die in its frame. */
function DiePicture({ finish }: { finish: Finish | null }) {
  const { dice, name } = look();
  const sign = SHOWN[name];
  return (
    <svg class="reward-picture" viewBox="0 0 100 100" width="44" height="44" aria-hidden="true">
      <rect width="100" height="100" rx="17" fill={dice.body} />
      <rect x="1.5" y="1.5" width="97" height="97" rx="16" class="reward-edge" />
      {finish && FRAMES[finish].map((stroke, i) => <path key={i} {...strokeAttributes(stroke)} />)}
      <g transform="translate(17 17) scale(.66)">
        <SignPaths sign={sign} colour={dice.signs[sign] ?? dice.sign} />
      </g>
    </svg>
  );
}

/** A mat with its figure, more plainly than under dice. */
function MatPicture({ mat }: { mat: Mat | null }) {
  const { mat: felt } = look().colours;
  return (
    <svg class="reward-picture" viewBox="-75 -56 150 112" width="59" height="44" aria-hidden="true">
      <rect x="-75" y="-56" width="150" height="112" rx="40" fill={felt} />
      {mat && <path {...strokeAttributes({ ...FIGURES[mat], width: 2 })} opacity="0.6" />}
    </svg>
  );
}
