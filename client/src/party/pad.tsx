/** The flick area of a hand: the dice to throw, which follow the finger, and the supply below them. */

import { useRef, useState } from "preact/hooks";
import { flickAim, motion, type Sample, strengthOf } from "../arena/flick";
import { BOXES } from "../arena/stage";
import { DieFace } from "../controls/die";
import { familyOf } from "../game/editions";
import { diceInUnit } from "../game/table";
import { t } from "../i18n";
import type { GameView } from "../protocol";
import { useSession } from "../session";
import { showStrength } from "../table/aim";
import { throwNow } from "../table/commands";
import { onTable } from "./flickpad";

/** More dice than this are a heap: one sees how many by the number. */
const MOST_DRAWN = 12;

interface Drag {
  readonly x: number;
  readonly y: number;
}

export function FlickPad({ game, edition }: { game: GameView; edition: string }) {
  const { acting, unit } = useSession().page;
  const pad = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const flick = useFlick(pad, edition, setDrag);
  const seat = acting.value;
  const thrown = seat !== null && unit.value ? diceInUnit(game, seat, unit.value) : 0;
  return (
    <div
      ref={pad}
      class={thrown ? "flick-pad ready" : "flick-pad"}
      onPointerDown={thrown ? flick.down : undefined}
      onPointerMove={flick.move}
      onPointerUp={flick.up}
      onPointerCancel={flick.cancel}
    >
      {thrown > 0 && <p class="flick-hint">{t("party.flick")}</p>}
      <div
        class="dice-to-throw"
        style={drag ? { transform: `translate(${drag.x}px, ${drag.y}px)` } : undefined}
      >
        <Blanks count={thrown} edition={edition} size={64} />
      </div>
      <Supply game={game} edition={edition} thrown={thrown} />
    </div>
  );
}

/** A finger on the pad: where it was, what it would throw, and the throw when it lets go. */
function useFlick(
  pad: { readonly current: HTMLElement | null },
  edition: string,
  show: (drag: Drag | null) => void,
) {
  const session = useSession();
  const samples = useRef<Sample[]>([]);
  const from = useRef<Drag | null>(null);
  const note = (event: PointerEvent) => {
    const box = pad.current?.getBoundingClientRect();
    if (box)
      samples.current.push(onTable(box, event.clientX, event.clientY, event.timeStamp / 1000));
  };
  const end = () => {
    from.current = null;
    samples.current = [];
    showStrength(null);
    show(null);
  };
  return {
    down: (event: PointerEvent) => {
      pad.current?.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY };
      samples.current = [];
      note(event);
    },
    move: (event: PointerEvent) => {
      if (!from.current) return;
      note(event);
      const moved = motion(samples.current);
      showStrength(moved ? strengthOf(Math.hypot(moved.vx, moved.vy)) : null);
      show({ x: event.clientX - from.current.x, y: event.clientY - from.current.y });
    },
    up: (event: PointerEvent) => {
      if (!from.current) return;
      note(event);
      const aim = flickAim(samples.current, BOXES[familyOf(edition)]);
      end();
      if (aim) throwNow(session, aim);
      else session.say(t("learn.slow"));
    },
    cancel: end,
  };
}

/** What stays in the hand. */
function Supply({ game, edition, thrown }: { game: GameView; edition: string; thrown: number }) {
  const { acting, hands, own } = useSession().page;
  const seat = acting.value ?? own.value[0];
  const dice = seat === undefined ? null : (hands.value[seat]?.dice ?? null);
  if (dice === null) return null;
  const kept = game.awaited.kind === "start_die" ? dice : dice - thrown;
  return (
    <div class="supply" role="img" aria-label={t("count.dice", { count: dice })}>
      <Blanks count={kept} edition={edition} size={30} />
      <strong>{dice}</strong>
    </div>
  );
}

/** Dice without a face: nothing has been thrown yet. */
function Blanks({ count, edition, size }: { count: number; edition: string; size: number }) {
  return (
    <>
      {Array.from({ length: Math.min(count, MOST_DRAWN) }, (_, i) => (
        <DieFace key={i} face="" family={familyOf(edition)} size={size} />
      ))}
    </>
  );
}
