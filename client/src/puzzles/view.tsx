/** One puzzle: the position on the table, what can be chosen, then what each choice is worth, and why. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../controls/button";
import { DieFace } from "../controls/die";
import { Icon, IconButton } from "../controls/icons";
import { familyOf } from "../game/editions";
import type { Practice } from "../game/practice";
import { decimal, percent, t } from "../i18n";
import { starsOf } from "../memory/attempts";
import { attempts, keepAttempt } from "../memory/shelf";
import { go } from "../route";
import { type Session, useSession } from "../session";
import { speakArena } from "../speech/sentences";
import { useFamily } from "../style/family";
import { useInsets } from "../table/insets";
import { SeatTags } from "../table/nametags";
import { fly, lay } from "../table/practising";
import { ArenaFrame, Skipping } from "../table/view";
import { book, openBook, type Puzzle, sharesOf } from "./puzzle";
import { goOn, run } from "./run";
import { Stars } from "./stars";
import { choiceName, questionOf, reasonOf, strengthName } from "./words";
import "../screens/table.css";
import "../table/actions.css";
import "../table/view.css";
import "./puzzles.css";

/** Nothing can be thrown by hand here. */
const WAITS = { kind: "choice", seat: 0, units: [] as string[] } as const;

export function PuzzleView({ number }: { number: number }) {
  useEffect(() => {
    void openBook();
  }, []);
  const puzzle = book.value?.puzzles[number - 1];
  if (!book.value) return <main class="table" />;
  if (!puzzle) return <Unknown />;
  return <Asked key={puzzle.id} puzzle={puzzle} number={number} />;
}

function Unknown() {
  return (
    <main class="sheet-holder">
      <section class="sheet">
        <h1>{t("puzzle.unknown", { total: book.value?.puzzles.length ?? 0 })}</h1>
        <Button class="primary" text={t("puzzle.all")} onClick={() => go({ at: "puzzles" })} />
      </section>
    </main>
  );
}

function Asked({ puzzle, number }: { puzzle: Puzzle; number: number }) {
  const session = useSession();
  const { settled, table } = session.page;
  const [chosen, setChosen] = useState<string | null>(null);
  const bottom = useInsets();
  useFamily(puzzle.edition);
  useEffect(() => {
    session.rehearseWith(() => false);
    lay(session, positionOf(puzzle), WAITS);
    return () => session.rehearseWith(null);
  }, []);
  const choose = (name: string) => {
    setChosen(name);
    keepAttempt({ puzzle: puzzle.id, choice: name, right: name === puzzle.best, when: Date.now() });
    show(session, puzzle, name);
  };
  /** Then the picture is small, and names would cover each other. */
  const told = chosen !== null && settled.value;
  return (
    <main class="table puzzle">
      <Bar number={number} />
      <ArenaFrame edition={puzzle.edition} />
      <section class="lesson puzzle-card">
        <h1 class="puzzle-question">{questionOf(puzzle)}</h1>
        <p class="hint">
          {speakArena({ arena: [...puzzle.arena] }, puzzle.edition)}{" "}
          {t("puzzle.yours", { count: puzzle.hands[0] ?? 0 })}
        </p>
      </section>
      {table.value.game && !told && <SeatTags />}
      <Skipping />
      <section class="bottom-bar puzzle-bar" ref={bottom} aria-label={t("hud.moves")}>
        {chosen === null && <Choices puzzle={puzzle} onChoose={choose} />}
        {told && <Result puzzle={puzzle} chosen={chosen} />}
      </section>
    </main>
  );
}

/** The throw of a choice flies; only aims have one. */
function show(session: Session, puzzle: Puzzle, name: string): void {
  const choice = puzzle.kind === "aim" && puzzle.choices.find((one) => one.name === name);
  if (!choice) return;
  lay(session, positionOf(puzzle), WAITS);
  fly(session, positionOf(puzzle), { unit: "1", aim: choice.aim }, choice.shown);
}

function positionOf(puzzle: Puzzle): Practice {
  return { ...puzzle, name: puzzle.id };
}

function Bar({ number }: { number: number }) {
  const total = book.value?.puzzles.length ?? 0;
  return (
    <header class="top-bar">
      <IconButton
        icon="back"
        label={t("puzzle.all")}
        name={null}
        onClick={() => go({ at: "puzzles" })}
      />
      <div class="top-facts">{t("puzzle.of", { number, total })}</div>
      {run.value.length > 0 && (
        <span class="puzzle-run">{t("puzzle.run", { count: run.value.length })}</span>
      )}
    </header>
  );
}

function Choices({ puzzle, onChoose }: { puzzle: Puzzle; onChoose: (name: string) => void }) {
  return (
    <fieldset class="answers puzzle-choices">
      <legend class="unseen">{questionOf(puzzle)}</legend>
      {puzzle.choices.map((choice) => (
        <button
          type="button"
          key={choice.name}
          class="secondary"
          aria-label={choiceName(puzzle, choice.name)}
          onClick={() => onChoose(choice.name)}
        >
          <Choice puzzle={puzzle} name={choice.name} />
        </button>
      ))}
    </fieldset>
  );
}

/** A choice as it is seen: an aim with the die aimed at. */
function Choice({ puzzle, name }: { puzzle: Puzzle; name: string }) {
  if (puzzle.kind !== "aim") return <>{choiceName(puzzle, name)}</>;
  const [strength = "", face = ""] = name.split(" ");
  return (
    <>
      {strengthName(strength)}
      <Icon name="turnRight" size={18} />
      <DieFace face={face} family={familyOf(puzzle.edition)} size={30} />
    </>
  );
}

function Result({ puzzle, chosen }: { puzzle: Puzzle; chosen: string }) {
  const session = useSession();
  const next = useRef<HTMLButtonElement>(null);
  const right = chosen === puzzle.best;
  const throws = book.value?.throws ?? 1;
  const shares = sharesOf(puzzle, throws);
  const share = (name: string) => shares.get(name) ?? 0;
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  const cost = decimal(100 * (share(puzzle.best) - share(chosen)));
  return (
    <div class="puzzle-result">
      <div role="status" class="puzzle-verdict">
        <h2 class={right ? "right" : "wrong"}>{t(right ? "puzzle.right" : "puzzle.wrong")}</h2>
        {right && <Stars count={starsOf(attempts.value, puzzle.id)} />}
        {!right && (
          <p>{t(puzzle.kind === "aim" ? "puzzle.costsThrows" : "puzzle.costs", { cost })}</p>
        )}
        <p class="puzzle-why">{reasonOf(puzzle)}</p>
      </div>
      <Figures puzzle={puzzle} chosen={chosen} share={share} />
      {puzzle.kind === "aim" && <p class="hint">{t("puzzle.counted", { count: throws })}</p>}
      <div class="answers">
        {puzzle.kind === "aim" && (
          <Button
            text={t(right ? "puzzle.again" : "puzzle.watch")}
            onClick={() => show(session, puzzle, puzzle.best)}
          />
        )}
        <Button
          class="primary"
          ref={next}
          text={t("puzzle.next")}
          onClick={() => goOn(puzzle.id)}
        />
      </div>
    </div>
  );
}

function Figures({
  puzzle,
  chosen,
  share,
}: {
  puzzle: Puzzle;
  chosen: string;
  share: (name: string) => number;
}) {
  const most = Math.max(...puzzle.choices.map((one) => share(one.name)));
  const worth = t(puzzle.kind === "aim" ? "puzzle.succeeds" : "puzzle.worth");
  return (
    <table class="puzzle-figures">
      <caption class="unseen">{worth}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{worth}</th>
          {puzzle.kind === "strength" && <th scope="col">{t("puzzle.takes")}</th>}
        </tr>
      </thead>
      <tbody>
        {puzzle.choices.map((choice) => (
          <tr key={choice.name} class={choice.name === puzzle.best ? "best" : ""}>
            <th scope="row">
              <span class="unseen">{choiceName(puzzle, choice.name)}</span>
              <span class="puzzle-choice" aria-hidden="true">
                <Choice puzzle={puzzle} name={choice.name} />
                {choice.name === chosen && <Icon name="hand" size={18} />}
              </span>
              {choice.name === chosen && <span class="unseen">{t("puzzle.chosen")}</span>}
            </th>
            <td>
              <span class="puzzle-share" style={{ "--share": share(choice.name) / most }}>
                {percent(share(choice.name), 1)}
              </span>
            </td>
            {puzzle.kind === "strength" && "take" in choice && (
              <td class="puzzle-take">{percent(choice.take ?? 0)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
