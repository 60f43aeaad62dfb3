/** The screen stays on while a game is played, and only then. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

const CHECK_MS = 10_000;
const REST_MS = 600_000;

/** Number of locks held. */
let held = 0;
/** Listeners of the window and the document. @type {Map<string, () => void>} */
const listeners = new Map();
const page = {
  hidden: false,
  /** @param {string} kind @param {() => void} act */
  addEventListener: (kind, act) => listeners.set(kind, act),
};

const request = async () => {
  held += 1;
  return { release: () => (held -= 1) };
};

let now = 0;
let isPlayed = true;
const globals = {
  document: page,
  addEventListener: page.addEventListener,
  navigator: { wakeLock: { request } },
  performance: { now: () => now },
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

const { keepAwake } = await import("../../src/onirium/web/client/wake_lock.js");

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {number} time in milliseconds */
async function pass(time) {
  for (const end = now + time; now < end; ) {
    now += CHECK_MS;
    mock.timers.tick(CHECK_MS);
    await settled();
  }
}

beforeEach(async () => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setInterval"] });
  [held, now, isPlayed, page.hidden] = [0, 0, true, false];
  keepAwake(() => isPlayed);
  await settled();
  assert.equal(held, 1);
});

test("the lock is released when the game ends, and held again in the next", async () => {
  isPlayed = false;
  await pass(CHECK_MS);
  assert.equal(held, 0);
  isPlayed = true;
  await pass(2 * CHECK_MS);
  assert.equal(held, 1);
});

test("a page that comes back holds one lock", async () => {
  for (const hidden of [true, false]) {
    page.hidden = hidden;
    listeners.get("visibilitychange")?.();
    await settled();
    assert.equal(held, Number(!hidden));
  }
});

for (const kind of ["pointerdown", "keydown"]) {
  test(`a device that was put down keeps no lock until the next ${kind}`, async () => {
    await pass(REST_MS - CHECK_MS);
    assert.equal(held, 1);
    await pass(CHECK_MS);
    assert.equal(held, 0);
    listeners.get(kind)?.();
    await pass(CHECK_MS);
    assert.equal(held, 1);
  });
}
