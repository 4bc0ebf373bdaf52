/** The table: the arena owns the screen, with name tags, a caption and few quiet panels at the edges. */

import { useEffect, useRef, useState } from "preact/hooks";
import { listed, t } from "../i18n";
import { REACTIONS } from "../protocol";
import { keptTable, sound, taught } from "../settings";
import { acting, attendTable, leaveTable, line, own, send, settled, table } from "../store";
import { Actions } from "./actions";
import { aimKey, charge, letGo } from "./aiming";
import { askText } from "./asking";
import { Clock } from "./clock";
import { DieFace } from "./die";
import { endTurn, throwNow } from "./doing";
import { HistoryPanel } from "./history";
import { Icon, IconButton } from "./icons";
import { Gathering } from "./lobby";
import { Panel } from "./panel";
import { Podium, TournamentScore } from "./podium";
import { go } from "./route";
import { RulesPanel } from "./rules";
import { SeatTags } from "./seats";
import { SettingsPanel } from "./settings";
import { director, impatient, insets, noPicture, said, showing } from "./shown";
import {
  arenaParams,
  editionName,
  effectName,
  familyOf,
  seatName,
  speakArena,
  speakLine,
  whyOf,
} from "./speech";

type Open = "rules" | "settings" | "history" | "react" | null;

/** Attends the table of the address: by token, by what this device kept, or as a guest. */
async function attend(code: string, token: string | null): Promise<boolean> {
  const kept = keptTable.value?.table === code ? keptTable.value : null;
  const tokens = token ? [token] : [...(kept?.tokens ?? [])];
  if (tokens.length) {
    const answer = await attendTable({ type: "resume", table: code, tokens });
    if (answer || line.state.value !== "open") return true;
    if (kept) keptTable.value = null;
  }
  const answer = await attendTable({ type: "watch", table: code });
  return answer !== null || line.state.value !== "open";
}

/** False once it is clear that there is no such table. */
function useTable(code: string, token: string | null): boolean {
  const [found, setFound] = useState(true);
  const open = line.state.value === "open";
  useEffect(() => {
    if (open && table.value.code !== code) void attend(code, token).then(setFound);
  }, [code, token, open]);
  return found;
}

/** The bar is never reckoned lower than this, so that the box does not move with every sentence. */
const LEAST_BAR = 168;

/** Keeps the box between the bars, whatever they hold at the moment. */
function useInsets(bottom: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = bottom.current;
    if (!element) return;
    const measure = () => {
      const low = window.innerHeight < 520 && window.innerWidth > window.innerHeight;
      insets.value = {
        top: low ? 40 : 92,
        left: 0,
        right: low ? Math.min(340, window.innerWidth * 0.4) : 0,
        bottom: low
          ? 22
          : Math.min(Math.max(element.offsetHeight, LEAST_BAR) + 12, window.innerHeight * 0.45),
      };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [bottom.current]);
}

const VIEW_KEYS: Readonly<Record<string, () => void>> = {
  "[": () => director.value?.arena.turn(0.2),
  "]": () => director.value?.arena.turn(-0.2),
  "+": () => director.value?.arena.zoom(0.88),
  "-": () => director.value?.arena.zoom(1.14),
  "0": () => director.value?.arena.home(),
};

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, select, textarea, button, dialog, summary") !== null
  );
}

/** The whole game by keyboard: aim, hold, let go, end, skip, turn the arena. */
function useKeys(): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (typing(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (acting.value !== null && (aimKey(event.key) || event.key === " ")) {
        event.preventDefault();
        if (event.key === " " && !event.repeat) charge();
      } else if (event.key === "e") endTurn();
      else if (event.key === "s") director.value?.skip();
      else VIEW_KEYS[event.key]?.();
    };
    const up = (event: KeyboardEvent) => {
      if (event.key !== " " || typing(event.target)) return;
      const aim = letGo();
      if (aim) throwNow(aim);
    };
    window.addEventListener("keydown", down);
    window.addEventListener("keyup", up);
    return () => {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
    };
  }, []);
}

function Caption() {
  const [why, setWhy] = useState(false);
  const shown = showing.value;
  useEffect(() => setWhy(false), [shown]);
  if (!shown) return null;
  const text = speakLine(shown.line, shown.scene);
  const reason = whyOf(shown.line.why);
  return (
    <div class="caption">
      <div class="caption-row">
        <p key={text} class="caption-line">
          {text}
        </p>
        {reason && (
          <IconButton icon="why" label={t("hud.why")} pressed={why} onClick={() => setWhy(!why)} />
        )}
      </div>
      {why && reason && <p class="why">{reason}</p>}
    </div>
  );
}

/** What a screen reader hears: what fell, what happened, what is asked. */
function Spoken() {
  const last = said.value;
  const info = table.value.info;
  if (!info) return null;
  const happened = last ? last.lines.map((one) => speakLine(one, last.scene)).join(" ") : "";
  const lies = last && settled.value ? speakArena(last.game, info.edition) : "";
  return (
    <p class="unseen" aria-live="polite" aria-atomic="true" id="spoken">
      {settled.value ? `${happened} ${lies} ${askText()}` : happened}
    </p>
  );
}

function Skipping() {
  if (settled.value) return null;
  return (
    <div class="hurry">
      <button
        type="button"
        class="quiet-button"
        aria-pressed={impatient.value > 1}
        onClick={() => {
          impatient.value = impatient.value > 1 ? 1 : 3;
        }}
      >
        {t(impatient.value > 1 ? "hud.normal" : "hud.faster")}
      </button>
      <button type="button" class="quiet-button" onClick={() => director.value?.skip()}>
        <Icon name="skip" />
        <span>{t("hud.skip")}</span>
      </button>
    </div>
  );
}

/** Turning and zooming for those who neither drag nor use keys. */
function ViewButtons() {
  const arena = director.value?.arena;
  if (!arena) return null;
  return (
    <fieldset class="view-buttons">
      <legend class="unseen">{t("hud.arena")}</legend>
      <IconButton icon="turnLeft" label={t("hud.turnLeft")} onClick={() => arena.turn(0.35)} />
      <IconButton icon="turnRight" label={t("hud.turnRight")} onClick={() => arena.turn(-0.35)} />
      <IconButton icon="nearer" label={t("hud.nearer")} onClick={() => arena.zoom(0.85)} />
      <IconButton icon="farther" label={t("hud.farther")} onClick={() => arena.zoom(1.18)} />
    </fieldset>
  );
}

function Lesson({ edition }: { edition: string }) {
  if (taught.value || acting.value === null || table.value.game?.awaited.kind === "over")
    return null;
  return (
    <div class="lesson" role="note">
      <Icon name="hand" size={32} />
      <div>
        <p>{t("learn.flick", arenaParams(edition))}</p>
        <p class="hint">{t("learn.key")}</p>
      </div>
      <button
        type="button"
        class="secondary"
        onClick={() => {
          taught.value = true;
        }}
      >
        {t("learn.ok")}
      </button>
    </div>
  );
}

function Reactions({ onClose }: { onClose: () => void }) {
  return (
    <Panel title={t("hud.react")} onClose={onClose}>
      <div class="chips">
        {REACTIONS.map((reaction) => (
          <button
            key={reaction}
            type="button"
            class="chip"
            onClick={() => {
              const seat = own.value[0];
              if (seat !== undefined) send({ type: "react", seat, reaction });
              onClose();
            }}
          >
            {t(`reaction.${reaction}`)}
          </button>
        ))}
      </div>
    </Panel>
  );
}

function Bubble() {
  const { reaction, seats } = table.value;
  const [shown, setShown] = useState(reaction);
  useEffect(() => {
    setShown(reaction);
    const timer = window.setTimeout(() => setShown(null), 3500);
    return () => window.clearTimeout(timer);
  }, [reaction]);
  const who = shown ? seats[shown.seat] : undefined;
  if (!shown || !who) return null;
  return (
    <p class="bubble" role="status">
      {seatName(who)}: {t(`reaction.${shown.reaction}`)}
    </p>
  );
}

/** The elements that are awake, as signs: words have no room beside the buttons of a phone. */
function Awake({ elements }: { elements: readonly string[] }) {
  const named = t("hud.elements", { elements: listed(elements.map(effectName)) });
  return (
    <span class="fact awake" title={named}>
      <span class="unseen">{named}</span>
      {elements.map((element) => (
        <DieFace key={element} face={element} family="impact" size={22} />
      ))}
    </span>
  );
}

function TopBar({ open }: { open: (panel: Open) => void }) {
  const { info, game } = table.value;
  const direction = game?.direction ?? 1;
  return (
    <header class="top-bar">
      <IconButton
        icon="back"
        label={t("hud.leave")}
        onClick={() => {
          leaveTable();
          go({ at: "home" });
        }}
      />
      <div class="top-facts">
        {game && (
          <span class="fact" title={t(direction > 0 ? "hud.direction.1" : "hud.direction.-1")}>
            <span class={direction > 0 ? "spin" : "spin back"}>
              <Icon name="turn" size={20} />
            </span>
            <span class="unseen">{t(direction > 0 ? "hud.direction.1" : "hud.direction.-1")}</span>
          </span>
        )}
        {game && game.elements.length > 0 && <Awake elements={game.elements} />}
        {info && info.watchers > 0 && (
          <span class="fact">{t("count.watchers", { count: info.watchers })}</span>
        )}
      </div>
      <IconButton
        icon={sound.value ? "sound" : "mute"}
        label={t(sound.value ? "hud.mute" : "hud.sound")}
        onClick={() => {
          sound.value = !sound.value;
        }}
      />
      <IconButton icon="history" label={t("hud.history")} onClick={() => open("history")} />
      {own.value.length > 0 && (
        <IconButton icon="friends" label={t("hud.react")} onClick={() => open("react")} />
      )}
      <IconButton icon="rules" label={t("hud.rules")} onClick={() => open("rules")} />
      <IconButton icon="settings" label={t("hud.settings")} onClick={() => open("settings")} />
    </header>
  );
}

function Superseded({ code }: { code: string }) {
  return (
    <section class="sheet" role="alert">
      <p>{t("net.superseded")}</p>
      <button
        type="button"
        class="primary"
        onClick={() => {
          const kept = keptTable.value;
          if (kept) void attendTable({ type: "resume", table: code, tokens: [...kept.tokens] });
        }}
      >
        {t("net.takeHere")}
      </button>
    </section>
  );
}

/** What a guest sees who came by an invitation: sit down or watch. */
function Invited({ code }: { code: string }) {
  const free = table.value.seats.some((seat) => seat.kind === "open");
  const [name, setName] = useState("");
  if (own.value.length || !free || table.value.info?.stage !== "gathering") return null;
  return (
    <form
      class="invited row"
      onSubmit={(event) => {
        event.preventDefault();
        void attendTable({
          type: "join",
          table: code,
          name: name.trim() || t("setup.player", { number: 2 }),
        });
      }}
    >
      <label class="field">
        <span>{t("setup.name")}</span>
        <input
          type="text"
          maxLength={20}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary">
        {t("join.sit")}
      </button>
    </form>
  );
}

function Focus() {
  const mine = acting.value !== null;
  useEffect(() => {
    const focused = document.activeElement;
    if (mine && (focused === document.body || focused === null))
      document.getElementById("arena-focus")?.focus();
  }, [mine]);
  return null;
}

export function TableView({ code, token }: { code: string; token: string | null }) {
  const [panel, setPanel] = useState<Open>(null);
  const bottom = useRef<HTMLElement>(null);
  const found = useTable(code, token);
  useInsets(bottom);
  useKeys();
  const { info, game, superseded } = table.value;
  const edition = info?.edition ?? "strike-2020";
  useEffect(() => {
    document.documentElement.dataset.family = familyOf(edition);
  }, [edition]);
  const over = settled.value && game?.awaited.kind === "over";
  return (
    <main class="table">
      {info?.stage === "playing" && <h1 class="unseen">{editionName(edition)}</h1>}
      <TopBar open={setPanel} />
      <div
        id="arena-focus"
        class="arena-focus"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arena itself is what the keys act on
        tabIndex={0}
        role="application"
        aria-label={t("hud.arena")}
      />
      {game && <SeatTags />}
      {game && <ViewButtons />}
      <Lesson edition={edition} />
      <Bubble />
      <Skipping />
      <section class="bottom-bar" ref={bottom} aria-label={t("hud.turn")}>
        {info && game && !over && (
          <>
            {noPicture.value && <p class="hint">{t("app.noWebGL")}</p>}
            {noPicture.value && <p>{speakArena(game, edition)}</p>}
            <Caption />
            <p class="ask">{askText()}</p>
            <Clock deadline={game.awaited.deadline} />
            <Actions />
          </>
        )}
        {!info && found && <p class="ask">{t("app.loading")}</p>}
      </section>
      {game && !over && table.value.tournament && (
        <aside class="tournament-corner">
          <TournamentScore />
        </aside>
      )}
      {info?.stage === "gathering" && !superseded && (
        <div class="sheet-holder">
          <Gathering />
          <Invited code={code} />
        </div>
      )}
      {over && !superseded && (
        <div class="sheet-holder">
          <Podium />
        </div>
      )}
      {!found && (
        <div class="sheet-holder">
          <section class="sheet" role="alert">
            <p>{t("error.no_table")}</p>
            <button type="button" class="primary" onClick={() => go({ at: "home" })}>
              {t("end.home")}
            </button>
          </section>
        </div>
      )}
      {superseded && (
        <div class="sheet-holder">
          <Superseded code={code} />
        </div>
      )}
      <Spoken />
      <Focus />
      {panel === "rules" && <RulesPanel edition={edition} onClose={() => setPanel(null)} />}
      {panel === "settings" && <SettingsPanel onClose={() => setPanel(null)} />}
      {panel === "history" && <HistoryPanel onClose={() => setPanel(null)} />}
      {panel === "react" && <Reactions onClose={() => setPanel(null)} />}
    </main>
  );
}
