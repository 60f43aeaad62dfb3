/** The back button closes what lies over the table before it leaves the table. */

const LAYERS = "dialog[open], [popover]:popover-open";

/** Whether the history has an entry for a layer, open or closed meanwhile. */
let hasEntry = Boolean(history.state?.layer);

/** Adds an entry to the history for a dialog or sheet that has opened; one entry serves all. */
export function noteLayer() {
  if (hasEntry) return;
  // Links to a part of the page leave other entries.
  history.replaceState({ layer: false }, "");
  history.pushState({ layer: true }, "");
  hasEntry = true;
}

/**
 * @param {HTMLElement} root
 * @param {() => boolean} [close] closes what is open; returns whether anything was
 */
export function watchBackButton(root, close = () => closeLayers(root)) {
  // The event of a popover does not bubble.
  const capture = { capture: true };
  root.addEventListener(
    "beforetoggle",
    ({ newState }) => newState === "open" && noteLayer(),
    capture,
  );
  addEventListener("popstate", ({ state }) => {
    hasEntry = Boolean(state?.layer);
    if (state?.layer === false && !close()) history.back();
  });
}

/**
 * Closes all layers; returns whether there were any.
 *
 * @param {HTMLElement} root
 */
export function closeLayers(root) {
  const layers = [...root.querySelectorAll(LAYERS)];
  for (const layer of layers) {
    if (layer instanceof HTMLDialogElement) layer.close();
    else if (layer instanceof HTMLElement) layer.hidePopover();
  }
  return layers.length > 0;
}
