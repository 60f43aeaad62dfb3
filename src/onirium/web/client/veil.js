/** Changes the page behind a veil: of light after a win, of darkness after a loss. */

/** @type {KeyframeAnimationOptions} */
const RISE_TIMING = { id: "veil", duration: 350, easing: "ease-in", fill: "forwards" };
/** @type {KeyframeAnimationOptions} */
const FALL_TIMING = { id: "veil", duration: 650, easing: "ease-out", fill: "forwards" };

/** A touch or key skips to the new page. */
const SKIPPING_EVENTS = ["pointerdown", "keydown"];

/**
 * Veils the page, changes it, and reveals it. A single plain layer fades: a view transition, which
 * blends two pictures of the page, takes a software renderer 112 ms a frame. Meanwhile the root has
 * the class `veiled`: what moves at the end waits, since each part that moves is a layer.
 *
 * @param {string} mood class of the veil
 * @param {() => void} change
 */
export function changeBehindVeil(mood, change) {
  const root = document.documentElement;
  const veil = document.createElement("div");
  veil.className = `veil ${mood}`;
  root.append(veil);
  root.classList.add("veiled");
  let moving = veil.animate({ opacity: [0, 1] }, RISE_TIMING);
  const skip = () => {
    veil.hidden = true;
    moving.finish();
  };
  const end = () => {
    veil.remove();
    root.classList.remove("veiled");
    for (const name of SKIPPING_EVENTS) removeEventListener(name, skip);
  };
  const fall = () => {
    moving = veil.animate({ opacity: [1, 0] }, FALL_TIMING);
    moving.onfinish = end;
    if (veil.hidden) moving.finish();
  };
  for (const name of SKIPPING_EVENTS) addEventListener(name, skip);
  moving.onfinish = () => {
    change();
    // The new page is painted before it is seen.
    requestAnimationFrame(() => requestAnimationFrame(fall));
  };
}
