/** Shaking the phone throws: from what it feels to a strength. Asks the phone for leave where it must. */

import { useEffect } from "preact/hooks";
import { useSession } from "../session";
import { shakes } from "../settings";
import { aimWith, showStrength } from "./aim";
import { throwNow } from "./commands";

/** m/s² without gravity: a shake begins, is as hard as can be, and has ended. */
const BEGINS = 12;
const HARDEST = 34;
const ENDED = 5;
/** Seconds of rest after which it has ended. */
const REST = 0.16;

/** Finds shakes in what the phone feels. Pure: samples in, strengths from 0 to 1 out. */
export class Shakes {
  #hardest = 0;
  #restsSince = 0;

  /** How hard the shake is that is going on; null: there is none. */
  get strength(): number | null {
    if (this.#hardest < BEGINS) return null;
    return Math.min(1, (this.#hardest - BEGINS) / (HARDEST - BEGINS));
  }

  /** The strength of a shake that ended with this sample, else null. */
  feel(force: number, time: number): number | null {
    if (force > ENDED) this.#restsSince = time;
    if (force >= BEGINS) this.#hardest = Math.max(this.#hardest, force);
    const made = this.strength;
    if (made === null || time - this.#restsSince < REST) return null;
    this.#hardest = 0;
    return made;
  }
}

type Asking = { requestPermission?: () => Promise<string> };

/** Whether this device can feel a shake at all: a phone or a tablet with such a sensor. */
export function canShake(): boolean {
  return "DeviceMotionEvent" in window && window.matchMedia("(pointer: coarse)").matches;
}

/** Asks for leave where the phone wants to be asked; only in answer to a tap. */
export async function mayShake(): Promise<boolean> {
  const { requestPermission } = DeviceMotionEvent as unknown as Asking;
  if (!requestPermission) return true;
  return requestPermission
    .call(DeviceMotionEvent)
    .then((answer) => answer === "granted")
    .catch(() => false);
}

/** At a table: a shake throws, if that is wished and it is one's throw. */
export function useShaking(): void {
  const session = useSession();
  const { acting, unit } = session.page;
  const wished = shakes.value && canShake();
  useEffect(() => {
    if (!wished) return;
    const shaken = new Shakes();
    const felt = ({ acceleration, timeStamp }: DeviceMotionEvent) => {
      if (!acceleration || acting.value === null || !unit.value) return;
      const { x, y, z } = acceleration;
      const strength = shaken.feel(Math.hypot(x ?? 0, y ?? 0, z ?? 0), timeStamp / 1000);
      showStrength(shaken.strength);
      if (strength !== null) throwNow(session, aimWith(session.page, strength));
    };
    // A phone that was asked once wants to be asked again after a reload, with the first tap.
    const askAgain = () => void mayShake();
    window.addEventListener("devicemotion", felt);
    window.addEventListener("click", askAgain, { once: true });
    return () => {
      window.removeEventListener("devicemotion", felt);
      window.removeEventListener("click", askAgain);
    };
  }, [wished]);
}
