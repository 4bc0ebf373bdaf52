/** All puzzles: how far one is, what was missed, and every answer that was given. */

import { useEffect } from "preact/hooks";
import { Button } from "../controls/button";
import { Icon } from "../controls/icons";
import { language, t } from "../i18n";
import { type Attempt, MOST_STARS, missedIn, starsOf } from "../memory/attempts";
import { attempts } from "../memory/shelf";
import { go } from "../route";
import { book, openBook, type Puzzle, type PuzzleKind } from "./puzzle";
import { goOn, isInBook, missed, nextId, numberOf, redoMissed, run } from "./run";
import { Stars } from "./stars";
import { choiceName } from "./words";
import "./puzzles.css";

const KINDS: readonly PuzzleKind[] = ["stop", "strength", "aim"];
/** Answers of the history that are shown. */
const MOST_TOLD = 30;

export function Puzzles() {
  useEffect(() => {
    void openBook();
  }, []);
  const puzzles = book.value?.puzzles;
  if (!puzzles) return <p class="hint">{t("puzzle.loading")}</p>;
  return (
    <div class="puzzles">
      <Progress puzzles={puzzles} />
      <Ways />
      {KINDS.map((kind) => (
        <Kind key={kind} kind={kind} puzzles={puzzles.filter((one) => one.kind === kind)} />
      ))}
      <History puzzles={puzzles} />
    </div>
  );
}

function Progress({ puzzles }: { puzzles: readonly Puzzle[] }) {
  const stars = puzzles.map((one) => starsOf(attempts.value, one.id));
  const count = stars.reduce((a, b) => a + b, 0);
  const total = puzzles.length;
  const solved = stars.filter((one) => one > 0).length;
  return (
    <section class="puzzle-progress">
      <p>{t("puzzle.what")}</p>
      <p class="puzzle-sum">
        <span>{t("puzzle.solved", { solved, total })}</span>
        <span>{t("puzzle.starsOf", { count, total: total * MOST_STARS })}</span>
      </p>
      <progress value={count} max={total * MOST_STARS} aria-hidden="true" />
    </section>
  );
}

function Ways() {
  const again = missed();
  const next = nextId(null);
  const start = () => {
    run.value = [];
    goOn(null);
  };
  return (
    <div class="puzzle-ways">
      {next ? (
        <Button
          class="primary big"
          text={t(attempts.value.length ? "puzzle.next" : "puzzle.start")}
          onClick={start}
        />
      ) : (
        <p>{t("puzzle.allSolved")}</p>
      )}
      {again.length > 0 && (
        <button type="button" class="secondary" onClick={redoMissed}>
          <Icon name="undo" />
          {t("puzzle.redo", { count: again.length })}
        </button>
      )}
    </div>
  );
}

function Kind({ kind, puzzles }: { kind: PuzzleKind; puzzles: readonly Puzzle[] }) {
  return (
    <section>
      <h2 class="group-title">{t(`puzzle.kind.${kind}`)}</h2>
      <ul class="puzzle-grid">
        {puzzles.map((one) => (
          <li key={one.id}>
            <Tile puzzle={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ puzzle }: { puzzle: Puzzle }) {
  const number = numberOf(puzzle.id);
  const wrong = missedIn(attempts.value).includes(puzzle.id);
  return (
    <button
      type="button"
      class={wrong ? "puzzle-tile missed" : "puzzle-tile"}
      onClick={() => {
        run.value = [];
        go({ at: "puzzle", number });
      }}
    >
      <span>
        <span class="unseen">{t("puzzle.one", { number: "" })}</span>
        {number}
      </span>
      <Stars count={starsOf(attempts.value, puzzle.id)} />
      {wrong && <span class="unseen">{t("puzzle.missed")}</span>}
    </button>
  );
}

function History({ puzzles }: { puzzles: readonly Puzzle[] }) {
  const known = attempts.value.filter((one) => isInBook(one.puzzle));
  if (!known.length) return null;
  const latest = known.slice(-MOST_TOLD).reverse();
  return (
    <details class="puzzle-history">
      <summary>{t("puzzle.history", { count: known.length })}</summary>
      <ol>
        {latest.map((one) => (
          <Told key={`${one.when} ${one.puzzle}`} attempt={one} puzzles={puzzles} />
        ))}
      </ol>
    </details>
  );
}

function Told({ attempt, puzzles }: { attempt: Attempt; puzzles: readonly Puzzle[] }) {
  const { puzzle: id, choice, right, when } = attempt;
  const puzzle = puzzles.find((one) => one.id === id);
  if (!puzzle) return null;
  const number = numberOf(id);
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: "medium" }).format(when);
  return (
    <li>
      <span>
        <strong>{t("puzzle.one", { number })}</strong>
        <span class="hint">
          {choiceName(puzzle, choice)} · {t(right ? "puzzle.right" : "puzzle.wrong")} · {day}
        </span>
      </span>
      <Button text={t("puzzle.open")} onClick={() => go({ at: "puzzle", number })} />
    </li>
  );
}
