/** Sounds of the table, synthesized by Web Audio: no files, nothing to load. */

/**
 * Waveform, pitch in hertz (of noise: middle of the band), delay, attack, decay in milliseconds,
 * gain in percent; rarely: final pitch, low-pass filter, tremolo, vibrato, all in hertz.
 *
 * @typedef {[OscillatorType | "noise", number, number, number, number, number,
 *   {end?: number, cutoff?: number, tremolo?: number, vibrato?: number}?]} Voice
 */

/** Exponential ramps never reach zero. */
const SILENCE = 1e-4;
const VIBRATO_CENTS = 45;
const NOISE_S = 0.5;

/** The door chord, D A F C E G B D: the eighth door completes it. */
const DOORS = [147, 220, 349, 262, 330, 392, 494, 587];
const DORIAN = [294, 349, 440];

/** @type {(pitches: number[], gapMs: number, more: any[]) => Voice[]} */
const notes = (pitches, gapMs, [wave, ...more]) =>
  pitches.map((pitch, index) => /** @type {any} */ ([wave, pitch, index * gapMs, ...more]));

/** Partials of a bell. @type {(pitch: number, at: number, gain: number) => Voice[]} */
const bell = (pitch, at, gain) =>
  [1, 2.76, 5.4].map((ratio, index) => [
    "sine",
    pitch * ratio,
    at,
    4,
    3000 / (index + 1),
    gain / (index + 1),
  ]);

/** The sounds by name; their step counts from 1. @type {Record<string, (step: number) => Voice[]>} */
export const SOUNDS = {
  lift: () => [
    ["sine", 659, 0, 2, 90, 30],
    ["noise", 2000, 0, 2, 20, 50],
  ],
  lower: () => [["sine", 262, 0, 4, 130, 40]],
  draw: () => [["noise", 800, 0, 70, 160, 60, { end: 2600 }]],
  discard: () => [
    ["noise", 1500, 0, 20, 260, 60, { end: 300 }],
    ["sine", 110, 120, 4, 120, 40],
  ],
  shuffle: () => notes(Array(6).fill(1700), 65, ["noise", 10, 60, 60]),
  play: (step) => [
    ["sine", DORIAN[step - 1], 0, 4, 600, 35],
    ["sine", DORIAN[step - 1] * 4, 0, 4, 150, 9],
  ],
  door: (step) => [
    ["sawtooth", 70, 0, 150, 350, 30, { end: 95, cutoff: 400, vibrato: 9 }],
    ...DOORS.slice(0, step).flatMap((pitch) => bell(pitch, 350, 8)),
  ],
  close: () => [
    ["triangle", 440, 0, 10, 500, 25, { end: 147 }],
    ["noise", 130, 500, 2, 300, 99],
  ],
  prophecy: () => [
    ...notes([880, 883], 0, ["sine", 120, 1500, 20]),
    ["sine", 1319, 250, 120, 1500, 16],
  ],
  nightmare: () => [
    ["sine", 46, 0, 700, 150, 60],
    ...notes([73, 104], 0, ["sawtooth", 750, 90, 35, { cutoff: 260 }]),
  ],
  limbo: () => notes([900, 900, 900], 170, ["sine", 2, 130, 28, { end: 380 }]),
  gong: () => [
    ["sine", 98, 0, 4, 2000, 45],
    ["triangle", 137, 0, 30, 900, 20],
  ],
  dream: () => notes([698, 880, 1047, 1319], 110, ["triangle", 4, 700, 25]),
  goal: () => [["noise", 5200, 0, 90, 180, 60], ...bell(1760, 200, 12)],
  tower: () => notes([300, 240], 100, ["noise", 2, 70, 99]),
  part: (step) => [
    ...notes([3200, 3200], 70, ["noise", 2, 25, 30]),
    ["square", [110, 139, 175, 220][step - 1], 140, 10, 400, 40, { cutoff: 700 }],
  ],
  creature: () => notes([175, 262, 349, 523], 130, ["triangle", 180, 900, 22]),
  singer: () => notes([294, 440], 0, ["sine", 300, 900, 25, { vibrato: 6 }]),
  weeper: () => [["sine", 784, 0, 60, 1000, 30, { end: 370, vibrato: 5 }]],
  mocker: () => notes([1047, 1319, 1047], 110, ["triangle", 2, 55, 30]),
  executioner: () => [
    ["noise", 4000, 0, 4, 130, 60, { end: 600 }],
    ["sine", 65, 130, 4, 280, 70],
  ],
  scavenger: () => notes([900, 1250, 800, 1150], 75, ["noise", 1, 35, 99]),
  devourer: () => [["sawtooth", 300, 0, 30, 900, 60, { end: 60, cutoff: 500 }]],
  terror: () => [
    ["sine", 90, 0, 4, 600, 60, { end: 48 }],
    ...notes([147, 175, 220, 294], 0, ["sawtooth", 500, 600, 10, { cutoff: 900, tremolo: 7 }]),
  ],
  turn: () => notes([440, 587], 150, ["triangle", 4, 300, 30]),
  victory: () =>
    [294, 370, 440, 554, 659, 880].flatMap((pitch, index) => bell(pitch, index * 140, 9)),
  defeat: () => notes([147, 175, 220], 0, ["sawtooth", 250, 3000, 16, { end: 123, cutoff: 500 }]),
};

/**
 * Plays a sound at a time of the context.
 *
 * @type {(context: BaseAudioContext, output: AudioNode, name: string, step: number, at: number) => void}
 */
export function schedule(context, output, name, step, at) {
  for (const voice of SOUNDS[name](step)) play(context, output, voice, at);
}

/** @type {(context: BaseAudioContext, output: AudioNode, voice: Voice, from: number) => void} */
function play(context, output, [wave, pitch, delay, attack, decay, gain, more = {}], from) {
  const begin = from + delay / 1000;
  const peak = begin + attack / 1000;
  const end = peak + decay / 1000;
  const source = wave === "noise" ? noise(context) : new OscillatorNode(context, { type: wave });
  const filter = new BiquadFilterNode(context, { frequency: more.cutoff ?? 20000 });
  const level = new GainNode(context);
  level.gain.setValueAtTime(SILENCE, begin);
  level.gain.exponentialRampToValueAtTime(gain / 100, peak);
  level.gain.exponentialRampToValueAtTime(SILENCE, end);
  if (wave === "noise") filter.type = "bandpass";
  const tuned = source instanceof OscillatorNode ? source.frequency : filter.frequency;
  tuned.setValueAtTime(pitch, begin);
  if (more.end) tuned.exponentialRampToValueAtTime(more.end, end);
  /** @type {(rate: number, depth: number, target: AudioParam) => void} */
  const swing = (rate, depth, target) => {
    const slow = new OscillatorNode(context, { frequency: rate });
    slow.connect(new GainNode(context, { gain: depth })).connect(target);
    slow.start(begin);
    slow.stop(end);
  };
  if (more.vibrato) swing(more.vibrato, VIBRATO_CENTS, source.detune);
  if (more.tremolo) swing(more.tremolo, gain / 150, level.gain);
  source.connect(filter).connect(level).connect(output);
  source.start(begin);
  source.stop(end);
}

/** @param {BaseAudioContext} context */
function noise(context) {
  const { sampleRate } = context;
  const buffer = new AudioBuffer({ length: sampleRate * NOISE_S, sampleRate });
  let seed = 1; // Park and Miller: repeatable.
  const next = () => (seed = (seed * 48271) % 2147483647) / 2 ** 30 - 1;
  buffer.copyToChannel(Float32Array.from(buffer.getChannelData(0), next), 0);
  return new AudioBufferSourceNode(context, { buffer });
}
