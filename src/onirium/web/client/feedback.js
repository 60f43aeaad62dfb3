/** Plays the sounds of events, and vibrates. */

import { preferences } from "./preferences.js";

/**
 * An event that is heard: the name of its sound, and the step of one that climbs.
 *
 * @typedef {{name: string, step?: number}} Cue
 */

/** Time between the sounds of one moment, in seconds. */
const GAP_S = 0.12;
/** More sounds at once would blur. */
const MAX_CUES = 4;

/** Vibrations in milliseconds: on, off, on. @type {Record<string, number[]>} */
const VIBRATIONS = {
  turn: [10],
  snap: [8],
  door: [20, 60, 40],
  close: [60],
  nightmare: [70, 40, 110],
  creature: [20, 40, 20],
  terror: [90, 50, 90],
  victory: [30, 60, 30, 60, 80],
  defeat: [200],
};

/** @type {{context: AudioContext, master: GainNode} | null} */
let mixer = null;

/** @param {Cue[]} cues in the order in which they are heard */
export function signal(cues) {
  // Browsers allow neither before the first touch.
  if (!cues.length || !navigator.userActivation?.hasBeenActive) return;
  const { sound, volume, vibration } = preferences();
  if (sound) playCues(cues.slice(0, MAX_CUES), volume);
  const pattern = cues.map(({ name }) => VIBRATIONS[name]).find(Boolean);
  if (vibration && pattern) navigator.vibrate?.(pattern);
}

/**
 * @param {Cue[]} cues
 * @param {number} volume
 */
async function playCues(cues, volume) {
  // Within the touch, which browsers demand; the synthesizer may be loaded after it.
  mixer ??= createMixer();
  const { context, master } = mixer;
  // WebKit interrupts it, too, for instance during a call.
  if (context.state !== "running") context.resume();
  // Loudness is perceived roughly as the square root of power: a squared slider feels even.
  master.gain.value = volume ** 2;
  // Most tables are silent, and need no synthesizer.
  const { SOUNDS, schedule } = await import("./sound.js");
  cues
    .filter(({ name }) => name in SOUNDS)
    .forEach(({ name, step = 1 }, index) => {
      schedule(context, master, name, step, context.currentTime + index * GAP_S);
    });
}

function createMixer() {
  const context = new AudioContext();
  const master = new GainNode(context);
  // Chords at full volume stay below full scale.
  master.connect(new DynamicsCompressorNode(context)).connect(context.destination);
  return { context, master };
}
