/**
 * Every sound is made here from the contacts of a throw and a few events: no file is loaded.
 * Foam thuds, plastic knocks, dice click; strength and place decide how loud, how bright, how far left.
 */

import type { Contact } from "./types";

interface Voice {
  /** Resonances in Hz with their share of the loudness. */
  readonly modes: readonly (readonly [number, number])[];
  readonly decay: number;
  /** Share of noise in the knock, and where its filter sits. */
  readonly noise: number;
  readonly cut: number;
}

const VOICES: Readonly<Record<Contact["other"], Voice>> = {
  mat: {
    modes: [
      [140, 1],
      [260, 0.35],
    ],
    decay: 0.06,
    noise: 0.5,
    cut: 700,
  },
  wall: {
    modes: [
      [620, 1],
      [1480, 0.5],
      [2550, 0.2],
    ],
    decay: 0.05,
    noise: 0.35,
    cut: 2600,
  },
  rim: {
    modes: [
      [820, 1],
      [1900, 0.5],
      [3100, 0.3],
    ],
    decay: 0.05,
    noise: 0.35,
    cut: 3200,
  },
  table: {
    modes: [
      [230, 1],
      [480, 0.6],
      [950, 0.25],
    ],
    decay: 0.11,
    noise: 0.3,
    cut: 1500,
  },
  die: {
    modes: [
      [2350, 1],
      [3900, 0.7],
      [5600, 0.35],
    ],
    decay: 0.03,
    noise: 0.25,
    cut: 5200,
  },
};

/** N·s: a die of 4.5 g stopped from about 2 m/s. */
const LOUD_IMPULSE = 0.009;
const FAINTEST = 0.02;
const MOST_AT_ONCE = 24;
/** Metres left or right at which a sound is fully in one ear. */
const PAN_REACH = 0.25;
const PENTATONIC = [0, 2, 4, 7, 9, 12, 14, 16];

/** What browsers take for the wish of a person: not the beginning of a touch, but its end. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "click", "keydown"] as const;

export class Sound {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #hiss: AudioBuffer | null = null;
  #muted: boolean;
  #playing = 0;

  constructor(muted: boolean) {
    this.#muted = muted;
  }

  set muted(muted: boolean) {
    this.#muted = muted;
    if (this.#out) this.#out.gain.value = muted ? 0 : 1;
  }

  /** Whether anything can be heard. */
  get awake(): boolean {
    return this.#context?.state === "running";
  }

  /**
   * Browsers let a page sound only after a touch or a key: any one on the page will do.
   * What it gives back ends that, and all sound.
   */
  wakeWith(page: Window): () => void {
    const wake = () => this.wake();
    for (const gesture of GESTURES) page.addEventListener(gesture, wake, true);
    if (page.navigator.userActivation?.hasBeenActive) wake();
    return () => {
      for (const gesture of GESTURES) page.removeEventListener(gesture, wake, true);
      void this.#context?.close();
      this.#context = null;
    };
  }

  wake(): void {
    if (!this.#context) this.#open();
    // A call or another app can interrupt it, too.
    if (this.#context && !this.awake) void this.#context.resume().catch(() => undefined);
  }

  contact(contact: Contact): void {
    const loud = Math.min(1, contact.impulse / LOUD_IMPULSE) ** 0.6;
    if (loud < FAINTEST) return;
    this.#knock(VOICES[contact.other], loud, contact.place[0] / PAN_REACH);
  }

  /** A soft rising pair of notes for each die taken: the count is heard. */
  take(step: number): void {
    const pitch = 392 * 2 ** ((PENTATONIC[Math.min(step, PENTATONIC.length - 1)] ?? 0) / 12);
    this.#tone(pitch, 0.16, 0.22, "triangle", 0);
    this.#tone(pitch * 2, 0.05, 0.3, "sine", 0.02);
  }

  puff(): void {
    this.#breath(0.35, 900, 200, 0.22);
  }

  gust(): void {
    this.#breath(1.1, 300, 1400, 0.3);
  }

  thunder(): void {
    this.#breath(1.3, 500, 60, 0.6);
    this.#tone(55, 0.4, 1.1, "sine", 0);
  }

  /** Drums before everything is thrown at once. */
  drums(beats: number): void {
    for (let i = 0; i < beats; i++) {
      const when = i * Math.max(0.07, 0.16 - i * 0.008);
      this.#drum(when, 0.25 + (0.5 * i) / beats);
    }
  }

  chime(): void {
    [0, 4, 7, 12].forEach((step, i) => {
      this.#tone(523.25 * 2 ** (step / 12), 0.13, 0.9, "triangle", i * 0.09);
    });
  }

  fall(): void {
    [7, 3, 0, -5].forEach((step, i) => {
      this.#tone(220 * 2 ** (step / 12), 0.12, 0.5, "triangle", i * 0.13);
    });
  }

  tick(): void {
    this.#tone(1250, 0.04, 0.03, "square", 0);
  }

  #open(): void {
    const Context = window.AudioContext;
    if (!Context) return;
    const context = new Context();
    const out = context.createGain();
    out.gain.value = this.#muted ? 0 : 1;
    const press = context.createDynamicsCompressor();
    press.threshold.value = -14;
    out.connect(press).connect(context.destination);
    const hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    this.#context = context;
    this.#out = out;
    this.#hiss = hiss;
  }

  #ready(): { context: AudioContext; out: GainNode } | null {
    if (this.#muted || !this.#context || !this.#out || this.#context.state !== "running")
      return null;
    return { context: this.#context, out: this.#out };
  }

  #knock(voice: Voice, loud: number, pan: number): void {
    const ready = this.#ready();
    if (!ready || this.#playing >= MOST_AT_ONCE) return;
    const { context, out } = ready;
    const place = context.createStereoPanner();
    place.pan.value = Math.max(-0.8, Math.min(0.8, pan));
    place.connect(out);
    const wander = 0.94 + 0.12 * Math.random();
    for (const [pitch, share] of voice.modes) {
      this.#mode(place, pitch * wander, loud * share * 0.3, voice.decay * (0.7 + 0.6 * loud));
    }
    this.#burst(
      place,
      voice.cut * (0.6 + 0.6 * loud),
      loud * voice.noise * 0.5,
      0.02 + voice.decay * 0.4,
    );
  }

  #mode(out: AudioNode, pitch: number, gain: number, decay: number): void {
    const context = this.#context;
    if (!context) return;
    const now = context.currentTime;
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(pitch * 1.06, now);
    tone.frequency.exponentialRampToValueAtTime(pitch, now + 0.02);
    const swell = context.createGain();
    swell.gain.setValueAtTime(gain, now);
    swell.gain.exponentialRampToValueAtTime(0.0001, now + decay);
    tone.connect(swell).connect(out);
    this.#run(tone, now, decay);
  }

  #burst(out: AudioNode, cut: number, gain: number, length: number): void {
    const context = this.#context;
    if (!context || !this.#hiss) return;
    const now = context.currentTime;
    const source = context.createBufferSource();
    source.buffer = this.#hiss;
    const filter = context.createBiquadFilter();
    filter.type = "lowpass";
    filter.frequency.value = cut;
    const swell = context.createGain();
    swell.gain.setValueAtTime(gain, now);
    swell.gain.exponentialRampToValueAtTime(0.0001, now + length);
    source.connect(filter).connect(swell).connect(out);
    source.start(now, Math.random() * 0.8, length);
    this.#count(source);
  }

  #breath(length: number, from: number, to: number, gain: number): void {
    const ready = this.#ready();
    if (!ready || !this.#hiss) return;
    const { context, out } = ready;
    const now = context.currentTime;
    const source = context.createBufferSource();
    source.buffer = this.#hiss;
    source.loop = true;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.Q.value = 0.7;
    filter.frequency.setValueAtTime(from, now);
    filter.frequency.exponentialRampToValueAtTime(to, now + length);
    const swell = context.createGain();
    swell.gain.setValueAtTime(0.0001, now);
    swell.gain.exponentialRampToValueAtTime(gain, now + length * 0.3);
    swell.gain.exponentialRampToValueAtTime(0.0001, now + length);
    source.connect(filter).connect(swell).connect(out);
    source.start(now);
    source.stop(now + length);
    this.#count(source);
  }

  #tone(pitch: number, gain: number, length: number, shape: OscillatorType, delay: number): void {
    const ready = this.#ready();
    if (!ready) return;
    const { context, out } = ready;
    const now = context.currentTime + delay;
    const tone = context.createOscillator();
    tone.type = shape;
    tone.frequency.value = pitch;
    const swell = context.createGain();
    swell.gain.setValueAtTime(0.0001, now);
    swell.gain.exponentialRampToValueAtTime(gain, now + 0.012);
    swell.gain.exponentialRampToValueAtTime(0.0001, now + length);
    tone.connect(swell).connect(out);
    this.#run(tone, now, length);
  }

  #drum(delay: number, loud: number): void {
    const ready = this.#ready();
    if (!ready) return;
    const { context, out } = ready;
    const now = context.currentTime + delay;
    const tone = context.createOscillator();
    tone.frequency.setValueAtTime(120, now);
    tone.frequency.exponentialRampToValueAtTime(58, now + 0.12);
    const swell = context.createGain();
    swell.gain.setValueAtTime(loud, now);
    swell.gain.exponentialRampToValueAtTime(0.0001, now + 0.22);
    tone.connect(swell).connect(out);
    this.#run(tone, now, 0.22);
  }

  #run(tone: OscillatorNode, start: number, length: number): void {
    tone.start(start);
    tone.stop(start + length + 0.02);
    this.#count(tone);
  }

  #count(node: AudioScheduledSourceNode): void {
    this.#playing++;
    node.onended = () => {
      this.#playing--;
    };
  }
}
