/** The coach's report after a game: luck, choices, aim, and the moments worth seeing again. */

import { Icon } from "../controls/icons";
import type { Named } from "../controls/seal";
import { toldMissteps } from "../game/review";
import { decimal, signedPercent, t } from "../i18n";
import type { GameReview, Misstep, SeatReview, TurningPoint } from "../protocol";
import { actionName } from "../speech/sentences";
import { Numbers } from "./numbers";

type Reviews = readonly (SeatReview | null)[];
type ToldMoment = Misstep | TurningPoint;

const PARTS = ["luck", "choices", "aim", "gifts"] as const;
/** Changes of the chance to win that are worth a sentence: half a game in a hundred. */
const WORTH_TELLING = 0.005;
/** Chance to win that fills a bar. */
const FULL_BAR = 0.5;

function where(moment: ToldMoment): string {
  const number = (moment.throw ?? 0) + 1;
  const stopped = "chosen" in moment && moment.chosen.unit === null;
  return t(stopped ? "report.after" : "report.at", { number });
}

function sentence(moment: ToldMoment, name: Named): string {
  const about = { where: where(moment), name: name(moment.seat) };
  if ("gain" in moment) return t("report.turning", { ...about, gain: signedPercent(moment.gain) });
  return t("report.misstep", {
    ...about,
    better: actionName(moment.better),
    chosen: actionName(moment.chosen),
    cost: decimal(100 * moment.cost),
  });
}

function Bar({ value }: { value: number }) {
  const share = Math.min(1, Math.abs(value) / FULL_BAR);
  return (
    <span class={value < 0 ? "share-bar loss" : "share-bar"} style={{ "--share": share }}>
      {signedPercent(value)}
    </span>
  );
}

/** What changed the reader's own chance to win, in plain sentences, the greatest first. */
function OwnGame({ seat }: { seat: SeatReview }) {
  const told = PARTS.filter((part) => Math.abs(seat[part]) >= WORTH_TELLING).sort(
    (one, other) => Math.abs(seat[other]) - Math.abs(seat[one]),
  );
  return (
    <ul class="own-game">
      {told.map((part) => (
        <li key={part}>
          {t(`report.${part}.${seat[part] > 0 ? "gave" : "cost"}`, {
            wins: decimal(100 * Math.abs(seat[part])),
          })}
        </li>
      ))}
    </ul>
  );
}

/** What was played for those who were away: nobody's own choices. */
function StoodIn({ seats, own, name }: { seats: Reviews; own: readonly number[]; name: Named }) {
  const [only] = own.length === 1 ? own : [];
  return seats.map((seat, number) => {
    if (!seat?.stood_in) return null;
    const whose = number === only ? "you" : "other";
    return (
      <p key={number}>
        {t(`report.stoodIn.${whose}`, { count: seat.stood_in, name: name(number) })}
      </p>
    );
  });
}

function Moments({
  moments,
  name,
  onShow,
}: {
  moments: readonly ToldMoment[];
  name: Named;
  onShow: ((moment: ToldMoment) => void) | null;
}) {
  return (
    <ul class="stack moments">
      {moments.map((moment) => (
        <li key={`${moment.step} ${"gain" in moment}`}>
          {onShow && moment.throw !== null ? (
            <button type="button" class="moment" onClick={() => onShow(moment)}>
              <span>{sentence(moment, name)}</span>
              <Icon name="play" />
              <span class="unseen">{t("history.replay", { number: moment.throw + 1 })}</span>
            </button>
          ) : (
            <p>{sentence(moment, name)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

export function Report({
  review,
  own,
  name,
  onShow,
}: {
  review: GameReview | null;
  own: readonly number[];
  name: Named;
  /** Shows a moment again; null where nothing can be shown. */
  onShow: ((moment: ToldMoment) => void) | null;
}) {
  if (review?.status !== "ready") {
    const waiting = review?.status === "preparing";
    return (
      <p class="report hint" role="status">
        {t(waiting ? "report.waiting" : "report.none")}
      </p>
    );
  }
  const missteps = toldMissteps(review, own);
  const [only] = own;
  const mine = own.length === 1 && only !== undefined ? review.seats[only] : null;
  return (
    <section class="stack report" aria-label={t("report.title")}>
      {mine && <OwnGame seat={mine} />}
      <Numbers
        label={t("report.table")}
        columns={PARTS.map((part) => t(`report.${part}`))}
        lines={review.seats.flatMap((seat, number) =>
          seat
            ? {
                name: name(number),
                cells: PARTS.map((part) => <Bar key={part} value={seat[part]} />),
              }
            : [],
        )}
      />
      <p class="hint">{t("report.help")}</p>
      <StoodIn seats={review.seats} own={own} name={name} />
      {missteps.length === 0 && <p>{t("report.noMisstep")}</p>}
      <Moments
        moments={review.turning ? [...missteps, review.turning] : missteps}
        name={name}
        onShow={onShow}
      />
      {review.estimated && <p class="hint">{t("report.estimated")}</p>}
    </section>
  );
}
