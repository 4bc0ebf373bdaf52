/** You, as this device remembers you: wins, luck, the ladder, best throws, achievements, dice and mats. */

import { useState } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon, IconButton } from "../controls/icons";
import { Portrait } from "../controls/portrait";
import { botName, LOOKS } from "../game/characters";
import { listed, locale, percent, signedDecimal, t } from "../i18n";
import type { Opponent, PlayedGame } from "../memory/played";
import { type SharedGame, tallies } from "../memory/shared";
import {
  exported,
  forget,
  forgetTally,
  games,
  isForgotten,
  ladder,
  remembering,
  sharedGames,
} from "../memory/shelf";
import {
  ACHIEVEMENTS,
  bestThrows,
  byEdition,
  byOpponent,
  earned,
  type LuckPoint,
  luckOverTime,
  type Score,
  scoreOf,
} from "../memory/summary";
import { saveText } from "../net/download";
import { LEVELS, type Level } from "../protocol";
import { go } from "../route";
import { useSession } from "../session";
import { editionName, isolated } from "../speech/sentences";
import { Frame } from "./frame";
import { useOpening } from "./opening";
import { Rewards } from "./rewards";
import { Switch } from "./settings";
import { useEdition } from "./showcase";
import { namesOf, standOf } from "./waiting";
import "./you.css";

const MOST_THROWS = 5;
const MOST_GAMES = 10;
/** Of the luck chart. */
const WIDE = 320;
const TALL = 110;
/** Standard deviations on either side: 19 times out of 20 one is within. */
const BAND = 2;

export function YouView() {
  const all = games.value;
  const own = new Set(all.map((one) => one.game));
  const others = sharedGames.value.filter((one) => !own.has(one.game));
  return (
    <Frame title={t("you.title")}>
      <div class="memory">
        <Sum {...scoreOf(all)} />
        <Ladder />
        {all.length > 0 && (
          <>
            <Scores
              title={t("memory.byEdition")}
              rows={byEdition(all).map(([edition, score]) => [editionName(edition), score])}
            />
            <Scores
              title={t("memory.byOpponent")}
              rows={byOpponent(all).map(([opponent, score]) => [opponentName(opponent), score])}
            />
            <LuckChart games={all} />
          </>
        )}
        <Tallies />
        <BestThrows games={[...all, ...others]} />
        <Achievements games={all} />
        <Rewards />
        <LastGames games={[...all, ...others]} />
        <Keeping />
      </div>
    </Frame>
  );
}

/** The whole of it in one line. */
function Sum({ games: count, won }: Score) {
  if (!count && sharedGames.value.length > 0) return null;
  if (!count) return <p class="memory-sum">{t("memory.none")}</p>;
  return (
    <p class="memory-sum">
      <span>{t("memory.games", { count })}</span>
      <span>{t("memory.won", { count: won })}</span>
      <span>{percent(won / count)}</span>
    </p>
  );
}

function opponentName({ kind, name }: Opponent): string {
  if (kind === "person") return name || t("memory.somebody");
  return t("memory.bot", { level: botName(name) });
}

function Scores({ title, rows }: { title: string; rows: readonly (readonly [string, Score])[] }) {
  return (
    <section>
      <h2 class="group-title">{title}</h2>
      <table class="scores">
        <thead class="unseen">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t("memory.share")}</th>
            <th scope="col">{t("memory.wins")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, { games: count, won }]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="score-bar">
                <span class="score-share" style={{ "--share": won / count }}>
                  {percent(won / count)}
                </span>
              </td>
              <td>{t("memory.of", { won, games: count })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How it stands between those who play together. */
function Tallies() {
  const all = tallies(sharedGames.value);
  if (!all.length) return null;
  return (
    <section>
      <h2 class="group-title">{t("memory.byPerson")}</h2>
      <ul class="kept-list tallies">
        {all.map((tally) => (
          <li key={namesOf(tally)}>
            <span>
              <strong>{namesOf(tally)}</strong>
              <span class="hint">
                {t("tally.games", { count: tally.games })}, {day(tally.when)}
              </span>
            </span>
            <span class="score-line">{standOf(tally)}</span>
            <IconButton
              icon="close"
              label={t("tally.forget", { names: namesOf(tally) })}
              name={null}
              onClick={() => forgetTally(tally)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All opponents, each to be beaten in turn, best of five. */
function Ladder() {
  const { beaten } = ladder.value;
  const isOver = beaten >= LEVELS.length;
  return (
    <section>
      <h2 class="group-title">{t("ladder.title")}</h2>
      <p class="hint">{t(isOver ? "ladder.top" : "ladder.how")}</p>
      <ol class="stack ladder" reversed>
        {LEVELS.map((level, i) => <Rung key={level} level={level} place={i - beaten} />).reverse()}
      </ol>
    </section>
  );
}

/** `place`: below nought for those who are beaten, nought for whoever is next. */
function Rung({ level, place }: { level: Level; place: number }) {
  const { won, lost } = ladder.value;
  const state = place < 0 ? "beaten" : place === 0 ? "next" : "later";
  return (
    <li
      class={`row rung ${state}`}
      style={{ "--who": LOOKS[level].colour }}
      aria-current={place === 0 ? "step" : undefined}
    >
      <Portrait level={level} size={52} />
      <span class="rung-who">
        <strong>{botName(level)}</strong>
        <span class="hint">{t(`habit.${level}`)}</span>
      </span>
      {place < 0 && <span class="rung-score">{t("ladder.beaten")}</span>}
      {place === 0 && (
        <>
          <span class="rung-score">{`${won}\u00a0:\u00a0${lost}`}</span>
          <Challenge level={level} />
        </>
      )}
    </li>
  );
}

function Challenge({ level }: { level: Level }) {
  const [edition] = useEdition();
  const [opening, play] = useOpening(edition, () => [level]);
  const offered = useSession().page.welcome.value?.bots;
  if (offered && !offered.includes(level))
    return <p class="hint rung-play">{t("ladder.needsServer", { name: botName(level) })}</p>;
  return (
    <Button
      class="primary rung-play"
      text={t("ladder.play", { name: botName(level) })}
      disabled={opening}
      onClick={() => void play()}
    />
  );
}

/** Whether to remember, and what to do with what is remembered. */
function Keeping() {
  const [sure, setSure] = useState(false);
  return (
    <section class="stack">
      <p class="hint">{t("memory.where")}</p>
      <Switch setting={remembering} text="memory.remember" />
      {!isForgotten() && (
        <div class="row">
          <Button
            text={t("memory.export")}
            onClick={() => saveText("kessel-memory.json", exported())}
          />
          <Button
            text={t(sure ? "memory.sure" : "memory.delete")}
            onClick={() => {
              if (sure) forget();
              setSure(!sure);
            }}
            onBlur={() => setSure(false)}
          />
        </div>
      )}
    </section>
  );
}

/** What one has achieved, what is still to be done, and the game in which it happened. */
function Achievements({ games }: { games: readonly PlayedGame[] }) {
  const found = earned(games);
  return (
    <section>
      <h2 class="group-title">
        {t("memory.achievements", { count: found.size, total: ACHIEVEMENTS.length })}
      </h2>
      <ul class="achievements">
        {ACHIEVEMENTS.map((name) => {
          const game = found.get(name);
          return (
            <li key={name} class={game ? "achievement earned" : "achievement"}>
              <Icon name="cup" />
              <span>
                <strong>{t(`achieve.${name}`)}</strong>
                <span class="hint">
                  {t(`achieve.${name}.how`)} {game ? day(game.when) : t("memory.open")}
                </span>
              </span>
              {game && <ReplayLink game={game.game} number={null} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Luck over time: the dice it gave so far, beside the band in which honest dice usually stay. */
function LuckChart({ games }: { games: readonly PlayedGame[] }) {
  const points = luckOverTime(games);
  const last = points.at(-1);
  if (!last || last.spread === 0) return null;
  const inside = Math.abs(last.dice) <= BAND * last.spread;
  return (
    <section>
      <h2 class="group-title">{t("memory.luck")}</h2>
      <p>
        {t(last.dice >= 0 ? "memory.luckMore" : "memory.luckLess", {
          dice: signedDecimal(last.dice),
        })}{" "}
        {t(inside ? "memory.luckInside" : "memory.luckOutside")}
      </p>
      <Curve points={[{ dice: 0, spread: 0 }, ...points]} />
      <p class="hint">{t("memory.luckHelp")}</p>
    </section>
  );
}

function Curve({ points }: { points: readonly LuckPoint[] }) {
  const reach = Math.max(...points.map((one) => Math.max(Math.abs(one.dice), BAND * one.spread)));
  const x = (i: number) => ((i * WIDE) / (points.length - 1)).toFixed(1);
  const y = (dice: number) => (TALL / 2 - (dice / reach) * (TALL / 2 - 4)).toFixed(1);
  const upper = points.map((one, i) => `${x(i)},${y(BAND * one.spread)}`);
  const lower = points.map((one, i) => `${x(i)},${y(-BAND * one.spread)}`).reverse();
  return (
    <svg class="luck-chart" viewBox={`0 0 ${WIDE} ${TALL}`} aria-hidden="true">
      <polygon class="luck-band" points={[...upper, ...lower].join(" ")} />
      <path class="luck-zero" d={`M0 ${TALL / 2}H${WIDE}`} />
      <polyline
        class="luck-line"
        points={points.map((one, i) => `${x(i)},${y(one.dice)}`).join(" ")}
      />
    </svg>
  );
}

function day(when: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(when);
}

/** The replay of a game, or of one throw in it. */
function ReplayLink({ game, number }: { game: string; number: number | null }) {
  return (
    <IconButton
      icon="play"
      label={number === null ? t("end.watch") : t("history.replay", { number })}
      name={t(number === null ? "end.watch" : "history.again")}
      onClick={() => go({ at: "replay", code: game, throw: number })}
    />
  );
}

/** Own games and those of several people here. */
type ThrowsGame = PlayedGame | SharedGame;

function BestThrows({ games }: { games: readonly ThrowsGame[] }) {
  const best = bestThrows(games, MOST_THROWS);
  if (!best.length) return null;
  return (
    <section>
      <h2 class="group-title">{t("memory.best")}</h2>
      <ol class="kept-list">
        {best.map(({ game, edition, when, number, dice, name }) => (
          <li key={game}>
            <span>
              <strong>{t("memory.took", { count: dice })}</strong>
              <span class="hint">
                {[...(name ? [name] : []), editionName(edition), day(when)].join(", ")}
              </span>
            </span>
            <ReplayLink game={game} number={number + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function LastGames({ games }: { games: readonly ThrowsGame[] }) {
  if (!games.length) return null;
  const latest = [...games].sort((a, b) => b.when - a.when).slice(0, MOST_GAMES);
  return (
    <section>
      <h2 class="group-title">{t("memory.last")}</h2>
      <ol class="kept-list">
        {latest.map((game) => (
          <li key={game.game}>
            <span>
              <strong>{ended(game)}</strong>
              <span class="hint">
                {editionName(game.edition)}, {day(game.when)}
              </span>
            </span>
            <ReplayLink game={game.game} number={null} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How a game ended, in a word or two. */
function ended(game: ThrowsGame): string {
  if ("people" in game) {
    const names = game.people.map((one) => isolated(one.name) || t("memory.somebody"));
    const winners = names.filter((_, i) => game.people[i]?.won);
    return winners.length
      ? t("memory.wonBy", { names: listed(winners) })
      : t("memory.played", { names: listed(names) });
  }
  return game.won ? t("memory.wonIt") : t("memory.placed", { number: game.place });
}
