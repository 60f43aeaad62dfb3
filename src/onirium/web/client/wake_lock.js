/** Keeps the screen on during a game, if the browser allows it. */

/** Screens turn off after 15 seconds or more without a touch. */
const CHECK_MS = 10_000;

/** The time without a touch or key after which the lock is released. */
const REST_MS = 600_000;

/**
 * Holds a lock whenever it is needed. Browsers release that of a hidden page themselves.
 *
 * @param {() => boolean} isNeeded
 */
export function keepAwake(isNeeded) {
  /** @type {Promise<WakeLockSentinel | void> | undefined} */
  let lock;
  let touchedAt = performance.now();
  const check = () => {
    const isHeld = !document.hidden && performance.now() - touchedAt < REST_MS && isNeeded();
    if (isHeld) lock ??= navigator.wakeLock?.request("screen").catch(() => {});
    else {
      lock?.then((held) => held?.release());
      lock = undefined;
    }
  };
  const touch = () => {
    touchedAt = performance.now();
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, touch);
  document.addEventListener("visibilitychange", check);
  setInterval(check, CHECK_MS);
  check();
}
