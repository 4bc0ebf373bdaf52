/** Every sound is made here, from the contacts of a throw (see knock.ts) and a few events: no file is loaded. */

import { type Knock, knockOf } from "./knock";
import type { Contact, LookName } from "./types";

const FAINTEST = 0.02;
const MOST_AT_ONCE = 48;
/** In a crowd of sounds only those are added that are heard in it. */
const CROWDED = 0.4;
/** Seconds by which hits are heard late, so that those of one frame are heard one after another, as they happened. */
const LAG = 0.03;
/** How loud the room is. */
const ROOM = 0.035;
const PENTATONIC = [0, 2, 4, 7, 9, 12, 14, 16];

/** No gain: what it comes from and goes to must not be zero. */
const SILENT = 0.0001;

/** A value at first, then those that it comes to, each so many seconds after the start. */
type Course = readonly [number, ...(readonly [number, number])[]];

interface Heard {
  readonly loud: Course;
  /** Seconds that it lasts, and seconds until it begins. */
  readonly length: number;
  readonly delay?: number;
  readonly filter?: {
    readonly type: BiquadFilterType;
    readonly cut: Course;
    readonly sharpness?: number;
  };
  readonly out?: AudioNode | null;
}

/** What browsers take for the wish of a person: not the beginning of a touch, but its end. */
const GESTURES = ["pointerdown", "pointerup", "touchend", "click", "keydown"] as const;

export class Sound {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #hiss: AudioBuffer | null = null;
  /** The box that is played in: what things are made of. */
  look: LookName = "strike";
  #muted: boolean;
  #room: GainNode | null = null;
  #roomy = true;
  #playing = 0;

  constructor(muted: boolean) {
    this.#muted = muted;
  }

  /** Whether the quiet room is heard. */
  set roomy(roomy: boolean) {
    this.#roomy = roomy;
    if (this.#room) this.#room.gain.value = roomy ? ROOM : 0;
  }

  /** What nobody hears is not made either: a context that runs costs a phone its battery. */
  set muted(muted: boolean) {
    this.#muted = muted;
    if (muted) void this.#context?.suspend();
    else if (this.#context) this.wake();
  }

  /** Whether anything can be heard. */
  get awake(): boolean {
    return this.#context?.state === "running";
  }

  /** Browsers let a page sound only after a touch or a key on it. What it gives back ends that, and all sound. */
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
    if (this.#muted) return;
    if (!this.#context) this.#open();
    // A call or another app can interrupt it, too.
    if (this.#context && !this.awake) void this.#context.resume().catch(() => undefined);
  }

  /** A hit that happened so many seconds ago. */
  contact(contact: Contact, late = 0): void {
    const knock = knockOf(contact, this.look);
    const crowd = (CROWDED * this.#playing) / MOST_AT_ONCE;
    if (knock.loud >= FAINTEST + crowd) this.#knock(knock, Math.max(0, LAG - late));
  }

  /** A soft rising pair of notes for each die taken: the count is heard. */
  take(step: number): void {
    const pitch = 392 * 2 ** ((PENTATONIC[Math.min(step, PENTATONIC.length - 1)] ?? 0) / 12);
    this.#tone(pitch, 0.16, 0.22, "triangle", 0);
    this.#tone(pitch * 2, 0.05, 0.3, "sine", 0.02);
  }

  /** It has come home: a small knock of wood. */
  home(step: number): void {
    this.#tone(190 + 14 * step, 0.12, 0.07, "sine", 0);
  }

  /** Matching dice begin to shine: a chord that swells, a cold one for those that stay. */
  glow(dice: number, cold: boolean): void {
    const steps = cold ? [0, 3, 6] : [0, 4, 7, 12];
    steps.slice(0, Math.max(2, dice)).forEach((step, i) => {
      this.#tone(262 * 2 ** (step / 12), 0.05, 0.7, "sine", i * 0.05);
    });
  }

  /** Dice that slid together touch. */
  click(dice: number): void {
    for (let i = 0; i < Math.min(4, dice - 1); i++)
      this.#tone(2300, 0.07, 0.03, "triangle", i * 0.03);
  }

  /** An X flares up and is gone. */
  flare(): void {
    this.#breath(0.5, 2400, 160, 0.4);
    this.#fall(150, 42, 0.5, 0.5);
  }

  /** A hit that shakes the table. */
  thud(loud: number): void {
    this.#fall(95, 40, 0.16, 0.35 * loud);
  }

  /** Two notes that belong to a seat: it is their turn. */
  call(seat: number): void {
    const step = PENTATONIC[seat % PENTATONIC.length] ?? 0;
    for (const [above, when] of [
      [0, 0],
      [7, 0.16],
    ] as const)
      this.#tone(440 * 2 ** ((step + above) / 12), 0.16, 0.5, "sine", when);
  }

  /** Two beats of a heart. */
  heartbeat(): void {
    this.#fall(62, 38, 0.16, 0.5);
    this.#fall(56, 36, 0.18, 0.36, 0.24);
  }

  /** Horns for whoever has won. */
  fanfare(): void {
    const melody = [
      [0, 0, 0.16],
      [0, 0.18, 0.1],
      [0, 0.3, 0.1],
      [5, 0.42, 0.26],
      [9, 0.7, 0.26],
      [12, 0.98, 1.1],
    ] as const;
    for (const [step, when, length] of melody)
      for (const [voice, share] of [
        [0, 1],
        [-5, 0.6],
        [-12, 0.7],
      ] as const)
        this.#horn(349.23 * 2 ** ((step + voice) / 12), 0.075 * share, length, when);
    this.#breath(1.6, 3000, 6000, 0.05);
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
      this.#fall(120, 58, 0.22, 0.25 + (0.5 * i) / beats, when);
    }
  }

  fall(): void {
    [7, 3, 0, -5].forEach((step, i) => {
      this.#tone(220 * 2 ** (step / 12), 0.12, 0.5, "triangle", i * 0.13);
    });
  }

  #open(): void {
    const Context = window.AudioContext;
    if (!Context) return;
    const context = new Context();
    const out = context.createGain();
    const press = context.createDynamicsCompressor();
    press.threshold.value = -14;
    out.connect(press).connect(context.destination);
    const hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
    this.#context = context;
    this.#out = out;
    this.#hiss = hiss;
    this.#openRoom(context, out, hiss);
  }

  /** What sounds are made with, if they can be heard now. */
  get #ready(): AudioContext | null {
    return this.#muted || !this.awake ? null : this.#context;
  }

  #knock(knock: Knock, delay: number): void {
    const context = this.#ready;
    if (!context || this.#playing >= MOST_AT_ONCE) return;
    const out = context.createStereoPanner();
    out.pan.value = knock.pan;
    if (this.#out) out.connect(this.#out);
    for (const [pitch, share] of knock.modes) {
      const loud: Course = [knock.loud * share * 0.3, [SILENT, knock.decay]];
      this.#note([pitch * 1.06, [pitch, 0.02]], { loud, length: knock.decay, delay, out });
    }
    const length = 0.02 + Math.min(0.05, knock.decay * 0.4);
    const loud: Course = [knock.loud * knock.noise * 0.5, [SILENT, length]];
    this.#noise({ loud, length, delay, out, filter: { type: "lowpass", cut: [knock.cut] } });
  }

  #breath(length: number, from: number, to: number, gain: number): void {
    const loud: Course = [SILENT, [gain, length * 0.3], [SILENT, length]];
    const filter = { type: "bandpass", cut: [from, [to, length]], sharpness: 0.7 } as const;
    this.#noise({ loud, length, filter });
  }

  #tone(pitch: number, gain: number, length: number, shape: OscillatorType, delay: number): void {
    const loud: Course = [SILENT, [gain, 0.012], [SILENT, length]];
    this.#note([pitch], { loud, length, delay }, shape);
  }

  /** A tone that falls, as a struck skin does. */
  #fall(from: number, to: number, length: number, gain: number, delay = 0): void {
    this.#note([from, [to, length * 0.6]], { loud: [gain, [SILENT, length]], length, delay });
  }

  #horn(pitch: number, gain: number, sounding: number, delay: number): void {
    const length = sounding + 0.12;
    const cut: Course = [pitch * 1.5, [pitch * 5, 0.06], [pitch * 2, sounding]];
    const loud: Course = [SILENT, [gain, 0.03], [gain, sounding * 0.7], [SILENT, length]];
    this.#note([pitch], { loud, length, delay, filter: { type: "lowpass", cut } }, "sawtooth");
  }

  #note(pitch: Course, heard: Heard, shape: OscillatorType = "sine"): void {
    const context = this.#ready;
    if (!context) return;
    const tone = context.createOscillator();
    tone.type = shape;
    const start = this.#play(context, tone, heard);
    follow(tone.frequency, pitch, start);
    tone.start(start);
    tone.stop(start + heard.length + 0.02);
  }

  #noise(heard: Heard): void {
    const context = this.#ready;
    if (!context) return;
    const source = context.createBufferSource();
    source.buffer = this.#hiss;
    source.loop = true;
    source.start(this.#play(context, source, heard), Math.random() * 0.8, heard.length);
  }

  /** Lets a source be heard through its filter, at the given volume; when it is to begin. */
  #play(
    context: AudioContext,
    source: AudioScheduledSourceNode,
    { loud, delay = 0, filter, out = this.#out }: Heard,
  ): number {
    const start = context.currentTime + delay;
    const swell = context.createGain();
    follow(swell.gain, loud, start);
    const pass = filter && context.createBiquadFilter();
    if (pass) {
      pass.type = filter.type;
      pass.Q.value = filter.sharpness ?? pass.Q.value;
      follow(pass.frequency, filter.cut, start);
    }
    (pass ? source.connect(pass) : source).connect(swell);
    if (out) swell.connect(out);
    this.#playing++;
    source.onended = () => {
      this.#playing--;
    };
    return start;
  }

  /** The room that one plays in: so quiet that one notices only when it ends. */
  #openRoom(context: AudioContext, out: AudioNode, hiss: AudioBuffer): void {
    const air = context.createBufferSource();
    air.buffer = hiss;
    air.loop = true;
    air.playbackRate.value = 0.35;
    const filter = context.createBiquadFilter();
    filter.type = "lowpass";
    filter.frequency.value = 240;
    const room = context.createGain();
    room.gain.value = this.#roomy ? ROOM : 0;
    air.connect(filter).connect(room).connect(out);
    air.start();
    this.#room = room;
  }
}

function follow(param: AudioParam, [first, ...later]: Course, start: number): void {
  param.setValueAtTime(first, start);
  for (const [value, after] of later) param.exponentialRampToValueAtTime(value, start + after);
}
