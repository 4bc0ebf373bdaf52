/** The flick area of a hand: the dice to throw, which follow the finger, and the supply below them. */

import { useRef, useState } from "preact/hooks";
import { flickAim, motion, type Sample, strengthOf } from "../arena/flick";
import { BOXES } from "../arena/stage";
import { DieFace } from "../controls/die";
import { familyOf } from "../game/editions";
import { t } from "../i18n";
import { useSession } from "../session";
import { showStrength } from "../table/aim";
import { throwNow } from "../table/commands";

interface Pad {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The mat and the space before it, in metres, that the width of a pad stands for. */
const ACROSS = 0.34;
/** A wide pad does not ask for wider strokes: a hand is no larger on a tablet. */
const WIDEST = 480;
/** Where on the pad the middle of the mat is, as a share of the height from above. */
const MIDDLE = 0.35;

/** Where a finger is on the table, seen from one's own side; time in seconds. */
export function onTable(pad: Pad, x: number, y: number, time: number): Sample {
  const metres = ACROSS / Math.min(pad.width, WIDEST);
  return {
    x: (x - pad.left - pad.width / 2) * metres,
    y: (pad.top + pad.height * MIDDLE - y) * metres,
    time,
  };
}

/** More dice than this are a heap: one sees how many by the number. */
const MOST_DRAWN = 12;

interface Drag {
  readonly x: number;
  readonly y: number;
}

/** `dice` to throw with a flick, and the supply below them, without these; null: nobody counts it. */
export function FlickPad({
  edition,
  dice,
  supply,
  kept,
}: {
  edition: string;
  dice: number;
  supply: number | null;
  kept: number;
}) {
  const pad = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const flick = useFlick(pad, edition, setDrag);
  return (
    <div
      ref={pad}
      class={dice ? "flick-pad ready" : "flick-pad"}
      onPointerDown={dice ? flick.down : undefined}
      onPointerMove={flick.move}
      onPointerUp={flick.up}
      onPointerCancel={flick.cancel}
    >
      {dice > 0 && <p class="flick-hint">{t("party.flick")}</p>}
      <div
        class="dice-to-throw"
        style={drag ? { transform: `translate(${drag.x}px, ${drag.y}px)` } : undefined}
      >
        <Blanks count={dice} edition={edition} size={64} />
      </div>
      {supply !== null && (
        <div class="supply" role="img" aria-label={t("count.dice", { count: supply })}>
          <Blanks count={kept} edition={edition} size={30} />
          <strong>{supply}</strong>
        </div>
      )}
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
